import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FailedSignIns } from '../../../src/gateway/admission/failed-sign-ins.js';
import { Attempts } from '../../../src/identity/auth-methods/attempts.js';
import { noLimit } from '../../../src/identity/auth-methods/sign-in-limit.js';
import { untuned } from '../../../src/identity/auth-methods/auth-method.js';
import type { AuthMethod, SignIns } from '../../../src/identity/auth-methods/sign-ins.js';
import { noSiblings } from '../../../src/platform/processes/siblings.js';
import { CmpCleaning } from '../../../src/pki/cmp/cleaning.job.js';
import { cmpNonces } from '../../../src/pki/cmp/nonces-part.js';
import { defaultTidyParameters } from '../../../src/pki/tidy/tidy-parameters.js';
import { confirmWithinMs } from '../../../src/pki/cmp/enrolment.js';
import { createPkiService } from '../../../src/pki/module.js';
import { problem } from '../../../src/platform/problems.js';
import {
  createSigner,
  extKeyUsage,
  Name,
  parseCertificate,
  publicKeyInfoOf,
  randomSerialNumber,
} from '../../../src/pki/x509/index.js';
import type { Certificate, Extension } from '../../../src/pki/x509/index.js';
import { cmcRaOid, encodeInfo, infoOids } from '../../../src/pki/x509/cmp/index.js';
import { sequence, utf8String } from '../../../src/pki/x509/der-writer.js';
import { workWhenAsked } from '../../platform/jobs/when-asked.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { buildCertificate } from '../x509/built.js';
import { certRequest, confirmationOf, implicitly, message, raVerified, readAnswer, revocationOf } from './client.js';
import type { Draft } from './client.js';

/** Who is known by which certificate: what an auth method says, and no more. */
const known = new Set<string>();
const method: AuthMethod = {
  ...{ id: 'am-1', accessor: 'auth_cert_1', type: 'cert', path: 'cert', description: '', tuning: untuned },
  ...{ settings: {}, salt: '', accountId: 'user-1', createdAt: new Date(0), updatedAt: new Date(0) },
};
const signIns: SignIns = {
  byPassword: () => Promise.reject(problem('SIGN_IN_REFUSED')),
  byChallenge: () => Promise.reject(problem('SIGN_IN_REFUSED')),
  byCertificate: (_accessor, _role, [leaf]) =>
    known.has(Buffer.from(leaf ?? []).toString('hex'))
      ? Promise.resolve({ caller: world.operator, method, displayName: 'known', metadata: {} })
      : Promise.reject(problem('SIGN_IN_REFUSED')),
  find: (_kind, accessor) => Promise.resolve(accessor === 'auth_cert_1' ? method : null),
};

let world: PkiWorld;
let services: ReturnType<typeof createPkiService>['services'];
let mount = '';
beforeAll(async () => {
  world = await openPkiWorld();
  const limit = new FailedSignIns({ perMinute: 30, siblings: noSiblings });
  const attempts = new Attempts({ limit, refused: { note: () => undefined } });
  const service = createPkiService({ ...world, signIns, attempts, expiryDays: [], log: pino({ level: 'silent' }) });
  workWhenAsked(service.jobs, service.tidying);
  ({ services } = service);
});
afterAll(() => world.close());
let mounts = 0;
beforeEach(async () => {
  known.clear();
  world.policies.refusing = () => false;
  mount = `devices-${++mounts}`;
  const { operator } = world;
  await services.mounts.create(operator, mount, {});
  await services.roots.generate(operator, mount, 'internal', { commonName: 'Root', keyType: 'ec', ttl: 86_400 * 20 });
  await services.roles.write(operator, { mount, name: 'device' }, { allowAnyName: true, keyType: 'any', ttl: 86_400 });
  const config = { enabled: true, defaultPathPolicy: 'role:device', certAccessor: 'auth_cert_1' };
  await services.cmpConfiguration.change(operator, mount, config);
});

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const origin = (remoteAddress = '192.0.2.1') => ({ requestId: 'r', remoteAddress });

