import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { Access } from './access/access.js';
import { AccessStore } from './access/access.store.js';
import { TeamAccesses } from './access/team-access.js';
import { Audit } from './audit/audit.js';
import { IdentityEpoch } from './epoch.js';
import { Authentication } from './tokens/authentication.js';
import { CallerStore } from './tokens/callers.store.js';
import { LastUsed } from './tokens/last-used.js';

export interface IdentityDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Hears of background writes that failed. */
  readonly failed: (error: unknown) => void;
}

/** Everything about who is calling and what they may do, put together. */
export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity({ database, clock, failed }: IdentityDeps) {
  const { client } = database;
  const audit = new Audit({ client, clock });
  const store = new AccessStore({ client });
  const access = new Access({ teams: new TeamAccesses({ store }), store, audit });
  const lastUsed = new LastUsed({ database, failed });
  const authentication = new Authentication({
    epoch: new IdentityEpoch({ database }),
    store: new CallerStore({ client }),
    lastUsed,
    clock,
  });
  return { audit, access, authentication, lastUsed };
}
