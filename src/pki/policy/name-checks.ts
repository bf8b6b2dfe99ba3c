import { ipOctets, ipText, type GeneralName } from '../x509/index.js';
import { internationalLabels, isTooMuchToCompare, mostInternationalLabels } from './work-bounds.js';
import { globMatches } from './glob.js';
import { isInternational, isReadable } from './host-name.js';
import type { IdentityValues } from './identity-template.js';
import { encodableName, isHostLike, nameJudge, type NameJudge } from './name-rules.js';
import { isInRanges } from './ip-ranges.js';
import { otherNameFault, parseOtherName } from './other-names.js';
import type { Given, RequestedNames } from './requested-names.js';
import type { Role } from './parameters/index.js';
import { quoted, type Broken, type RuleCode } from './rules.js';
import { isUri } from './uri.js';
import { uriJudge, type UriJudge } from './uri-patterns.js';

/** The alternative names, or the rules that they break. */
export interface CheckedNames {
  readonly names: readonly GeneralName[];
  readonly broken: readonly Broken[];
}

const broke = ({ field, value }: Given, rule: RuleCode, message: string): Broken => ({ field, value, rule, message });

const one = (name: GeneralName): CheckedNames => ({ names: [name], broken: [] });
const refused = (given: Given, rule: RuleCode, message: string): CheckedNames => ({
  names: [],
  broken: [broke(given, rule, message)],
});

const requiredName =
  'the common_name field is required, or must be provided in a CSR with "use_csr_common_name" set to true, ' +
  'unless "require_cn" is set to false';

function commonNameFault(role: Role, judge: NameJudge, { value }: Given): RuleCode | undefined {
  if (role.cnValidations.includes('disabled')) return isReadable(value) ? undefined : 'plain-text';
  const fault = judge(value);
  if (fault !== undefined) return fault;
  return role.cnValidations.includes(value.includes('@') ? 'email' : 'hostname') ? undefined : 'cn-validation';
}

function checkName(given: Given, judge: NameJudge): CheckedNames {
  const { value } = given;
  const isAddress = value.includes('@');
  const kind = isAddress ? 'email address' : 'subject alternate name';
  const fault = judge(value);
  const encoded = fault === undefined ? encodableName(value) : undefined;
  return encoded === undefined
    ? refused(given, fault ?? 'san-encodable', `${kind} ${quoted(value)} not allowed by this role`)
    : one({ type: isAddress ? 'email' : 'dns', value: encoded });
}

const serialNumberAllowed = (role: Role, value: string): boolean =>
  isReadable(value) && role.allowedSerialNumbers.some((pattern) => globMatches(pattern, value));

function checkOther(given: Given, allowed: readonly string[]): CheckedNames {
  const parsed = parseOtherName(given.value);
  if (parsed.name === undefined)
    return refused(given, 'other-san-form', `could not parse requested other SAN: ${parsed.fault}`);
  const { name } = parsed;
  const fault = otherNameFault(name, allowed);
  if (fault === 'oid')
    return refused(given, 'other-san-allowed', `other SAN OID ${quoted(name.oid)} not allowed by this role`);
  // A pattern cannot judge invisible characters.
  if (!isReadable(name.value)) {
    const message = `other SAN ${quoted(name.value)} has control characters or invisible ones`;
    return refused(given, 'plain-text', message);
  }
  return fault === 'value'
    ? refused(
        given,
        'other-san-allowed',
        `other SAN ${quoted(name.value)} not allowed for OID ${quoted(name.oid)} by this role`,
      )
    : one({ type: 'otherName', ...name });
}

