import type { CertificateRequest, GeneralName } from '../x509/index.js';
import { commonAddress } from '../x509/ip.js';
import type { Role } from './parameters/index.js';

/** A value, and the parameter that contains it. */
export interface Given {
  readonly field: string;
  readonly value: string;
}

/** Every name of a request, from its parameters and its CSR, as the role says. */
export interface RequestedNames {
  readonly commonName: Given | undefined;
  readonly serialNumber: Given | undefined;
  /** Host names and e-mail addresses. */
  readonly names: readonly Given[];
  readonly others: readonly Given[];
  readonly ips: readonly Given[];
  readonly uris: readonly Given[];
  /** Names of a CSR of kinds that no role allows. */
  readonly unknown: readonly Given[];
  readonly userIds: readonly Given[];
}

export interface NameParameters {
  readonly commonName: string;
  readonly altNames: readonly string[];
  readonly ipSans: readonly string[];
  readonly uriSans: readonly string[];
  readonly otherSans: readonly string[];
  readonly serialNumber: string;
  readonly userIds: readonly string[];
}

const given = (field: string, values: readonly string[]): Given[] => values.map((value) => ({ field, value }));
const one = (field: string, value: string | undefined): Given | undefined =>
  value === undefined || value === '' ? undefined : { field, value };

/** Vault API, PKI: use_csr_common_name, use_csr_sans, serial_number_source. */
export function requestedNames(
  role: Pick<Role, 'useCsrCommonName' | 'useCsrSans' | 'serialNumberSource'>,
  request: NameParameters,
  csr: CertificateRequest | undefined,
): RequestedNames {
  const ofCsr = csr && role.useCsrSans ? (csr.extensions.subjectAltName ?? []) : undefined;
  const { names, ips, uris, unknown } = ofCsr === undefined ? fromParameters(request) : fromNames(ofCsr);
  const csrName = role.useCsrCommonName ? one('csr', csr?.subject.commonName) : undefined;
  const csrSerial =
    role.serialNumberSource === 'json-csr' ? one('csr', csr?.subject.values('serialNumber').at(-1)) : undefined;
  const csrUserIds = csr?.subject.values('userId') ?? [];
  return {
    commonName: csrName ?? one('common_name', request.commonName),
    serialNumber: one('serial_number', request.serialNumber) ?? csrSerial,
    names,
    ips,
    uris,
    unknown,
    others: [...given('other_sans', request.otherSans), ...(ofCsr === undefined ? [] : otherNames(ofCsr))],
    userIds: request.userIds.length > 0 ? given('user_ids', request.userIds) : given('csr', csrUserIds),
  };
}

/** The names among the parameters that those of the CSR replace. Clients that send the same names in both lose none of them. */
export function ignoredNames(
  role: Pick<Role, 'useCsrCommonName' | 'useCsrSans'>,
  request: NameParameters,
  csr: CertificateRequest | undefined,
): RequestedNames {
  const csrName = one('csr', csr?.subject.commonName);
  const replaced = role.useCsrCommonName && csrName !== undefined && csrName.value !== request.commonName;
  const { names, ips, uris } =
    csr !== undefined && role.useCsrSans && namesAlternatives(request)
      ? beside(fromParameters(request), fromNames(csr.extensions.subjectAltName ?? []), csrName)
      : noAlternatives;
  return {
    commonName: replaced ? one('common_name', request.commonName) : undefined,
    serialNumber: undefined,
    names,
    ips,
    uris,
    unknown: [],
    others: [],
    userIds: [],
  };
}

const noAlternatives: Alternatives = { names: [], ips: [], uris: [], unknown: [] };
const namesAlternatives = ({ altNames, ipSans, uriSans }: NameParameters): boolean =>
  altNames.length > 0 || ipSans.length > 0 || uriSans.length > 0;

/** Those of the first that are not among the second: hosts without regard to case, addresses whatever their form. */
function beside(asked: Alternatives, had: Alternatives, name: Given | undefined): Alternatives {
  const missing = (given: readonly Given[], among: readonly Given[], common: (text: string) => string): Given[] => {
    const known = new Set(among.map(({ value }) => common(value)));
    return given.filter(({ value }) => !known.has(common(value)));
  };
  return {
    names: missing(asked.names, [...had.names, ...(name ? [name] : [])], (text) => text.toLowerCase()),
    ips: missing(asked.ips, had.ips, commonAddress),
    uris: missing(asked.uris, had.uris, (text) => text),
    unknown: [],
  };
}

type Alternatives = Pick<RequestedNames, 'names' | 'ips' | 'uris' | 'unknown'>;

const fromParameters = (request: NameParameters): Alternatives => ({
  names: given('alt_names', request.altNames),
  ips: given('ip_sans', request.ipSans),
  uris: given('uri_sans', request.uriSans),
  unknown: [],
});

function fromNames(names: readonly GeneralName[]): Alternatives {
  const of = (...types: GeneralName['type'][]): Given[] =>
    names.flatMap((name) => ('value' in name && types.includes(name.type) ? { field: 'csr', value: name.value } : []));
  return { names: of('dns', 'email'), ips: of('ip'), uris: of('uri'), unknown: names.flatMap(unknownName) };
}

const otherNames = (names: readonly GeneralName[]): Given[] =>
  names.flatMap((name) => (name.type === 'otherName' ? { field: 'csr', value: `${name.oid};UTF8:${name.value}` } : []));

function unknownName(name: GeneralName): Given[] {
  switch (name.type) {
    case 'directoryName':
      return given('csr', [name.name.toString()]);
    case 'registeredId':
      return given('csr', [name.oid]);
    case 'otherNameDer':
      return given('csr', [`${name.oid};DER:${Buffer.from(name.der).toString('hex')}`]);
    case 'unread':
      return given('csr', [Buffer.from(name.der).toString('hex')]);
    default:
      return [];
  }
}
