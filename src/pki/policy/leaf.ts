import {
  extKeyUsageOids,
  extensionOids,
  findExtension,
  isSigningUsage,
  Name,
  type CertificateRequest,
  type KeySpec,
  type KeyUsage,
  type NameParts,
} from '../x509/index.js';
import { anonymous, type IdentityValues } from './identity-template.js';
import { csrKeyFaults, keyFaults, keySpecOf } from './key-rules.js';
import { checkNames, userIdFaults } from './name-checks.js';
import { decide, type Circumstances, type Decision, type PlannedKey } from './planned.js';
import { remembered } from './remembered.js';
import { ignoredNames, requestedNames, type Given, type RequestedNames } from './requested-names.js';
import type { IssueRequest, Role, SignRequest } from './parameters/index.js';
import { nameOf, subjectParts } from './role-subject.js';
import type { Broken } from './rules.js';
import { extKeyUsagesOf, keyUsagesOf } from './usages.js';
import { decideValidity } from './validity.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** Vault API, PKI: "Generate certificate and key". */
export function decideIssue(role: Role, request: IssueRequest, around: Circumstances): Decision {
  const { make, broken, warnings } = keyToMake(role, request);
  return decideLeaf({ role, request, csr: undefined, key: make && { make }, broken, warnings }, around);
}

interface KeyToMake {
  readonly make: KeySpec | undefined;
  readonly broken: readonly Broken[];
  readonly warnings: readonly Said[];
}

/** That of the role. Where it allows any, the request says which. */
function keyToMake(role: Role, { keyType, keyBits }: IssueRequest): KeyToMake {
  const make = keySpecOf(role);
  if (make) return { make, broken: [], warnings: keyType !== '' || keyBits !== 0 ? [keyIgnored] : [] };
  if (keyType === '' || keyType === 'any') {
    const broken: Broken = {
      field: 'key_type',
      value: role.keyType,
      rule: 'key-type-for-issue',
      message: keyTypeMissing,
    };
    return { make, broken: [broken], warnings: [] };
  }
  const asked = { keyType, keyBits: keyBits === 0 ? fittingBits(role.keyBits, keyType) : keyBits };
  return { make: keySpecOf(asked), broken: keyFaults(asked), warnings: [] };
}

/** The bits of a role for any type, where they are bits of this type. */
const fittingBits = (keyBits: number, keyType: string): number =>
  keyFaults({ keyType, keyBits }).length === 0 ? keyBits : 0;

/** With OpenBao's texts. */
const keyIgnored = worded`parameters ${parameter('key_type')} and ${parameter('key_bits')} ignored as role had specific values`;
const keyTypeMissing =
  'role key type "any" not allowed for issuing certificates without providing key_type and/or key_bits request parameters';

/** Vault API, PKI: "Sign certificate". `readCsr` verifies the signature of the CSR. */
export function decideSign(role: Role, request: SignRequest, csr: CertificateRequest, around: Circumstances): Decision {
  const broken = csrKeyFaults(role, csr.publicKey.spec);
  return decideLeaf({ role, request, csr, key: { given: csr.publicKey }, broken, warnings: [] }, around);
}

interface Leaf {
  readonly role: Role;
  readonly request: IssueRequest | SignRequest;
  readonly csr: CertificateRequest | undefined;
  readonly key: PlannedKey | undefined;
  /** Problems of the key, which are reported first. */
  readonly broken: readonly Broken[];
  readonly warnings: readonly Said[];
}

/** The extended key usages of a role's flags, in the order of the flags. */
const flaggedUsages = (role: Role): string[] => [
  ...(role.serverFlag ? [extKeyUsageOids.serverAuth] : []),
  ...(role.clientFlag ? [extKeyUsageOids.clientAuth] : []),
  ...(role.codeSigningFlag ? [extKeyUsageOids.codeSigning] : []),
  ...(role.emailProtectionFlag ? [extKeyUsageOids.emailProtection] : []),
];

/** The part of a role that is the same for every certificate. */
const commonOf = remembered((role: Role) => ({
  subject: subjectParts(role),
  basicConstraints: role.basicConstraintsValidForNonCa ? { ca: false } : undefined,
  keyUsages: keyUsagesOf(role.keyUsage),
  extKeyUsages: [...new Set([...flaggedUsages(role), ...extKeyUsagesOf(role.extKeyUsage, role.extKeyUsageOids)])],
}));

