import { acmeConfigRoutes } from './routes/acme.js';
import { estConfigRoutes } from './routes/est.js';
import { cmpConfigRoutes } from './routes/cmp.js';
import { authorityRoutes } from './routes/authority.js';
import { certificateRoutes } from './routes/certificates.js';
import { issuanceRoutes } from './routes/issuance.js';
import { externalPolicyRoutes } from './routes/external-policy.js';
import { leaseRoutes } from './routes/leases.js';
import { methodRoutes } from './routes/methods.js';
import { managedKeyRoutes } from './routes/managed-keys.js';
import { mountConfigRoutes } from './routes/mount-config.js';
import { mountRoutes } from './routes/mounts.js';
import { celRoutes } from './routes/cel.js';
import { openApiRoute } from './routes/openapi.js';
import { namedTokenRoutes } from './routes/named-tokens.js';
import { policyRoutes } from './routes/policies.js';
import { revocationRoutes } from './routes/revocation.js';
import { roleRoutes } from './routes/roles.js';
import { scepConfigRoutes } from './routes/scep.js';
import { tidyRoutes } from './routes/tidy.js';
import { signInRoutes } from './routes/sign-in.js';
import { systemRoutes } from './routes/system.js';
import { tokenRoutes } from './routes/tokens.js';
import { tokenRoleRoutes } from './routes/token-roles.js';
import { wrappingRoutes } from './routes/wrapping.js';
import type { VaultTable } from './route.js';

const described: Pick<VaultTable, 'system' | 'mount'> = {
  system: [
    ...systemRoutes,
    ...mountRoutes,
    ...managedKeyRoutes,
    ...policyRoutes,
    ...tokenRoutes,
    ...tokenRoleRoutes,
    ...namedTokenRoutes,
    ...leaseRoutes,
    ...methodRoutes,
    ...signInRoutes,
    ...wrappingRoutes,
  ],
  mount: [
    ...authorityRoutes,
    ...mountConfigRoutes,
    ...roleRoutes,
    ...issuanceRoutes,
    ...celRoutes,
    ...externalPolicyRoutes,
    ...acmeConfigRoutes,
    ...estConfigRoutes,
    ...scepConfigRoutes,
    ...cmpConfigRoutes,
    ...certificateRoutes,
    ...revocationRoutes,
    ...tidyRoutes,
  ],
};

/** The documented paths of the certificate authority, and others that its clients call (docs/http-surface.md). */
export const pkiRoutes: VaultTable = {
  operations: 'pki',
  system: [...described.system, openApiRoute(described)],
  mount: described.mount,
};
