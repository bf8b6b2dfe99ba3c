import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { FailedSignIns } from '../../../src/gateway/admission/failed-sign-ins.js';
import { SignIns } from '../../../src/gateway/admission/sign-ins.js';
import { Windows } from '../../../src/gateway/admission/windows.js';
import type { GatewaySettings } from '../../../src/gateway/ports.js';
import { networkOf } from '../../../src/platform/networks.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { caller, runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';
import type { GatewayDeps } from '../../../src/gateway/gateway.js';
import { noSiblings } from '../../../src/platform/processes/siblings.js';

const secret = 's'.repeat(43);
const token = (name: string, of = secret) => `${name.padEnd(16, '0')}.atlasv1.${of}`;
const good = token('good');
const other = token('other');

/** Tells who asks, and with what. */
function signIns(perMinute: number | null) {
  const asked: string[] = [];
  const authenticate: GatewayDeps['authenticate'] = (text, origin) => {
    asked.push(text);
    return Promise.resolve(text === good || text === other ? { ...caller, epoch: '0', origin } : null);
  };
  const limited = new SignIns({
    authenticate,
    limit: new FailedSignIns({ perMinute, siblings: noSiblings }),
  });
  const from = (remoteAddress: string) => async (text: string) => {
    try {
      return (await limited.authenticate(text, { requestId: 'r', remoteAddress })) ? 'in' : 'out';
    } catch (error) {
      return error instanceof ProblemError ? `${error.code} ${String(error.problems[0].retryAfter)}` : 'failed';
    }
  };
  return { from, asked };
}

const refused = 'LIMIT_EXCEEDED 60';

describe('failed sign-ins', () => {
  test('of one address end in refusals, whatever the tokens; other addresses go on', async () => {
    const { from, asked } = signIns(3);
    const here = from('192.0.2.1');
    expect([await here('a'), await here('b'), await here(token('x')), await here('d'), await here(other)]).toEqual([
      'out',
      'out',
      'out',
      refused,
      refused,
    ]);
    // Beyond the limit nothing is looked at any more.
    expect(asked).toHaveLength(3);
    expect(await from('192.0.2.2')(other)).toBe('in');
  });

  test('of the addresses of one IPv6 network count together', async () => {
    const { from } = signIns(2);
    await from('2001:db8:1:2::1')('a');
    await from('2001:db8:1:2:ffff::7')('b');
    expect(await from('2001:db8:1:2::9')('c')).toBe(refused);
    expect(await from('2001:db8:1:3::9')('c')).toBe('out');
  });

  test('with one name from many addresses end in refusals, but not for who had the right secret before', async () => {
    const { from } = signIns(3);
    expect(await from('198.51.100.1')(good)).toBe('in');
    for (const n of [1, 2, 3]) expect(await from(`192.0.2.${n}`)(token('good', `${'w'.repeat(42)}${n}`))).toBe('out');
    expect(await from('192.0.2.4')(token('good', 'v'.repeat(43)))).toBe(refused);
    // Right, but from nowhere that it was seen before: it could be the guess.
    expect(await from('192.0.2.5')(good)).toBe(refused);
    expect(await from('198.51.100.1')(good)).toBe('in');
    expect(await from('192.0.2.5')(other)).toBe('in');
  });

  test('of a neighbour at the same address do not keep out who is known there', async () => {
    const { from } = signIns(2);
    const here = from('192.0.2.1');
    await here(good);
    for (const text of ['a', 'b', 'c']) await here(text);
    expect([await here(good), await here(other)]).toEqual(['in', refused]);
  });

  test('are not counted where there is no limit', async () => {
    const { from } = signIns(null);
    for (let n = 0; n < 300; n += 1) expect(await from('192.0.2.1')('a')).toBe('out');
  });
});

test('counters are bounded: who cycles addresses pushes out the oldest', async () => {
  const windows = new Windows({ limit: 1, seconds: 60, mostKeys: 100, siblings: noSiblings, name: 'failures' });
  for (let n = 0; n < 1_000; n += 1) await windows.count(`address ${n}`);
  expect(windows.size).toBe(100);
  expect(await windows.look('address 0')).toBeNull();
  // Counted anew, not where it was left.
  expect((await windows.count('address 0')).used).toBe(1);
  expect((await windows.count('address 999')).used).toBe(2);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['1:2::3:4:5:6', '1:2:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', ''],
])('requests of %s are counted as of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('in each dialect', () => {
  let running: Running;
  afterEach(() => running.gateway.close());
  const limited: Partial<GatewaySettings> = { bounds: { failedSignIns: 1 } };

  test.each([
    ['/api/v2/boats', { errors: [{ status: '429', title: 'Too Many Requests' }] }],
    ['/graphql?query={harbour}', { errors: [{ extensions: { code: 'LIMIT_EXCEEDED', retryAfter: 60 } }] }],
    ['/metrics', { error: expect.stringContaining('Too many failed sign-ins') as string }],
  ])('%s', async (path, expected) => {
    running = await runGateway(limited);
    const ask = () => fetch(`${running.url}${path}`, { headers: { authorization: 'Bearer wrong' } });
    expect((await ask()).status).toBe(401);
    const second = await ask();
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await second.json()).toMatchObject(expected);
    // A number: terraform ends at anything else.
    if (path.startsWith('/api')) expect(second.headers.get('x-ratelimit-reset')).toBe('60');
  });

  test('a plain operation, and one over server-sent events', async () => {
    running = await runGateway(limited, {
      subscriptions: {
        rightsChanges: { epoch: () => Promise.resolve('0'), listen: () => undefined },
        most: 9,
        mostPerCaller: 9,
      },
    });
    const ask = (accept: string) =>
      fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers: { authorization: 'Bearer wrong', 'content-type': 'application/json', accept },
        body: JSON.stringify({ query: '{ harbour }' }),
      });
    expect((await ask('application/json')).status).toBe(401);
    for (const accept of ['application/json', 'text/event-stream']) {
      const answer = await ask(accept);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    }
  });

  test('a WebSocket that says who it is', async () => {
    running = await runGateway(limited, {
      subscriptions: {
        rightsChanges: { epoch: () => Promise.resolve('0'), listen: () => undefined },
        most: 9,
        mostPerCaller: 9,
      },
    });
    const closedWith = async (text: string) => {
      const socket = new WebSocket(`${running.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token: text } }));
      const [code] = (await once(socket, 'close')) as [number];
      return code;
    };
    expect([await closedWith('wrong'), await closedWith('worse')]).toEqual([4401, 1013]);
    // It counts with the others.
    const answer = await fetch(`${running.url}/api/v2/boats`, { headers: { authorization: 'Bearer wrong' } });
    expect(answer.status).toBe(429);
  });
});
