import type { Audit } from '../../identity/audit/audit.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { KeyPool } from '../keys/key-pool.js';
import type { RoleStore } from '../roles/role.store.js';
import { EstCallers } from './est-callers.js';
import { EstConfiguration } from './est-configuration.js';
import { EstPaths } from './est-path.js';
import { EstServer } from './est-server.js';

export interface EstDeps {
  readonly database: Database;
  readonly authorities: AuthorityReader;
  readonly access: MountAccess;
  readonly changes: AuthorityChanges;
  readonly roleStore: RoleStore;
  readonly making: CertificateMaking;
  readonly keys: KeyPool;
  readonly signIns: SignIns;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** The part of EST that the rest of the certificate authority sees. */
export interface EstServices {
  readonly est: EstServer;
  readonly estConfiguration: EstConfiguration;
}

/** Assembles EST. */
export function createEst(deps: EstDeps): EstServices {
  const paths = new EstPaths({ ...deps, roles: deps.roleStore });
  const callers = new EstCallers(deps);
  return {
    est: new EstServer({ ...deps, paths, callers }),
    estConfiguration: new EstConfiguration(deps),
  };
}
