import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostDecryptions } from '../../../src/pki/keys/rsa-decryptions.js';
import { waiterOf } from '../../../src/platform/outbound/call-end.js';
import { encryptMessage, recipientOf } from '../../../src/pki/x509/cms/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { bitString, encode, nullValue, octetString, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { origin } from '../../identity/world.js';
import { countOf, edit, putTogether, replaceAt, takeApart, treeEdit, where } from '../x509/edits.js';
import { newRsaKey, ownCertificate, rsaKey, types } from './client.js';
import type { Otherwise, ScepClient } from './client.js';
import { openScepWorld } from './world.js';
import type { ScepWorld } from './world.js';

let world: ScepWorld;
let client: ScepClient;
beforeAll(async () => {
  world = await openScepWorld();
  client = world.device(rsaKey());
});
afterAll(() => world.close());

const good = (challenge = 'open sesame') => client.csr('a.routers.example', { challenge });
const stored = () => world.client.certificate.count({ where: { roleName: 'routers' } });

describe('nothing is issued', () => {
  const stranger = newRsaKey();
  type Row = readonly [string, () => Promise<Buffer> | Buffer, Otherwise, { failInfo: string; text?: string }];
  const unread = { failInfo: '1', text: 'the message cannot be read' };
  const notAllowed = { failInfo: '2', text: 'whoever asks is not allowed to have a certificate here' };
  const rows = (): readonly Row[] => [
    ['with a wrong challenge', () => good('sesame'), {}, notAllowed],
    ['without a challenge', () => client.csr('a.routers.example'), {}, notAllowed],
    ['with a challenge of many letters', () => good('x'.repeat(100_000)), {}, notAllowed],
    ['for somebody else', good, { recipient: ownCertificate(stranger) }, unread],
    ['with no signing request', () => Buffer.from('nothing'), {}, unread],
    ['with nothing', () => Buffer.of(), {}, unread],
    ['with a request that its key did not sign', () => damaged(good()), {}, unread],
    ['with no envelope', good, { envelope: Buffer.from('no') }, unread],
    [
      'with an envelope in an envelope',
      () => encryptMessage({ content: good(), cipher: 'aes128-cbc' }, [recipientOf(world.issuer)]),
      {},
      unread,
    ],
    ['in Triple DES', good, { cipher: '3des-cbc' }, { failInfo: '0' }],
    ['of a type that nobody sends', good, { type: '3' }, { failInfo: '2' }],
    [
      'for another key than that of the signer',
      () => client.csr('a.routers.example', { challenge: 'open sesame', key: stranger }),
      {},
      { failInfo: '1' },
    ],
    ['signed by another key', good, { key: stranger }, unread],
  ];
  test.each(rows().map(([name], at) => [name, at] as const))('%s', async (_, at) => {
    const row = rows()[at];
    if (!row) throw new Error('a row');
    const [name, content, otherwise, refused] = row;
    const transactionId = `hostile ${at}`;
    const before = await stored();
    const answer = await world.send(client, await client.message(await content(), { transactionId, ...otherwise }));
    expect(answer, name).toMatchObject({ status: '2', ...refused });
    expect(await stored()).toBe(before);
    expect(await world.client.scepTransaction.count({ where: { transactionId } })).toBe(0);
  });

  test('with a key that nobody can encrypt for', async () => {
    const other = world.device(generateKeyPairSync('ed25519').privateKey);
    const message = await other.message(other.csr('a.routers.example', { challenge: 'open sesame' }));
    expect(await world.send(other, message)).toMatchObject({ status: '2', failInfo: '0' });
  });

  test('where digests are not allowed', async () => {
    await world.scepConfiguration.change(world.operator, 'pki', { allowedDigestAlgorithms: ['sha-512'] });
    expect(await world.send(client, await client.message(good()))).toMatchObject({ status: '2', failInfo: '0' });
    await world.scepConfiguration.change(world.operator, 'pki', { allowedDigestAlgorithms: ['sha-256'] });
  });
});

function damaged(der: Buffer): Buffer {
  const bytes = Buffer.from(der);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes;
}

/** The same request, which says that it is signed with SHA-1. @param signature undefined for that of the request */
function asSha1(der: Buffer, signature?: (tbs: Buffer) => Buffer): Buffer {
  const fields = readDer(der, 'request', { maxBytes: der.length }).fields();
  const tbs = fields.next('content').encoded();
  fields.next('algorithm');
  const before = fields.next('signature').bitOctets();
  return sequence(tbs, sequence(oid('1.2.840.113549.1.1.5'), nullValue), bitString(signature?.(tbs) ?? before));
}

