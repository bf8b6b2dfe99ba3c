import type { NodeLoaders } from '../platform/graphql/node.js';
import { CertificateResolver } from './certificates/certificate.resolver.js';
import { CrlResolver } from './crls/crl.resolver.js';
import { RevocationResolver } from './revocation/revocation.resolver.js';
import { revocationNodes } from './revocation/revocation-nodes.js';
import { MountConfigResolver } from './config/config.resolver.js';
import type { PkiContext } from './context.js';
import { CertificateEventResolver, CrlEventResolver } from './events/pki-event.resolver.js';
import { issuanceNodes } from './issuance/nodes.js';
import { IssuanceResolver } from './issuance/issuance.resolver.js';
import { IssuerResolver } from './issuers/issuer.resolver.js';
import { IssuerKeyResolver } from './keys/key.resolver.js';
import { MountResolver } from './mounts/mount.resolver.js';
import { RoleResolver } from './roles/role.resolver.js';
import { authorityNodes } from './authority-nodes.js';

/** The GraphQL face of the certificate authority. */
export const pkiResolvers = [
  MountResolver,
  IssuerResolver,
  IssuerKeyResolver,
  MountConfigResolver,
  RoleResolver,
  IssuanceResolver,
  CertificateResolver,
  RevocationResolver,
  CrlResolver,
  CertificateEventResolver,
  CrlEventResolver,
] as const;

/** What `node(id)` finds of it. */
export const pkiNodes: readonly NodeLoaders<PkiContext>[] = [authorityNodes, issuanceNodes, revocationNodes];
