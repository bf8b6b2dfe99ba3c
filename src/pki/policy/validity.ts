import { formatDuration } from './duration.js';
import type { Broken } from './rules.js';
import type { ConstrainedAuthority } from './within-constraints.js';
import { formatTime, isEncodable, parseTime, wholeSecond } from './time.js';

/** `leaf_not_after_behavior`: what happens to a certificate that would outlive its issuer. */
export const leafNotAfterBehaviors = ['err', 'truncate', 'permit', 'always_enforce_err'] as const;
export type LeafNotAfterBehavior = (typeof leafNotAfterBehaviors)[number];

/** The properties of the signing authority that rules use. */
export interface IssuerFacts {
  readonly notAfter: Date;
  readonly leafNotAfterBehavior: LeafNotAfterBehavior;
  /** From its basic constraints; undefined if there is no limit. */
  readonly pathLength?: number | undefined;
  /** Its own, and those of the known authorities above it. */
  readonly nameConstraints?: readonly ConstrainedAuthority[];
}

/** From the mount, or from the system if the mount has none. Seconds. */
export interface EngineFacts {
  readonly defaultTtl: number;
  readonly maxTtl: number;
}

export interface Moment {
  readonly now: Date;
  readonly engine: EngineFacts;
  readonly issuer: IssuerFacts;
}

/** The validity that a request asks for; 0 and '' if it does not. */
export interface WantedValidity {
  readonly ttl: number;
  readonly notAfter: string;
}

/** The validity that a role sets; 0 and '' if it does not. */
export interface ValidityLimits extends WantedValidity {
  readonly maxTtl: number;
  readonly notBeforeDuration: number;
}

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly warnings: readonly string[];
  readonly broken: readonly Broken[];
}

const after = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

const tooLong = (ttl: number, max: number): string =>
  `TTL "${formatDuration(ttl)}" is longer than permitted maxTTL "${formatDuration(max)}", so maxTTL is being used`;

/** Beginning and end, from request, role, engine and issuer, in this order. */
export function decideValidity(
  { now, engine, issuer }: Moment,
  wanted: WantedValidity,
  limits: ValidityLimits,
  behavior: LeafNotAfterBehavior,
): Validity {
  const broken: Broken[] = [];
  const begin = wholeSecond(now);
  const notBefore = after(begin, -limits.notBeforeDuration);
  const end = decideEnd(begin, engine, wanted, limits);
  broken.push(...end.broken);
  let { notAfter } = end;
  if (limits.notBeforeDuration < 0) broken.push(negative('not_before_duration', limits.notBeforeDuration));
  else if (!isEncodable(notBefore)) broken.push(unencodable('not_before_duration', notBefore));
  if (notAfter !== undefined && notAfter > issuer.notAfter) {
    if (behavior === 'truncate') notAfter = wholeSecond(issuer.notAfter);
    else if (behavior !== 'permit') broken.push(beyondIssuer(end.field, notAfter, issuer.notAfter));
  }
  if (notAfter !== undefined && !isEncodable(notAfter)) broken.push(unencodable(end.field, notAfter));
  else if (notAfter !== undefined && notAfter <= notBefore) broken.push(backwards(end.field, notBefore, notAfter));
  return { notBefore, notAfter: notAfter ?? begin, warnings: end.warnings, broken };
}

interface End {
  /** The parameter that the end comes from. */
  readonly field: string;
  readonly notAfter: Date | undefined;
  readonly warnings: readonly string[];
  readonly broken: readonly Broken[];
}

function decideEnd(begin: Date, engine: EngineFacts, wanted: WantedValidity, limits: ValidityLimits): End {
  const refused = (broken: Broken): End => ({
    field: broken.field,
    notAfter: undefined,
    warnings: [],
    broken: [broken],
  });
  if (wanted.ttl < 0) return refused(negative('ttl', wanted.ttl));
  // The role's fixed end takes precedence over the request's.
  const fixed = limits.notAfter === '' ? wanted.notAfter : limits.notAfter;
  if (fixed === '') {
    const ttl = wanted.ttl || limits.ttl || engine.defaultTtl;
    const max = limits.maxTtl || engine.maxTtl;
    const warnings = ttl > max ? [tooLong(ttl, max)] : [];
    return { field: 'ttl', notAfter: after(begin, Math.min(ttl, max)), warnings, broken: [] };
  }
  const field = 'not_after';
  if (wanted.ttl > 0) {
    const message = 'Either ttl or not_after should be provided. Both should not be provided in the same request.';
    return refused({ field, value: fixed, rule: 'ttl-or-not-after', message });
  }
  const read = parseTime(field, fixed);
  if (read.broken !== undefined) return refused(read.broken);
  const ttl = Math.ceil((read.time.getTime() - begin.getTime()) / 1000);
  // A fixed end cannot exceed the role's maximum. The engine's maximum is only for ttl: devices get 9999-12-31.
  if (limits.notAfter === '' && limits.maxTtl > 0 && ttl > limits.maxTtl) {
    return { field, notAfter: after(begin, limits.maxTtl), warnings: [tooLong(ttl, limits.maxTtl)], broken: [] };
  }
  return { field, notAfter: read.time, warnings: [], broken: [] };
}

const negative = (field: string, seconds: number): Broken => ({
  field,
  value: formatDuration(seconds),
  rule: 'not-negative',
  message: `${field} must not be negative`,
});

const unencodable = (field: string, time: Date): Broken => ({
  field,
  value: formatTime(time),
  rule: 'not-after-limit',
  message: `${field} would result in ${formatTime(time)}; supported are years 1 to 9999`,
});

const beyondIssuer = (field: string, notAfter: Date, issuer: Date): Broken => ({
  field,
  value: formatTime(notAfter),
  rule: 'within-issuer',
  message:
    `cannot satisfy request, as TTL would result in notAfter of ${formatTime(notAfter)} ` +
    `that is beyond the expiration of the CA certificate at ${formatTime(issuer)}`,
});

const backwards = (field: string, notBefore: Date, notAfter: Date): Broken => ({
  field,
  value: formatTime(notAfter),
  rule: 'validity-order',
  message:
    `The certificate's Not Before (${formatTime(notBefore)}) is ` +
    `${notBefore > notAfter ? 'later than' : 'equal to'} the certificate's Not After (${formatTime(notAfter)})`,
});

/**
 * The rule for intermediates and verbatim certificates: an end beyond the issuer's is truncated, whatever the issuer's behavior is, unless the caller asks for
 * that behavior or it always refuses.
 */
export const truncatingBehavior = (issuer: IssuerFacts, enforced: boolean): LeafNotAfterBehavior =>
  enforced || issuer.leafNotAfterBehavior === 'always_enforce_err' ? issuer.leafNotAfterBehavior : 'truncate';
