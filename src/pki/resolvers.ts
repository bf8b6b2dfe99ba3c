import { CelIssuanceResolver } from './cel-roles/cel-issuance.resolver.js';
import { CelRoleResolver } from './cel-roles/cel-role.resolver.js';
import { CertificateContentResolver } from './certificates/certificate-content.resolver.js';
import { CertificateMetadataResolver } from './certificates/certificate-metadata.resolver.js';
import { CertificateResolver } from './certificates/certificate.resolver.js';
import { AcmeOrderResolver } from './acme/acme-order.resolver.js';
import { AcmeResolver } from './acme/acme.resolver.js';
import { EstResolver } from './est/est.resolver.js';
import { ScepResolver } from './scep/scep.resolver.js';
import { CmpResolver } from './cmp/cmp.resolver.js';
import { ExternalPolicyResolver } from './external-policy/external-policy.resolver.js';
import { CrlResolver } from './crls/crl.resolver.js';
import { LeaseResolver } from './revocation/lease.resolver.js';
import { RevocationRequestResolver } from './revocation/revocation-request.resolver.js';
import { RevocationResolver } from './revocation/revocation.resolver.js';
import { MountConfigResolver } from './config/config.resolver.js';
import {
  CertificateEventResolver,
  CrlEventResolver,
  MountJobEventResolver,
  CelRoleEventResolver,
  RoleEventResolver,
} from './events/pki-event.resolver.js';
import { IssuanceResolver } from './issuance/issuance.resolver.js';
import { IssuerResolver } from './issuers/issuer.resolver.js';
import { IssuerKeyResolver } from './keys/key.resolver.js';
import { ManagedKeyResolver } from './managed-keys/managed-key.resolver.js';
import { MountResolver } from './mounts/mount.resolver.js';
import { TidyResolver } from './tidy/tidy.resolver.js';
import { RoleResolver } from './roles/role.resolver.js';

/** The GraphQL resolvers of the certificate authority. */
export const pkiResolvers = [
  MountResolver,
  IssuerResolver,
  IssuerKeyResolver,
  ManagedKeyResolver,
  MountConfigResolver,
  RoleResolver,
  IssuanceResolver,
  CelRoleResolver,
  CelIssuanceResolver,
  ExternalPolicyResolver,
  AcmeResolver,
  AcmeOrderResolver,
  EstResolver,
  ScepResolver,
  CmpResolver,
  CertificateResolver,
  CertificateContentResolver,
  CertificateMetadataResolver,
  RevocationResolver,
  RevocationRequestResolver,
  LeaseResolver,
  TidyResolver,
  CrlResolver,
  CertificateEventResolver,
  CrlEventResolver,
  MountJobEventResolver,
  CelRoleEventResolver,
  RoleEventResolver,
] as const;

/** The permissions of the fields of these resolvers. */
export { rootRights, shownWhole } from './permissions.js';