async function send(draft: Draft, from = origin(), node = services) {
  const place = await node.cmp.open({ mount });
  if (!place) throw new Error('not enabled');
  const der = await message({ ...draft, header: { time: world.clock.now(), ...draft.header } });
  return readAnswer(200, (await node.cmp.answer(place, der, from)).der);
}
const ir = (name: string, key = newKey()) => ({
  ...{ kind: 'ir' as const, content: certRequest({ key, subject: Name.of({ commonName: name }) }) },
});
const secret = (more: object = {}) => services.cmpSecrets.create(world.operator, mount, more);

async function enrolled(name: string) {
  const by = await secret();
  const key = newKey();
  const { certificate } = await send({ ...ir(name, key), by, header: implicitly });
  if (!certificate) throw new Error('no certificate');
  return { certificate, key };
}

/** A certificate of somebody else, such as the maker of a device. */
function foreign(name: string, extensions: readonly Extension[] = []): { certificate: Certificate; key: KeyObject } {
  const key = newKey();
  const subject = Name.of({ commonName: name });
  const now = world.clock.now().getTime();
  const der = buildCertificate(
    {
      ...{ serialNumber: randomSerialNumber(), issuer: subject, subject, publicKey: publicKeyInfoOf(key).der },
      ...{ notBefore: new Date(now - 60_000), notAfter: new Date(now + 3_600_000), extensions: [...extensions] },
    },
    createSigner(key),
  );
  return { certificate: parseCertificate(der), key };
}
const knows = ({ certificate }: { certificate: Certificate }) => known.add(certificate.der.toString('hex'));

describe('by a certificate that the auth method knows', () => {
  test('it enrols, if policies allow the path', async () => {
    const by = foreign('maker');
    expect((await send({ ...ir('a'), by })).failure).toBe('signerNotTrusted');
    knows(by);
    const done = await send({ ...ir('a'), by, header: implicitly });
    expect(done.pkiStatus).toBe(0);
    expect(world.policies.asked).toContain(`update ${mount}/cmp`);
    world.policies.refusing = (path) => path.endsWith('/cmp');
    expect((await send({ ...ir('b'), by })).failure).toBe('notAuthorized');
  });

  test('the answer is signed by the issuer, whose certificate comes first', async () => {
    const by = foreign('maker');
    knows(by);
    const { message: answer } = await send({ ...ir('a'), by, header: implicitly });
    const { defaultIssuer } = await services.authorities.byPath(mount);
    expect(answer.extraCerts[0]?.equals(defaultIssuer?.certificate.der ?? Buffer.alloc(0))).toBe(true);
    expect(answer.header.senderKeyId?.equals(defaultIssuer?.subjectKeyId ?? Buffer.alloc(0))).toBe(true);
  });

  test('the confirmation may leave the certificate out', async () => {
    const by = foreign('maker');
    knows(by);
    const transactionId = randomBytes(16);
    const { certificate, message: answer } = await send({ ...ir('a'), by, header: { transactionId } });
    const hash = createHash('sha256')
      .update(certificate?.der ?? '')
      .digest();
    const header = { transactionId, recipientNonce: answer.header.senderNonce };
    const content = confirmationOf(hash);
    const other = { ...foreign('other'), bring: [] };
    expect((await send({ kind: 'certConf', content, by: other, header })).failure).toBe('badMessageCheck');
    const confirmed = await send({ kind: 'certConf', content, by: { ...by, bring: [] }, header });
    expect(confirmed.message.kind).toBe('pkiconf');
  });

  test('a profile names a role only if policies allow the path of that role too', async () => {
    const by = foreign('maker');
    knows(by);
    await services.roles.write(
      world.operator,
      { mount, name: 'other' },
      { allowAnyName: true, ttl: 86_400, keyType: 'any' },
    );
    const named = encodeInfo(infoOids.certProfile, sequence(utf8String('other')));
    const ask = () => send({ ...ir('a'), by, header: { infos: [...implicitly.infos, named] } });
    expect((await ask()).pkiStatus).toBe(0);
    world.policies.refusing = (path) => path.endsWith('/roles/other/cmp');
    expect((await ask()).failure).toBe('notAuthorized');
  });

  test('it revokes the certificates of others if policies allow that', async () => {
    const by = foreign('operator');
    knows(by);
    const { certificate } = await enrolled('a');
    world.policies.refusing = (path) => path.endsWith('/revoke');
    expect((await send({ kind: 'rr', content: revocationOf(certificate), by })).failure).toBe('notAuthorized');
    world.policies.refusing = () => false;
    expect((await send({ kind: 'rr', content: revocationOf(certificate, 1), by })).pkiStatus).toBe(0);
    expect((await send({ kind: 'rr', content: revocationOf(certificate, 1), by })).failure).toBe('certRevoked');
    expect((await send({ kind: 'rr', content: revocationOf(certificate, 8), by })).failure).toBe('badRequest');
  });

  test('only a registration authority, by certificate and by policy, vouches for keys and renews for others', async () => {
    const key = newKey();
    const vouched = certRequest({ key, subject: Name.of({ commonName: 'a' }), proof: raVerified });
    const plain = foreign('plain');
    const authority = foreign('authority', [extKeyUsage([cmcRaOid])]);
    knows(plain);
    knows(authority);
    const ask = (by: typeof plain) => send({ kind: 'ir', content: vouched, by, header: implicitly });
    expect((await ask(plain)).failure).toBe('badPOP');
    world.policies.refusing = (path) => path.endsWith('/cmp/ra');
    expect((await ask(authority)).failure).toBe('badPOP');
    world.policies.refusing = () => false;
    expect((await ask(authority)).pkiStatus).toBe(0);
    const { certificate } = await enrolled('b');
    const { issuer, serialNumber } = certificate;
    const content = certRequest({ key, old: { issuer, serialNumber } });
    expect((await send({ kind: 'kur', content, by: plain, header: implicitly })).failure).toBe('notAuthorized');
    expect((await send({ kind: 'kur', content, by: authority, header: implicitly })).pkiStatus).toBe(0);
  });
});

