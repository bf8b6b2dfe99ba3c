import { authorityRows } from './routes/authority.js';
import { certificateRows } from './routes/certificates.js';
import { issuanceRows } from './routes/issuance.js';
import { leaseRows } from './routes/leases.js';
import { mountConfigRows } from './routes/mount-config.js';
import { mountRows } from './routes/mounts.js';
import { policyRows } from './routes/policies.js';
import { revocationRows } from './routes/revocation.js';
import { roleRows } from './routes/roles.js';
import { systemRows } from './routes/system.js';
import { tokenRows } from './routes/tokens.js';
import type { VaultTable } from './row.js';

/** The documented paths of the certificate authority, and the further ones that its clients call (docs/http-surface.md). */
export const pkiRoutes: VaultTable = {
  operations: 'pki',
  system: [...systemRows, ...mountRows, ...policyRows, ...tokenRows, ...leaseRows],
  mount: [...authorityRows, ...mountConfigRows, ...roleRows, ...issuanceRows, ...certificateRows, ...revocationRows],
};
