import {
  extensionOids,
  readExtensionSet,
  readOne,
  X509Error,
  type CertificateRequest,
  type Extension,
} from '../../x509/index.js';
import { isRecord } from '../../../platform/is-record.js';
import { constraintFaults, constraintsOf } from '../constraint-parameters.js';
import { anonymous } from '../identity-template.js';
import { decidePathLength, openRole } from '../intermediate.js';
import { keyFaults, keySpecOf, signatureFaults, weakKeyFaults } from '../key-rules.js';
import { nameSubject } from '../leaf.js';
import { checkNames } from '../name-checks.js';
import { decide, type Circumstances, type Decision, type PlannedKey, type PlannedParts } from '../planned.js';
import type { Given } from '../requested-names.js';
import { subjectFaults, subjectParts } from '../role-subject.js';
import type { Broken } from '../rules.js';
import { decideValidity, noLimits } from '../validity.js';
import { readTemplate, type CertificateTemplate } from './certificate-template.js';
import { flagIn, messageIn, octetsIn, textIn, textsIn, wholeIn } from './read-json.js';

/** What a program results in when it allows a request (OpenBao, PKI: ValidationOutput). */
export interface ValidationOutput {
  readonly template: CertificateTemplate | undefined;
  /** Empty for the default issuer of the mount. */
  readonly issuerRef: string;
  readonly usePss: boolean;
  readonly signatureBits: number;
  readonly generateLease: boolean;
  readonly noStore: boolean;
  readonly warnings: readonly string[];
  readonly subjectKeyIdentifier: Buffer;
  readonly keyType: string;
  readonly keyBits: number;
}

/** @param json a ValidationOutput in the JSON form of its message */
export function readOutput(json: string): ValidationOutput {
  const output: unknown = JSON.parse(json);
  if (!isRecord(output)) throw new Error('a result that is not a message');
  const template = messageIn(output, 'template');
  return {
    template: template && readTemplate(template),
    issuerRef: textIn(output, 'issuer_ref'),
    usePss: flagIn(output, 'use_pss'),
    signatureBits: wholeIn(output, 'signature_bits'),
    generateLease: flagIn(output, 'generate_lease'),
    noStore: flagIn(output, 'no_store'),
    warnings: textsIn(output, 'warnings').filter((warning) => warning !== ''),
    subjectKeyIdentifier: octetsIn(output, 'subject_key_id'),
    keyType: textIn(output, 'key_type'),
    keyBits: wholeIn(output, 'key_bits'),
  };
}

/** The parameter that faults of a template are reported of: what the caller asked for, and the program made something of. */
const field = 'request';

/** Of the issuer, or of a field of the template that says all that they can. */
const notGiven: ReadonlySet<string> = new Set([
  ...[extensionOids.authorityKeyIdentifier, extensionOids.authorityInfoAccess, extensionOids.subjectKeyIdentifier],
  ...[extensionOids.crlDistributionPoints, extensionOids.freshestCrl, extensionOids.basicConstraints],
  ...[extensionOids.keyUsage, extensionOids.extKeyUsage, extensionOids.nameConstraints],
]);

/**
 * The certificate that the program of a role wants. What its subject and its names are is the program's business; that they can be read in one way only, and
 * what the issuer allows, is decided as for every other certificate.
 */
export function decideTemplate(
  output: ValidationOutput,
  csr: CertificateRequest | undefined,
  around: Circumstances,
): Decision {
  const { template } = output;
  if (template === undefined) {
    return { broken: [fault('template', 'the result of the program has no template')] };
  }
  const validity = decideValidity(
    around,
    { ttl: 0, notBefore: template.notBefore, notAfter: template.notAfter },
    noLimits,
    around.issuer.leafNotAfterBehavior,
  );
  const key = keyOf(output, csr);
  const authority = authorityOf(template, around);
  const copied = copiedOf(template);
  const identifier = [output.subjectKeyIdentifier, template.subjectKeyIdentifier].find(({ length }) => length > 0);
  const names = namesOf(template);
  const broken: Broken[] = [
    ...template.faults.map((each) => fault('template', `template.${each}`)),
    ...key.broken,
    ...signatureFaults(output.signatureBits),
    ...names.broken,
    ...copied.broken,
    ...authority.broken,
    ...validity.broken,
    ...(identifier && identifier.length > 64
      ? [fault('key-identifier', 'subject_key_id has more than 64 octets')]
      : []),
  ];
  const subject = nameSubject(names.subjectFits ? subjectParts(template.subject.lists) : {}, names.wanted, broken);
  const decision = decide(
    {
      issuer: around.issuer,
      parts: {
        subject,
        names: copied.names ?? names.names,
        ...authority.parts,
        extKeyUsages: [...new Set(template.extKeyUsages)],
        policies: template.policies.map((oid) => ({ oid })),
        subjectKeyIdentifier: identifier,
        copied: copied.extensions,
      },
      validity,
      key: key.key,
      signature: { bits: output.signatureBits, pss: output.usePss },
      warnings: [...output.warnings, ...template.warnings],
    },
    broken,
  );
  if (!decision.broken) return decision;
  const [first, ...others] = decision.broken;
  return { broken: [ofRequest(first), ...others.map(ofRequest)] };
}

