import { attributeOids, extensionOids, keyUsages, type CertificateRequest, type Extension } from '../x509/index.js';
import { anonymous } from './identity-template.js';
import { unreadableConstraints } from './constraint-forms.js';
import { constraintFaults, constraintsOf } from './constraint-parameters.js';
import { signatureFaults, weakKeyFaults } from './key-rules.js';
import { isReadable } from './host-name.js';
import { nameSubject } from './leaf.js';
import { checkNames } from './name-checks.js';
import { decide, type Circumstances, type Decision } from './planned.js';
import { parseOtherName } from './other-names.js';
import { requestedNames, type Given } from './requested-names.js';
import { readTable, roleFields, type IntermediateRequest, type Role } from './parameters/index.js';
import { subjectFaults, subjectParts } from './role-subject.js';
import { usageFaults } from './role.js';
import { quoted, type Broken } from './rules.js';
import { extKeyUsagesOf, keyUsagesOf } from './usages.js';
import { verbatimNameFaults } from './verbatim-names.js';
import { decideValidity, noLimits, truncatingBehavior, type IssuerFacts } from './validity.js';

/** The permission to create authorities includes their names: no name is forbidden, and a name that is not a host name is not used as a DNS name. */
export const openRole: Role = readTable(roleFields, {
  allowAnyName: true,
  enforceHostnames: false,
  allowedOtherSans: ['*'],
  allowedSerialNumbers: ['*'],
  allowedUriSans: ['*'],
  cnValidations: ['disabled'],
  keyType: 'any',
  useCsrCommonName: false,
  useCsrSans: false,
  serialNumberSource: 'json',
}).values;

const unnamedRole: Role = { ...openRole, requireCn: false };

export interface IntermediateOptions {
  /** Whether it may lack a common name, which is then that of the CSR, if that has one. */
  readonly unnamed?: boolean;
  /** Type of the key that signs itself, if it is known not to matter to callers of the specification. */
  readonly signer?: string;
}

/**
 * Properties of the authority itself, or from the URL configuration: never taken from a CSR. Name constraints come from the request if it has any, otherwise
 * from the CSR.
 */
const notCopied: readonly string[] = [
  extensionOids.authorityKeyIdentifier,
  extensionOids.basicConstraints,
  extensionOids.keyUsage,
  extensionOids.authorityInfoAccess,
  extensionOids.crlDistributionPoints,
  extensionOids.freshestCrl,
];

/** Vault API, PKI: "Sign intermediate". */
export function decideIntermediate(
  request: IntermediateRequest,
  csr: CertificateRequest,
  around: Circumstances,
  { unnamed = false, signer }: IntermediateOptions = {},
): Decision {
  const { useCsrValues } = request;
  const behavior = truncatingBehavior(around.issuer, request.enforceLeafNotAfterBehavior);
  const validity = decideValidity(
    around,
    request,
    { ...noLimits, notBeforeDuration: request.notBeforeDuration },
    behavior,
  );
  const path = decidePathLength(request.maxPathLength, around.issuer);
  const identifier = readIdentifier(request.skid);
  const constraints = constraintsOf(request);
  const broken: Broken[] = [
    ...weakKeyFaults(csr.publicKey.spec),
    ...path.broken,
    ...usageFaults(request),
    ...signatureFaults(request.signatureBits, signer),
    ...identifier.broken,
    ...constraintFaults(request),
    ...(useCsrValues && constraints === undefined ? unreadableConstraints('csr', csr.extensions.nameConstraints) : []),
  ];
  const named = useCsrValues
    ? namesOfCsr(csr, broken)
    : namesOfRequest(unnamed ? namedByCsr(request, csr) : request, unnamed, broken);
  for (const each of validity.broken) broken.push(each);
  const usages = [...keyUsagesOf(['CertSign', 'CRL']), ...usagesBeside(request, csr)];
  const constrained = constraints !== undefined;
  return decide(
    {
      issuer: around.issuer,
      parts: {
        subject: named.subject,
        names: named.names,
        basicConstraints: { ca: true, ...(path.limit !== undefined && { pathLength: path.limit }) },
        keyUsages: keyUsages.filter((usage) => usages.includes(usage)),
        extKeyUsages:
          (useCsrValues ? csr.extensions.extKeyUsage : undefined) ??
          extKeyUsagesOf(request.extKeyUsage, request.extKeyUsageOids),
        policies: useCsrValues ? (csr.extensions.certificatePolicies ?? []) : [],
        nameConstraints: constraints,
        subjectKeyIdentifier: identifier.id ?? (useCsrValues ? csr.extensions.subjectKeyIdentifier : undefined),
        copied: useCsrValues ? copiedOf(csr, { constrained, identified: identifier.id !== undefined }) : [],
      },
      validity,
      key: { given: csr.publicKey },
      mayLackNames: unnamed,
      signature: { bits: request.signatureBits, pss: request.usePss },
      warnings: [
        ...(validity.notAfter > around.issuer.notAfter ? [outlivesIssuer] : []),
        ...(validity.truncated ? [endsWithIssuer] : []),
        ...(named.subject.isEmpty && signer === undefined ? [noSubject] : []),
        ...(path.limit === 0 ? [zeroLength(signer === undefined ? 'signed' : 'generated')] : []),
      ],
    },
    broken,
  );
}