describe('time', () => {
  test('an expired certificate signs nothing, unless that is not checked; nor is it renewed', async () => {
    const by = await enrolled('a');
    world.clock.advance(86_400_000 * 2);
    const renew = () => send({ kind: 'kur', content: certRequest({ key: newKey() }), by, header: implicitly });
    expect((await renew()).failure).toBe('signerNotTrusted');
    const off = { disabledValidations: ['DisableCertTimeValidation'] };
    await services.cmpConfiguration.change(world.operator, mount, off);
    expect((await renew()).pkiStatus).toBe(0);
    const { issuer, serialNumber } = by.certificate;
    const content = certRequest({ key: newKey(), old: { issuer, serialNumber } });
    expect((await send({ kind: 'kur', content, by, header: implicitly })).pkiStatus).toBe(0);
  });

  test('an expired secret is like none', async () => {
    const by = await secret({ ttl: 60 });
    world.clock.advance(61_000);
    const { failure, text } = await send({ ...ir('a'), by });
    expect([failure, text]).toEqual(['badMessageCheck', 'the MAC is wrong, or there is no secret of this reference']);
  });

  test('a certificate that nobody confirms is revoked, and not confirmed afterwards', async () => {
    const by = await secret();
    const transactionId = randomBytes(16);
    const { certificate, message: answer } = await send({ ...ir('a'), by, header: { transactionId } });
    if (!certificate) throw new Error('no certificate');
    const cleaning = new CmpCleaning({ ...world, ...services });
    const isRevoked = async () =>
      (await services.publicDocuments.certificate(await services.authorities.byPath(mount), certificate.serialNumber))
        ?.revokedAt ?? null;
    await cleaning.run(new AbortController().signal);
    expect(await isRevoked()).toBeNull();
    world.clock.advance(confirmWithinMs);
    // A server that ends before it has revoked what it marked leaves the mark.
    await world.client.cmpTransaction.updateMany({ where: { certificateId: { not: '' } }, data: { state: 'ending' } });
    await cleaning.run(new AbortController().signal);
    expect(await isRevoked()).not.toBeNull();
    const hash = createHash('sha256').update(certificate.der).digest();
    const header = { transactionId, recipientNonce: answer.header.senderNonce };
    expect((await send({ kind: 'certConf', content: confirmationOf(hash), by, header })).failure).toBe('certConfirmed');
  });

  test('one that cannot be revoked now is revoked later, and the others do not wait for it', async () => {
    const by = await secret({ maxUses: 0 });
    const made = [await send({ ...ir('a'), by }), await send({ ...ir('b'), by })];
    await world.client.cmpTransaction.updateMany({
      where: { state: 'issued' },
      data: { confirmBy: world.clock.now() },
    });
    let asked = 0;
    const revocations = {
      recordAs: (...of: Parameters<typeof services.revocations.recordAs>) => {
        asked += 1;
        return asked === 1 ? Promise.reject(problem('CONFLICT')) : services.revocations.recordAs(...of);
      },
    };
    const revoked = async () => {
      const serials = made.map(({ certificate }) => certificate?.serialNumber.replaceAll(':', '') ?? '');
      return world.client.revocation.count({ where: { serialNumber: { in: serials } } });
    };
    const cleaning = new CmpCleaning({ ...world, ...services, revocations });
    for (const _ of [1, 2]) await cleaning.run(new AbortController().signal);
    expect(await revoked()).toBe(2);
  });

  test('what is remembered of transactions goes, and nothing else', async () => {
    const by = await secret({ maxUses: 0 });
    await send({ ...ir('a'), by, header: implicitly });
    await send({ ...ir('a'), by, header: implicitly });
    const left = () => world.client.cmpNonce.count({ where: { mount: { path: mount } } });
    const cleaning = new CmpCleaning({ ...world, ...services });
    await cleaning.run(new AbortController().signal);
    expect(await left()).toBe(2);
    world.clock.advance(3_600_000);
    await cleaning.run(new AbortController().signal);
    expect(await left()).toBe(0);
  });
});

