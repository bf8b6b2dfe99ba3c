import { formatDuration } from '../../platform/duration.js';
import type { Broken } from './rules.js';
import type { ConstrainedAuthority } from './within-constraints.js';
import { beyondCalendar, formatTime, formatWithFraction, isEncodable, parseTime, wholeSecond } from './time.js';
import type { Certificate } from '../x509/index.js';
import type { Said } from '../../platform/wording.js';

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
  readonly notBefore: string;
  readonly notAfter: string;
}

/** The validity that a role sets; 0 and '' if it does not. */
export interface ValidityLimits extends WantedValidity {
  readonly maxTtl: number;
  readonly notBeforeDuration: number;
  /** Which beginnings requests may give: permit, duration or forbid. */
  readonly notBeforeBound: string;
  /** Which ends requests may give: permit, ttl-limited, forbid, or the latest end of all certificates. */
  readonly notAfterBound: string;
}

/** Without a role: the usual duration before now, and nothing else. */
export const noLimits: ValidityLimits = {
  ttl: 0,
  maxTtl: 0,
  notBefore: '',
  notAfter: '',
  notBeforeDuration: 30,
  notBeforeBound: 'permit',
  notAfterBound: 'permit',
};

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Whether it ends with the issuer, and not when it was asked to. */
  readonly truncated: boolean;
  readonly warnings: readonly Said[];
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
  const begin = wholeSecond(now);
  const [start, end] = [decideStart(begin, wanted, limits), decideEnd(begin, engine, wanted, limits)];
  return within({ begin, issuer }, start, end, limits.notAfterBound, behavior);
}

/** The same of a certificate that has both times, which nothing limits but its issuer. */
export function decideGivenValidity(
  { now, issuer }: Moment,
  given: Pick<Certificate, 'notBefore' | 'notAfter'>,
  behavior: LeafNotAfterBehavior,
): Validity {
  const begin = wholeSecond(now);
  const fault = (field: string, time: Date): Broken[] =>
    isEncodable(time) ? [] : [beyondCalendar(field, formatTime(time))];
  const start = { notBefore: given.notBefore, broken: fault('not_before', given.notBefore) };
  const broken = fault('not_after', given.notAfter);
  const notAfter = broken.length === 0 ? given.notAfter : undefined;
  const end = { field: 'not_after', notAfter, warnings: [], broken };
  return within({ begin, issuer }, start, end, noLimits.notAfterBound, behavior);
}

/** What the issuer allows of a beginning and an end. */
function within(
  { begin, issuer }: { readonly begin: Date; readonly issuer: IssuerFacts },
  start: Start,
  end: End,
  bound: string,
  behavior: LeafNotAfterBehavior,
): Validity {
  const broken = [...start.broken, ...end.broken];
  const { notBefore } = start;
  let { notAfter } = end;
  const isBeyond = notAfter !== undefined && notAfter > issuer.notAfter;
  if (notAfter !== undefined && isBeyond) {
    if (behavior === 'truncate') notAfter = wholeSecond(issuer.notAfter);
    else if (behavior !== 'permit') broken.push(beyondIssuer(end.field, notAfter, issuer.notAfter));
  }
  const latest = notAfter && latestOf(bound);
  if (notAfter && latest && notAfter > latest) {
    const shown = end.text === undefined ? formatTime(notAfter) : formatWithFraction(end.text, notAfter);
    broken.push(beyondBound(end.field, bound, shown, latest));
  }
  if (notAfter !== undefined && !isEncodable(notAfter)) broken.push(unencodable(end.field, notAfter));
  else if (notAfter !== undefined && start.broken.length === 0 && notAfter <= notBefore)
    broken.push(backwards(end.field, notBefore, notAfter));
  const truncated = isBeyond && behavior === 'truncate';
  return { notBefore, notAfter: notAfter ?? begin, truncated, warnings: end.warnings, broken };
}

interface Start {
  readonly notBefore: Date;
  readonly broken: readonly Broken[];
}

