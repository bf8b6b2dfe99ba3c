import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { Seal } from '../../platform/seal/seal.js';
import { problem } from '../../platform/problems.js';
import { anonymous } from '../audit/actor.js';
import type { Actor } from '../audit/actor.js';
import type { Audit } from '../audit/audit.js';
import type { Caller, RequestOrigin } from '../caller.js';
import { found } from '../directory.js';
import type { Policies } from '../policies/policies.js';
import { wrappingPolicy } from '../policies/policy-name.js';
import { ownerOf } from '../tokens/caller-identity.js';
import type { CallerStore, TokenWithOwner } from '../tokens/callers.store.js';
import { requireMaker } from '../tokens/descent.js';
import { secondsAfter } from '../tokens/own-token.js';
import { issueToken, readToken, sameHash } from '../tokens/token-text.js';
import { insertToken, revokeTokens } from '../tokens/token.store.js';

/** An answer that waits for the one request with its token. */
export interface WrapInfo {
  readonly token: string;
  readonly accessor: string;
  /** Seconds. */
  readonly ttl: number;
  readonly createdAt: Date;
  /** The path below `/v1` that answered it. */
  readonly path: string;
  /** Of the token in the answer; null for other answers. */
  readonly wrappedAccessor: string | null;
}

export type Wrapping = Pick<WrapInfo, 'ttl' | 'createdAt' | 'path'>;

export interface ToWrap {
  /** JSON. */
  readonly answer: string;
  readonly path: string;
  readonly ttl: number;
  readonly wrappedAccessor?: string | null;
}

/** Who asks: a caller, or somebody who has nothing but the wrapping token. */
export interface Asker {
  readonly caller: Caller | null;
  readonly origin: RequestOrigin;
}

const reserved = JSON.stringify([wrappingPolicy]);

/** Seconds. GraphQL's `Int` has no larger number. */
const longestTtl = 2 ** 31 - 1;

/**
 * Response wrapping. An answer is kept, sealed, until the one request with its wrapping token. That token is one of the creator's account, but it belongs to no
 * other token, and opens nothing but the answer. The request that takes the answer is the one whose transaction revokes the token: among any number at the same
 * moment, on any number of servers, only one does.
 */
export class WrappedAnswers {
  constructor(
    private readonly deps: {
      database: Database;
      store: CallerStore;
      policies: Policies;
      audit: Audit;
      seal: Pick<Seal, 'wrap' | 'unwrap'> | null;
      clock: Clock;
    },
  ) {}

  /** Wraps an answer that the caller would get. @throws INVALID_INPUT */
  async wrap(caller: Caller, { answer, path, ttl, wrappedAccessor = null }: ToWrap): Promise<WrapInfo> {
    if (!Number.isSafeInteger(ttl) || ttl < 1 || ttl > longestTtl)
      throw problem('INVALID_INPUT', `the wrap ttl must be between 1 and ${longestTtl} seconds`, ['ttl']);
    const maker = found(await this.deps.store.find(caller.tokenId));
    return this.deps.database.transaction(async (tx) => {
      await requireMaker(tx, caller);
      const made = await this.#keep(tx, caller, maker, { answer, path, ttl });
      return { ...made, wrappedAccessor };
    });
  }

  /** Wraps what the caller gives, as an answer of `sys/wrapping/wrap`. @throws PERMISSION_DENIED, INVALID_INPUT */
  async wrapData(caller: Caller, data: Readonly<Record<string, unknown>>, ttl: number): Promise<WrapInfo> {
    const path = 'sys/wrapping/wrap';
    await this.deps.policies.require(caller, path, 'update');
    const envelope = {
      request_id: caller.origin.requestId,
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      data,
      wrap_info: null,
      warnings: null,
      auth: null,
    };
    return this.wrap(caller, { answer: JSON.stringify(envelope), path, ttl });
  }

  /** How an answer is wrapped, for whoever has the token. It can be read any number of times. @throws WRAPPING_TOKEN_INVALID */
  async lookUp(token: string): Promise<Wrapping> {
    const { id } = await this.#presented(token);
    const row = await this.deps.database.client.wrappedAnswer.findUnique({
      where: { id },
      select: { ttl: true, createdAt: true, path: true },
    });
    if (!row) throw invalid();
    return row;
  }

