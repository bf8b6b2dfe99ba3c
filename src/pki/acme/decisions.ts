import { decideIssue, decideSign, issueFields, parseRole, signFields } from '../policy/index.js';
import type { Broken, Circumstances, Decision, Role } from '../policy/index.js';
import { withinIssuer } from '../enrolment/within-issuer.js';
import { parseTime } from '../policy/time.js';
import { parsed } from '../read-request.js';
import type { CertificateRequest } from '../x509/index.js';
import type { AcmeConfig } from './acme-config.js';
import type { Identifier } from './acme-problem.js';
import type { Decider } from './directory.js';

/** When an order wants its certificate to be valid, as it gave it. */
export interface WantedTimes {
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
}

/** What `sign-verbatim` means here: every name that was proven, with any key. */
const verbatimRole: Role = (() => {
  const outcome = parseRole({
    allowAnyName: true,
    enforceHostnames: false,
    allowWildcardCertificates: true,
    allowIpSans: true,
    keyType: 'any',
    requireCn: false,
    cnValidations: ['disabled'],
  });
  if (outcome.broken) throw new Error(outcome.broken[0].message);
  return outcome.role;
})();

const forServers = {
  serverFlag: true,
  clientFlag: false,
  codeSigningFlag: false,
  emailProtectionFlag: false,
  extKeyUsage: [],
  extKeyUsageOids: [],
} as const satisfies Partial<Role>;

/** What decides by rules that are known here. */
export type RuleDecider = Exclude<Decider, { readonly kind: 'external-policy' }>;

/** What is derived of roles, which is remembered by the object. */
const adapted = new WeakMap<Role, Map<string, Role>>();

/** A role as it decides about an order: names come from the signing request, and nothing outlives the limit of ACME. */
function roleFor(
  decider: RuleDecider,
  config: AcmeConfig,
  { engine, now }: Circumstances,
  hasCommonName: boolean,
): Role {
  const given = decider.kind === 'role' ? decider.role.role : verbatimRole;
  const longest = Math.min(given.maxTtl || engine.maxTtl, config.maxTtl);
  const ttl = Math.min(given.ttl || engine.defaultTtl, longest);
  const end = given.notAfter === '' ? undefined : parseTime('not_after', given.notAfter).time;
  const keepsEnd = end !== undefined && end.getTime() - now.getTime() <= longest * 1000;
  const key = [longest, ttl, keepsEnd, hasCommonName, config.allowRoleExtKeyUsage].join(' ');
  const known = adapted.get(given) ?? new Map<string, Role>();
  adapted.set(given, known);
  const before = known.get(key);
  if (before) return before;
  const made: Role = {
    ...given,
    useCsrCommonName: true,
    useCsrSans: true,
    generateLease: false,
    maxTtl: longest,
    ttl,
    notAfter: keepsEnd ? given.notAfter : '',
    // Many clients send no common name, which is of no use to a browser.
    requireCn: given.requireCn && hasCommonName,
    ...(!config.allowRoleExtKeyUsage && forServers),
  };
  known.set(key, made);
  return made;
}

const timesOf = ({ notBefore, notAfter }: WantedTimes) => ({
  ...(notBefore && { notBefore: rfc3339(notBefore) }),
  ...(notAfter && { notAfter: rfc3339(notAfter) }),
});
const rfc3339 = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');

/** The rules that an order breaks whatever key and signing request follow. */
export function brokenByOrder(
  decider: Decider,
  config: AcmeConfig,
  wanted: WantedTimes & { readonly identifiers: readonly Identifier[] },
  around: Circumstances,
): readonly Broken[] {
  const late = tooLong(wanted, config, around);
  // The service is asked once the names are proven.
  if (decider.kind === 'external-policy') return late;
  const role = { ...roleFor(decider, config, around, false), keyType: 'ec', keyBits: 256 };
  const of = (type: Identifier['type']) => wanted.identifiers.flatMap((each) => (each.type === type ? each.value : []));
  const request = parsed(issueFields, { altNames: of('dns'), ipSans: of('ip'), ...timesOf(wanted) });
  const decision = decideIssue(role, request, withinIssuer(around));
  return [...(decision.broken ?? []), ...late];
}

/** RFC 8555 §7.4: what cannot be had as it was asked for is refused. */
function tooLong({ notAfter }: WantedTimes, { maxTtl }: AcmeConfig, { now }: Circumstances): readonly Broken[] {
  if (!notAfter || notAfter.getTime() - now.getTime() <= maxTtl * 1000) return [];
  const message = `notAfter is later than max_ttl of the configuration of ACME allows: ${maxTtl} seconds from now`;
  return [{ field: 'not_after', value: rfc3339(notAfter), rule: 'not-after-bound', message }];
}

/** What a signing request for the names of an order becomes. */
export function decideOrder(
  decider: RuleDecider,
  config: AcmeConfig,
  wanted: WantedTimes,
  csr: CertificateRequest,
  around: Circumstances,
): Decision {
  const role = roleFor(decider, config, around, (csr.subject.commonName ?? '') !== '');
  return decideSign(role, parsed(signFields, timesOf(wanted)), csr, withinIssuer(around));
}
