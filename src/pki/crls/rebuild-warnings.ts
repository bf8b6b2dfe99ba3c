import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { crlGroups } from './crl-group.js';

/**
 * What every rebuild of the CRLs of a mount leaves out: issuers that have their key here but may not sign CRLs. With OpenBao's texts, and wherever OpenBao
 * rebuilds: a change of the issuers, a revocation, a rotation.
 */
export const rebuildWarnings = (authority: Authority): readonly string[] =>
  crlGroups(authority)
    .filter(({ signer, members }) => !signer && members.some(({ keyId }) => keyId !== undefined))
    .map(({ members }) => withoutSigner(members))
    .map(numbered);

const withoutSigner = (members: readonly AuthorityIssuer[]): string =>
  'Issuer equivalency set with associated keys lacked an issuer with CRL Signing KeyUsage; ' +
  `refusing to rebuild CRL for this group of issuers: ${members.map(({ uuid }) => uuid).join(',')}`;

const numbered = (warning: string, index: number): string =>
  `Warning ${index + 1} during CRL rebuild: warning from local CRL rebuild: ${warning}`;
