import { extensionOids, type Certificate, type Extension, type KeyUsage } from '../x509/index.js';
import { unreadableConstraints } from './constraint-forms.js';
import { decidePathLength } from './intermediate.js';
import { decide, type Circumstances, type Decision, type PlannedKey, type PlannedSignature } from './planned.js';
import type { AllBroken, Broken } from './rules.js';
import { decideGivenValidity, truncatingBehavior } from './validity.js';
import { verbatimNameFaults } from './verbatim-names.js';

/** What was asked of the external policy service: `issuance_mode` of its requests. */
export const answeredModes = ['sign', 'issue', 'ica', 'acme'] as const;
export type AnsweredMode = (typeof answeredModes)[number];

/** The key to certify, in SubjectPublicKeyInfo; `planned` is what the certificate is made for. */
export interface AnsweredKey {
  readonly der: Buffer;
  readonly planned: PlannedKey;
}

const field = 'policy';
const from = { field, called: 'the answered certificate' };

/** What the issuer says of itself, in place of what the service answers. */
const ofIssuer: readonly string[] = [
  extensionOids.authorityKeyIdentifier,
  extensionOids.issuerAltName,
  extensionOids.authorityInfoAccess,
  extensionOids.crlDistributionPoints,
  extensionOids.freshestCrl,
];

/** Written anew, so that the certificate is of the kind that was asked for. */
const writtenAnew: readonly string[] = [extensionOids.basicConstraints];

const fault = (rule: Broken['rule'], message: string, value = ''): Broken => ({ field, value, rule, message });
const wrong = (message: string, value = ''): Broken => fault('external-answer', message, value);

/**
 * Vault API, PKI: external policy (CIEPS). A certificate that the service answers is taken as it is: subject, names, times, extensions. Its key must be that of
 * the request, and its issuer signs it again. It is checked against what no service may decide: the issuer's end and its constraints, and that a leaf is no
 * authority.
 */
export function decideAnswered(
  answered: Certificate,
  key: AnsweredKey,
  mode: AnsweredMode,
  around: Circumstances,
): Decision {
  const { extensions } = answered;
  const validity = decideGivenValidity(
    around,
    answered,
    mode === 'ica' ? truncatingBehavior(around.issuer, false) : around.issuer.leafNotAfterBehavior,
  );
  const kind = kindOf(answered, mode, around);
  const broken = [
    ...(answered.publicKey.der.equals(key.der) ? [] : [wrong('its public key is not that of the request')]),
    ...(answered.version === 3 ? [] : [wrong(`it has version ${answered.version}`)]),
    ...(extensions.keyUsage?.length === 0 ? [fault('key-usage-present', 'its key usage has no bit')] : []),
    ...verbatimNameFaults(answered, from),
    ...unreadableConstraints(field, extensions.nameConstraints),
    ...kind.broken,
    ...validity.broken,
  ];
  const decision = decide(
    {
      issuer: around.issuer,
      parts: {
        subject: answered.subject,
        names: extensions.subjectAltName ?? [],
        basicConstraints: kind.basicConstraints,
        keyUsages: extensions.keyUsage ?? kind.keyUsages,
        extKeyUsages: extensions.extKeyUsage ?? [],
        policies: extensions.certificatePolicies ?? [],
        subjectKeyIdentifier: extensions.subjectKeyIdentifier,
        copied: extensions.all.filter(({ oid }: Extension) => !ofIssuer.includes(oid) && !writtenAnew.includes(oid)),
      },
      validity,
      key: key.planned,
      signature: signatureOf(answered),
      warnings: [],
    },
    broken,
  );
  if (!decision.broken) return decision;
  const [first, ...others] = decision.broken;
  return { broken: [ofService(first), ...others.map(ofService)] satisfies AllBroken };
}

/** The caller sees that the service is at fault, and for what. */
const ofService = (broken: Broken): Broken => ({
  ...broken,
  field,
  message: `the external policy service answered a certificate that cannot be issued: ${broken.message}`,
});

/** The algorithm of the answer, as far as the issuer's key can use it: of RSA the digest and the padding. */
function signatureOf({ algorithm }: Certificate): PlannedSignature {
  const { accepted } = algorithm;
  if (accepted?.scheme !== 'rsa' && accepted?.scheme !== 'rsa-pss') return { bits: 0, pss: false };
  return { bits: Number(accepted.hash?.slice('sha'.length) ?? 0), pss: accepted.scheme === 'rsa-pss' };
}

interface Kind {
  readonly basicConstraints: { readonly ca: boolean; readonly pathLength?: number } | undefined;
  readonly keyUsages: readonly KeyUsage[];
  readonly broken: readonly Broken[];
}

/** RFC 5280 4.2.1.3, 4.2.1.9, 4.2.1.10: who may sign certificates says so twice, and alone has name constraints. */
function kindOf({ extensions, subject }: Certificate, mode: AnsweredMode, { issuer }: Circumstances): Kind {
  const { basicConstraints, keyUsage, nameConstraints } = extensions;
  const isAuthority = basicConstraints?.ca === true;
  const signs = keyUsage?.includes('keyCertSign') === true;
  if (mode !== 'ica') {
    return {
      basicConstraints: basicConstraints && { ca: false },
      keyUsages: [],
      broken: [
        ...(isAuthority || signs ? [fault('no-authority', 'it is one of an authority, which was not asked for')] : []),
        ...(nameConstraints ? [fault('name-constraint', 'only an authority has name constraints')] : []),
      ],
    };
  }
  const path = decidePathLength(basicConstraints?.pathLength ?? -1, issuer);
  return {
    basicConstraints: { ca: true, ...(path.limit !== undefined && { pathLength: path.limit }) },
    keyUsages: ['keyCertSign', 'crlSign'],
    broken: [
      ...(isAuthority ? [] : [wrong('it is not one of an authority')]),
      ...(keyUsage !== undefined && !signs ? [wrong('its key usage does not allow to sign certificates')] : []),
      ...(subject.isEmpty ? [fault('name-present', 'an authority needs a subject')] : []),
      ...path.broken,
    ],
  };
}
