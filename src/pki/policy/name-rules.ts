import { globMatches } from './glob.js';
import {
  asciiName,
  isDnsText,
  isHostName,
  isInternational,
  isLocalPart,
  isReadable,
  isWildcardLabel,
  longestName,
} from './host-name.js';
import { patternsOf, type IdentityValues } from './identity-template.js';
import { remembered, rememberedLast } from './remembered.js';
import type { Role } from './parameters/index.js';
import type { RuleCode } from './rules.js';
import { isTooMuchToConvert } from './work-bounds.js';
import { isIPv4 } from 'node:net';

/** The fields of a role about names. */
export type NamePolicy = Pick<
  Role,
  | 'allowWildcardCertificates'
  | 'enforceHostnames'
  | 'allowAnyName'
  | 'allowLocalhost'
  | 'allowedDomains'
  | 'allowedDomainsTemplate'
  | 'allowGlobsInIdentityTemplates'
  | 'allowBareDomains'
  | 'allowSubdomains'
  | 'allowGlobDomains'
>;

/** The parts of a name. */
interface Parts {
  readonly name: string;
  /** The part before the `@` of an address. */
  readonly local: string | undefined;
  /** The whole name, or the part after the `@`. */
  readonly host: string;
  /** The leftmost label if it contains the `*`. */
  readonly wildcard: string | undefined;
  /** The host without its wildcard label; empty if there is nothing else. In ASCII if it has such a form. */
  readonly reduced: string;
  /** Whether IDNA has an ASCII form for `reduced`. */
  readonly canonical: boolean;
}

function takeApart(name: string): Parts {
  const at = name.lastIndexOf('@');
  const host = name.slice(at + 1);
  const dot = host.indexOf('.');
  const first = dot < 0 ? host : host.slice(0, dot);
  const wildcard = first.includes('*') ? first : undefined;
  const rest = wildcard === undefined ? host : dot < 0 ? '' : host.slice(dot + 1);
  const converted = rest === '' ? '' : asciiName(rest);
  return {
    name,
    host,
    wildcard,
    local: at < 0 ? undefined : name.slice(0, at),
    reduced: converted ?? rest,
    canonical: converted !== undefined,
  };
}

/** Each name is used several times in a row. */
const partsOf = rememberedLast(takeApart);

/** `allowed`, the rule that is broken, or undefined: the next rule decides. */
type Verdict = 'allowed' | RuleCode | undefined;
type NameRule = (parts: Parts, policy: NamePolicy, domains: Domains) => Verdict;

/** The allowed domains, prepared so that checking a name does not read all of them. DNS names are case-insensitive (RFC 4343): all are in lower case. */
interface Domains {
  readonly written: ReadonlySet<string>;
  /** In the form in which names are compared; patterns and addresses do not change. */
  readonly comparable: ReadonlySet<string>;
  /** Those with a `*`, as written. */
  readonly patterns: readonly string[];
  readonly lowerPatterns: readonly string[];
  /** Whether there are too many international ones: they are compared as written. */
  readonly unconverted: boolean;
}

function domainsOf(written: readonly string[]): Domains {
  const lower = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase()));
  const patterns = written.filter((each) => each.includes('*'));
  const unconverted = isTooMuchToConvert(written);
  return {
    written: lower(written),
    comparable: lower(unconverted ? written : written.map((each) => asciiName(each) ?? each)),
    patterns,
    lowerPatterns: patterns.map((each) => each.toLowerCase()),
    unconverted,
  };
}

/** For a list without templates, which is the same for every caller. */
const fixedDomains = remembered((list: readonly string[]) => domainsOf(list.filter((each) => each !== '')));

/** Longer than any name: longer texts are not checked. */
const longestLooked = 1000;

/** Whether a name is below one of the domains. */
function isBelowAny(name: string, domains: ReadonlySet<string>): boolean {
  if (name.length > longestLooked) return false;
  const lower = name.toLowerCase();
  for (let dot = lower.indexOf('.', 1); dot >= 0; dot = lower.indexOf('.', dot + 1))
    if (domains.has(lower.slice(dot + 1))) return true;
  return false;
}

const plainText: NameRule = ({ name }) => (isReadable(name) && name.trim() === name ? undefined : 'plain-text');

const addressForm: NameRule = ({ local, host }) =>
  local !== undefined && (local.includes('@') || !isLocalPart(local) || host === '') ? 'email-form' : undefined;

/** Before `allow_any_name`: if wildcards are forbidden, they are forbidden for all. */
const wildcardGate: NameRule = ({ host, wildcard, reduced, local }, policy) => {
  if (!host.includes('*')) return undefined;
  if (!policy.allowWildcardCertificates) return 'wildcard-allowed';
  const stars = host.split('*').length - 1;
  return stars > 1 || wildcard === undefined || reduced.includes('*') || local !== undefined
    ? 'wildcard-form'
    : undefined;
};