function checkIp(given: Given, role: Pick<Role, 'allowIpSans' | 'allowedIpSansCidr'>): CheckedNames {
  const { field, value } = given;
  if (!role.allowIpSans) {
    const source = field === 'csr' ? 'CSR' : 'the API';
    const message = `IP Subject Alternative Names are not allowed in this role, but was provided via ${source}`;
    return refused(given, 'ip-sans-allowed', message);
  }
  const octets = ipOctets(value);
  // RFC 4291 2.5.5.2: an IPv4-mapped IPv6 address is the IPv4 address.
  const mapped = octets?.length === 16 && octets.subarray(0, 12).toString('hex') === '00000000000000000000ffff';
  const canonical = octets && ipText(mapped ? octets.subarray(12) : octets);
  if (canonical === undefined)
    return refused(given, 'ip-form', `the value ${JSON.stringify(quoted(value))} is not a valid IP address`);
  return role.allowedIpSansCidr.length === 0 || isInRanges(canonical, role.allowedIpSansCidr)
    ? one({ type: 'ip', value: canonical })
    : refused(given, 'ip-allowed', `the IP address "${canonical}" is not allowed in this role`);
}

function checkUri(given: Given, none: boolean, allowed: UriJudge): CheckedNames {
  const { field, value } = given;
  const via = field === 'csr' ? 'via CSR' : 'via the API';
  if (none) {
    const message = `URI Subject Alternative Names are not allowed in this role, but were provided ${via}`;
    return refused(given, 'uri-allowed', message);
  }
  if (!allowed(value)) {
    const message = `URI Subject Alternative Names were provided ${via} which are not valid for this role`;
    return refused(given, 'uri-allowed', message);
  }
  return isUri(value)
    ? one({ type: 'uri', value })
    : refused(
        given,
        'uri-form',
        `the provided URI Subject Alternative Name ${JSON.stringify(quoted(value))} is not a valid URI`,
      );
}

interface NameChecking {
  readonly excludeCommonName: boolean;
  readonly identity: IdentityValues;
  /** What the role says, if nothing is given. */
  readonly requireCn?: boolean;
}

/**
 * Checks every name of a request against its role, in the order in which REST callers see the messages: common name, serial number, host names and addresses,
 * other names, IP addresses, URIs.
 */
export function checkNames(
  role: Role,
  wanted: RequestedNames,
  { excludeCommonName, identity, requireCn = role.requireCn }: NameChecking,
): CheckedNames {
  const tooMany = countFault(wanted) ?? internationalFault(wanted.names) ?? comparisonFault(role, wanted);
  if (tooMany !== undefined) return { names: [], broken: [tooMany] };
  const { commonName, serialNumber } = wanted;
  const judge = onceEach(nameJudge(role, identity));
  const broken: Broken[] = [];
  const refusedName = commonName && commonNameFault(role, judge, commonName);
  if (commonName === undefined && requireCn)
    broken.push(broke({ field: 'common_name', value: '' }, 'common-name-required', requiredName));
  if (commonName !== undefined && refusedName !== undefined)
    broken.push(broke(commonName, refusedName, `common name ${quoted(commonName.value)} not allowed by this role`));
  if (serialNumber !== undefined && !serialNumberAllowed(role, serialNumber.value)) {
    const message = `serial_number ${quoted(serialNumber.value)} not allowed by this role`;
    broken.push(broke(serialNumber, 'serial-number-allowed', message));
  }
  const copied =
    commonName !== undefined &&
    refusedName === undefined &&
    !excludeCommonName &&
    (commonName.value.includes('@') || isHostLike(commonName.value));
  const names = [...(copied ? [commonName] : []), ...wanted.names];
  const uris = uriJudge(role.allowedUriSans, role.allowedUriSansTemplate, identity, role.allowGlobsInIdentityTemplates);
  const checked = [
    ...[...names.filter(isHost), ...names.filter((given) => !isHost(given))].map((given) => checkName(given, judge)),
    ...wanted.unknown.map((given) =>
      refused(given, 'name-allowed', `subject alternate name ${quoted(given.value)} not allowed by this role`),
    ),
    ...wanted.others.map((given) => checkOther(given, role.allowedOtherSans)),
    ...wanted.ips.map((given) => checkIp(given, role)),
    ...wanted.uris.map((given) => checkUri(given, role.allowedUriSans.length === 0, uris)),
  ];
  return {
    names: withoutRepetition(checked.flatMap((each) => each.names)),
    broken: [...broken, ...checked.flatMap((each) => each.broken)],
  };
}

