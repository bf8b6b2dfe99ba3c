import { describe, expect, test } from 'vitest';
import { grantedTtl, termsOf } from '../../../src/identity/tokens/token-lifetime.js';
import { inVault } from '../../../src/platform/wording.js';
import type { Said } from '../../../src/platform/wording.js';

const hour = 3_600;
const system = 768 * hour;
const longer = 20 * 366 * 86_400;

/** The warning's words for what was cut: `TTL 10>5`. */
const said = (warnings: readonly Said[]) =>
  warnings.map(inVault).map((text) => {
    const [, what, wanted = '', most = ''] =
      /^(\w+) of "(\w+)" exceeded the effective max_ttl of "(\w+)"; \1 value is capped accordingly$/.exec(text) ?? [];
    return `${what ?? text} ${secondsOf(wanted)}>${secondsOf(most)}`;
  });

/** `1h1s` → 3601, with no unit that is zero. */
function secondsOf(text: string): bigint {
  const [, h = '0', m = '0', s = '0'] = /^(?:([1-9]\d*)h)?(?:([1-9]\d?)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  return BigInt(h) * 3600n + BigInt(m) * 60n + BigInt(s);
}

describe('a token that is made', () => {
  test.each([
    // asked                                                          made for    period       explicit max  warnings
    [{}, system, null, null, []],
    [{ ttl: hour }, hour, null, null, []],
    [{ ttl: longer }, system, null, null, [`TTL ${longer}>${system}`]],
    [{ ttl: Number.MAX_SAFE_INTEGER }, system, null, null, [`TTL ${Number.MAX_SAFE_INTEGER}>${system}`]],
    [{ explicitMaxTtl: hour }, hour, null, hour, [`TTL ${system}>${hour}`]],
    [{ ttl: 2 * hour, explicitMaxTtl: hour }, hour, null, hour, [`TTL ${2 * hour}>${hour}`]],
    [{ ttl: longer, explicitMaxTtl: longer }, system, null, longer, [`TTL ${longer}>${system}`]],
    [{ period: hour }, hour, hour, null, []],
    [{ period: hour, ttl: 60 }, hour, hour, null, []],
    [{ period: longer }, system, system, null, [`period ${longer}>${system}`]],
    [{ period: hour, explicitMaxTtl: 10 * hour }, hour, hour, 10 * hour, []],
    [{ period: hour, explicitMaxTtl: longer }, hour, hour, longer, []],
    [{ period: 2 * hour, explicitMaxTtl: hour }, hour, 2 * hour, hour, [`period ${2 * hour}>${hour}`]],
  ])('%j', (asked, creationTtl, period, explicitMaxTtl, warnings) => {
    const made = termsOf(asked, ['default']);
    expect(made.terms).toEqual({ creationTtl, period, explicitMaxTtl });
    expect(said(made.warnings)).toEqual(warnings);
  });

  test.each([
    [{}, null, null],
    [{ explicitMaxTtl: longer }, longer, longer],
    [{ ttl: longer }, system, null],
    [{ ttl: hour, explicitMaxTtl: longer }, hour, longer],
  ])('with the policy root, %j', (asked, creationTtl, explicitMaxTtl) => {
    const made = termsOf(asked, ['root']);
    expect(made.terms).toEqual({ creationTtl, period: null, explicitMaxTtl });
    expect(said(made.warnings)).toEqual('ttl' in asked && asked.ttl === longer ? [`TTL ${longer}>${system}`] : []);
  });

  test('with the policy root and a period, it has that', () => {
    expect(termsOf({ period: hour }, ['root']).terms).toEqual({
      ...{ creationTtl: hour, period: hour, explicitMaxTtl: null },
    });
  });

  test.each([{ ttl: -1 }, { period: -1 }, { explicitMaxTtl: -1 }, { explicitMaxTtl: 2 ** 31 }])(
    '%j is refused',
    (asked) => {
      const message: unknown = expect.stringMatching(/must be between 0 and \d+ seconds/);
      const refused = { code: 'INVALID_INPUT', message, field: Object.keys(asked) };
      expect(() => termsOf(asked, ['default'])).toThrow(expect.objectContaining(refused));
    },
  );
});

describe('a token that is renewed', () => {
  const plain = { creationTtl: hour, period: null, explicitMaxTtl: null };
  const limited = { ...plain, explicitMaxTtl: 10 * hour };
  const periodic = { ...plain, period: hour };
  const ending = { ...limited, period: hour };
  test.each([
    // token   asks for     after           gets       warnings
    [plain, 0, 60, hour, []],
    [plain, 2 * hour, 60, 2 * hour, []],
    [plain, longer, 0, system, [`TTL ${longer}>${system}`]],
    [plain, hour, system - 60, 60, [`TTL ${hour}>60`]],
    [plain, 0, system - 60, 60, [`TTL ${hour}>60`]],
    // Of what it asks for, less than a second is missing: as in OpenBao, nothing to warn of.
    [plain, system, 0.4, system - 1, []],
    [plain, system, 1, system - 1, [`TTL ${system}>${system - 1}`]],
    [plain, system, 1.4, system - 2, [`TTL ${system}>${system - 2}`]],
    [limited, 2 * hour, 9 * hour, hour, [`TTL ${2 * hour}>${hour}`]],
    [limited, 20 * hour, 9 * hour, hour, [`TTL ${20 * hour}>${hour}`]],
    [periodic, 0, longer, hour, []],
    [periodic, 9 * hour, longer, hour, []],
    [ending, 9 * hour, 60, hour, []],
    [ending, 60, 9 * hour, hour, []],
    [ending, 0, 9 * hour + 1_800, 1_800, [`TTL ${hour}>1800`]],
    [ending, 0, 10 * hour, 0, [`TTL ${hour}>0`]],
  ])('%j that asks for %d s after %d s gets %d s', (token, increment, age, ttl, warnings) => {
    const granted = grantedTtl(token, { increment, age });
    expect(granted.ttl).toBe(ttl);
    expect(said(granted.warnings)).toEqual(warnings);
  });
});
