import { policyRows } from './pki-routes/policies.js';
import { tokenRows } from './pki-routes/tokens.js';
import { revocationRows } from './pki-routes/revocation.js';
import type { VaultTable } from './vault/row.js';

/** The documented paths of the certificate authority, and what its clients call besides (vault-clients.md). */
export const pkiRoutes: VaultTable = {
  operations: 'pki',
  system: [...policyRows, ...tokenRows],
  // Every part adds its rows.
  mount: [...revocationRows],
};