test('what one node began another goes on with, as after a restart, and neither takes it twice', async () => {
  const attempts = new Attempts({ limit: noLimit, refused: { note: () => undefined } });
  const begun = createPkiService({ ...world, signIns, attempts, expiryDays: [], log: pino({ level: 'silent' }) });
  workWhenAsked(begun.jobs, begun.tidying);
  const other = begun.services;
  const by = await secret({ maxUses: 0 });
  const header = { transactionId: randomBytes(16), senderNonce: randomBytes(16) };
  const first = await send({ ...ir('a'), by, header });
  expect((await send({ ...ir('a'), by, header }, origin(), other)).failure).toBe('transactionIdInUse');
  const hash = createHash('sha256')
    .update(first.certificate?.der ?? '')
    .digest();
  const confirm = (node: typeof other) => {
    const answered = { transactionId: header.transactionId, recipientNonce: first.message.header.senderNonce };
    return send({ kind: 'certConf', content: confirmationOf(hash), by, header: answered }, origin(), node);
  };
  expect((await confirm(other)).message.kind).toBe('pkiconf');
  expect((await confirm(services)).failure).toBe('certConfirmed');
});

test('tidy removes what is remembered of transactions that are too old to come again', async () => {
  const by = await secret({ maxUses: 0 });
  await send({ ...ir('a'), by, header: implicitly });
  await send({ ...ir('a'), by, header: { ...implicitly, time: undefined } });
  world.clock.advance(3_600_000);
  const part = cmpNonces(world);
  const authority = await services.authorities.byPath(mount);
  const parameters = { ...defaultTidyParameters, tidyCmpv2NonceStore: true };
  const slices = await part.page({ authority, parameters, now: world.clock.now() }, null);
  const counts = await Promise.all(slices.map(({ change }) => world.database.transaction(change)));
  expect(counts).toEqual([{ cmpv2NonceDeleted: 1 }]);
  const after = slices.at(-1)?.cursor ?? null;
  expect(await part.page({ authority, parameters, now: world.clock.now() }, after)).toEqual([]);
  expect(await world.client.cmpNonce.count({ where: { mount: { path: mount } } })).toBe(1);
});