/** The role's fixed beginning, or else the request's, or else the duration before now. */
function decideStart(begin: Date, wanted: WantedValidity, limits: ValidityLimits): Start {
  const { notBeforeDuration: duration, notBeforeBound: bound } = limits;
  const earliest = after(begin, -duration);
  const refused = (broken: Broken): Start => ({ notBefore: earliest, broken: [broken] });
  if (duration < 0) return refused(negative('not_before_duration', duration));
  const given = limits.notBefore === '' ? wanted.notBefore : limits.notBefore;
  if (given === '') {
    return isEncodable(earliest)
      ? { notBefore: earliest, broken: [] }
      : refused(unencodable('not_before_duration', earliest));
  }
  const field = 'not_before';
  const read = parseTime(field, given);
  if (read.broken !== undefined) return refused(read.broken);
  const { time: notBefore } = read;
  const isBound = limits.notBefore === '' && bound !== 'permit';
  if (isBound && (bound === 'forbid' || notBefore < earliest)) {
    const message =
      bound === 'forbid'
        ? `not_before_bound is set to ${bound}. not_before cannot be provided.`
        : `not_before_bound is set to ${bound}. Cannot satisfy request as it would result in notBefore of ` +
          `${formatWithFraction(given, notBefore)} that is older than the allowed not_before_duration of ${formatDuration(duration)}`;
    return refused({ field, value: given, rule: 'not-before-bound', message });
  }
  return { notBefore, broken: [] };
}

/** A bound that is a time. */
function latestOf(bound: string): Date | undefined {
  return isBoundName(bound) ? undefined : parseTime('not_after_bound', bound).time;
}

export const notBeforeBounds: readonly string[] = ['permit', 'duration', 'forbid'];

/** The bounds that are no times. */
export const notAfterBounds = ['permit', 'ttl-limited', 'forbid'] as const;
const isBoundName = (bound: string): boolean => notAfterBounds.some((each) => each === bound);

interface End {
  /** The parameter that the end comes from. */
  readonly field: string;
  readonly notAfter: Date | undefined;
  /** As it was given. */
  readonly text?: string;
  readonly warnings: readonly Said[];
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
  const ttl = wanted.ttl || limits.ttl || engine.defaultTtl;
  const max = limits.maxTtl || engine.maxTtl;
  if (fixed === '') {
    const warnings = ttl > max ? [tooLong(ttl, max)] : [];
    return { field: 'ttl', notAfter: after(begin, Math.min(ttl, max)), warnings, broken: [] };
  }
  const field = 'not_after';
  const isBound = limits.notAfter === '';
  if (isBound && limits.notAfterBound === 'forbid') {
    const message = 'not_after_bound is set to forbid. not_after cannot be provided.';
    return refused({ field, value: fixed, rule: 'not-after-bound', message });
  }
  if (wanted.ttl > 0) {
    const message = 'Either ttl or not_after should be provided. Both should not be provided in the same request.';
    return refused({ field, value: fixed, rule: 'ttl-or-not-after', message });
  }
  const read = parseTime(field, fixed);
  if (read.broken !== undefined) return refused(read.broken);
  const life = Math.ceil((read.time.getTime() - begin.getTime()) / 1000);
  if (isBound && limits.notAfterBound === 'ttl-limited' && life > Math.min(ttl, max)) {
    const message =
      'not_after_bound is set to ttl-limited. Cannot satisfy request as that would result in notAfter of ' +
      `${formatWithFraction(fixed, read.time)} that is beyond the TTL of ${formatDuration(Math.min(ttl, max))}`;
    return refused({ field, value: fixed, rule: 'not-after-bound', message });
  }
  // A fixed end cannot exceed the role's maximum. The engine's maximum is only for ttl: devices get 9999-12-31.
  if (isBound && limits.maxTtl > 0 && life > limits.maxTtl) {
    return { field, notAfter: after(begin, limits.maxTtl), warnings: [tooLong(life, limits.maxTtl)], broken: [] };
  }
  return { field, notAfter: read.time, text: fixed, warnings: [], broken: [] };
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

/** With OpenBao's text, which is not spelled right. */
const beyondBound = (field: string, bound: string, shown: string, latest: Date): Broken => ({
  field,
  value: shown,
  rule: 'not-after-bound',
  message:
    `not_after_bound is set to ${bound}. Cannot statisfy request as that would result in notAfter of ${shown} ` +
    `that is beyond the maximum timestamp of ${formatWithFraction(bound, latest)}`,
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
