import { createHash, createPrivateKey, createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sequence } from '../../../src/pki/x509/der-writer.js';
import { Name, parseCertificate, subjectAltName } from '../../../src/pki/x509/index.js';
import type { Certificate } from '../../../src/pki/x509/index.js';
import { encodeInfo, encodeMacScheme, infoOids, macOf, readMacScheme } from '../../../src/pki/x509/cmp/index.js';
import {
  certRequest,
  confirmationOf,
  implicitly,
  insideOf,
  message,
  post,
  raVerified,
  revocationOf,
  usualScheme,
} from './client.js';
import type { Draft, Protection } from './client.js';
import { dataOf, openCmp } from './live.js';
import type { CmpForTests } from './live.js';

let cmp: CmpForTests;
beforeAll(async () => {
  cmp = await openCmp();
});
afterAll(() => cmp.close());

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const named = (name: string) => Name.of({ commonName: `${name}.device.example` });
const send = async (draft: Draft, path?: string) => post(cmp.live.base, await message(draft), path);
const ir = (name: string, key = newKey()) => ({
  ...{ kind: 'ir' as const, content: certRequest({ key, subject: named(name) }) },
});
const hashOf = ({ der }: Certificate) => createHash('sha256').update(der).digest();

/** A certificate that its client has confirmed, with its key. */
async function enrolled(name: string) {
  const by = await cmp.secret();
  const key = newKey();
  const { certificate } = await send({ ...ir(name, key), by, header: implicitly });
  if (!certificate) throw new Error('no certificate');
  return { by: { certificate, key }, secret: by, certificate, key };
}

describe('transactions', () => {
  test('a message is taken once', async () => {
    const by = await cmp.secret({ max_uses: 0 });
    const der = await message({ ...ir('a'), by, header: implicitly });
    expect((await post(cmp.live.base, der)).pkiStatus).toBe(0);
    expect((await post(cmp.live.base, der)).failure).toBe('transactionIdInUse');
  });

  test('a confirmation is taken once, by who has the nonce of the answer, of the right certificate', async () => {
    const by = await cmp.secret();
    const transactionId = randomBytes(16);
    const { certificate, message: answer } = await send({ ...ir('b'), by, header: { transactionId } });
    if (!certificate) throw new Error('no certificate');
    const recipientNonce = answer.header.senderNonce;
    const confirm = (content: Buffer, header: object = {}, who: Protection = by) =>
      send({ kind: 'certConf', content, by: who, header: { transactionId, recipientNonce, ...header } });
    const right = confirmationOf(hashOf(certificate));
    expect((await confirm(right, { recipientNonce: randomBytes(16) })).failure).toBe('badRecipientNonce');
    expect((await confirm(right, {}, await cmp.secret())).failure).toBe('badRequest');
    expect((await confirm(confirmationOf(randomBytes(32)))).failure).toBe('badCertId');
    expect((await confirm(confirmationOf(hashOf(certificate), { id: 7 }))).failure).toBe('badCertId');
    expect((await confirm(right)).message.kind).toBe('pkiconf');
    expect((await confirm(right)).failure).toBe('certConfirmed');
  });

  test.each([
    ['says no', (certificate: Certificate) => confirmationOf(hashOf(certificate), { status: 2 })],
    ['names none', () => sequence()],
  ])('a confirmation that %s has the certificate revoked', async (_, content) => {
    const by = await cmp.secret();
    const transactionId = randomBytes(16);
    const { certificate, message: answer } = await send({ ...ir('c'), by, header: { transactionId } });
    if (!certificate) throw new Error('no certificate');
    const header = { transactionId, recipientNonce: answer.header.senderNonce };
    const done = await send({ kind: 'certConf', content: content(certificate), by, header });
    expect(done.message.kind).toBe('pkiconf');
    expect(dataOf(await cmp.ask('GET', `cert/${certificate.serialNumber}`))['revocation_time']).not.toBe(0);
  });

  test('nothing is polled for', async () => {
    const by = await cmp.secret();
    const answer = await send({ kind: 'pollReq', content: sequence(), by });
    expect([answer.message.kind, answer.failure]).toEqual(['error', 'badRequest']);
  });
});

