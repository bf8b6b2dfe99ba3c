import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { makeOnThread } from '../../../src/pki/keys/rsa-thread.js';
import { privateKeyDer } from '../../../src/pki/x509/index.js';

const never = new AbortController().signal;

const threads = () => readdirSync('/proc/self/task');

/** Of a thread of this process (proc_pid_stat(5), `nice`). */
function priority(thread: string): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

test('keys made at once are different, and in all encodings', async () => {
  const keys = await Promise.all([2048, 2048, 3072].map((bits) => makeOnThread(bits, never)));
  expect(new Set(keys.map(({ traditional }) => traditional.toString('hex'))).size).toBe(3);
  for (const { publicKey, traditional, pkcs8 } of keys) {
    const key = createPrivateKey({ key: traditional, format: 'der', type: 'pkcs1' });
    expect(publicKey.der).toEqual(createPublicKey(key).export({ type: 'spki', format: 'der' }));
    expect(publicKey.bits).toEqual(createPublicKey(key).export({ type: 'pkcs1', format: 'der' }));
    expect(publicKey.spec).toEqual({ type: 'rsa', bits: key.asymmetricKeyDetails?.modulusLength });
    expect(pkcs8()).toEqual(privateKeyDer(key, 'pkcs8'));
  }
});

test.runIf(process.platform === 'linux')('its thread gives way to others, and the others do not', async () => {
  const main = String(process.pid);
  const before = priority(main);
  await makeOnThread(2048, never);
  expect(threads().map(priority)).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(priority(main)).toBe(before);
});

test('who stops waits for no key, and others get theirs', async () => {
  const stopping = new AbortController();
  const given = makeOnThread(4096, stopping.signal);
  const other = makeOnThread(2048, never);
  stopping.abort(new Error('stopping'));
  await expect(given).rejects.toThrow('the service is stopping');
  await expect(makeOnThread(2048, stopping.signal)).rejects.toThrow('the service is stopping');
  expect((await other).traditional.length).toBeGreaterThan(1000);
});

test('a size that there is not is told, and the next key is made', async () => {
  await expect(makeOnThread(-2, never)).rejects.toThrow('an RSA key could not be made');
  expect((await makeOnThread(2048, never)).publicKey.spec).toEqual({ type: 'rsa', bits: 2048 });
});

test('a thread that dies without work is not asked for the next key', async () => {
  const asked = vi.spyOn(Worker.prototype, 'postMessage');
  await makeOnThread(2048, never);
  const threads = [...asked.mock.contexts];
  asked.mockRestore();
  for (const thread of threads) if (thread instanceof Worker) await thread.terminate();
  expect(threads.length).toBe(1);
  expect((await makeOnThread(2048, never)).publicKey.spec).toEqual({ type: 'rsa', bits: 2048 });
});
