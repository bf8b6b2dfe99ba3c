import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyPool } from '../../../src/pki/keys/key-pool.js';
import type { KeyAsker } from '../../../src/pki/keys/key-pool.js';
import { madeKey } from '../../../src/pki/keys/made-key.js';
import type { MadeKey } from '../../../src/pki/keys/made-key.js';
import { generateRsa } from '../../../src/pki/keys/rsa-generation.js';
import { WaitingLine } from '../../../src/platform/waiting-line.js';
import { ProblemError } from '../../../src/platform/problems.js';

const aKey = madeKey(generateKeyPairSync('ed25519').privateKey);

/** A pool whose keys are made when the test says so. */
function steppedPool(threads = 2) {
  const begun: { bits: number; make: () => Promise<void>; fail: (error: Error) => Promise<void> }[] = [];
  const failures: unknown[] = [];
  const pool = new KeyPool({
    threads,
    failed: (error) => failures.push(error),
    generate: (bits) =>
      new Promise<MadeKey>((resolve, reject) => {
        const turn = () => new Promise<void>((next) => setImmediate(next));
        begun.push({
          bits,
          make: () => {
            resolve({ ...aKey });
            return turn();
          },
          fail: (error) => {
            reject(error);
            return turn();
          },
        });
      }),
  });
  const got: string[] = [];
  const refused: unknown[] = [];
  const ask = (bits: number, account: string, request?: KeyAsker['request']) =>
    pool.take({ type: 'rsa', bits }, { account, request }).then(
      () => got.push(account),
      (error: unknown) => refused.push(error),
    );
  const bits = () => begun.map((each) => each.bits);
  return { pool, begun, bits, got, refused, failures, ask };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const codes = (errors: readonly unknown[]) => errors.map((error) => error instanceof ProblemError && error.code);

describe('keys of one size wait for no other', () => {
  test('fifty of the largest leave a thread to the smallest', async () => {
    const { ask, bits, begun, got } = steppedPool();
    for (const account of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) void ask(8192, account);
    expect(bits()).toEqual([8192]);
    void ask(2048, 'z');
    void ask(4096, 'z');
    // The second one is for the pool: there is a thread left, and somebody uses keys of this size.
    expect(bits()).toEqual([8192, 2048, 2048, 4096]);
    await begun[1]?.make();
    expect(got).toEqual(['z']);
  });

  test('there is at most one more than there are threads', () => {
    const { ask, bits } = steppedPool();
    for (let n = 0; n < 8; n += 1) for (const size of [4096, 3072, 2048]) void ask(size, 'a');
    expect(bits()).toHaveLength(3);
    expect(bits().filter((each) => each === 2048)).toHaveLength(1);
  });

  test('two sizes that share a lane take turns', async () => {
    const { ask, bits, begun } = steppedPool(1);
    for (let n = 0; n < 5; n += 1) void ask(3072, 'a');
    void ask(4096, 'b');
    await begun[0]?.make();
    expect(bits()).toEqual([3072, 4096]);
  });
});

describe('the pool is filled', () => {
  test('by all threads, as far as they are needed', async () => {
    const { pool, bits, begun } = steppedPool(3);
    pool.expect({ type: 'rsa', bits: 2048 });
    expect(bits()).toEqual([2048, 2048, 2048]);
    for (let n = 0; n < 4; n += 1) await begun[n]?.make();
    expect(pool.ready(2048)).toBe(4);
    expect(bits()).toHaveLength(4);
  });

  test('by one thread alone with keys that take long', async () => {
    const { pool, bits, begun } = steppedPool(3);
    for (const size of [4096, 3072, 2048]) pool.expect({ type: 'rsa', bits: size });
    expect(bits()).toEqual([4096, 2048, 2048]);
    await begun[0]?.make();
    expect(bits()).toEqual([4096, 2048, 2048, 3072]);
  });

  test('after whoever waits', async () => {
    const { pool, bits, begun, ask, got } = steppedPool(1);
    pool.expect({ type: 'rsa', bits: 2048 });
    void ask(2048, 'a');
    void ask(2048, 'b');
    void ask(3072, 'c');
    expect(bits()).toEqual([2048, 3072]);
    await begun[0]?.make();
    await begun[1]?.make();
    await begun[2]?.make();
    expect(got).toEqual(['a', 'c', 'b']);
  });
});

describe('accounts take turns', () => {
  test('who brought many waits for who brought one', async () => {
    const { ask, begun, got } = steppedPool(1);
    for (const account of ['many', 'many', 'many', 'one']) void ask(2048, account);
    for (let n = 0; n < 3; n += 1) await begun[n]?.make();
    expect(got).toEqual(['many', 'one', 'many']);
  });

  test('a line is of every account in turn, whatever was joined and left', () => {
    const step = fc.oneof(
      fc.record({ join: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ leave: fc.nat(20) }),
      fc.constant('next' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const line = new WaitingLine<string>();
        const model: { account: string; leave: () => void }[] = [];
        const served: string[] = [];
        for (const each of steps) {
          if (each === 'next') {
            const place = line.next();
            if (!place) {
              expect(model).toEqual([]);
              continue;
            }
            served.push(place.account);
            model.splice(
              model.findIndex(({ account }) => account === place.account),
              1,
            );
          } else if ('join' in each) {
            const place = { account: each.join, resolve: () => undefined, reject: () => undefined };
            model.push({ account: each.join, leave: line.join(place) });
          } else {
            const [gone] = model.splice(each.leave, 1);
            gone?.leave();
            gone?.leave();
          }
          expect(line.length).toBe(model.length);
          expect(line.accounts).toBe(new Set(model.map(({ account }) => account)).size);
        }
        const left = [...new Set(model.map(({ account }) => account))];
        expect(new Set(left.map(() => line.next()?.account))).toEqual(new Set(left));
      }),
    );
  });
});

