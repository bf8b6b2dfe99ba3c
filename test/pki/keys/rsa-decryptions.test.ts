import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mostDecryptions, RsaDecryptions } from '../../../src/pki/keys/rsa-decryptions.js';
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

test('only so many wait, and those of one sender leave room to others', async () => {
  const one = asked();
  const of = (sender: string, count: number) => Array.from({ length: count }, () => decryptions.decrypt(one, sender));
  const { ofSender, ofAll } = mostDecryptions;
  // The first one is being decrypted.
  const first = of('a', ofSender + 3);
  const others = [...of('b', ofSender), ...of('c', 1)];
  const refusal = { status: 'rejected', reason: { code: 'UNAVAILABLE', problems: [{ retryAfter: 1 }] } };
  const results = await Promise.allSettled([...first, ...others]);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2 + (1 + 2 * ofSender - ofAll));
  expect(results.slice(ofSender + 1, ofSender + 3)).toMatchObject([refusal, refusal]);
  expect(results.at(-1)).toMatchObject(refusal);
  expect(await decryptions.decrypt(one, 'c')).toEqual(secret);
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
