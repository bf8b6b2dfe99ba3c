import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideIssue, leafNotAfterBehaviors } from '../../../src/pki/policy/index.js';
import { formatTime } from '../../../src/pki/policy/time.js';
import { decideGivenValidity, decideValidity, noLimits } from '../../../src/pki/policy/validity.js';
import { around, day, hour, issue, messages, now, planned, role, ruleOf, type LooseInput } from './made.js';

const any = { allow_any_name: true };
const decide = (input: LooseInput, request: LooseInput, extra: Partial<typeof around> = {}) =>
  decideIssue(role({ ...any, ...input }), issue({ common_name: 'a.test', ...request }), { ...around, ...extra });
const begin = Date.parse('2026-03-01T12:00:00Z');
const end = (decision: ReturnType<typeof decide>) => (planned(decision).notAfter.getTime() - begin) / 1000;
const longer = (ttl: string, max: string) =>
  `TTL "${ttl}" is longer than permitted maxTTL "${max}", so maxTTL is being used`;

describe('time to live', () => {
  test.each<[LooseInput, LooseInput, number, string[]]>([
    [{}, {}, 32 * day, []],
    [{ ttl: '1h' }, {}, hour, []],
    [{ ttl: '1h' }, { ttl: '2h' }, 2 * hour, []],
    [{ ttl: '1h' }, { ttl: '0' }, hour, []],
    [{ max_ttl: '3h' }, { ttl: '2h' }, 2 * hour, []],
    [{ max_ttl: '3h' }, { ttl: '4h' }, 3 * hour, [longer('4h0m0s', '3h0m0s')]],
    [{ max_ttl: '3h' }, {}, 3 * hour, [longer('768h0m0s', '3h0m0s')]],
    [{}, { ttl: '33d' }, 32 * day, [longer('792h0m0s', '768h0m0s')]],
    [{}, { ttl: '9007199254740991' }, 32 * day, [longer('2501999792983h36m31s', '768h0m0s')]],
    [{ max_ttl: '365d' }, { ttl: '100d' }, 100 * day, []],
    [{}, { not_after: '2027-03-01T12:00:00Z' }, 365 * day, []],
    [{}, { not_after: '2027-03-01T13:00:00+01:00' }, 365 * day, []],
    [{ max_ttl: '3h' }, { not_after: '2027-03-01T12:00:00Z' }, 3 * hour, [longer('8760h0m0s', '3h0m0s')]],
    [{ max_ttl: '3h' }, { not_after: '2026-03-01T13:00:00Z' }, hour, []],
    [{ not_after: '2027-03-01T12:00:00Z' }, {}, 365 * day, []],
    [{ not_after: '2027-03-01T12:00:00Z' }, { not_after: '2028-03-01T12:00:00Z' }, 365 * day, []],
  ])('role %j, request %j: %d s', (input, request, seconds, warnings) => {
    const decision = decide(input, request);
    expect(end(decision)).toBe(seconds);
    expect('warnings' in decision && decision.warnings).toEqual(warnings);
  });

  test.each<[LooseInput, LooseInput, string, string]>([
    [{}, { ttl: '-1h' }, 'not-negative', 'ttl must not be negative'],
    [{}, { ttl: -1 }, 'not-negative', 'ttl must not be negative'],
    [
      {},
      { ttl: '1h', not_after: '2027-03-01T12:00:00Z' },
      'ttl-or-not-after',
      'Either ttl or not_after should be provided. Both should not be provided in the same request.',
    ],
    [
      {},
      { not_after: '2027-13-01T12:00:00Z' },
      'time-form',
      'not_after: "2027-13-01T12:00:00Z" is not a time of the form YYYY-MM-ddTHH:MM:SSZ',
    ],
    [
      {},
      { not_after: '2027-03-01' },
      'time-form',
      'not_after: "2027-03-01" is not a time of the form YYYY-MM-ddTHH:MM:SSZ',
    ],
    [
      {},
      { not_after: '10000-01-01T00:00:00Z' },
      'time-form',
      'not_after: "10000-01-01T00:00:00Z" is not a time of the form YYYY-MM-ddTHH:MM:SSZ',
    ],
    [
      {},
      { not_after: '9999-12-31T23:59:59-00:01' },
      'not-after-limit',
      'not_after: latest supported value is 9999-12-31T23:59:59Z',
    ],
    [
      {},
      { not_after: '2020-01-01T00:00:00Z' },
      'validity-order',
      "The certificate's Not Before (2026-03-01T11:59:30Z) is later than the certificate's Not After (2020-01-01T00:00:00Z)",
    ],
    [
      {},
      { not_after: '2026-03-01T11:59:30Z' },
      'validity-order',
      "The certificate's Not Before (2026-03-01T11:59:30Z) is equal to the certificate's Not After (2026-03-01T11:59:30Z)",
    ],
    [
      { not_before_duration: '900000d' },
      {},
      'not-after-limit',
      'not_before_duration would result in -000438-01-18T12:00:00Z; supported are years 1 to 9999',
    ],
    [
      { not_before_duration: 9007199254740991 },
      {},
      'not-after-limit',
      'not_before_duration would result in a time beyond all calendars; supported are years 1 to 9999',
    ],
  ])('role %j, request %j breaks %s', (input, request, rule, message) => {
    const decision = decide(input, request);
    expect([ruleOf(decision), ...messages(decision)]).toEqual([rule, message]);
  });

  test('a certificate begins a little earlier than now, as the role has it', () => {
    expect(planned(decide({}, {})).notBefore).toEqual(new Date('2026-03-01T11:59:30Z'));
    expect(planned(decide({ not_before_duration: '0' }, {})).notBefore).toEqual(new Date('2026-03-01T12:00:00Z'));
  });

  test.each<[LooseInput, LooseInput, string]>([
    [{}, { not_before: '2026-02-01T00:00:00Z' }, '2026-02-01T00:00:00Z'],
    [{}, { not_before: '2026-03-20T01:00:00.5+01:00' }, '2026-03-20T00:00:00Z'],
    [{ not_before: '2026-01-01T00:00:00Z' }, { not_before: '2026-02-01T00:00:00Z' }, '2026-01-01T00:00:00Z'],
    [
      { not_before: '2026-01-01T00:00:00Z', not_before_bound: 'forbid' },
      { not_before: '2026-02-01T00:00:00Z' },
      '2026-01-01T00:00:00Z',
    ],
    [
      { not_before_bound: 'duration', not_before_duration: '2h' },
      { not_before: '2026-03-01T10:00:00Z' },
      '2026-03-01T10:00:00Z',
    ],
    [{ not_before_bound: 'forbid' }, {}, '2026-03-01T11:59:30Z'],
  ])('role %j, request %j: begins at %s', (input, request, begins) => {
    expect(planned(decide(input, request)).notBefore).toEqual(new Date(begins));
  });

  test.each<[LooseInput, LooseInput, string, string]>([
    [{}, { not_before: 'x' }, 'time-form', 'not_before: "x" is not a time of the form YYYY-MM-ddTHH:MM:SSZ'],
    [
      { not_before_bound: 'forbid' },
      { not_before: '2026-03-01T12:00:00Z' },
      'not-before-bound',
      'not_before_bound is set to forbid. not_before cannot be provided.',
    ],
    [
      { not_before_bound: 'duration', not_before_duration: '2h' },
      { not_before: '2026-03-01T09:59:59.250Z' },
      'not-before-bound',
      'not_before_bound is set to duration. Cannot satisfy request as it would result in notBefore of 2026-03-01T09:59:59.25Z that is older than the allowed not_before_duration of 2h0m0s',
    ],
    [
      {},
      { not_before: '2026-03-03T00:00:00Z', ttl: '1h' },
      'validity-order',
      "The certificate's Not Before (2026-03-03T00:00:00Z) is later than the certificate's Not After (2026-03-01T13:00:00Z)",
    ],
    [
      { not_after_bound: 'forbid' },
      { not_after: '2026-03-01T13:00:00Z' },
      'not-after-bound',
      'not_after_bound is set to forbid. not_after cannot be provided.',
    ],
    [
      { not_after_bound: 'ttl-limited', ttl: '1h' },
      { not_after: '2026-03-01T13:00:01Z' },
      'not-after-bound',
      'not_after_bound is set to ttl-limited. Cannot satisfy request as that would result in notAfter of 2026-03-01T13:00:01Z that is beyond the TTL of 1h0m0s',
    ],
    [
      { not_after_bound: '2026-03-01T13:00:00.5Z' },
      { not_after: '2026-03-01T13:00:01.75Z' },
      'not-after-bound',
      'not_after_bound is set to 2026-03-01T13:00:00.5Z. Cannot statisfy request as that would result in notAfter of 2026-03-01T13:00:01.75Z that is beyond the maximum timestamp of 2026-03-01T13:00:00.5Z',
    ],
    [
      { not_after_bound: '2026-03-01T13:00:00Z' },
      { ttl: '2h' },
      'not-after-bound',
      'not_after_bound is set to 2026-03-01T13:00:00Z. Cannot statisfy request as that would result in notAfter of 2026-03-01T14:00:00Z that is beyond the maximum timestamp of 2026-03-01T13:00:00Z',
    ],
  ])('role %j, request %j breaks %s', (input, request, rule, message) => {
    const decision = decide(input, request);
    expect([ruleOf(decision), ...messages(decision)]).toEqual([rule, message]);
  });

  test.each<[LooseInput, LooseInput, number]>([
    [{ not_after_bound: 'ttl-limited', ttl: '1h' }, { not_after: '2026-03-01T13:00:00Z' }, hour],
    [{ not_after_bound: 'forbid' }, { ttl: '1h' }, hour],
    [{ not_after_bound: 'forbid', not_after: '2026-03-01T13:00:00Z' }, { not_after: '2027-03-01T13:00:00Z' }, hour],
    [{ not_after_bound: '2026-03-01T13:00:00Z' }, { not_after: '2026-03-01T13:00:00Z' }, hour],
  ])('role %j, request %j: %d s', (input, request, seconds) => {
    expect(end(decide(input, request))).toBe(seconds);
  });

  test('an engine without a bound is bound by the calendar', () => {
    const decision = decide(
      {},
      { ttl: '3000000d' },
      {
        engine: { defaultTtl: 1, maxTtl: Number.MAX_SAFE_INTEGER },
        issuer: { ...around.issuer, leafNotAfterBehavior: 'permit' },
      },
    );
    expect(ruleOf(decision)).toBe('not-after-limit');
  });
});

