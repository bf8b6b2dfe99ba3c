import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { ids } from '../../platform/ids.js';
import type { TokenId } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import type { Policies } from '../policies/policies.js';
import { wrappingPolicy } from '../policies/policy-name.js';
import type { Authentication } from './authentication.js';
import { renewalOf, shown } from './own-token.js';
import type { MadeToken, OwnToken } from './own-token.js';
import type { RenewalTerms } from './renewal-terms.js';
import { readToken, sameHash } from './token-text.js';
import type { TokenEnds } from './token-ends.js';
import { revokeTokens } from './token.store.js';
import type { ShownToken } from './token.store.js';

/** Another token than that of the request: by its text, or by its accessor, which gives no access. */
export type TokenReference = { readonly token: string } | { readonly accessor: string };

/** A token that can be used, with its present policies. */
interface Living {
  readonly row: ShownToken;
  readonly holder: Caller;
}

/** Accessors that are read together. */
const rowsTogether = 500;

/**
 * Tokens that a caller names: auth/token of Vault, except what concerns the caller's own token. What the caller may do to them is only what its policies say,
 * whoever owns the token; the path depends on how the token is named.
 */
export class NamedTokens {
  constructor(
    private readonly deps: {
      policies: Policies;
      renewals: Pick<RenewalTerms, 'of'>;
      authentication: Pick<Authentication, 'callerOf'>;
      ends: TokenEnds;
      changes: IdentityChanges;
      client: DatabaseClient;
      clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, TOKEN_NOT_FOUND, ACCESSOR_NOT_FOUND */
  async lookUp(caller: Caller, named: TokenReference): Promise<OwnToken> {
    await this.deps.policies.require(caller, pathOf('lookup', named), 'update');
    const now = this.deps.clock.now();
    const wrapping = await this.#row(named);
    // It has no holder: it stands for an answer.
    if (wrapping?.type === 'wrapping' && wrapping.expiresAt && wrapping.expiresAt > now)
      return shown(wrapping, [wrappingPolicy], now);
    const { row, holder } = await this.#living(caller, named);
    return shown(row, holder.policies, now);
  }

  /**
   * @param increment seconds; 0 for what it got the last time
   * @throws PERMISSION_DENIED, ACCESSOR_NOT_FOUND, INVALID_INPUT for a token that is unknown or cannot be renewed
   */
  async renew(caller: Caller, named: TokenReference, increment: number): Promise<Omit<MadeToken, 'text'>> {
    const { policies, changes, clock } = this.deps;
    await policies.require(caller, pathOf('renew', named), 'update');
    const { row, holder } = await this.#living(caller, named, 'token not found');
    const now = clock.now();
    const { expiresAt, warnings } = renewalOf(row, await this.deps.renewals.of(row, caller.origin), increment, now);
    const renewed = { expiresAt, renewedAt: now };
    const token = await changes.make(caller, 'token.renew', async (tx) => {
      const { count } = await tx.token.updateMany({ where: { id: row.id, revokedAt: null }, data: renewed });
      if (count === 0) throw problem('NOT_FOUND');
      const details = { expiresAt: expiresAt.toISOString() };
      return { result: { ...row, ...renewed }, target: targetOf(row), details };
    });
    return { token: shown(token, holder.policies, now), warnings };
  }

  /**
   * Revokes a token, and every token that was created from it. Safe to repeat.
   * @returns its id, null if there is no such token
   * @throws PERMISSION_DENIED
   */
  async revoke(caller: Caller, named: TokenReference): Promise<string | null> {
    await this.deps.policies.require(caller, pathOf('revoke', named), 'update');
    const row = await this.#row(named);
    if (!row) return null;
    requireRevocable(row);
    return this.deps.changes.make(caller, 'token.revoke', async (tx) => {
      // Somebody else may have revoked it in the meantime.
      await revokeTokens(tx, { id: row.id }, this.deps.clock.now());
      return { result: row.id, target: targetOf(row) };
    });
  }

  /**
   * Revokes a token without those that were created from it through auth/token: these have no parent any more. Others end with it.
   * @returns its id
   * @throws PERMISSION_DENIED, INVALID_INPUT without `sudo`, or if there is no such token
   */
  async revokeAlone(caller: Caller, token: string): Promise<string> {
    const { policies, changes, clock } = this.deps;
    const path = 'auth/token/revoke-orphan';
    await policies.require(caller, path, 'update');
    if (!(await policies.allows(caller, path, 'sudo')))
      throw refused('root or sudo privileges required to revoke and orphan');
    const row = await this.#row({ token });
    if (!row) throw refused('token to revoke not found');
    requireRevocable(row);
    return changes.make(caller, 'token.revoke', async (tx) => {
      await revokeTokens(tx, { id: row.id }, clock.now());
      const where = { parentId: row.id, displayName: { not: null } };
      const { count } = await tx.token.updateMany({ where, data: { parentId: null } });
      return { result: row.id, target: targetOf(row), details: { orphans: count } };
    });
  }

  /** The accessors of all tokens that can be used. @throws PERMISSION_DENIED */
  async accessors(caller: Caller, { size, after }: ValuesAsked): Promise<readonly string[]> {
    const { policies, client, clock, ends } = this.deps;
    await policies.require(caller, 'auth/token/accessors/', 'list', 'sudo');
    const found: string[] = [];
    for (let last = after ?? ''; ;) {
      const take = Math.min(rowsTogether, size - found.length);
      const rows = await client.token.findMany({
        where: {
          id: { gt: last },
          type: { not: 'batch' },
          revokedAt: null,
          OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }],
        },
        orderBy: { id: 'asc' },
        select: { id: true },
        take,
      });
      const read = rows.map(({ id }) => id);
      const ended = await ends.among(read);
      found.push(...read.filter((id) => !ended.has(id)));
      last = read.at(-1) ?? last;
      if (read.length < take || found.length >= size) return found;
    }
  }