const endsWithIssuer = "The requested end is after the CA's expiration time: the certificate expires with the CA.";
const outlivesIssuer =
  "The expiration time for the signed certificate is after the CA's expiration time. If the new certificate is not treated as a root, " +
  "validation paths with the certificate past the issuing CA's expiration time will fail.";

/** With OpenBao's text. */
const noSubject =
  'This issuer certificate was generated without a Subject; this makes it likely that issuing leaf certs with this certificate ' +
  'will cause TLS validation libraries to reject this certificate.';

/** The same; of a root that is made, or of what an issuer signs. */
const zeroLength = (made: 'generated' | 'signed') =>
  `Max path length of the ${made} certificate is zero. This certificate cannot be used to issue intermediate CA certificates.`;

type Named = Pick<ReturnType<typeof checkNames>, 'names'> & { readonly subject: ReturnType<typeof nameSubject> };

/** As OpenBao has it: of a request without a common name or a serial number of the subject, they are those of the CSR. */
function namedByCsr(request: IntermediateRequest, csr: CertificateRequest): IntermediateRequest {
  const isNumbered = request.serialNumber !== '' || sorted(request.altNames).serials.length > 0;
  const [serialNumber = '', ...more] = isNumbered ? [] : csr.subject.values('serialNumber');
  return {
    ...request,
    commonName: request.commonName === '' ? (csr.subject.commonName ?? '') : request.commonName,
    serialNumber: isNumbered ? request.serialNumber : serialNumber,
    altNames: [...request.altNames, ...more.map((each) => `${attributeOids.serialNumber};UTF8:${each}`)],
  };
}

function namesOfRequest(request: IntermediateRequest, unnamed: boolean, broken: Broken[]): Named {
  const { others, serials, hosts } = sorted(request.altNames);
  const parameters = { ...request, altNames: hosts, otherSans: [...request.otherSans, ...others], userIds: [] };
  const role = unnamed ? unnamedRole : openRole;
  const wanted = requestedNames(role, parameters, undefined);
  const checked = checkNames(role, wanted, { excludeCommonName: request.excludeCnFromSans, identity: anonymous });
  const wrong = [...subjectFaults(request), ...serialFaults(serials)];
  for (const each of [...checked.broken, ...wrong]) broken.push(each);
  const right = wrong.length === 0;
  const parts = { ...wanted, moreSerialNumbers: right ? serials : [] };
  return { names: checked.names, subject: nameSubject(right ? subjectParts(request) : {}, parts, broken) };
}