describe('headers', () => {
  test.each([
    ['another version', { version: 1 }, 'unsupportedVersion'],
    ['a short transaction identifier', { transactionId: randomBytes(4) }, 'badRequest'],
    ['a short nonce', { senderNonce: randomBytes(4) }, 'badSenderNonce'],
    ['an old time', { time: new Date(Date.now() - 3_600_000) }, 'badTime'],
    ['a time to come', { time: new Date(Date.now() + 3_600_000) }, 'badTime'],
    [
      'another recipient',
      { recipient: { type: 'directoryName', name: Name.of({ commonName: 'Else' }) } },
      'wrongAuthority',
    ],
    ['a recipient of another kind', { recipient: { type: 'dns', value: 'ca.example' } }, 'wrongAuthority'],
  ] as const)('%s', async (_, header, failure) => {
    expect((await send({ ...ir('h'), by: await cmp.secret(), header })).failure).toBe(failure);
  });

  test('a sender of another kind, with what no name has', async () => {
    const sender = { type: 'unread', der: Buffer.from([0x86, 2, 0x30, 0]) } as const;
    const answer = await send({ ...ir('h'), by: null, header: { sender } });
    expect([answer.status, answer.failure]).toEqual([200, 'badMessageCheck']);
  });

  test('what is no message is answered by one, with a status that says so', async () => {
    const answer = await post(cmp.live.base, Buffer.from('not a message'));
    expect([answer.status, answer.failure]).toEqual([400, 'badDataFormat']);
  });

  test('another type of content, and a mount without CMP', async () => {
    const answer = await fetch(`${cmp.live.base}/v1/pki/cmp`, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(400);
    await cmp.live.vault('POST', 'sys/mounts/plain', { type: 'pki' });
    const off = await fetch(`${cmp.live.base}/v1/plain/cmp`, { method: 'POST', body: 'x' });
    expect(off.status).toBe(404);
  });

  test('a profile names the role', async () => {
    await cmp.ask('POST', 'roles/profiled', { allow_any_name: true, key_type: 'any' });
    const profile = (name: string) => ({
      infos: [
        ...implicitly.infos,
        encodeInfo(infoOids.certProfile, sequence(Buffer.from([12, name.length, ...Buffer.from(name)]))),
      ],
    });
    const request = {
      kind: 'ir' as const,
      content: certRequest({ key: newKey(), subject: Name.of({ commonName: 'any' }) }),
    };
    expect((await send({ ...request, by: await cmp.secret(), header: profile('profiled') })).pkiStatus).toBe(0);
    const bound = await cmp.secret({ role: 'device' });
    expect((await send({ ...request, by: bound, header: profile('profiled') })).failure).toBe('notAuthorized');
  });
});

describe('protection', () => {
  test('PBMAC1, and the answer is protected alike', async () => {
    const by = await cmp.secret();
    const scheme = { ...usualScheme(), kind: 'pbmac1', iterations: 2_000, keyLength: 32 } as const;
    const { message: answer, pkiStatus } = await send({ ...ir('p'), by: { ...by, scheme }, header: implicitly });
    expect(pkiStatus).toBe(0);
    const used = answer.header.protection && readMacScheme(answer.header.protection);
    expect(used).toMatchObject({ kind: 'pbmac1', iterations: 2_000 });
    if (!used) throw new Error('not protected');
    expect(used.salt.equals(scheme.salt)).toBe(false);
    const mac = await macOf(used, Buffer.from(by.secret), answer.protectedPart);
    expect(answer.protection?.equals(mac)).toBe(true);
  });

  test.each([
    ['few repetitions', { iterations: 50 }],
    ['many repetitions', { iterations: 10_001 }],
    ['a short salt', { salt: randomBytes(4) }],
  ])('%s', async (_, change) => {
    const by = await cmp.secret();
    const answer = await send({ ...ir('w'), by: { ...by, scheme: { ...usualScheme(), ...change } } });
    expect(answer.failure).toBe('badAlg');
    expect(answer.message.protection).toBeUndefined();
  });

  test('a signature by a key that is not that of the certificate', async () => {
    const { certificate } = await enrolled('s');
    const answer = await send({ ...ir('s'), by: { certificate, key: newKey() } });
    expect([answer.failure, answer.message.protection]).toEqual(['badMessageCheck', undefined]);
  });

  test('a sender that is not the subject, and a key identifier of another', async () => {
    const { by } = await enrolled('m');
    const sender = { type: 'directoryName' as const, name: named('other') };
    expect((await send({ ...ir('m'), by, header: { sender } })).failure).toBe('badMessageCheck');
    expect((await send({ ...ir('m'), by, header: { senderKeyId: randomBytes(20) } })).failure).toBe('badMessageCheck');
    await cmp.ask('POST', 'config/cmp', { disabled_validations: 'DisableMatchingKeyIdValidation' });
    const content = certRequest({ key: newKey() });
    const off = await send({ kind: 'kur', content, by, header: { ...implicitly, senderKeyId: randomBytes(20) } });
    await cmp.ask('POST', 'config/cmp', { disabled_validations: '' });
    expect(off.pkiStatus).toBe(0);
  });

  test('no certificate of the signer', async () => {
    const { by } = await enrolled('n');
    expect((await send({ ...ir('n'), by: { ...by, bring: [] } })).failure).toBe('signerNotTrusted');
  });

  test('a MAC whose algorithm says that it is a signature, and the other way round', async () => {
    const { by } = await enrolled('k');
    const secret = await cmp.secret();
    const { algorithm } = parseCertificate(by.certificate.der);
    const asSignature = await send({ ...ir('k'), by: { ...secret, algorithm: algorithm.der } });
    expect(asSignature.failure).toBe('signerNotTrusted');
    const asMac = await send({ ...ir('k'), by, header: { protection: encodeMacScheme(usualScheme()) } });
    expect(asMac.failure).toBe('badMessageCheck');
    // The public key of a certificate is no secret.
    const known = createSecretKey(by.certificate.publicKey.der).export();
    const guessed = { reference: secret.reference, secret: known.toString('latin1') };
    expect((await send({ ...ir('k'), by: guessed })).failure).toBe('badMessageCheck');
  });

  test('a reference with NUL is that of no secret', async () => {
    const { secret } = await cmp.secret();
    const answer = await send({ ...ir('k'), by: { reference: 'a\0b', secret } });
    expect(answer.failure).toBe('badMessageCheck');
  });
});

describe('who may do what', () => {
  test('an enrolled certificate enrols nothing else without an auth method', async () => {
    const { by } = await enrolled('x');
    expect((await send({ ...ir('x'), by })).failure).toBe('signerNotTrusted');
  });

  test('a certificate that was not had by CMP does not renew itself', async () => {
    const key = newKey();
    await cmp.ask('POST', 'roles/any', { allow_any_name: true, key_type: 'any' });
    const issued = dataOf(await cmp.ask('POST', 'issue/any', { common_name: 'api.device.example', key_type: 'ec' }));
    const certificate = parseCertificate(derOf(String(issued['certificate'])));
    const own = createPrivateKey(String(issued['private_key']));
    const by = { certificate, key: own };
    const renewal = await send({ kind: 'kur', content: certRequest({ key }), by, header: implicitly });
    expect(renewal.failure).toBe('signerNotTrusted');
    const end = await send({ kind: 'rr', content: revocationOf(certificate), by });
    expect(end.pkiStatus).toBe(0);
  });

  test('a renewal keeps names, also when it names the certificate', async () => {
    const { by, certificate } = await enrolled('r');
    const renew = (request: object) =>
      send({ kind: 'kur', content: certRequest({ key: newKey(), ...request }), by, header: implicitly });
    const { issuer, serialNumber } = certificate;
    const { certificate: next } = await renew({ old: { issuer, serialNumber } });
    expect(next?.subject.equals(certificate.subject)).toBe(true);
    const more = [subjectAltName([{ type: 'dns', value: 'more.device.example' }])];
    expect((await renew({ extensions: more })).failure).toBe('badCertTemplate');
    expect((await renew({ subject: named('z') })).failure).toBe('badCertTemplate');
  });

  test('a renewal of the certificate of another', async () => {
    const { by } = await enrolled('y1');
    const { certificate } = await enrolled('y2');
    const { issuer, serialNumber } = certificate;
    const content = certRequest({ key: newKey(), old: { issuer, serialNumber } });
    expect((await send({ kind: 'kur', content, by, header: implicitly })).failure).toBe('signerNotTrusted');
    const byOther = await send({ kind: 'kur', content, by: await cmp.secret(), header: implicitly });
    expect(byOther.failure).toBe('notAuthorized');
  });

  test('a proof by another key, or over something else', async () => {
    const key = newKey();
    const subject = named('q');
    const wrong = certRequest({ key, subject, signedBy: newKey() });
    expect((await send({ kind: 'ir', content: wrong, by: await cmp.secret() })).failure).toBe('badPOP');
    const vouched = certRequest({ key, subject, proof: raVerified });
    expect((await send({ kind: 'ir', content: vouched, by: await cmp.secret() })).failure).toBe('badPOP');
  });

  test('more than one request', async () => {
    const one = insideOf(certRequest({ key: newKey(), subject: named('q') }));
    const answer = await send({ kind: 'ir', content: sequence(one, one), by: await cmp.secret() });
    expect(answer.failure).toBe('badRequest');
  });
});

const derOf = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
