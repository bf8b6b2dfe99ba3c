import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { encodeInfo, encodeInfos, infoOids } from '../../../src/pki/x509/cmp/index.js';
import { sequence } from '../../../src/pki/x509/der-writer.js';
import { Name } from '../../../src/pki/x509/index.js';
import { certRequest, implicitly, message, post, usualScheme } from './client.js';
import type { Draft } from './client.js';
import { dataOf, openCmp } from './live.js';
import type { CmpForTests } from './live.js';

/** What a sender may not reach with what it has. */
let cmp: CmpForTests;
beforeAll(async () => {
  cmp = await openCmp();
  await cmp.ask('POST', 'roles/generous', { allow_any_name: true, key_type: 'any', ttl: '700h' });
  await cmp.ask('POST', 'root/generate/internal', {
    ...{ common_name: 'Other Root', key_type: 'ec', ttl: '8760h', issuer_name: 'other' },
    key_usage: 'CertSign,CRLSign,DigitalSignature',
  });
});
afterAll(() => cmp.close());

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const named = (name: string) => Name.of({ commonName: `${name}.device.example` });
const at = (below: string) => `/v1/pki/${below}`;
const send = async (draft: Draft, path?: string) => post(cmp.live.base, await message(draft), path);
const ir = (name: string, key = newKey()) => ({
  ...{ kind: 'ir' as const, content: certRequest({ key, subject: named(name) }), header: implicitly },
});
const profile = (name: string) => ({
  infos: [
    ...implicitly.infos,
    encodeInfo(infoOids.certProfile, sequence(Buffer.from([12, name.length, ...Buffer.from(name)]))),
  ],
});

async function enrolled(name: string, secret: object = {}) {
  const key = newKey();
  const { certificate } = await send({ ...ir(name, key), by: await cmp.secret(secret) });
  if (!certificate) throw new Error('no certificate');
  return { certificate, key };
}

test('a certificate renews itself by its own role and issuer, whatever path and profile say', async () => {
  const by = await enrolled('a', { role: 'device' });
  const renew = (path: string, header: object = implicitly) =>
    send({ kind: 'kur', content: certRequest({ key: newKey() }), by, header }, at(path));
  expect((await renew('roles/generous/cmp')).failure).toBe('notAuthorized');
  expect((await renew('cmp', profile('generous'))).failure).toBe('notAuthorized');
  expect((await renew('issuer/other/cmp')).failure).toBe('notAuthorized');
  expect((await renew('roles/device/cmp')).pkiStatus).toBe(0);
  expect((await renew('issuer/root/roles/device/cmp', profile('device'))).pkiStatus).toBe(0);
});

test('another issuer than that of the role signs nothing for a secret that is bound to it', async () => {
  const bound = await cmp.secret({ role: 'device' });
  const asked = { ...ir('b'), by: bound };
  expect((await send(asked, at('issuer/other/roles/device/cmp'))).failure).toBe('notAuthorized');
  const free = await send({ ...ir('d'), by: await cmp.secret() }, at('issuer/other/cmp'));
  expect(free.certificate?.issuer.commonName).toBe('Other Root');
});

test('the role of another is not described to who may not have its certificates', async () => {
  const by = await enrolled('e');
  const content = encodeInfos([encodeInfo(infoOids.certReqTemplate)]);
  expect((await send({ kind: 'genm', content, by })).message.kind).toBe('genp');
  expect((await send({ kind: 'genm', content, by, header: profile('generous') })).failure).toBe('signerNotTrusted');
});

test('each kind of information is asked for once in a message', async () => {
  const content = encodeInfos([encodeInfo(infoOids.caCerts), encodeInfo(infoOids.caCerts)]);
  expect((await send({ kind: 'genm', content, by: await cmp.secret() })).failure).toBe('badRequest');
});

test('many senders of costly MACs wait for each other, and some are told to come again', async () => {
  const scheme = { ...usualScheme(), kind: 'pbmac1', iterations: 100_000, keyLength: 32 } as const;
  const wrong = { reference: 'nobody', secret: 'x'.repeat(16), scheme };
  const drafts = await Promise.all(Array.from({ length: 24 }, () => message({ ...ir('f'), by: wrong })));
  const answers = await Promise.all(drafts.map((der) => post(cmp.live.base, der)));
  expect(new Set(answers.map(({ failure }) => failure))).toEqual(new Set(['badMessageCheck', 'systemUnavail']));
});

test('nothing is issued where no answer could be signed', async () => {
  const by = await enrolled('g');
  await cmp.live.vault('POST', 'sys/mounts/keyless', { type: 'pki' });
  const other = await cmp.live.vault('POST', 'keyless/root/generate/internal', {
    common_name: 'Foreign',
    key_type: 'ec',
  });
  const imported = dataOf(await cmp.ask('POST', 'issuers/import/cert', { pem_bundle: dataOf(other)['certificate'] }));
  await cmp.ask('POST', 'roles/device', { allow_any_name: true, key_type: 'any', issuer_ref: 'root' });
  const [keyless] = z.array(z.string()).parse(imported['imported_issuers']);
  await cmp.ask('POST', 'config/issuers', { default: keyless });
  const count = async () => dataOf(await cmp.ask('GET', 'certs?list=true'))['keys'];
  const before = await count();
  const answer = await send({ kind: 'kur', content: certRequest({ key: newKey() }), by, header: implicitly });
  expect(answer.failure).toBe('systemUnavail');
  expect(await count()).toEqual(before);
});
