import { expect, test } from 'vitest';
import { turnsAs } from '../../../src/gateway/execution/operation-run.js';
import { ids } from '../../../src/platform/ids.js';
import { caller } from '../fixture.js';

test('tokens of one account take turns together, and restricted ones, which several programs may have, each by itself', () => {
  const other = { ...caller, tokenId: ids.token.make() };
  const restricted = { ...caller, kind: 'restricted' } as const;
  expect(turnsAs(other)).toBe(turnsAs(caller));
  expect(turnsAs(restricted)).not.toBe(turnsAs(caller));
  expect(turnsAs({ ...restricted, tokenId: other.tokenId })).not.toBe(turnsAs(restricted));
  expect(turnsAs(restricted)?.split(' ')).toEqual([caller.userId, caller.tokenId]);
  expect(turnsAs(null)).toBeUndefined();
});
