import { attributeOids, extensionOids, type CertificateRequest, type Extension, type Name } from '../x509/index.js';
import { unreadableConstraints } from './constraint-forms.js';
import { signatureFaults, weakKeyFaults } from './key-rules.js';
import { metadataFaults } from './leaf.js';
import { attempt, decide, type Circumstances, type Decision } from './planned.js';
import type { Role, VerbatimRequest } from './parameters/index.js';
import { usageFaults } from './role.js';
import type { Broken } from './rules.js';
import { extKeyUsagesOf, keyUsagesOf } from './usages.js';
import { verbatimNameFaults } from './verbatim-names.js';
import { decideValidity, noLimits, truncatingBehavior, type ValidityLimits } from './validity.js';

/** Extensions of or about the issuer: never taken from a CSR. The second is created again, because the certificate is not a CA certificate. */
const notCopied: readonly string[] = [extensionOids.authorityKeyIdentifier, extensionOids.basicConstraints];

/**
 * Vault API, PKI: "Sign verbatim": subject, names and extensions are those of the CSR, without the rules of a role. A name is only refused if verifiers could
 * read it in two ways. Of a role, only the times and whether the certificate is stored are used.
 */
export function decideVerbatim(
  role: Role | undefined,
  request: VerbatimRequest,
  csr: CertificateRequest,
  around: Circumstances,
): Decision {
  const { extensions } = csr;
  const limits = role ? { ...noLimits, ...timesOf(role) } : noLimits;
  const behavior = truncatingBehavior(around.issuer, request.enforceLeafNotAfterBehavior);
  const validity = decideValidity(around, request, limits, behavior);
  const broken = [
    ...weakKeyFaults(csr.publicKey.spec),
    ...authorityFaults(csr, request.keyUsage),
    ...noUsageFaults(csr),
    ...verbatimNameFaults(csr),
    ...unreadableConstraints('csr', extensions.nameConstraints),
    ...usageFaults(request),
    ...signatureFaults(request.signatureBits),
    ...validity.broken,
    ...metadataFaults(request.certMetadata, role),
  ];
  const subject = attempt('user_ids', 'subject-text', broken, () => withUserIds(csr.subject, request.userIds));
  return decide(
    {
      issuer: around.issuer,
      parts: {
        subject: subject ?? csr.subject,
        names: extensions.subjectAltName ?? [],
        basicConstraints:
          extensions.basicConstraints || request.basicConstraintsValidForNonCa || role?.basicConstraintsValidForNonCa
            ? { ca: false }
            : undefined,
        keyUsages: extensions.keyUsage ?? keyUsagesOf(request.keyUsage),
        extKeyUsages: extensions.extKeyUsage ?? extKeyUsagesOf(request.extKeyUsage, request.extKeyUsageOids),
        policies: extensions.certificatePolicies ?? [],
        subjectKeyIdentifier: extensions.subjectKeyIdentifier,
        copied: extensions.all.filter(({ oid }: Extension) => !notCopied.includes(oid)),
      },
      validity,
      key: { given: csr.publicKey },
      signature: { bits: request.signatureBits, pss: request.usePss },
      warnings: [],
    },
    broken,
  );
}

/** The role's fixed times and its bounds are not used. */
const timesOf = ({
  ttl,
  maxTtl,
  notBeforeDuration,
}: Role): Pick<ValidityLimits, 'ttl' | 'maxTtl' | 'notBeforeDuration'> => ({
  ttl,
  maxTtl,
  notBeforeDuration,
});

/** A CA certificate by its constraints, or one that could sign certificates without saying so (RFC 5280 4.2.1.3). */
function authorityFaults({ extensions }: CertificateRequest, usages: readonly string[]): Broken[] {
  const message = 'refusing to sign an intermediate CA certificate verbatim; use sign-intermediate';
  const asks =
    extensions.basicConstraints?.ca === true
      ? 'basic constraints: CA'
      : (extensions.keyUsage ?? keyUsagesOf(usages)).includes('keyCertSign')
        ? 'key usage: CertSign'
        : undefined;
  return asks === undefined ? [] : [{ field: 'csr', value: asks, rule: 'no-authority', message }];
}

/** RFC 5280 4.2.1.3: of the bits at least one. */
const noUsageFaults = ({ extensions }: CertificateRequest): Broken[] =>
  extensions.keyUsage?.length === 0
    ? [{ field: 'csr', value: '', rule: 'key-usage-present', message: 'the key usage of the CSR has no bit' }]
    : [];

/** The content is copied unchanged: attributes need not be strings, and strings need not be of the kind that is written here. */
const withUserIds = (subject: Name, userIds: readonly string[]): Name =>
  userIds.length === 0 ? subject : subject.with(userIds.map((value) => ({ oid: attributeOids.userId, value })));