describe('a certificate that would outlive its issuer', () => {
  const issuer = new Date('2026-03-02T00:00:00Z');
  const at = (leafNotAfterBehavior: (typeof leafNotAfterBehaviors)[number], request: LooseInput) =>
    decide({}, request, { issuer: { notAfter: issuer, leafNotAfterBehavior } });

  test.each(['err', 'always_enforce_err'] as const)('%s: is refused', (behavior) => {
    expect(messages(at(behavior, { ttl: '24h' }))).toEqual([
      'cannot satisfy request, as TTL would result in notAfter of 2026-03-02T12:00:00Z that is beyond the expiration of the CA certificate at 2026-03-02T00:00:00Z',
    ]);
    expect(ruleOf(at(behavior, { not_after: '9999-12-31T23:59:59Z' }))).toBe('within-issuer');
    expect(end(at(behavior, { ttl: '12h' }))).toBe(12 * hour);
  });

  test('truncate: ends with it', () => {
    expect(planned(at('truncate', { ttl: '24h' })).notAfter).toEqual(issuer);
    expect(planned(at('truncate', { not_after: '9999-12-31T23:59:59Z' })).notAfter).toEqual(issuer);
  });

  test('permit: outlives it', () => {
    expect(end(at('permit', { ttl: '24h' }))).toBe(day);
    expect(planned(at('permit', { not_after: '9999-12-31T23:59:59Z' })).notAfter).toEqual(
      new Date('9999-12-31T23:59:59Z'),
    );
  });

  test('truncated to an issuer that has ended, it would end before it begins', () => {
    const ended = { notAfter: new Date('2026-01-01T00:00:00Z'), leafNotAfterBehavior: 'truncate' } as const;
    expect(ruleOf(decide({}, {}, { issuer: ended }))).toBe('validity-order');
  });
});