  /** Takes the answer, which is then gone. @returns JSON @throws PERMISSION_DENIED, WRAPPING_TOKEN_INVALID */
  async unwrap(asker: Asker, token: string): Promise<string> {
    await this.#require(asker, 'sys/wrapping/unwrap');
    const { id } = await this.#presented(token);
    return this.deps.database.transaction(async (tx) => {
      const { answer, path } = await this.#take(tx, id);
      await this.deps.audit.record(tx, actorOf(asker), 'answer.unwrap', { type: 'token', id, name: path });
      return answer;
    });
  }

  /** Gives the answer a new token, with the time that it had at first; the old token is revoked. @throws PERMISSION_DENIED, WRAPPING_TOKEN_INVALID */
  async rewrap(asker: Asker, token: string): Promise<WrapInfo> {
    await this.#require(asker, 'sys/wrapping/rewrap');
    const row = await this.#presented(token);
    return this.deps.database.transaction(async (tx) => {
      const made = await this.#keep(tx, actorOf(asker), row, await this.#take(tx, row.id));
      return { ...made, wrappedAccessor: null };
    });
  }

  async #keep(tx: TransactionClient, actor: Actor, maker: TokenWithOwner, { answer, path, ttl }: ToWrap) {
    const now = this.deps.clock.now();
    const { id, secretHash, text } = issueToken();
    const { kind, user, team, organization } = maker;
    await insertToken(tx, {
      id,
      secretHash,
      kind,
      path,
      type: 'wrapping',
      usesLeft: 1,
      policies: reserved,
      userId: user?.id ?? null,
      teamId: team?.id ?? null,
      organizationId: organization?.id ?? null,
      description: 'wrapping',
      displayName: 'wrapping',
      renewable: false,
      createdById: actor.userId ?? null,
      creationTtl: BigInt(ttl),
      explicitMaxTtl: BigInt(ttl),
      createdAt: now,
      expiresAt: secondsAfter(now, ttl),
    });
    const sealedAnswer = new Uint8Array(this.#seal().wrap('wrapped-answer', Buffer.from(answer), id));
    await tx.wrappedAnswer.create({ data: { id, sealedAnswer, path, ttl, createdAt: now } });
    await this.deps.audit.record(tx, actor, 'answer.wrap', { type: 'token', id, name: path }, { ttl });
    return { token: text, accessor: id, ttl, createdAt: now, path };
  }

  async #take(tx: TransactionClient, id: string) {
    const row = await tx.wrappedAnswer.findUnique({ where: { id } });
    // Whoever else has it by now is the one that it was for.
    const revoked = await revokeTokens(tx, { id }, this.deps.clock.now());
    if (!row || revoked.length === 0) throw invalid();
    const answer = this.#seal().unwrap('wrapped-answer', row.sealedAnswer, id).toString();
    return { answer, path: row.path, ttl: row.ttl };
  }

  async #presented(token: string): Promise<TokenWithOwner> {
    const presented = readToken(token);
    const row = presented && (await this.deps.store.find(presented.id));
    if (row?.type !== 'wrapping' || !sameHash(row.secretHash, presented?.secretHash ?? '')) throw invalid();
    if (row.revokedAt || !row.expiresAt || row.expiresAt <= this.deps.clock.now()) throw invalid();
    // What a suspended account has wrapped stays where it is.
    if (!ownerOf(row)) throw invalid();
    return row;
  }

  async #require({ caller }: Asker, path: string): Promise<void> {
    if (caller) await this.deps.policies.require(caller, path, 'update');
  }

  #seal(): Pick<Seal, 'wrap' | 'unwrap'> {
    if (!this.deps.seal) throw new Error('nothing is wrapped without a seal');
    return this.deps.seal;
  }
}

const actorOf = ({ caller, origin }: Asker): Actor => caller ?? anonymous(origin);

const invalid = () => problem('WRAPPING_TOKEN_INVALID', undefined, ['token']);
