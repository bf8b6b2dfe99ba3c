import { describe, expect, test } from 'vitest';
import { IdShapeError, ids, kindOf, openLetters, randomLetters } from '../../src/platform/ids.js';

describe('the documented identifiers', () => {
  // docs/from-terraform-enterprise.md
  test.each([
    ['ws', ids.workspace],
    ['sv', ids.stateVersion],
    ['wsout', ids.stateVersionOutput],
    ['run', ids.run],
    ['user', ids.user],
    ['team', ids.team],
    ['org', ids.organization],
    ['prj', ids.project],
    ['cv', ids.configurationVersion],
  ] as const)('%s-', (prefix, kind) => {
    // Base58, as Terraform Enterprise makes them.
    expect(kind.make()).toMatch(new RegExp(`^${prefix}-[1-9A-HJ-NP-Za-km-z]{16}$`));
    expect(kind.is(`${prefix}-0OIl0OIl0OIl0OIl`)).toBe(true);
  });
});

test('every prefix belongs to one kind', () => {
  const prefixes = Object.values(ids).map(({ prefix }) => prefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});

test('a made one is parsed back, and by its own kind alone', () => {
  for (const [name, kind] of Object.entries(ids)) {
    const id = kind.make();
    expect(kind.parse(id)).toBe(id);
    expect(kindOf(id)).toBe(name);
    expect(Object.values(ids).filter((other) => other.is(id))).toEqual([kind]);
  }
});

test.each([
  'ws-',
  'ws-123456789012345',
  'ws-12345678901234567',
  'ws-123456789012345_',
  'ws-../../etc/passwd',
  'sv-1234567890123456',
  ' ws-1234567890123456',
  'ws-1234567890123456\n',
  'WS-1234567890123456',
  'ws-１２３４５６７８９０１２３４５６',
  '',
  null,
  undefined,
  42,
  ['ws-1234567890123456'],
])('%j is no workspace', (text) => {
  expect(ids.workspace.parse(text)).toBeNull();
  expect(() => ids.workspace.require(text)).toThrow(IdShapeError);
});

test.each([
  [62, randomLetters],
  [58, openLetters],
])('%d letters are all used, and about equally often', (letters, made) => {
  const counts = new Map<string, number>();
  for (const letter of made(letters * 1_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(letters);
  // 1,000 of each are expected, with a standard deviation of 31.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
});

test('two are never the same', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => ids.run.make())).size).toBe(10_000);
});

test('those made for a time lie in its order, whatever the order of letters, and beside each other', () => {
  const times = [0, 1, 1_500_000_000_000, 1_500_000_000_001, 1_800_000_000_000, 4_000_000_000_000].map(
    (at) => new Date(at),
  );
  const made = times.map((at) => ids.certificate.makeAt(at));
  for (const locale of ['en', 'de', 'tr'])
    expect(made.toSorted((one, other) => one.localeCompare(other, locale))).toEqual(made);
  expect(made.toSorted()).toEqual(made);
  const [same = new Date(0)] = times.slice(-1);
  const many = Array.from({ length: 1000 }, () => ids.certificate.makeAt(same));
  expect(new Set(many).size).toBe(1000);
  expect(new Set(many.map((id) => id.slice(0, 13))).size).toBe(1);
  for (const id of many) expect(id).toMatch(/^crt-[1-9A-HJ-NP-Za-km-z]{16}$/);
});
