import { acmeAccounts, acmeEabKeys, acmeOrders } from './acme-parts.js';
import { cmpNonces } from '../cmp/nonces-part.js';
import { certificateMetadata, certificateStore, unreadableCertificates } from './certificate-parts.js';
import { expiredIssuers } from './issuer-part.js';
import { crlsWithoutExpired, revocations, strayRevocations } from './revocation-parts.js';
import { revocationQueue } from './revocation-queue-part.js';
import type { TidyPart } from './tidy-part.js';
import type { TidyParameters } from './tidy-parameters.js';

export type TidyPartDeps = Parameters<typeof certificateStore>[0] &
  Parameters<typeof revocations>[0] &
  Parameters<typeof expiredIssuers>[0];

/** A store that does not exist here: nothing is looked at, and nothing counted. */
const absent = (name: string, wanted: (parameters: TidyParameters) => boolean): TidyPart => ({
  name,
  wanted,
  page: () => Promise.resolve([]),
});

/** What a tidy does, part by part, in this order. */
export const tidyParts = (deps: TidyPartDeps): readonly TidyPart[] => [
  certificateStore(deps),
  unreadableCertificates(deps),
  strayRevocations(deps),
  crlsWithoutExpired(deps),
  revocations(deps),
  expiredIssuers(deps),
  absent('legacy CA bundle', ({ tidyMoveLegacyCaBundle }) => tidyMoveLegacyCaBundle),
  revocationQueue(deps),
  absent('revocations of other mounts', ({ tidyCrossClusterRevokedCerts }) => tidyCrossClusterRevokedCerts),
  acmeOrders(deps),
  acmeAccounts(deps),
  acmeEabKeys(deps),
  certificateMetadata(deps),
  cmpNonces(deps),
];