  /** What a token may do at these paths. @throws PERMISSION_DENIED, ACCESSOR_NOT_FOUND, INVALID_INPUT for a token that is not known */
  async capabilities(caller: Caller, named: TokenReference, paths: readonly string[]) {
    const { policies } = this.deps;
    await policies.require(caller, 'accessor' in named ? 'sys/capabilities-accessor' : 'sys/capabilities', 'update');
    const { holder } = await this.#living(caller, named, 'invalid token');
    return Promise.all(paths.map(async (path) => ({ path, capabilities: await policies.capabilities(holder, path) })));
  }

  /** @param unknown what to say instead of TOKEN_NOT_FOUND */
  async #living({ origin }: Caller, named: TokenReference, unknown?: string): Promise<Living> {
    const row = await this.#row(named);
    const holder =
      row && row.usesLeft !== 0 && (await this.deps.authentication.callerOf(ids.token.require(row.id), origin));
    if (row && holder) return { row, holder };
    if ('accessor' in named) throw problem('ACCESSOR_NOT_FOUND', undefined, ['accessor']);
    throw unknown === undefined ? problem('TOKEN_NOT_FOUND', undefined, ['token']) : refused(unknown);
  }

  /** Also of a token that has expired, or whose owner is suspended. */
  async #row(named: TokenReference): Promise<ShownToken | null> {
    const presented = 'token' in named ? readToken(named.token) : null;
    const id: TokenId | null = 'token' in named ? (presented?.id ?? null) : ids.token.parse(named.accessor);
    if (id === null) return null;
    const found = await this.deps.client.token.findUnique({ where: { id } });
    if (!found || found.revokedAt) return null;
    const { secretHash, ...row } = found;
    // It has no accessor.
    if (row.type === 'batch' && 'accessor' in named) return null;
    return presented && !sameHash(secretHash, presented.secretHash) ? null : row;
  }
}

/** @throws INVALID_INPUT */
function requireRevocable({ type }: Pick<ShownToken, 'type'>): void {
  if (type === 'batch') throw refused('batch tokens cannot be revoked');
}

const pathOf = (verb: 'lookup' | 'renew' | 'revoke', named: TokenReference): string =>
  `auth/token/${verb}${'accessor' in named ? '-accessor' : ''}`;

const targetOf = ({ id, description }: ShownToken) => ({ type: 'token' as const, id, name: description });

const refused = (message: string) => problem('INVALID_INPUT', message, ['token']);