/** Only the key comes from the signing request as it is. */
const ofRequest = (broken: Broken): Broken => (broken.rule === 'weak-key' ? broken : { ...broken, field });

const fault = (rule: Broken['rule'], message: string, value = ''): Broken => ({ field, value, rule, message });

/** OpenBao: RSA unless the program says otherwise. */
function keyOf(
  { keyType, keyBits }: ValidationOutput,
  csr: CertificateRequest | undefined,
): { readonly key: PlannedKey | undefined; readonly broken: readonly Broken[] } {
  if (csr) return { key: { given: csr.publicKey }, broken: weakKeyFaults(csr.publicKey.spec) };
  const wanted = { keyType: keyType === '' ? 'rsa' : keyType, keyBits };
  const make = keySpecOf(wanted);
  if (make === undefined)
    return { key: undefined, broken: [fault('key-type', `unknown key type ${keyType}`, keyType)] };
  return { key: { make }, broken: keyFaults(wanted) };
}

function namesOf({ subject, ...template }: CertificateTemplate) {
  const given = (values: readonly string[]): Given[] => values.map((value) => ({ field, value }));
  const one = (value: string): Given | undefined => (value === '' ? undefined : { field, value });
  const wanted = {
    commonName: one(subject.commonName),
    serialNumber: one(subject.serialNumber),
    names: given([...template.dnsNames, ...template.emailAddresses]),
    ips: given(template.ipAddresses),
    uris: given(template.uris),
    others: [],
    unknown: [],
    userIds: [],
  };
  const checked = checkNames(openRole, wanted, {
    requireCn: false,
    excludeCommonName: true,
    identity: anonymous,
  });
  const ofLists = subjectFaults(subject.lists);
  return { wanted, names: checked.names, broken: [...checked.broken, ...ofLists], subjectFits: ofLists.length === 0 };
}

type AuthorityParts = Pick<PlannedParts, 'basicConstraints' | 'keyUsages' | 'nameConstraints'>;

/** RFC 5280 4.1.2.6, 4.2.1.3, 4.2.1.10: an authority has a subject, may sign certificates, and alone has name constraints. */
function authorityOf(
  { isAuthority, basicConstraints, constraints, keyUsages, pathLength, subject }: CertificateTemplate,
  { issuer }: Circumstances,
): { readonly parts: AuthorityParts; readonly broken: readonly Broken[] } {
  const constrained = constraintsOf(constraints);
  if (!isAuthority) {
    return {
      parts: { keyUsages, basicConstraints: basicConstraints ? { ca: false } : undefined },
      broken: constrained ? [fault('name-constraint', 'only an authority has name constraints; IsCA is not set')] : [],
    };
  }
  const path = decidePathLength(pathLength, issuer);
  const none = subject.commonName === '' && Object.values(subject.lists).every(({ length }) => length === 0);
  return {
    parts: {
      keyUsages: [...new Set([...keyUsages, 'keyCertSign', 'crlSign'] as const)],
      basicConstraints: { ca: true, ...(path.limit !== undefined && { pathLength: path.limit }) },
      nameConstraints: constrained,
    },
    broken: [
      ...path.broken,
      ...constraintFaults(constraints),
      ...(none ? [fault('name-present', 'an authority needs a subject')] : []),
    ],
  };
}

/** The further extensions, with the names that they have. */
function copiedOf({ extensions }: CertificateTemplate) {
  const broken = extensions
    .filter(({ oid }) => notGiven.has(oid))
    .map(({ oid }) => fault('template', `template.ExtraExtensions: ${oid} is not given as an extension`, oid));
  const twice = new Set(extensions.map(({ oid }) => oid)).size < extensions.length;
  if (twice) broken.push(fault('template', 'template.ExtraExtensions: an extension is given twice'));
  const read = readCopied(extensions);
  if (read.fault !== undefined) broken.push(fault('template', `template.ExtraExtensions: ${read.fault}`));
  const names = read.set?.subjectAltName;
  for (const name of names ?? []) {
    if ('value' in name && /\p{Cc}/u.test(name.value))
      broken.push(fault('plain-text', 'template.ExtraExtensions: a name has control characters', name.value));
  }
  return { extensions, names, broken };
}

/** RFC 5280, 4.2: below these a value is DER, and clients do not read a certificate where it is none. Others may mean any octets. */
const standard = /^(?:2\.5\.29|1\.3\.6\.1\.5\.5\.7\.1)\./;

function readCopied(extensions: readonly Extension[]) {
  try {
    for (const { oid } of extensions) if (standard.test(oid)) readOne(extensions, oid, (value) => value);
    return { set: readExtensionSet(extensions) };
  } catch (error) {
    if (error instanceof X509Error) return { fault: error.message };
    throw error;
  }
}
