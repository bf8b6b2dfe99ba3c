import type { Said, Wording } from '../../platform/wording.js';
import type { UrlsConfig } from '../config/urls-config.js';
import { isIssuedBy, isSelfSigned } from '../x509/index.js';
import type { Authority, AuthorityIssuer } from './authority.js';

const noUrls = (place: string) =>
  "This mount hasn't configured any authority information access (AIA) fields; this may make it harder for systems to find missing " +
  `certificates in the chain or to validate revocation status of certificates. Consider updating ${place} or the newly generated ` +
  'issuer with this information.';

/** With the text that operators of Vault know. */
export const noUrlsWarning: Wording = {
  inVault: noUrls('/config/urls'),
  inGraphql: noUrls('its addresses with configureUrls'),
};

export function urlWarnings({ issuingCertificates, crlDistributionPoints, ocspServers }: UrlsConfig): Said[] {
  return issuingCertificates.length + crlDistributionPoints.length + ocspServers.length === 0 ? [noUrlsWarning] : [];
}

/** What the revocation of an issuer does not reach, with the texts that operators of OpenBao know. */
export function revokedWarnings({ issuers }: Authority, { id, certificate, isDefault }: AuthorityIssuer): string[] {
  const isBelowOther = issuers.some((other) => other.id !== id && isIssuedBy(certificate, other.certificate));
  return [
    ...(isSelfSigned(certificate)
      ? [
          'This issuer is a self-signed (potentially root) certificate. This means it may not be considered revoked if there is not an external, ' +
            "cross-signed variant of this certificate. This issuer's serial number will not appear on its own CRL.",
        ]
      : []),
    ...(isBelowOther
      ? []
      : [
          'This issuer lacks another parent issuer within the mount. This means it will not appear on any other CRLs and may not be considered revoked by ' +
            "clients. Consider adding this issuer to its issuer's CRL as well if it is not self-signed.",
        ]),
    ...(isDefault
      ? [
          'This issuer is currently configured as the default issuer for this mount; operations such as certificate issuance may not work until a new ' +
            'default issuer is selected.',
        ]
      : []),
  ];
}
