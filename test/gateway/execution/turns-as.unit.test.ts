import { expect, test } from 'vitest';
import { turnsAs, turnsOf } from '../../../src/gateway/execution/turns.js';
import { ids } from '../../../src/platform/ids.js';
import { caller } from '../fixture.js';

test('tokens of one account take turns together, and restricted ones, which several programs may have, each by itself', () => {
  const other = { ...caller, tokenId: ids.token.make() };
  const restricted = { ...caller, kind: 'restricted' } as const;
  expect(turnsAs(other)).toBe(turnsAs(caller));
  expect(turnsAs(restricted)).not.toBe(turnsAs(caller));
  expect(turnsAs({ ...restricted, tokenId: other.tokenId })).not.toBe(turnsAs(restricted));
  expect(turnsAs(restricted).split(' ')).toEqual([caller.userId, caller.tokenId]);
});

test('who is not known takes turns by address, and networks of IPv6 are parts of a site', () => {
  expect(turnsOf('192.0.2.1')).toBe('192.0.2.1');
  expect(turnsOf('2001:db8:1:2::3').split(' ')).toEqual(['2001:db8:1::/48', '2001:db8:1:2::/64']);
});
