import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { beginning, factsReader, recordHash } from '../../../src/identity/audit/chained-record.js';

/** Every column with a value of its own, in the order in which they are told. */
const facts = {
  ...{ id: 7n, at: new Date('2026-01-02T03:04:05.678Z'), organizationId: 'org-1', actorId: 'user-1' },
  ...{ actorName: 'olga', actorKind: 'user', tokenId: 'at-1', action: 'workspace.update', targetType: 'workspace' },
  ...{ targetId: 'ws-1', targetName: 'n', outcome: 'success', problem: 'p', requestId: 'r', remoteAddress: '::1' },
  details: '{"n":1}',
};
const optional = [
  'organizationId',
  'actorId',
  'tokenId',
  'targetName',
  'problem',
  'requestId',
  'remoteAddress',
  'details',
] as const;
const told = [
  ...['3', '7', '2026-01-02T03:04:05.678Z', 'org-1', 'user-1', 'olga', 'user', 'at-1', 'workspace.update'],
  ...['workspace', 'ws-1', 'n', 'success', 'p', 'r', '::1', '{"n":1}'],
];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a record is hashed after the one before it, with its place and all that it says', () => {
  expect(beginning).toBe('0000000000000000000000000000000000000000000000000000000000000000');
  expect(recordHash('before', 3n, facts)).toBe(sha256(`before\n${JSON.stringify(told)}`));
});

test.each(optional)('%s may be null, which is another record', (name) => {
  const without = { ...facts, [name]: null };
  const said = told.map((each) => (each === facts[name] ? null : each));
  expect(recordHash('before', 3n, without)).toBe(sha256(`before\n${JSON.stringify(said)}`));
});

test('every column is read, and one that is missing is no record', () => {
  const { id, at, ...texts } = facts;
  const row = { id: String(id), at: at.toISOString(), ...texts };
  expect(factsReader.read(row)).toEqual(facts);
  for (const name of optional) expect(factsReader.read({ ...row, [name]: null })).toEqual({ ...facts, [name]: null });
  for (const name of Object.keys(row).filter((each) => !optional.some((may) => may === each)))
    expect(() => factsReader.read({ ...row, [name]: null })).toThrow('a column does not hold');
  expect(factsReader.selection('r').split(', ')).toEqual(Object.keys(facts).map((name) => `r."${name}" AS "${name}"`));
});
