import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReachableAddresses } from '../../../src/platform/outbound/reachable-addresses.js';

const plain = new ReachableAddresses({ allow: [], deny: [], own: () => ['192.0.2.7', '2001:db8::7'] });

describe('which addresses are called without settings', () => {
  test.each([
    // address                          why not
    ['203.0.113.9', null],
    ['10.1.2.3', null],
    ['192.168.0.1', null],
    ['172.16.0.1', null],
    ['100.64.0.1', null],
    ['fd12:3456::1', null],
    ['2001:db8::1', null],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['127.0.0.1', 'this machine'],
    ['127.255.255.254', 'this machine'],
    ['::1', 'this machine'],
    ['192.0.2.7', 'this machine'],
    ['2001:db8:0:0::7', 'this machine'],
    ['169.254.169.254', 'cloud metadata'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['100.100.100.200', 'cloud metadata'],
    ['fd00:ec2::23', 'cloud metadata'],
    ['fd00:c1::a9fe:a9fe', 'cloud metadata'],
    ['fd00:42::42', 'cloud metadata'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['febf::1', 'link-local'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['2001:0:1::1', 'tunnelled'],
  ])('%s: %s', (address, why) => {
    expect(plain.refusal(address)).toBe(why);
  });
});

describe('an IPv6 address that stands for one of IPv4 is judged as that one', () => {
  test.each([
    ['::ffff:127.0.0.1', 'this machine'],
    ['::ffff:7f00:1', 'this machine'],
    ['::ffff:169.254.169.254', 'cloud metadata'],
    ['::ffff:a9fe:a9fe', 'cloud metadata'],
    ['::127.0.0.1', 'this machine'],
    ['64:ff9b::7f00:1', 'this machine'],
    ['64:ff9b::169.254.169.254', 'cloud metadata'],
    ['64:ff9b:1::a9fe:a9fe', 'cloud metadata'],
    ['2002:7f00:1::', 'this machine'],
    ['2002:a9fe:a9fe::1', 'cloud metadata'],
    ['::ffff:192.0.2.7', 'this machine'],
    ['::ffff:c000:207', 'this machine'],
    ['::ffff:0:7f00:1', 'this machine'],
    ['64:ff9b:1:a9fe:a9:fe00:808:808', 'cloud metadata'],
    ['64:ff9b:1:7f00:0:100:808:808', 'this machine'],
    ['::ffff:203.0.113.9', null],
    ['64:ff9b::203.0.113.9', null],
  ])('%s: %s', (address, why) => {
    expect(plain.refusal(address)).toBe(why);
  });

  test('in every spelling', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '64:ff9b::'), (v4, prefix) => {
        const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const expected = plain.refusal(v4);
        expect(plain.refusal(`${prefix}${v4}`)).toBe(expected);
        expect(plain.refusal(`${prefix}${hex}`)).toBe(expected);
      }),
    );
  });
});

describe('what the operator sets', () => {
  const set = new ReachableAddresses({
    allow: ['127.0.0.0/8', '10.9.0.0/16', '169.254.0.0/16'],
    deny: ['10.0.0.0/8', 'fd00::/8'],
    own: () => ['10.9.9.9'],
  });

  test.each([
    ['127.0.0.1', null],
    ['10.1.2.3', 'denied by the operator'],
    ['10.9.2.3', null],
    ['10.9.9.9', null],
    ['fd12::1', 'denied by the operator'],
    ['::ffff:10.1.2.3', 'denied by the operator'],
    ['::1', 'this machine'],
    ['169.254.1.1', 'link-local'],
    ['169.254.169.254', 'cloud metadata'],
  ])('%s: %s', (address, why) => {
    expect(set.refusal(address)).toBe(why);
  });
});

test('what is known of an address is not found out again at once, for it alone', () => {
  let asked = 0;
  const reachable = new ReachableAddresses({
    allow: [],
    deny: [],
    own: () => {
      asked += 1;
      return ['192.0.2.7'];
    },
  });
  const said = () => ['192.0.2.7', '192.0.2.8'].map((address) => reachable.refusal(address));
  expect(said()).toEqual(['this machine', null]);
  expect(said()).toEqual(['this machine', null]);
  expect(asked).toBe(2);
});
