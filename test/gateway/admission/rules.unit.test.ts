import { describe, expect, test } from 'vitest';
import { http1Options, stalledAfter } from '../../../src/gateway/admission/bounds.js';
import { Places } from '../../../src/gateway/admission/places.js';
import { Senders } from '../../../src/gateway/http/senders.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { networkOf, plainAddress, readCidr } from '../../../src/platform/networks.js';
import { noSiblings } from '../../../src/platform/processes/siblings.js';

describe('addresses', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['1::ffff:192.0.2.1', '1::ffff:192.0.2.1'],
    ['::ffff:192.0.2.1x', '::ffff:192.0.2.1x'],
    ['::ffff:c000:201', '::ffff:c000:201'],
    ['', ''],
  ])('%s is %s', (text, plain) => {
    expect(plainAddress(text)).toBe(plain);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001::1', '2001:db8:1:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1:2:3:4:5', '0:0:0:1::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
    ['1::2:3:4:5:6', '1:0:0:2::/64'],
    ['::1:2:3:192.0.2.1', '0:0:0:1::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['localhost', 'localhost'],
    ['', ''],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    ['10.0.0.0/8', { address: '10.0.0.0', prefix: 8 }],
    ['10.0.0.0/32', { address: '10.0.0.0', prefix: 32 }],
    ['::/128', { address: '::', prefix: 128 }],
    ['::/129', null],
    ['10.0.0.0/1x', null],
    ['10.0.0.0/x1', null],
    ['10.0.0.0/0008', null],
    ['10.0.0.0/-1', null],
    ['/8', null],
    ['', null],
  ])('%j is the network %j', (text, network) => {
    expect(readCidr(text)).toEqual(network);
  });
});

describe('who sent a request', () => {
  const over = (forwarded: string, headers = {}) =>
    new Senders(['10.0.0.0/8', '2001:db8::/32']).senderOf({
      headers: { host: 'h', 'x-forwarded-for': forwarded, ...headers },
      socket: { remoteAddress: '10.0.0.1' },
    });

  test.each([
    ['192.0.2.1:80', '192.0.2.1'],
    ['[2001:db9::1]', '2001:db9::1'],
    ['[2001:db9::1]:80', '2001:db9::1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['192.0.2.1:', '10.0.0.1'],
    ['192.0.2.1:8x', '10.0.0.1'],
    ['x192.0.2.1:80', '10.0.0.1'],
    ['[2001:db9::1]80', '10.0.0.1'],
    ['[192.0.2.1', '10.0.0.1'],
    ['192.0.2.9, 2001:db8::7', '192.0.2.9'],
  ])('%s is %s', (forwarded, address) => {
    expect(over(forwarded).address).toBe(address);
  });

  test.each([
    [{ 'x-forwarded-proto': 'HTTPS' }, 'https', 'h'],
    [{ 'x-forwarded-proto': 'https,http' }, 'http', 'h'],
    [{ 'x-forwarded-proto': ['http', 'https'] }, 'https', 'h'],
    [{ 'x-forwarded-proto': '', 'x-forwarded-host': ' ' }, 'http', 'h'],
    [{ 'x-forwarded-host': 'a , b ' }, 'http', 'b'],
  ])('with %j: %s, %s', (headers, scheme, host) => {
    expect(over('192.0.2.1', headers)).toMatchObject({ scheme, host });
  });

  test.each([
    ['10.0.0.1', true],
    ['11.0.0.1', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['', false],
  ])('%s is a proxy: %s', (address, is) => {
    expect(new Senders(['10.0.0.0/8', '2001:db8::/32']).isProxy(address)).toBe(is);
    expect(new Senders([]).isProxy(address)).toBe(false);
  });

  test('a request without a host, or with several in the field of HTTP/2, has none', () => {
    const socket = { remoteAddress: '192.0.2.1' };
    expect(new Senders([]).senderOf({ headers: {}, socket }).host).toBeUndefined();
    expect(new Senders([]).senderOf({ headers: { ':authority': ['a', 'b'] }, socket }).host).toBeUndefined();
    expect(() => new Senders(['10.0.0.0/33'])).toThrow('10.0.0.0/33 is no network');
  });
});

describe('how long a connection may stand still', () => {
  test.each([
    [[], 360_000],
    [[299_999], 360_000],
    [[1, 300_001], 360_001],
  ])('of %j', (timeouts, most) => {
    expect(stalledAfter(...timeouts)).toBe(most);
  });

  test.each([
    // request  keep alive    head     looks
    [300_000, 90_000, 95_000, 5_000],
    [300_000, 5_000, 60_000, 5_000],
    [80_000, 90_000, 80_000, 5_000],
    [1_000, 90_000, 1_000, 1_000],
  ])('a request %i ms, idle %i ms', (requestTimeout, keepAlive, headersTimeout, connectionsCheckingInterval) => {
    expect(http1Options({ requestTimeout, keepAlive })).toEqual({
      ...{ keepAliveTimeout: keepAlive, headersTimeout, requestTimeout, connectionsCheckingInterval },
      maxHeaderSize: 16_384,
    });
  });
});

describe('places', () => {
  const placesFor = (most: number | null) => {
    const metrics = new Metrics({ process: false });
    return { metrics, places: new Places({ most, metrics, siblings: noSiblings }) };
  };
  const numbers = async (metrics: Metrics) =>
    (await metrics.registry.metrics()).split('\n').filter((line) => /^trustate_requests_(in_work|shed)/.test(line));

  test('are full with the last, and free again when one leaves', async () => {
    const { places, metrics } = placesFor(2);
    places.enter();
    expect(places.areFull).toBe(false);
    places.enter();
    expect(places.areFull).toBe(true);
    await expect(places.during(() => Promise.resolve('never'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The server is busy; try again in 1 s',
      problems: [{ retryAfter: 1 }],
    });
    expect(await numbers(metrics)).toEqual(['trustate_requests_in_work 2', 'trustate_requests_shed_total 1']);
    places.leave();
    expect(await places.during(() => Promise.resolve(places.areFull))).toBe(true);
    expect(places.areFull).toBe(false);
  });

  test('are left by what fails, and are as many as come without a limit', async () => {
    const { places, metrics } = placesFor(1);
    await expect(places.during(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
    expect(await numbers(metrics)).toEqual(['trustate_requests_in_work 0', 'trustate_requests_shed_total 0']);
    const { places: open } = placesFor(null);
    open.enter();
    expect(open.areFull).toBe(false);
  });
});
