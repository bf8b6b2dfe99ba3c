import { afterEach, expect, test, vi } from 'vitest';
import { SigningTogether } from '../../../src/pki/issuance/signing-together.js';

/** Something that is being signed until it is told. */
function slow(): { work: () => Promise<string>; done: () => void; fail: () => void } {
  const { promise, resolve, reject } = pending();
  return { work: () => promise, done: resolve, fail: reject };
}

function pending() {
  let settle = { resolve: (): void => undefined, reject: (): void => undefined };
  const promise = new Promise<string>((resolve, reject) => {
    settle = {
      resolve: () => {
        resolve('signed');
      },
      reject: () => {
        reject(new Error('cannot sign'));
      },
    };
  });
  return { promise, ...settle };
}

/** Long enough for all that waits for nothing but promises. */
const turn = () => vi.advanceTimersByTimeAsync(0);

afterEach(() => {
  vi.useRealTimers();
});

test('one alone waits for nobody', async () => {
  vi.useFakeTimers();
  const together = new SigningTogether();
  await expect(together.sign(() => Promise.resolve('signed'))).resolves.toBe('signed');
  expect(vi.getTimerCount()).toBe(0);
});

test('those that are signed at the same time are ready together', async () => {
  vi.useFakeTimers();
  const together = new SigningTogether();
  const parts = [slow(), slow(), slow()];
  const ready: number[] = [];
  const all = parts.map(({ work }, index) => together.sign(work).then(() => ready.push(index)));
  parts[1]?.done();
  await turn();
  parts[0]?.done();
  await turn();
  expect(ready).toEqual([]);
  parts[2]?.done();
  await turn();
  await Promise.all(all);
  expect(new Set(ready)).toEqual(new Set([0, 1, 2]));
  expect(vi.getTimerCount()).toBe(0);
});

test('one that fails holds up nobody', async () => {
  vi.useFakeTimers();
  const together = new SigningTogether();
  const [good, bad] = [slow(), slow()];
  const waiting = together.sign(good.work);
  const failing = together.sign(bad.work);
  good.done();
  await turn();
  bad.fail();
  await expect(failing).rejects.toThrow('cannot sign');
  await expect(waiting).resolves.toBe('signed');
});

test('nobody waits long for one that is slow', async () => {
  vi.useFakeTimers();
  const together = new SigningTogether();
  const [quick, lasting] = [slow(), slow()];
  const waiting = together.sign(quick.work);
  const last = together.sign(lasting.work);
  quick.done();
  await vi.advanceTimersByTimeAsync(2);
  await expect(waiting).resolves.toBe('signed');
  lasting.done();
  await expect(last).resolves.toBe('signed');
});