describe('what is inside a message is not told to whoever sends parts of it again', () => {
  const asked = async (content: Buffer, otherwise: Otherwise) =>
    world.send(client, await client.message(content, otherwise));
  const garbage = [Buffer.of(), Buffer.alloc(48, 0x5a), sequence(sequence(), Buffer.of(0x02)), sequence(sequence())];

  test.each([types.GetCert, types.GetCRL])('by a message of type %s', async (type) => {
    const wellFormed = await asked(sequence(sequence(), Buffer.of(0x02, 0x01, 0x05)), { type });
    expect(wellFormed).toMatchObject({ status: '2', failInfo: '4' });
    for (const content of garbage) expect(await asked(content, { type })).toEqual(wellFormed);
  });

  test('by asking for a transaction of one’s own, and for none', async () => {
    const type = types.CertPoll;
    const own = { type, transactionId: 'polled' };
    await world.send(client, await client.message(good(), { transactionId: 'polled' }));
    const missing = await asked(garbage[0] ?? Buffer.of(), { type, transactionId: 'missing' });
    expect(missing).toMatchObject({ status: '2', failInfo: '4' });
    for (const content of garbage) {
      expect(await asked(content, own)).toMatchObject({ status: '0' });
      expect(await asked(content, { type, transactionId: 'missing' })).toEqual(missing);
    }
  });

  test('by a request that says that it is signed weakly, unless its key did sign it so', async () => {
    const unread = { status: '2', failInfo: '1', text: 'the message cannot be read' };
    expect(await asked(asSha1(good()), { transactionId: 'weak' })).toMatchObject(unread);
    const truly = asSha1(good(), (tbs) => sign('sha1', tbs, client.key));
    expect(await asked(truly, { transactionId: 'weak' })).toMatchObject({ status: '2', failInfo: '0' });
  });
});

/** Refused in the protocol, or as no message of it. */
async function outcome(bytes: Buffer): Promise<string> {
  try {
    const { body } = await world.scep.operate({ mount: 'pki', path: 'scep' }, bytes, origin);
    return body.length > 0 ? 'answered' : 'nothing';
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
}

test('changed messages are answered or refused, and have no other certificate issued', async () => {
  const message = await client.message(good(), { transactionId: 'changed' });
  await world.send(client, message);
  const before = await stored();
  const trees = takeApart(message) ?? [];
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), async (edits) => {
      expect(['answered', 'INVALID_INPUT']).toContain(
        await outcome(edits.reduce((bytes, change) => change(bytes), message)),
      );
    }),
    { numRuns: 150 },
  );
  await fc.assert(
    fc.asyncProperty(fc.tuple(where, treeEdit), async ([w, change]) => {
      const edited = putTogether(replaceAt(trees, Math.floor(w * countOf(trees)), change));
      expect(['answered', 'INVALID_INPUT']).toContain(await outcome(edited));
    }),
    { numRuns: 300 },
  );
  expect(await stored()).toBe(before);
});

test('what is too large or too deep is refused before it is read', async () => {
  expect(await outcome(Buffer.alloc(256 * 1024 + 1, 0x30))).toBe('INVALID_INPUT');
  expect(await outcome(Buffer.from('3080'.repeat(100_000), 'hex'))).toBe('INVALID_INPUT');
  expect(await outcome(Buffer.of())).toBe('INVALID_INPUT');
  let nested = octetString(Buffer.of(1));
  for (let depth = 0; depth < 40; depth++) nested = encode(0xa0, sequence(nested));
  expect(await outcome(nested)).toBe('INVALID_INPUT');
  const many = sequence(...Array.from({ length: 10_000 }, () => nullValue));
  await expect(world.scep.operate({ mount: 'pki', path: 'scep' }, many, origin)).rejects.toThrow(
    'more than 10000 values',
  );
});

test('strangers wait for one another before anything is known of them, and only so many', async () => {
  const message = await client.message(good(), { transactionId: 'flood', type: types.GetCert });
  const place = { mount: 'pki', path: 'scep' };
  const from = (remoteAddress: string) => world.scep.operate(place, message, { ...origin, remoteAddress });
  const flood = Promise.allSettled(Array.from({ length: 12 * mostDecryptions.ofSender }, () => from('192.0.2.7')));
  const other = await from('192.0.2.8');
  expect(await client.read(other.body)).toMatchObject({ status: '2' });
  const results = await flood;
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(
    mostDecryptions.ofSender,
  );
  const refused = results.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', problems: [{ retryAfter: 1 }] });
});

test('a client that is gone is not answered, and keeps nobody waiting', async () => {
  const message = await client.message(good(), { transactionId: 'gone', type: types.GetCert });
  const place = { mount: 'pki', path: 'scep' };
  const left = waiterOf(AbortSignal.abort(new Error('gone')));
  const asked = Array.from({ length: 4 }, () => world.scep.operate(place, message, origin, left));
  const results = await Promise.allSettled(asked);
  // The first of them waited for nobody.
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject(
    Array.from({ length: 3 }, () => ({ reason: { message: 'gone' } })),
  );
});

test('a path is there only where it is configured', async () => {
  const at = (place: { role?: string; path: string }) => world.scep.read({ mount: 'pki', ...place }, 'GetCACaps');
  await expect(at({ role: 'none', path: 'roles/none/scep' })).rejects.toMatchObject({ code: 'UNKNOWN_ROLE' });
  await world.roots.generate(world.operator, 'pki', 'internal', {
    ...{ commonName: 'EC', keyType: 'ec', issuerName: 'ec' },
  });
  await world.roles.write(world.operator, { mount: 'pki', name: 'ec' }, { issuerRef: 'ec', allowAnyName: true });
  await expect(at({ role: 'ec', path: 'roles/ec/scep' })).rejects.toMatchObject({ code: 'ISSUER_NOT_USABLE' });
  await expect(
    world.scepConfiguration.change(world.operator, 'pki', { defaultPathPolicy: 'role:ec' }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: "default_path_policy cannot be used: SCEP needs an issuer with an RSA key, and this one's is of type ec",
  });
  await world.scepConfiguration.change(world.operator, 'pki', { enabled: false });
  await expect(at({ path: 'scep' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