describe('limits', () => {
  test('certificates that wait to be confirmed', async () => {
    const by = await secret({ maxUses: 0 });
    await send({ ...ir('a'), by });
    const row = await world.client.cmpTransaction.findFirstOrThrow({ where: { mount: { path: mount } } });
    await world.client.cmpTransaction.createMany({
      data: Array.from({ length: 299 }, (_, at) => ({ ...row, id: `${row.id} ${at}` })),
    });
    expect((await send({ ...ir('b'), by })).failure).toBe('systemUnavail');
    expect((await send({ ...ir('b'), by: await secret() })).pkiStatus).toBe(0);
  });

  test('wrong MACs of an address, of which others notice nothing', async () => {
    const by = await secret({ maxUses: 0 });
    const guess = { ...by, secret: 'a guess' };
    for (let tries = 0; tries < 30; tries += 1)
      expect((await send({ ...ir('a'), by: guess }, origin('192.0.2.66'))).failure).toBe('badMessageCheck');
    expect((await send({ ...ir('a'), by }, origin('192.0.2.66'))).failure).toBe('systemUnavail');
    expect((await send({ ...ir('a'), by }, origin('192.0.2.67'))).pkiStatus).toBe(0);
  });

  test('a secret that is used by two at the same time is used once', async () => {
    const by = await secret();
    const answers = await Promise.all([send({ ...ir('a'), by }), send({ ...ir('b'), by })]);
    expect(answers.filter(({ pkiStatus }) => pkiStatus === 0)).toHaveLength(1);
    expect((await services.cmpSecrets.read(world.operator, mount, by.reference)).uses).toBe(1);
  });

  test('strangers write no row', async () => {
    await send({ ...ir('a'), by: null });
    await send({ ...ir('a'), by: { reference: 'nobody', secret: 'nothing' } });
    await send({ ...ir('a'), by: foreign('stranger') });
    expect(await world.client.cmpNonce.count({ where: { mount: { path: mount } } })).toBe(0);
  });
});

describe('configuration', () => {
  test.each([
    [{ defaultPathPolicy: 'role:none' }, 'the role none does not exist'],
    [{ defaultPathPolicy: 'everything' }, 'neither sign-verbatim nor role:'],
    [{ defaultPathPolicy: '' }, 'must be set to enable CMPv2'],
    [{ certAccessor: 'auth_cert_9' }, 'no auth method of type cert'],
    [{ certAccessor: '', certRole: 'x' }, 'needs the accessor'],
    [{ auditFields: ['everything'] }, 'invalid audit_fields: "everything"'],
    [{ auditFields: ['csr', 'csr'] }, 'twice'],
    [{ disabledValidations: ['DisableEverything'] }, 'invalid disabled_validations: "DisableEverything"'],
  ])('%j is refused', async (change, words) => {
    await expect(services.cmpConfiguration.change(world.operator, mount, change)).rejects.toThrow(words);
  });

  test('one mount is the default mount, and a new configuration says when', async () => {
    const { config } = await services.cmpConfiguration.change(world.operator, mount, { defaultMount: true });
    expect(config.lastUpdated).toBe(world.clock.now().toISOString());
    expect(await services.cmpConfiguration.defaultMount()).toBe(mount);
    // One that is off leaves the address to others.
    await services.cmpConfiguration.change(world.operator, 'pki', { defaultMount: true });
    const other = services.cmpConfiguration.change(world.operator, 'pki', {
      ...{ enabled: true, defaultPathPolicy: 'sign-verbatim' },
    });
    await expect(other).rejects.toThrow('another mount is the default mount');
    await services.cmpConfiguration.change(world.operator, 'pki', { defaultMount: false });
    await services.cmpConfiguration.change(world.operator, mount, { defaultMount: false });
    expect(await services.cmpConfiguration.defaultMount()).toBeNull();
  });

  test('a secret for a registration authority needs the right to revoke', async () => {
    world.policies.refusing = (path) => path.endsWith('/revoke');
    await expect(secret({ registrationAuthority: true })).rejects.toThrow();
    await expect(secret({ secret: 'short' })).rejects.toThrow('from 16 to 256');
    await expect(secret({ reference: 'a b' })).rejects.toThrow('characters');
    await secret({ reference: 'once' });
    await expect(secret({ reference: 'once' })).rejects.toThrow('there is a secret of this reference');
  });
});
