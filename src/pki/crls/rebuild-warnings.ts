import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { crlGroups } from './crl-group.js';
import type { Said } from '../../platform/wording.js';

/**
 * What every rebuild of the CRLs of a mount leaves out: issuers that have their key here but may not sign CRLs. With OpenBao's texts for its clients, and
 * wherever OpenBao rebuilds: a change of the issuers, a revocation, a rotation.
 */
export const rebuildWarnings = (authority: Authority): readonly Said[] =>
  crlGroups(authority)
    .filter(({ signer, members }) => !signer && members.some(({ keyId }) => keyId !== undefined))
    .map(({ members }, index) => withoutSigner(members, index + 1));

const withoutSigner = (members: readonly AuthorityIssuer[], number: number): Said => ({
  inVault:
    `Warning ${number} during CRL rebuild: warning from local CRL rebuild: ` +
    'Issuer equivalency set with associated keys lacked an issuer with CRL Signing KeyUsage; ' +
    `refusing to rebuild CRL for this group of issuers: ${members.map(({ uuid }) => uuid).join(',')}`,
  inGraphql: `no CRL is made for these issuers, of which none has the usage CRL_SIGNING: ${members.map(({ id }) => id).join(', ')}`,
});
