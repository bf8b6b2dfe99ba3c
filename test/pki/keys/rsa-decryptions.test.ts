import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { mostDecryptions, RsaDecryptions } from '../../../src/pki/keys/rsa-decryptions.js';
import { waiterOf } from '../../../src/platform/outbound/call-end.js';
import type { KeyTransport, RsaDecryption } from '../../../src/pki/x509/cms/index.js';
import { certify } from '../x509/authority.js';

const { privateKey, publicKey } = await certify({ key: 'rsa-2048' });
let decryptions = new RsaDecryptions();
beforeEach(async () => {
  await decryptions.close();
  decryptions = new RsaDecryptions();
});
afterAll(() => decryptions.close());

const oaep = { padding: 'oaep', hash: 'sha256' } as const;
const secret = randomBytes(16);

function asked(transport: KeyTransport = oaep): RsaDecryption {
  const how =
    transport.padding === 'oaep'
      ? { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: transport.hash }
      : { padding: constants.RSA_PKCS1_PADDING };
  return { transport, privateKey, encrypted: publicEncrypt({ key: publicKey.key, ...how }, secret) };
}

test('the thread gives what this one would', async () => {
  expect(await decryptions.decrypt(asked(), 'a')).toEqual(secret);
  const block = await decryptions.decrypt(asked({ padding: 'pkcs1' }), 'a');
  expect(block.subarray(0, 2)).toEqual(Buffer.of(0, 2));
  expect(block.subarray(-17)).toEqual(Buffer.concat([Buffer.of(0), secret]));
});

test('what cannot be decrypted gives no octets, and the thread goes on', async () => {
  for (const encrypted of [Buffer.alloc(256, 0xff), Buffer.of(), randomBytes(255)])
    expect(await decryptions.decrypt({ ...asked(), encrypted }, 'a')).toEqual(Buffer.of());
  expect(await decryptions.decrypt(asked(), 'a')).toEqual(secret);
});

const refusal = { status: 'rejected', reason: { code: 'UNAVAILABLE', problems: [{ retryAfter: 1 }] } };
const { ofSender, ofAll } = mostDecryptions;

test('only so many of one network wait', async () => {
  const one = asked();
  // The first one is being decrypted.
  const results = await Promise.allSettled(
    Array.from({ length: ofSender + 3 }, (_, at) => decryptions.decrypt(one, `2001:db8::${at}`)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(ofSender + 1);
  expect(results.slice(ofSender + 1)).toMatchObject([refusal, refusal]);
});

test('where all places are taken, who has fewer takes one of who has most', async () => {
  const one = asked();
  const of = (sender: string, count: number) => Array.from({ length: count }, () => decryptions.decrypt(one, sender));
  const senders = Array.from({ length: ofAll / ofSender }, (_, at) => `192.0.2.${at}`);
  const begun = of('192.0.2.100', 1);
  const many = senders.map((sender) => Promise.allSettled(of(sender, ofSender)));
  const late = of('198.51.100.1', 1);
  const more = Promise.allSettled(of('192.0.2.0', 1));
  expect(await Promise.all([...begun, ...late])).toEqual([secret, secret]);
  expect(await more).toMatchObject([refusal]);
  const [first = [], ...others] = await Promise.all(many);
  expect(first.map(({ status }) => status)).toEqual([...Array<string>(ofSender - 1).fill('fulfilled'), 'rejected']);
  expect(others.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a thread that ends while nothing waits is replaced', async () => {
  const threads: Worker[] = [];
  const seen = (thread: Worker) => void threads.push(thread);
  process.on('worker', seen);
  onTestFinished(() => void process.off('worker', seen));
  expect(await decryptions.decrypt(asked(), 'a')).toEqual(secret);
  threads[0]?.emit('error', new Error('out of memory'));
  await threads[0]?.terminate();
  expect(await decryptions.decrypt(asked(), 'a')).toEqual(secret);
  expect(threads).toHaveLength(2);
});

test('a thread has its time from when it is ready, and another time to become so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const threads: Worker[] = [];
  const seen = (thread: Worker) => {
    const count = threads.push(thread);
    // Before it can have said anything.
    if (count === 1) vi.advanceTimersByTime(50_000);
    // Of the second one nothing is heard.
    if (count === 2) thread.removeAllListeners('message');
  };
  process.on('worker', seen);
  onTestFinished(() => void process.off('worker', seen));
  const begun = () => new Promise((resolve) => setImmediate(resolve));
  const slow = decryptions.decrypt(asked(), 'a');
  expect(await slow).toEqual(secret);

  const [thread] = threads;
  if (!thread) throw new Error('there is no thread');
  thread.postMessage = () => undefined;
  const hanging = decryptions.decrypt(asked(), 'a');
  const silent = expect(hanging).rejects.toThrow('its thread says nothing');
  await begun();
  vi.advanceTimersByTime(10_000);
  await silent;
  const starting = decryptions.decrypt(asked(), 'a');
  const late = expect(starting).rejects.toThrow('its thread does not start');
  await begun();
  vi.advanceTimersByTime(60_000);
  await late;
});

test('who does not wait any more gives the place free, and nobody decrypts for them', async () => {
  const one = asked();
  const client = new AbortController();
  setMaxListeners(ofSender, client.signal);
  const begun = decryptions.decrypt(one, '192.0.2.1');
  const gone = Promise.allSettled(
    Array.from({ length: ofSender }, () => decryptions.decrypt(one, '192.0.2.1', waiterOf(client.signal))),
  );
  await expect(decryptions.decrypt(one, '192.0.2.1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  client.abort(new Error('gone'));
  const later = Array.from({ length: ofSender }, () => decryptions.decrypt(one, '192.0.2.1'));
  expect(await gone).toMatchObject(Array.from({ length: ofSender }, () => ({ reason: { message: 'gone' } })));
  expect(await Promise.all([begun, ...later])).toEqual(Array.from({ length: ofSender + 1 }, () => secret));
  await expect(
    Promise.all([
      decryptions.decrypt(one, '192.0.2.1'),
      decryptions.decrypt(one, '192.0.2.1', waiterOf(client.signal)),
    ]),
  ).rejects.toThrow('gone');
});

test('senders take turns', async () => {
  const one = asked();
  const order: string[] = [];
  const ask = (sender: string) => decryptions.decrypt(one, sender).then(() => order.push(sender));
  await Promise.all([ask('a'), ask('a'), ask('a'), ask('b')]);
  expect(order).toEqual(['a', 'a', 'b', 'a']);
});

test('after its end nothing is decrypted, and nobody waits', async () => {
  const waiting = [decryptions.decrypt(asked(), 'a'), decryptions.decrypt(asked(), 'a')];
  const ended = Promise.allSettled(waiting);
  await decryptions.close();
  expect(await ended).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await expect(decryptions.decrypt(asked(), 'a')).rejects.toThrow('nothing is decrypted any more');
});