test('whatever times are asked for, a certificate fits its issuer, its limits and the calendar', () => {
  const time = fc.oneof(
    fc.integer({ min: -10, max: 10 ** 12 }),
    fc.constantFrom('1h', '10000d', '-5s', ''),
    fc.maxSafeInteger(),
  );
  const date = fc.oneof(
    fc.constant(''),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((each) => each.toISOString()),
  );
  fc.assert(
    fc.property(
      time,
      date,
      fc.nat(10 ** 9),
      fc.constantFrom(...leafNotAfterBehaviors),
      (ttl, notAfter, max, behavior) => {
        const decision = decide(
          { max_ttl: max },
          { ttl, not_after: notAfter },
          { issuer: { ...around.issuer, leafNotAfterBehavior: behavior } },
        );
        if (decision.broken) return;
        const { planned: made } = decision;
        expect(made.notBefore < made.notAfter).toBe(true);
        expect(made.notAfter.getTime()).toBeLessThanOrEqual(Date.parse('9999-12-31T23:59:59Z'));
        expect(made.notAfter.getMilliseconds()).toBe(0);
        if (max > 0) expect(made.notAfter.getTime() - now.getTime()).toBeLessThanOrEqual(max * 1000);
        if (behavior !== 'permit') expect(made.notAfter <= around.issuer.notAfter).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});

test('times of a certificate are judged as those that a request gives in words', () => {
  // Whatever a certificate can say, and a little beyond the years that can be signed.
  const from = Date.parse('0000-01-01T00:00:00Z');
  const time = fc.oneof(
    fc.integer({ min: from / 1000, max: Date.parse('9999-12-31T23:59:59Z') / 1000 }).map((at) => new Date(at * 1000)),
    fc.integer({ min: -5, max: 5 }).map((at) => new Date(begin + at * 1000)),
    fc
      .constantFrom(from, Date.parse('0001-01-01T00:00:00Z'), around.issuer.notAfter.getTime())
      .map((at) => new Date(at)),
  );
  fc.assert(
    fc.property(time, time, fc.constantFrom(...leafNotAfterBehaviors), (notBefore, notAfter, behavior) => {
      const given = decideGivenValidity(around, { notBefore, notAfter }, behavior);
      const words = { ttl: 0, notBefore: formatTime(notBefore), notAfter: formatTime(notAfter) };
      const { notBefore: earliest, ...said } = decideValidity(around, words, noLimits, behavior);
      const { notBefore: first, ...all } = given;
      expect(all).toEqual(said);
      if (all.broken.every(({ field }) => field !== 'not_before')) expect(first).toEqual(earliest);
    }),
  );
});
