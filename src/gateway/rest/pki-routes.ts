import { authorityRows } from './pki-routes/authority.js';
import { mountConfigRows } from './pki-routes/mount-config.js';
import { mountRows } from './pki-routes/mounts.js';
import { policyRows } from './pki-routes/policies.js';
import { revocationRows } from './pki-routes/revocation.js';
import { systemRows } from './pki-routes/system.js';
import { tokenRows } from './pki-routes/tokens.js';
import type { VaultTable } from './vault/row.js';

/** The documented paths of the certificate authority, and what its clients call besides (vault-clients.md). */
export const pkiRoutes: VaultTable = {
  operations: 'pki',
  system: [...systemRows, ...mountRows, ...policyRows, ...tokenRows],
  // Every part adds its rows.
  mount: [...authorityRows, ...mountConfigRows, ...revocationRows],
};