function decideLeaf({ role, request, csr, key, broken: ofKey, warnings }: Leaf, around: Circumstances): Decision {
  const wanted = requestedNames(role, request, csr);
  const identity = around.identity ?? anonymous;
  const checked = checkNames(role, wanted, { excludeCommonName: request.excludeCnFromSans, identity });
  const unheeded = unheededNames(role, request, csr, identity);
  const validity = decideValidity(around, request, role, around.issuer.leafNotAfterBehavior);
  const broken = [
    ...ofKey,
    ...checked.broken,
    ...unheeded.broken,
    ...validity.broken,
    ...userIdFaults(role, wanted.userIds),
    ...metadataFaults(request.certMetadata, role),
  ];
  const { subject: lists, basicConstraints, keyUsages, extKeyUsages } = commonOf(role);
  const subject = nameSubject(lists, wanted, broken);
  const ignored =
    csr !== undefined &&
    !role.basicConstraintsValidForNonCa &&
    findExtension(csr.extensions, extensionOids.basicConstraints) !== undefined;
  return decide(
    {
      issuer: around.issuer,
      parts: {
        subject,
        basicConstraints,
        keyUsages: onlySigns(key) ? ofSignatures(keyUsages) : keyUsages,
        extKeyUsages,
        names: checked.names,
        policies: role.policyIdentifiers,
        copied: [],
      },
      validity,
      key,
      signature: { bits: role.signatureBits, pss: role.usePss },
      warnings: [
        ...(ignored ? ['specified CSR contained a Basic Constraints extension that was ignored during issuance'] : []),
        ...warnings,
        ...unheeded.warnings,
      ],
    },
    broken,
  );
}

/** RFC 9881 5: of the usages of a role, which may be for keys of any type, those of signatures. */
const ofSignatures = remembered((usages: readonly KeyUsage[]) => usages.filter(isSigningUsage));

const onlySigns = (key: PlannedKey | undefined): boolean =>
  key !== undefined && ('make' in key ? key.make : key.given.spec).type === 'mldsa';

/** "Sign certificate": all names are checked against the role, also those that the names of the CSR replace. */
function unheededNames(
  role: Role,
  request: IssueRequest | SignRequest,
  csr: CertificateRequest | undefined,
  identity: IdentityValues,
): { readonly broken: readonly Broken[]; readonly warnings: readonly Said[] } {
  const ignored = ignoredNames(role, request, csr);
  const { commonName, names, ips, uris } = ignored;
  const fields = new Set([...names, ...ips, ...uris].map(({ field }) => field));
  if (commonName === undefined && fields.size === 0) return { broken: [], warnings: [] };
  const { broken } = checkNames(role, ignored, { excludeCommonName: true, identity, requireCn: false });
  return {
    broken,
    warnings: [
      ...(commonName === undefined ? [] : [providedBut('common_name', 'use_csr_common_name')]),
      ...[...fields].map((field) => providedBut(field, 'use_csr_sans')),
    ],
  };
}

/** With OpenBao's text. */
const providedBut = (field: string, flag: string): Said =>
  worded`the ${parameter(field)} field was provided but the role is set with "${parameter(flag)}" set to true`;

/**
 * The subject, with a broken rule for each value that it cannot contain; it is empty in that case. A common name, serial number or user id that was refused
 * already is not checked again.
 */
export function nameSubject(
  lists: NameParts,
  {
    commonName,
    serialNumber,
    userIds,
    moreSerialNumbers = [],
  }: Pick<RequestedNames, 'commonName' | 'serialNumber' | 'userIds'> & {
    readonly moreSerialNumbers?: readonly Given[];
  },
  broken: Broken[],
): Name {
  const judged = new Set(broken.map(({ value }) => value));
  const subject = (fits: (given: Given, part: keyof NameParts) => boolean): NameParts => {
    const fitting = (given: Given | undefined, part: keyof NameParts): string[] =>
      given !== undefined && !judged.has(given.value) && fits(given, part) ? [given.value] : [];
    const [name] = fitting(commonName, 'commonName');
    const serials = [...(serialNumber ? [serialNumber] : []), ...moreSerialNumbers];
    const fittingSerials = new Set(serials.flatMap((serial) => fitting(serial, 'serialNumber')));
    const ids = new Set(userIds.flatMap((id) => fitting(id, 'userId')));
    return {
      ...lists,
      ...(name !== undefined && { commonName: name }),
      ...(fittingSerials.size > 0 && { serialNumber: [...fittingSerials] }),
      ...(ids.size > 0 && { userId: [...ids] }),
    };
  };
  // Usually all of them are valid; each is checked separately only if not.
  const whole = nameOf(subject(() => true));
  if (whole.name !== undefined) return whole.name;
  const fitting = subject((given, part) => {
    const { fault } = nameOf({ [part]: [given.value] });
    if (fault === undefined) return true;
    judged.add(given.value);
    broken.push({ ...given, rule: 'subject-text', message: `${given.field}: ${fault}` });
    return false;
  });
  return Name.of(fitting);
}

/** Characters of base64, of 64 KiB: it is kept with the row of a certificate, and read with lists of them. */
const longestMetadata = 87_384;

/** `cert_metadata`: base64, for a role that stores it. */
export function metadataFaults(metadata: string, role: Pick<Role, 'noStoreMetadata'> | undefined): Broken[] {
  if (metadata === '') return [];
  const fault = (rule: Broken['rule'], message: string): Broken[] => [
    { field: 'cert_metadata', value: metadata.slice(0, 1000), rule, message },
  ];
  if (role === undefined) return fault('metadata-role', 'cert_metadata requires a role');
  if (role.noStoreMetadata)
    return fault('metadata-allowed', 'cert_metadata is not allowed: the role has no_store_metadata set to true');
  if (metadata.length > longestMetadata)
    return fault('metadata-size', `cert_metadata has at most ${longestMetadata} characters`);
  return /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?$/i.test(metadata)
    ? []
    : fault('metadata-form', 'cert_metadata is not base64');
}
