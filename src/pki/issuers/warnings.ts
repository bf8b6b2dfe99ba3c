import type { UrlsConfig } from '../config/urls-config.js';

/** With the text that operators of Vault know. */
export const noUrlsWarning =
  "This mount hasn't configured any authority information access (AIA) fields; this may make it harder for systems to find missing " +
  'certificates in the chain or to validate revocation status of certificates. Consider updating /config/urls or the newly generated ' +
  'issuer with this information.';

export function urlWarnings({ issuingCertificates, crlDistributionPoints, ocspServers }: UrlsConfig): string[] {
  return issuingCertificates.length + crlDistributionPoints.length + ocspServers.length === 0 ? [noUrlsWarning] : [];
}