describe('a line is bounded', () => {
  test('for each account', async () => {
    const { ask, refused, pool } = steppedPool();
    for (let n = 0; n < 50; n += 1) void ask(8192, 'a');
    await settled();
    expect(pool.waiting(8192)).toBe(2);
    expect(codes(refused)).toEqual(Array.from({ length: 48 }, () => 'LIMIT_EXCEEDED'));
    const [first] = refused;
    expect(first).toMatchObject({
      message: '2 of your requests are already waiting for an RSA key of 8192 bits; try again in 30 s',
      problems: [{ retryAfter: 30 }],
    });
  });

  test('for all together', async () => {
    const { ask, refused } = steppedPool();
    for (let n = 0; n < 20; n += 1) void ask(8192, `account ${n}`);
    await settled();
    expect(codes(refused)).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    expect(refused[0]).toMatchObject({ problems: [{ retryAfter: 300 }] });
  });
});

describe('who goes away', () => {
  test('leaves the line, and the key that is being made is for the next', async () => {
    const { ask, begun, got, refused, pool } = steppedPool();
    const [first, second] = [new AbortController(), new AbortController()];
    void ask(8192, 'a', first);
    void ask(8192, 'b', second);
    void ask(8192, 'c');
    const gone = new Error('gone');
    first.abort(gone);
    second.abort(gone);
    await settled();
    expect(refused).toEqual([gone, gone]);
    expect(pool.waiting(8192)).toBe(1);
    await begun[0]?.make();
    expect(got).toEqual(['c']);
    // One was asked for and given; another lies ready for the next, as somebody has use for them.
    expect(begun.length).toBeLessThan(3);
  });

  test('finds the key ready when it comes back', async () => {
    const { ask, begun, got, pool } = steppedPool();
    const request = new AbortController();
    void ask(8192, 'a', request);
    request.abort(new Error('took too long'));
    await begun[0]?.make();
    expect(pool.ready(8192)).toBe(1);
    await ask(8192, 'a');
    expect(got).toEqual(['a']);
  });

  test('before it waits, takes nothing', async () => {
    const { ask, refused, pool } = steppedPool();
    const gone = new Error('gone');
    await ask(8192, 'a', { signal: AbortSignal.abort(gone) });
    expect(refused).toEqual([gone]);
    expect(pool.waiting(8192)).toBe(0);
  });
});

test('what fails is told to who waits, and is a failure of nobody where nobody does', async () => {
  const { ask, begun, refused, failures, pool } = steppedPool();
  const broken = new Error('no entropy');
  void ask(8192, 'a');
  await begun[0]?.fail(broken);
  expect(refused).toEqual([broken]);
  pool.expect({ type: 'rsa', bits: 2048 });
  await begun.at(-1)?.fail(broken);
  expect(failures).toEqual([broken]);
});

test('closing refuses who waits and begins nothing', async () => {
  const { ask, begun, refused, pool } = steppedPool();
  void ask(8192, 'a');
  pool.close();
  await begun[0]?.make();
  await ask(8192, 'b');
  expect(refused).toHaveLength(2);
  expect(begun).toHaveLength(1);
  expect(pool.ready(8192)).toBe(0);
});

test('the largest are made by a process that ends when it is told to', async () => {
  const ended = new AbortController();
  const making = generateRsa(8192, ended.signal);
  ended.abort();
  await expect(making).rejects.toThrow('an RSA key could not be made');
});

test('each key that is made may listen for the end of the pool, without a warning of listeners', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const stopped: unknown[] = [];
  const pool = new KeyPool({
    threads: 16,
    failed: () => undefined,
    generate: (_bits, ended) =>
      new Promise((_resolve, reject) => {
        ended.addEventListener('abort', () => reject(new Error('ended')), { once: true });
      }),
  });
  const asked = Array.from({ length: 16 }, (_, n) => pool.take({ type: 'rsa', bits: 2048 }, { account: `a${n}` }));
  asked.push(pool.take({ type: 'rsa', bits: 8192 }, { account: 'large' }));
  const ends = Promise.all(asked.map((each) => each.catch((error: unknown) => stopped.push(error))));
  await settled();
  pool.close();
  await ends;
  await settled();
  process.off('warning', note);
  expect(stopped).toHaveLength(17);
  expect(warnings).toEqual([]);
});
