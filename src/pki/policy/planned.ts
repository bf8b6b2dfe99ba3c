import {
  basicConstraints,
  certificatePolicies,
  extensionOids,
  extKeyUsage,
  extKeyUsageOids,
  keyUsage,
  nameConstraints,
  type Name,
  subjectAltName,
  X509Error,
  type BasicConstraints,
  type CertificatePolicy,
  type Extension,
  type GeneralName,
  type KeySpec,
  type KeyUsage,
  type NameConstraints,
  type PublicKeyInfo,
} from '../x509/index.js';
import { carefulWarnings } from './careful-warnings.js';
import type { IdentityValues } from './identity-template.js';
import { remembered } from './remembered.js';
import { refusal, type AllBroken, type Broken } from './rules.js';
import type { IssuerFacts, Moment, Validity } from './validity.js';
import { outsideConstraints } from './within-constraints.js';
import type { Said } from '../../platform/wording.js';

/** The key to certify: one to generate, or that of a CSR. */
export type PlannedKey = { readonly make: KeySpec } | { readonly given: PublicKeyInfo };

/** How to sign, if the issuer's key allows a choice. 0 bits chooses what suits the key. */
export interface PlannedSignature {
  readonly bits: number;
  readonly pss: boolean;
}

/** The content of a certificate, except its serial number and what only its issuer knows. */
export interface PlannedParts {
  readonly subject: Name;
  readonly names: readonly GeneralName[];
  readonly basicConstraints?: BasicConstraints | undefined;
  readonly keyUsages: readonly KeyUsage[];
  /** Object identifiers. */
  readonly extKeyUsages: readonly string[];
  readonly policies: readonly CertificatePolicy[];
  readonly nameConstraints?: NameConstraints | undefined;
  /** From the request; undefined to derive it from the key. */
  readonly subjectKeyIdentifier?: Buffer | undefined;
  /** Extensions that are copied from a CSR without changes. They take precedence over those made from the other parts. */
  readonly copied: readonly Extension[];
}

export interface PlannedCertificate extends PlannedParts {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly key: PlannedKey;
  readonly signature: PlannedSignature;
  /** All the parts above as extensions, except the key identifiers and the addresses of the issuer and its CRLs: the signer adds those that are missing. */
  readonly extensions: readonly Extension[];
}

/** A certificate that may be issued, or every rule that the request breaks. A dry run shows exactly this. */
export type Decision =
  | { readonly planned: PlannedCertificate; readonly warnings: readonly Said[]; readonly broken?: never }
  | { readonly broken: AllBroken; readonly planned?: never };

/** What a decision depends on, in addition to role and request. */
export interface Circumstances extends Moment {
  /** The values of the caller for templates; absent if nothing is known. */
  readonly identity?: IdentityValues;
}

/** Builds a part; a value that cannot be encoded is a broken rule of its field. */
export function attempt<T>(field: string, rule: Broken['rule'], broken: Broken[], build: () => T): T | undefined {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    broken.push({ field, value: '', rule, message: `${field}: ${error.message}` });
    return undefined;
  }
}

/** RFC 5280 4.2.1.6: without a subject, the alternative names of a CSR must become critical. */
const usable = (copied: Extension, subject: Name): boolean =>
  copied.oid !== extensionOids.subjectAltName || copied.critical || !subject.isEmpty;

// The lists of a role are the same for every certificate, and so are their extensions.
const keyUsageOf = remembered(keyUsage);
/** RFC 3161 2.3: critical for a service of time stamps, which has only this one. */
const extKeyUsageOf = remembered((oids: readonly string[]) =>
  extKeyUsage(oids, { critical: oids.length === 1 && oids[0] === extKeyUsageOids.timeStamping }),
);
const policiesOf = remembered(certificatePolicies);

function extensionsOf(parts: PlannedParts): Extension[] {
  const { subject, names, keyUsages, extKeyUsages, policies } = parts;
  const copied = parts.copied.filter((each) => usable(each, subject));
  const made = (oid: string, wanted: boolean, build: () => Extension): Extension[] =>
    wanted && !copied.some((each) => each.oid === oid) ? [build()] : [];
  return [
    ...(parts.basicConstraints ? [basicConstraints(parts.basicConstraints)] : []),
    ...made(extensionOids.keyUsage, keyUsages.length > 0, () => keyUsageOf(keyUsages)),
    ...made(extensionOids.extKeyUsage, extKeyUsages.length > 0, () => extKeyUsageOf(extKeyUsages)),
    // RFC 5280 4.2.1.6: critical if it is the only name of the subject.
    ...made(extensionOids.subjectAltName, names.length > 0, () => subjectAltName(names, { critical: subject.isEmpty })),
    ...made(extensionOids.certificatePolicies, policies.length > 0, () => policiesOf(policies)),
    ...(parts.nameConstraints ? [nameConstraints(parts.nameConstraints)] : []),
    ...copied,
  ];
}

interface Draft {
  readonly issuer: IssuerFacts;
  readonly parts: PlannedParts;
  readonly validity: Validity;
  readonly key: PlannedKey | undefined;
  readonly signature: PlannedSignature;
  readonly warnings: readonly Said[];
  /** RFC 5280 4.1.2.6 wants a subject or alternative names. Authorities of OpenBao's callers may lack both. */
  readonly mayLackNames?: boolean;
}

/** Half of the limit for reading (`maxCertificateBytes`), so that an issued certificate can be read again with what its issuer adds. */
const mostOctets = 256 * 1024;

function sizeFault(field: string, { subject }: PlannedParts, extensions: readonly Extension[]): Broken[] {
  const octets = extensions.reduce((sum, { der }) => sum + der.length, subject.der.length);
  if (octets <= mostOctets) return [];
  const message = `subject and extensions of the certificate would have ${octets} octets, and at most ${mostOctets} are allowed`;
  return [{ field, value: String(octets), rule: 'certificate-size', message }];
}

/** The end of every decision: no broken rule, and everything can be encoded. */
export function decide(draft: Draft, found: readonly Broken[]): Decision {
  const { parts, validity, key, signature, issuer } = draft;
  const { subject, names, keyUsages, basicConstraints } = parts;
  const isAuthority = basicConstraints?.ca === true;
  const broken = [...found];
  if (broken.length === 0 && subject.isEmpty && names.length === 0 && draft.mayLackNames !== true) {
    const message = 'a certificate needs a subject or a subject alternative name';
    broken.push({ field: 'common_name', value: '', rule: 'name-present', message });
  }
  // A value that breaks a rule may not be encodable either; it is reported only once.
  const field = key !== undefined && 'given' in key && parts.copied.length > 0 ? 'csr' : 'alt_names';
  if (broken.length === 0) {
    const outside = outsideConstraints(field, { subject, names, isAuthority }, issuer.nameConstraints ?? []);
    for (const each of outside) broken.push(each);
  }
  const extensions = broken.length > 0 ? [] : attempt('alt_names', 'san-encodable', broken, () => extensionsOf(parts));
  const refused = refusal([...broken, ...sizeFault(field, parts, extensions ?? [])]);
  if (refused !== undefined) return refused;
  // Without broken rules both exist: the key is only missing if a rule about keys is broken.
  if (extensions === undefined || key === undefined) throw new Error('a decision without key or extensions');
  const { notBefore, notAfter } = validity;
  const planned = { ...parts, notBefore, notAfter, key, signature, extensions: Object.freeze(extensions) };
  const careful = carefulWarnings({ subject, names, keyUsages, isAuthority });
  return { planned: Object.freeze(planned), warnings: [...draft.warnings, ...careful, ...validity.warnings] };
}
