import { authorityRows } from './pki-routes/authority.js';
import { certificateRows } from './pki-routes/certificates.js';
import { issuanceRows } from './pki-routes/issuance.js';
import { leaseRows } from './pki-routes/leases.js';
import { mountConfigRows } from './pki-routes/mount-config.js';
import { mountRows } from './pki-routes/mounts.js';
import { policyRows } from './pki-routes/policies.js';
import { revocationRows } from './pki-routes/revocation.js';
import { roleRows } from './pki-routes/roles.js';
import { systemRows } from './pki-routes/system.js';
import { tokenRows } from './pki-routes/tokens.js';
import type { VaultTable } from './vault/row.js';

/** The documented paths of the certificate authority, and what its clients call besides (vault-clients.md). */
export const pkiRoutes: VaultTable = {
  operations: 'pki',
  system: [...systemRows, ...mountRows, ...policyRows, ...tokenRows, ...leaseRows],
  mount: [...authorityRows, ...mountConfigRows, ...roleRows, ...issuanceRows, ...certificateRows, ...revocationRows],
};
