import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import { sharedWork } from '../../platform/work/work.js';
import { isAsRead } from '../caller.js';
import type { Caller, RequestOrigin } from '../caller.js';
import type { IdentityEpoch } from '../epoch.js';
import type { CallerStore, TokenWithOwner } from './callers.store.js';
import { deepestDescent } from './descent.js';
import type { LastUsed } from './last-used.js';
import { endByOrganization, endForUser, withoutEnded } from './longest-lives.js';
import type { OfLine } from './longest-lives.js';
import { isWithin } from './bound-networks.js';
import { identityOf } from './caller-identity.js';
import type { CallerIdentity } from './caller-identity.js';
import type { TokenId } from '../../platform/ids.js';
import type { RefusedSignIns, SignInRefusal } from './refused-sign-ins.js';
import { readToken, sameHash, sha256 } from './token-text.js';
import type { PresentedToken } from './token-text.js';

/** A token by its id, with the hash of its secret; `null` if our own signature vouches for the id. */
interface Presented {
  readonly id: TokenId;
  readonly secretHash: PresentedToken['secretHash'] | null;
}

interface Known {
  readonly epoch: string;
  readonly identity: CallerIdentity;
  /** Milliseconds since 1970; infinite for a token that does not expire. */
  readonly expiresAt: number;
  /** When the token of a user ends in an organization that limits such tokens; by id. */
  readonly organizationEnds: ReadonlyMap<string, number>;
}

/** Why a token is not accepted, and its id if it is one of ours or looks like one. */
interface Refused {
  readonly reason: SignInRefusal;
  readonly tokenId: TokenId | null;
}

const isRefused = (read: Known | Refused): read is Refused => 'reason' in read;

/** Cached tokens; a caller with 20 teams takes a few kilobytes. */
const defaultCapacity = 10_000;

/** Finds the caller of a token: one cheap statement if the token was seen before and nothing has changed since. */
export class Authentication {
  readonly #known: LRUCache<string, Known>;
  /** Running reads, so that after a change of the epoch, waiting requests of one caller do not all read the same rows. */
  readonly #reading = new Map<string, Promise<Known | Refused>>();

  constructor(
    private readonly deps: {
      epoch: IdentityEpoch;
      store: CallerStore;
      lastUsed: LastUsed;
      /** Called for tokens that are not accepted. */
      refused: Pick<RefusedSignIns, 'note'>;
      clock: Clock;
      capacity?: number;
    },
  ) {
    this.#known = new LRUCache({ max: deps.capacity ?? defaultCapacity });
  }

  /** `null` for a token that is unknown, malformed, expired, revoked, or of a suspended user: all look the same. */
  async authenticate(token: string, origin: RequestOrigin): Promise<Caller | null> {
    const key = sha256(token);
    const cached = this.#known.get(key);
    // A cached text was parsed as a token when it was first read.
    const presented = cached ? null : readToken(token);
    if (!cached && !presented) return this.#refuse({ reason: 'malformed', tokenId: null }, origin);
    const epoch = await this.deps.epoch.read();
    const known = cached?.epoch === epoch ? cached : await this.#read(key, epoch, presented ?? readToken(token));
    if (isRefused(known)) return this.#refuse(named(known, token), origin);
    const caller = this.#present(known, origin);
    if (!caller) return this.#refuse(ended(known), origin);
    if (caller.networks && !isWithin(caller.networks, origin.remoteAddress))
      return this.#refuse({ reason: 'other-network', tokenId: caller.tokenId }, origin);
    // Every request takes one, also one that is refused later: otherwise a token could be tried without end.
    if (caller.limited && !(await this.deps.store.takeUse(caller.tokenId)))
      return this.#refuse({ reason: 'revoked', tokenId: caller.tokenId }, origin);
    this.deps.lastUsed.note(caller.tokenId, this.deps.clock.now());
    return caller;
  }

