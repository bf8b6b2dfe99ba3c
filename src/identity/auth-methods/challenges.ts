import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ids, randomLetters } from '../../platform/ids.js';
import { invalidInput, problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { found } from '../directory.js';
import type { Policies } from '../policies/policies.js';
import { sha256 } from '../tokens/token-text.js';
import { secondsAfter } from '../tokens/own-token.js';
import type { AuthMethodStore } from './auth-method.store.js';
import type { RoleReference } from './auth-roles.js';
import { pathOfMethod } from './method-path.js';

/** A challenge for one request, with its text, which is shown once. */
export interface IssuedChallenge {
  readonly challenge: string;
  readonly expiresAt: Date;
}

/** 62^32 is above 2^190. Short enough for a PrintableString that devices take. */
const letters = 32;
/** Seconds. */
const usualLife = 3_600;
const longestLife = 30 * 86_400;
/** Challenges of one role that wait: whoever makes them for machines that never come would fill the table. */
const mostWaiting = 10_000;

/** Challenges for one request of SCEP each, which somebody gives to a machine. */
export class Challenges {
  constructor(
    private readonly deps: {
      policies: Policies;
      changes: IdentityChanges;
      store: AuthMethodStore;
      database: Database;
      clock: Clock;
    },
  ) {}

  /** @param ttl seconds; 0 for an hour @throws PERMISSION_DENIED, NOT_FOUND, INVALID_INPUT */
  async create(caller: Caller, { method: path, name }: RoleReference, ttl: number): Promise<IssuedChallenge> {
    const { policies, changes, store, clock } = this.deps;
    await policies.require(caller, `auth/${pathOfMethod(path)}/role/${name}/challenge`, 'update');
    const method = found(await store.byPath(pathOfMethod(path)));
    if (method.type !== 'scep') throw problem('NOT_FOUND');
    const role = found(await store.role(method.id, name));
    if (!Number.isSafeInteger(ttl) || ttl < 0 || ttl > longestLife)
      throw invalidInput('ttl', `ttl must be between 0 and ${longestLife} seconds`);
    const challenge = randomLetters(letters);
    const now = clock.now();
    const expiresAt = secondsAfter(now, ttl === 0 ? usualLife : ttl);
    return changes.make(
      caller,
      'auth-challenge.create',
      async (tx) => {
        await tx.authChallenge.deleteMany({ where: { expiresAt: { lte: now } } });
        const waiting = await tx.authChallenge.count({ where: { roleId: role.id } });
        if (waiting >= mostWaiting) throw invalidInput('name', `${mostWaiting} challenges of this role wait already`);
        const id = ids.authChallenge.make();
        const times = { createdAt: now, expiresAt };
        await tx.authChallenge.create({
          data: { id, methodId: method.id, roleId: role.id, hash: sha256(challenge), ...times },
        });
        const target = { type: 'auth-challenge' as const, id, name: role.name };
        const details = { method: method.accessor, role: role.name, expiresAt: expiresAt.toISOString() };
        return { result: { challenge, expiresAt }, target, details };
      },
      { affectsNobody: true },
    );
  }
}