/** All together: checking them blocks the thread for all others. */
const mostNames = 5000;

/** Before any name is checked. */
function countFault({
  names,
  unknown,
  others,
  ips,
  uris,
  userIds,
}: Omit<RequestedNames, 'commonName' | 'serialNumber'>): Broken | undefined {
  const lists = [names, others, ips, uris, unknown, userIds];
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  if (count <= mostNames) return undefined;
  const [most] = lists.sort((a, b) => b.length - a.length)[0] ?? [];
  const message = `${count} names were asked for, and a certificate takes at most ${mostNames}`;
  return broke({ field: most?.field ?? 'alt_names', value: String(count) }, 'names-limit', message);
}

function internationalFault(names: RequestedNames['names']): Broken | undefined {
  const count = internationalLabels(names.map(({ value }) => value));
  const first = names.find(({ value }) => isInternational(value));
  if (first === undefined || count <= mostInternationalLabels) return undefined;
  const message = `international names with ${count} labels were asked for, and a request takes at most ${mostInternationalLabels}`;
  return broke({ field: first.field, value: String(count) }, 'names-limit', message);
}

/** Before any comparison: each name is compared with every pattern that the role has for its kind. */
function comparisonFault(
  role: Role,
  { commonName, serialNumber, names, others, ips, uris }: Omit<RequestedNames, 'unknown' | 'userIds'>,
): Broken | undefined {
  const patterns =
    role.allowGlobDomains && !role.allowAnyName ? role.allowedDomains.filter((each) => each.includes('*')) : [];
  return (
    tooMuch([...(commonName ? [commonName] : []), ...names], patterns) ??
    tooMuch(serialNumber ? [serialNumber] : [], role.allowedSerialNumbers) ??
    tooMuch(others, role.allowedOtherSans) ??
    tooMuch(ips, role.allowedIpSansCidr) ??
    tooMuch(uris, role.allowedUriSans)
  );
}

function tooMuch(given: readonly Given[], patterns: readonly string[]): Broken | undefined {
  const texts = given.map(({ value }) => value);
  const [first] = given;
  if (first === undefined || !isTooMuchToCompare(texts, patterns)) return undefined;
  const message = `${first.field}: too much to compare with the ${patterns.length} patterns of this role`;
  return broke({ field: first.field, value: String(given.length) }, 'names-limit', message);
}

/** A common name is checked as such and as an alternative name: once is enough. */
function onceEach(judge: NameJudge): NameJudge {
  const verdicts = new Map<string, RuleCode | undefined>();
  return (name) => {
    if (!verdicts.has(name)) verdicts.set(name, judge(name));
    return verdicts.get(name);
  };
}

const isHost = ({ value }: Given): boolean => !value.includes('@');

function withoutRepetition(names: readonly GeneralName[]): GeneralName[] {
  const seen = new Map<string, GeneralName>();
  for (const name of names) {
    const text = 'value' in name ? name.value : '';
    const key = `${name.type} ${'oid' in name ? name.oid : ''} ${name.type === 'dns' ? text.toLowerCase() : text}`;
    if (!seen.has(key)) seen.set(key, name);
  }
  return [...seen.values()];
}

/** User ids by name or pattern. For names, case does not matter, as in Vault. */
export function userIdFaults(role: Pick<Role, 'allowedUserIds'>, userIds: readonly Given[]): Broken[] {
  const fault = tooMuch(userIds, role.allowedUserIds);
  if (fault !== undefined) return [fault];
  const allowed = (value: string): boolean =>
    role.allowedUserIds.some((pattern) => pattern.toLowerCase() === value.toLowerCase() || globMatches(pattern, value));
  return userIds
    .filter(({ value }) => !isReadable(value) || !allowed(value))
    .map((given) => broke(given, 'user-id-allowed', `user_id ${quoted(given.value)} is not allowed by this role`));
}