const hostShape: NameRule = ({ host, wildcard, reduced, canonical, local }, policy) => {
  if (!policy.enforceHostnames) return undefined;
  if (!canonical) return 'international-name';
  if (wildcard !== undefined && !isWildcardLabel(wildcard)) return 'wildcard-form';
  if (reduced === '') return wildcard !== undefined && host === wildcard ? undefined : 'host-name';
  // An IP address as a common name has the form of a host name, and callers rely on that; it is not written as a DNS name.
  const shaped = isHostName(reduced) || (local === undefined && isIPv4(host));
  const length = wildcard === undefined ? reduced.length : wildcard.length + 1 + reduced.length;
  return shaped && length <= longestName ? undefined : 'host-name';
};

const anyName: NameRule = (_, policy) => (policy.allowAnyName ? 'allowed' : undefined);

/** DNS names have no case (RFC 4343). */
const isBelow = (name: string, domain: string): boolean =>
  name.length > domain.length + 1 && name.toLowerCase().endsWith(`.${domain.toLowerCase()}`);
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const localhost: NameRule = ({ reduced, wildcard }, policy) => {
  if (!policy.allowLocalhost) return undefined;
  return ['localhost', 'localdomain'].some(
    (local) =>
      (wildcard === undefined && isSame(reduced, local)) ||
      (policy.allowSubdomains && (isBelow(reduced, local) || (wildcard !== undefined && isSame(reduced, local)))),
  )
    ? 'allowed'
    : undefined;
};

const bareDomain: NameRule = ({ name, wildcard, reduced }, policy, domains) =>
  policy.allowBareDomains &&
  // `*.b` is a bare name only if `*.b` itself is listed; an address also counts as one by its domain.
  (domains.written.has(name.toLowerCase()) || (wildcard === undefined && domains.comparable.has(reduced.toLowerCase())))
    ? 'allowed'
    : undefined;

const subdomain: NameRule = ({ reduced, wildcard }, policy, domains) =>
  policy.allowSubdomains &&
  (isBelowAny(reduced, domains.comparable) || (wildcard !== undefined && domains.comparable.has(reduced.toLowerCase())))
    ? 'allowed'
    : undefined;

const globDomain: NameRule = ({ name, local }, policy, domains) => {
  if (!policy.allowGlobDomains) return undefined;
  // The local part of an address is case-sensitive.
  const [patterns, folded] =
    local === undefined ? [domains.lowerPatterns, name.toLowerCase()] : [domains.patterns, name];
  return patterns.some((pattern) => globMatches(pattern, folded)) ? 'allowed' : undefined;
};

/** In the order in which Vault checks names. The first rule with a result decides. */
const nameRules: readonly NameRule[] = [
  plainText,
  addressForm,
  wildcardGate,
  hostShape,
  anyName,
  localhost,
  bareDomain,
  subdomain,
  globDomain,
];

/** Checks names for one role and one caller. */
export type NameJudge = (name: string) => RuleCode | undefined;

/** The rule that a host name or an e-mail address breaks; undefined if the role allows it. */
export function nameJudge(policy: NamePolicy, identity: IdentityValues): NameJudge {
  const domains = policy.allowedDomainsTemplate
    ? domainsOf(patternsOf(policy.allowedDomains, true, identity, policy.allowGlobsInIdentityTemplates))
    : fixedDomains(policy.allowedDomains);
  return (name) => {
    const parts = partsOf(name);
    for (const rule of nameRules) {
      const verdict = rule(parts, policy, domains);
      if (verdict === 'allowed') return undefined;
      if (verdict !== undefined) return verdict;
    }
    // No converted domain has another name below it.
    return domains.unconverted && isInternational(name) ? 'names-limit' : 'name-allowed';
  };
}

/** The text of a dNSName or an rfc822Name; undefined if the name has none. It does not check what is allowed. */
export function encodableName(name: string): string | undefined {
  const { local, wildcard, reduced, canonical } = partsOf(name);
  if (!canonical) return undefined;
  if (local !== undefined) return isLocalPart(local) && isDnsText(reduced) ? `${local}@${reduced}` : undefined;
  const host = wildcard === undefined ? reduced : reduced === '' ? wildcard : `${wildcard}.${reduced}`;
  return isDnsText(host) ? host : undefined;
}

/** Whether a common name is also a host name and so belongs among the DNS names: `*.example.com` is, `My CA` is not. */
export function isHostLike(name: string): boolean {
  const { local, host, wildcard, reduced, canonical } = partsOf(name);
  if (local !== undefined || !canonical || (wildcard !== undefined && !isWildcardLabel(wildcard))) return false;
  return reduced === '' ? host === wildcard : isHostName(reduced);
}