  #refuse({ reason, tokenId }: Refused, origin: RequestOrigin): null {
    this.deps.refused.note(reason, tokenId, origin);
    return null;
  }

  /**
   * The present owner of a token, by its id in something that we signed. The text of the token is not needed, and this does not count as a use. `null` as in
   * `authenticate`.
   */
  async callerOf(tokenId: TokenId, origin: RequestOrigin): Promise<Caller | null> {
    const epoch = await this.deps.epoch.read();
    const cached = this.#known.get(tokenId);
    const known =
      cached?.epoch === epoch ? cached : await this.#read(tokenId, epoch, { id: tokenId, secretHash: null });
    return isRefused(known) ? null : this.#present(known, origin);
  }

  /** The same caller with its rights of now, for a request that has waited long; the same object if nothing has changed. `null` as in `authenticate`. */
  async present(caller: Caller): Promise<Caller | null> {
    const epoch = await this.deps.epoch.read();
    return isAsRead(caller, epoch, this.deps.clock.now()) ? caller : this.callerOf(caller.tokenId, caller.origin);
  }

  #present({ identity, expiresAt, organizationEnds, epoch }: Known, origin: RequestOrigin): Caller | null {
    const now = this.deps.clock.now().getTime();
    if (expiresAt <= now) return null;
    const present = organizationEnds.size === 0 ? identity : withoutEnded(identity, organizationEnds, now);
    return { ...present, epoch, origin, ...(Number.isFinite(expiresAt) && { expiresAt: new Date(expiresAt) }) };
  }

  #read(key: string, epoch: string, presented: Presented | null): Promise<Known | Refused> {
    if (!presented) return Promise.resolve({ reason: 'malformed', tokenId: null });
    const job = `${epoch} ${key}`;
    const running = this.#reading.get(job);
    if (running) return running;
    const reading = sharedWork(() => this.#load(key, epoch, presented)).finally(() => this.#reading.delete(job));
    this.#reading.set(job, reading);
    return reading;
  }

  async #load(key: string, epoch: string, { id, secretHash }: Presented): Promise<Known | Refused> {
    const row = await this.deps.store.find(id);
    const proved = row !== null && (secretHash === null || sameHash(row.secretHash, secretHash));
    const identity = proved && !row.revokedAt ? identityOf(row) : null;
    if (!row || !identity) {
      this.#known.delete(key);
      const reason = !row ? 'unknown' : !proved ? 'wrong-secret' : row.revokedAt ? 'revoked' : 'no-holder';
      return { reason, tokenId: id };
    }
    const ancestors = await this.#ancestors(row.parentId);
    const line = [row, ...ancestors.line];
    const organization = row.team?.organization ?? row.organization;
    const limit = organization ? endByOrganization(organization, line) : Number.POSITIVE_INFINITY;
    const expiresAt = Math.min(instantOf(row.expiresAt), ancestors.end, limit);
    const known = { epoch, identity, expiresAt, organizationEnds: organizationEnds(row, identity, line) };
    this.#known.set(key, known);
    return known;
  }

  /** The ancestors of a token, and when the first of them ends, in milliseconds since 1970; in the past if one is revoked or deleted. */
  async #ancestors(parentId: string | null): Promise<{ readonly line: readonly OfLine[]; readonly end: number }> {
    let end = Number.POSITIVE_INFINITY;
    const line: OfLine[] = [];
    for (let id = parentId, depth = 0; id !== null; depth += 1) {
      const ancestor = depth < deepestDescent ? await this.deps.store.findAncestor(id) : null;
      if (!ancestor || ancestor.revokedAt) return { line, end: 0 };
      line.push(ancestor);
      end = Math.min(end, instantOf(ancestor.expiresAt));
      id = ancestor.parentId;
    }
    return { line, end };
  }
}

/** A site administrator has the rights of the installation, which no organization limits. */
function organizationEnds(
  { user }: TokenWithOwner,
  { siteAdmin }: CallerIdentity,
  line: readonly OfLine[],
): ReadonlyMap<string, number> {
  const limiting = siteAdmin ? [] : (user?.memberships ?? []).filter(({ organization }) => organization.maxTtlEnabled);
  return new Map(limiting.map(({ organization }) => [organization.id, endForUser(organization, line)]));
}

/** A text that is not one of our tokens, but could be an operator's choice, may be any secret: not even a derived value is stored. */
function named(refused: Refused, token: string): Refused {
  const { reason, tokenId } = refused;
  const looksLikeOurs = tokenId !== null && token.startsWith(`${tokenId.slice('at-'.length)}.atlasv1.`);
  return reason === 'unknown' && !looksLikeOurs ? { reason, tokenId: null } : refused;
}

/** A token with an end in the past ended with the one that it was created from. */
const ended = ({ identity, expiresAt }: Known): Refused => ({
  reason: expiresAt === 0 ? 'revoked' : 'expired',
  tokenId: identity.tokenId,
});

function instantOf(date: Date | null): number {
  return date?.getTime() ?? Number.POSITIVE_INFINITY;
}