/** Among alternative names of the form `<oid>;<type>:<value>`, "Sign intermediate" has further serial numbers of the subject. */
function sorted(altNames: readonly string[]) {
  const others: string[] = [];
  const serials: Given[] = [];
  const hosts: string[] = [];
  for (const name of altNames) {
    const other = /^[\d.]+;/.test(name) ? parseOtherName(name).name : undefined;
    if (other?.oid === attributeOids.serialNumber) serials.push({ field: 'alt_names', value: other.value });
    else if (/^[\d.]+;/.test(name)) others.push(name);
    else hosts.push(name);
  }
  return { others, serials, hosts };
}

const mostSerialNumbers = 100;

function serialFaults(serials: readonly Given[]): Broken[] {
  if (serials.length > mostSerialNumbers) {
    const message = `alt_names: ${serials.length} serial numbers, and a subject takes at most ${mostSerialNumbers}`;
    return [{ field: 'alt_names', value: String(serials.length), rule: 'names-limit', message }];
  }
  return serials
    .filter(({ value }) => !isReadable(value))
    .map((given) => ({
      ...given,
      rule: 'plain-text' as const,
      message: `serial number ${quoted(given.value)} of the subject has control characters or invisible ones`,
    }));
}

/** RFC 5280 4.1.2.6: an authority must have a subject. */
function namesOfCsr(csr: CertificateRequest, broken: Broken[]): Named {
  const message = 'the CSR has no subject, and use_csr_values takes the subject from it';
  if (csr.subject.isEmpty) broken.push({ field: 'csr', value: '', rule: 'name-present', message });
  for (const each of verbatimNameFaults(csr)) broken.push(each);
  return { subject: csr.subject, names: csr.extensions.subjectAltName ?? [] };
}

const usagesBeside = (request: IntermediateRequest, csr: CertificateRequest): readonly string[] =>
  (request.useCsrValues ? csr.extensions.keyUsage : undefined) ?? keyUsagesOf(request.keyUsage);

const copiedOf = (
  csr: CertificateRequest,
  given: { readonly constrained: boolean; readonly identified: boolean },
): Extension[] =>
  csr.extensions.all.filter(
    ({ oid }) =>
      !notCopied.includes(oid) &&
      !(given.constrained && oid === extensionOids.nameConstraints) &&
      !(given.identified && oid === extensionOids.subjectKeyIdentifier),
  );

interface PathLength {
  readonly limit: number | undefined;
  readonly broken: readonly Broken[];
}

/** -1: no limit, or one less than the signer's; 0 is zero; a larger number must be below the signer's. */
export function decidePathLength(wanted: number, { pathLength }: Pick<IssuerFacts, 'pathLength'>): PathLength {
  const refused = (message: string): PathLength => ({
    limit: undefined,
    broken: [{ field: 'max_path_length', value: String(wanted), rule: 'path-length', message }],
  });
  if (wanted < -1) return refused('max_path_length must be -1, for no limit, or more');
  if (pathLength === 0)
    return refused('the signing certificate has a max path length of zero, and cannot issue further CA certificates');
  const highest = pathLength === undefined ? undefined : pathLength - 1;
  if (wanted === -1) return { limit: highest, broken: [] };
  if (highest !== undefined && wanted > highest)
    return refused(`max_path_length of ${wanted} is beyond what the signing certificate leaves, ${highest}`);
  return { limit: wanted, broken: [] };
}

function readIdentifier(skid: string): { readonly id?: Buffer; readonly broken: readonly Broken[] } {
  const hex = skid.replace(/[:\- ]/g, '');
  if (hex === '') return { broken: [] };
  if (/^(?:[0-9a-f]{2}){1,64}$/i.test(hex)) return { id: Buffer.from(hex, 'hex'), broken: [] };
  const message = 'cannot parse requested SKID value as hex';
  return { broken: [{ field: 'skid', value: skid, rule: 'key-identifier', message }] };
}
