import { describe, expect, test } from 'vitest';
import { Senders } from '../../../src/gateway/http/senders.js';
import { readCidr } from '../../../src/platform/networks.js';

const trusted = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48'];
const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };

describe('who sent a request', () => {
  test.each([
    // connection of            X-Forwarded-For                            sender
    ['198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['2001:db8:1::5', '2001:db8:2::9', '2001:db8:2::9'],
    // What the sender itself wrote stands before what the proxies wrote.
    ['10.1.2.3', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9, 192.0.2.7', '203.0.113.9'],
    // All of them proxies: the outermost.
    ['10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['10.1.2.3', '203.0.113.9:4711', '203.0.113.9'],
    ['10.1.2.3', '[2001:db8:2::9]:4711', '2001:db8:2::9'],
    ['10.1.2.3', '::ffff:203.0.113.9', '203.0.113.9'],
    // No addresses: nobody before them is believed.
    ['10.1.2.3', '1.1.1.1, unknown', '10.1.2.3'],
    ['10.1.2.3', '1.1.1.1, _hidden, 203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', ', ,', '10.1.2.3'],
    ['fe80::1%eth0', '203.0.113.9', 'fe80::1'],
    [undefined, '203.0.113.9', ''],
  ])('over a connection of %s that forwards for %j: %s', (remoteAddress, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(new Senders(trusted).senderOf({ headers, socket: { remoteAddress } }).address).toBe(expected);
  });

  test.each([
    [{ localAddress: '192.0.2.1', localPort: 8080 }, {}, '192.0.2.1:8080'],
    [{ localAddress: '::ffff:192.0.2.1', localPort: 80 }, {}, '192.0.2.1:80'],
    [{ localAddress: '2001:db8::1', localPort: 8443 }, {}, '[2001:db8::1]:8443'],
    [{ localAddress: '192.0.2.1', localPort: 8080 }, { host: 'real.example' }, 'real.example'],
    [{ localAddress: '192.0.2.1', localPort: 8080 }, { host: '' }, ''],
    [{}, {}, undefined],
  ])('the host of a request over %j with %j is %s', (socket, headers, host) => {
    expect(new Senders(trusted).senderOf({ headers, socket }).host).toBe(host);
  });

  test.each([
    ['10.1.2.3', false, forged, ['https', 'evil.example']],
    ['198.51.100.1', false, forged, ['http', 'real.example']],
    ['198.51.100.1', true, {}, ['https', 'real.example']],
    ['10.1.2.3', true, { 'x-forwarded-proto': 'http, https, http' }, ['http', 'real.example']],
    ['10.1.2.3', true, { 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'a, b.example' }, ['https', 'b.example']],
  ])('scheme and host over %s, TLS %s, with %j', (remoteAddress, encrypted, headers, expected) => {
    const request = { headers: { host: 'real.example', ...headers }, socket: { remoteAddress, encrypted } };
    const { scheme, host } = new Senders(trusted).senderOf(request);
    expect([scheme, host]).toEqual(expected);
  });

  test('nobody is trusted unless somebody says so', () => {
    const request = { headers: { host: 'real.example', ...forged }, socket: { remoteAddress: '127.0.0.1' } };
    const sender = { address: '127.0.0.1', scheme: 'http', host: 'real.example', forwarded: false };
    expect(new Senders([]).senderOf(request)).toEqual(sender);
  });

  test.each([
    ['10.1.2.3', true],
    ['198.51.100.1', false],
  ])('a request from %s was sent on by a proxy: %s', (remoteAddress, expected) => {
    const request = { headers: {}, socket: { remoteAddress, encrypted: true } };
    expect(new Senders(trusted).senderOf(request).forwarded).toBe(expected);
  });

  test.each([{}, { host: 'other.example' }])('HTTP/2 names the host in a field of its own, beside %j', (others) => {
    const request = {
      headers: { ...others, ':authority': 'real.example:8443' },
      socket: { remoteAddress: '::1', encrypted: true },
    };
    expect(new Senders([]).senderOf(request)).toEqual({
      ...{ address: '::1', scheme: 'https', host: 'real.example:8443' },
      forwarded: false,
    });
  });
});

test.each([
  ['10.0.0.0/8', 8],
  ['::/0', 0],
  ['192.0.2.1', 32],
  ['2001:db8::1', 128],
  ['10.0.0.0/33', null],
  ['10.0.0/8', null],
  ['10.0.0.0/', null],
  ['10.0.0.0/8/8', null],
  ['fe80::1%eth0', null],
  ['localhost', null],
])('%s as a network has the prefix %s', (text, prefix) => {
  expect(readCidr(text)?.prefix ?? null).toBe(prefix);
});
