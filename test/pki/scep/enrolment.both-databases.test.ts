import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { origin } from '../../identity/world.js';
import { CrlOctets } from '../../../src/pki/crls/parts/crl-octets.js';
import { isIssuedBy, parseCertificate } from '../../../src/pki/x509/index.js';
import type { Certificate } from '../../../src/pki/x509/index.js';
import { ScepCleaning } from '../../../src/pki/scep/cleaning.job.js';
import { ecKey, newRsaKey, ScepClient, types } from './client.js';
import { waitingRequest } from './rows.js';
import { besideScep, openScepWorld } from './world.js';
import type { ScepWorld } from './world.js';

let world: ScepWorld;
beforeAll(async () => {
  world = await openScepWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  world.policies.refusing = () => false;
  await world.scepConfiguration.change(world.operator, 'pki', { ...world.usual, requireApproval: false });
});

const only = (certificates: readonly Certificate[]): Certificate => {
  const [first, ...more] = certificates;
  if (!first || more.length > 0) throw new Error('not one certificate');
  return first;
};
const stored = () => world.client.certificate.count({ where: { roleName: 'routers' } });
const enrolled = async (client: ScepClient, commonName: string, challenge = 'open sesame') =>
  only((await world.send(client, await client.message(client.csr(commonName, { challenge })))).certificates);

describe('a first certificate', () => {
  test('is had with the challenge of a role, and asked again it is the same', async () => {
    const client = world.device();
    const csr = client.csr('a.routers.example', { challenge: 'open sesame' });
    const before = await stored();
    const first = await world.send(client, await client.message(csr));
    expect(first).toMatchObject({ status: '0', failInfo: undefined });
    const certificate = only(first.certificates);
    expect(isIssuedBy(certificate, world.issuer)).toBe(true);
    expect(certificate.subject.commonName).toBe('a.routers.example');
    expect(certificate.publicKey.der).toEqual(client.certificate.publicKey.der);
    const again = await world.send(client, await client.message(csr));
    expect(only(again.certificates).der).toEqual(certificate.der);
    const polled = await world.send(client, await client.poll('a.routers.example'));
    expect(only(polled.certificates).der).toEqual(certificate.der);
    expect(await stored()).toBe(before + 1);
  });

  test('of a key of EC, in each cipher and digest', async () => {
    for (const [cipher, hash] of [
      ['aes256-cbc', 'sha384'],
      ['aes128-gcm', 'sha256'],
      ['aes256-gcm', 'sha512'],
    ] as const) {
      const client = world.device(newRsaKey());
      const csr = client.csr('b.routers.example', { challenge: 'open sesame' });
      const answer = await world.send(client, await client.message(csr, { cipher, signing: { hash } }));
      expect(answer.status).toBe('0');
    }
    const client = world.device(ecKey());
    expect((await enrolled(client, 'ec.routers.example')).publicKey.spec.type).toBe('ec');
  });

  test('by OAEP is answered by OAEP', async () => {
    const client = world.device();
    const csr = client.csr('o.routers.example', { challenge: 'open sesame' });
    const message = await client.message(csr, { transport: { padding: 'oaep', hash: 'sha256' } });
    expect((await world.send(client, message)).status).toBe('0');
  });

  test('with a challenge for one request is had once', async () => {
    await world.oneTime('one');
    const client = world.device();
    const csr = client.csr('c.routers.example', { challenge: 'one' });
    const certificate = only((await world.send(client, await client.message(csr))).certificates);
    const again = await world.send(client, await client.message(csr));
    expect(only(again.certificates).der).toEqual(certificate.der);
    const other = world.device(newRsaKey());
    const refused = await world.send(other, await other.message(other.csr('d.routers.example', { challenge: 'one' })));
    expect(refused).toMatchObject({
      status: '2',
      failInfo: '2',
      text: 'whoever asks is not allowed to have a certificate here',
    });
  });

  test('asked for by several at once in one transaction is one certificate', async () => {
    await world.oneTime('for several');
    const before = await stored();
    for (const [name, challenge] of [
      ['e.routers.example', 'open sesame'],
      ['f.routers.example', 'for several'],
    ] as const) {
      const client = world.device(newRsaKey());
      const message = await client.message(client.csr(name, { challenge }));
      const answers = await Promise.all(Array.from({ length: 4 }, () => world.send(client, message)));
      const got = new Set(answers.flatMap(({ certificates }) => certificates.map(({ serialNumber }) => serialNumber)));
      expect(got.size).toBe(1);
      // Who was too late with a challenge for one may be refused, if the first one is not done yet.
      expect(answers.every(({ status, failInfo }) => status === '0' || failInfo === '2')).toBe(true);
    }
    expect(await stored()).toBe(before + 2);
  });

  test('is refused by the rules of the role, which are told', async () => {
    const client = world.device();
    const answer = await world.send(
      client,
      await client.message(client.csr('evil.example', { challenge: 'open sesame' })),
    );
    expect(answer).toMatchObject({ status: '2', failInfo: '2' });
    expect(answer.text).toContain('evil.example');
  });

  test('needs the policy of the path', async () => {
    world.policies.refusing = (path) => path === 'pki/scep';
    world.policies.asked.length = 0;
    const client = world.device();
    const message = await client.message(client.csr('g.routers.example', { challenge: 'open sesame' }));
    expect(await world.send(client, message)).toMatchObject({ status: '2', failInfo: '2' });
    const other = world.device(newRsaKey());
    const csr = other.csr('g.routers.example', { challenge: 'open sesame' });
    const place = { role: 'routers', path: 'roles/routers/scep' };
    expect((await world.send(other, await other.message(csr), place)).status).toBe('0');
    expect(world.policies.asked).toEqual(expect.arrayContaining(['update pki/scep', 'update pki/roles/routers/scep']));
  });

  test('is verbatim where the policy says so', async () => {
    await world.scepConfiguration.change(world.operator, 'pki', { defaultPathPolicy: 'sign-verbatim' });
    expect((await enrolled(world.device(newRsaKey()), 'any.example')).subject.commonName).toBe('any.example');
  });

  test('under the name of a transaction of another key is refused, and that of the same key begins anew', async () => {
    const first = world.device();
    await enrolled(first, 'h.routers.example');
    const thief = world.device(newRsaKey(), first.transactionId);
    const message = await thief.message(thief.csr('h.routers.example', { challenge: 'open sesame' }));
    expect(await world.send(thief, message)).toMatchObject({ status: '2', failInfo: '2' });
    expect(await world.send(thief, await thief.poll('h.routers.example'))).toMatchObject({ failInfo: '4' });
    const next = await enrolled(first, 'i.routers.example');
    expect(next.subject.commonName).toBe('i.routers.example');
  });

  test('that was revoked is not had again by the same request', async () => {
    const client = world.device();
    const csr = client.csr('j.routers.example', { challenge: 'open sesame' });
    const certificate = only((await world.send(client, await client.message(csr))).certificates);
    const target = { serialNumber: certificate.serialNumber };
    await world.revocations.revoke(world.operator, 'pki', target);
    expect(await world.send(client, await client.message(csr))).toMatchObject({ status: '2', failInfo: '2' });
  });
});

test('two servers answer one transaction by one certificate, also after a restart', async () => {
  const other = await besideScep(world);
  try {
    await world.oneTime('for two servers');
    const before = await stored();
    const place = { mount: 'pki', path: 'scep' };
    for (const [name, challenge] of [
      ['x.routers.example', 'open sesame'],
      ['y.routers.example', 'for two servers'],
    ] as const) {
      const client = world.device(newRsaKey());
      const message = await client.message(client.csr(name, { challenge }));
      const servers = [world.scep, other.scep, world.scep, other.scep];
      const answers = await Promise.all(
        servers.map(async (server) => client.read((await server.operate(place, message, origin)).body)),
      );
      expect(answers.some(({ status }) => status === '0')).toBe(true);
      // As after an answer that was lost: whoever is asked again has it.
      const again = await client.read((await other.scep.operate(place, message, origin)).body);
      const all = [...answers, again].flatMap(({ certificates }) =>
        certificates.map(({ serialNumber }) => serialNumber),
      );
      expect(new Set(all).size).toBe(1);
    }
    expect(await stored()).toBe(before + 2);
  } finally {
    await other.close();
  }
});

describe('a renewal', () => {
  const renew = async (client: ScepClient, certificate: Certificate, csr: Buffer, more: object = {}) =>
    world.send(client, await client.message(csr, { type: types.RenewalReq, certificate, ...more }));
  /** The answer is for the key of the certificate that signed. */
  const renewed = async (before: ScepClient, certificate: Certificate, csr: Buffer, transactionId: string) => {
    const message = await before.message(csr, { type: types.RenewalReq, certificate, transactionId });
    const { body } = await world.scep.operate({ mount: 'pki', path: 'scep' }, message, origin);
    return before.read(body, { certificate });
  };

  test('is had with the certificate, for a new key', async () => {
    const client = world.device();
    const certificate = await enrolled(client, 'k.routers.example');
    const next = world.device(newRsaKey());
    const answer = await renewed(client, certificate, next.csr('k.routers.example'), next.transactionId);
    const made = only(answer.certificates);
    expect(made.publicKey.der).toEqual(next.certificate.publicKey.der);
    expect(made.serialNumber).not.toBe(certificate.serialNumber);
  });

  test('is for the same names only, also with PKCSReq', async () => {
    const client = world.device();
    const certificate = await enrolled(client, 'l.routers.example');
    for (const [names, type] of [
      [['l.routers.example', 'm.routers.example'], types.RenewalReq],
      [['m.routers.example'], types.PKCSReq],
    ] as const) {
      const csr = client.csr(names[0], { names });
      const transactionId = `${client.transactionId}-${type}`;
      const message = await client.message(csr, { type, certificate, transactionId });
      const { body } = await world.scep.operate({ mount: 'pki', path: 'scep' }, message, origin);
      expect(await client.read(body, { certificate })).toMatchObject({
        ...{ status: '2', failInfo: '2' },
        text: 'a renewal must be for the names of the certificate that signs it',
      });
    }
  });

  test('is refused with a revoked certificate, one of another authority, and one of its own', async () => {
    const client = world.device();
    const certificate = await enrolled(client, 'n.routers.example');
    await world.revocations.revoke(world.operator, 'pki', { serialNumber: certificate.serialNumber });
    const transactionId = 'another';
    const csr = client.csr('n.routers.example');
    const refused = { status: '2', failInfo: '1' };
    expect(await renew(client, certificate, csr, { transactionId })).toMatchObject(refused);
    expect(await renew(client, client.certificate, csr, { transactionId })).toMatchObject(refused);
    const { key } = client;
    const stranger = new ScepClient(client.certificate, key);
    const foreign = parseCertificate(world.issuer.der);
    expect(await renew(client, stranger.certificate, csr, { transactionId, key })).toMatchObject(refused);
    expect(foreign.subject.commonName).toBe('Root');
  });

  test('needs the method of certificates', async () => {
    const client = world.device();
    const certificate = await enrolled(client, 'p.routers.example');
    await world.scepConfiguration.change(world.operator, 'pki', {
      authenticators: { scep: { accessor: world.challenges } },
    });
    const transactionId = 'yet another';
    const csr = client.csr('p.routers.example');
    expect(await renew(client, certificate, csr, { transactionId })).toMatchObject({ status: '2', failInfo: '2' });
  });
});

describe('approval', () => {
  test('is waited for; who asks again is told, and then has the certificate', async () => {
    await world.scepConfiguration.change(world.operator, 'pki', { requireApproval: true });
    const client = world.device();
    const csr = client.csr('q.routers.example', { challenge: 'open sesame', names: ['q.routers.example'] });
    expect((await world.send(client, await client.message(csr))).status).toBe('3');
    expect((await world.send(client, await client.message(csr))).status).toBe('3');
    expect((await world.send(client, await client.poll('q.routers.example'))).status).toBe('3');
    const page = { size: 10, from: 'start', after: null, before: null } as const;
    const waiting = await world.scepApprovals.list(world.operator, 'pki', page, { status: 'pending' });
    const [request] = waiting.nodes;
    if (!request) throw new Error('a request waits');
    expect(request).toMatchObject({ subject: 'CN=q.routers.example', transactionId: client.transactionId });
    expect(Buffer.from(request.request ?? []).includes('open sesame')).toBe(false);
    const [one, two] = await Promise.allSettled([
      world.scepApprovals.approve(world.operator, 'pki', request.id),
      world.scepApprovals.approve(world.operator, 'pki', request.id),
    ]);
    expect([one.status, two.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const polled = only((await world.send(client, await client.poll('q.routers.example'))).certificates);
    expect(polled.subject.commonName).toBe('q.routers.example');
    const actions = (await world.client.auditRecord.findMany({ where: { targetId: request.id } })).map(
      ({ action }) => action,
    );
    expect(actions.toSorted()).toEqual(['scep.approve', 'scep.ask']);
  });

  test('may be refused, with words for the client', async () => {
    await world.scepConfiguration.change(world.operator, 'pki', { requireApproval: true });
    const client = world.device();
    const message = await client.message(client.csr('r.routers.example', { challenge: 'open sesame' }));
    expect((await world.send(client, message)).status).toBe('3');
    const found = await world.client.scepTransaction.findFirst({ where: { transactionId: client.transactionId } });
    const id = found?.id ?? '';
    await world.scepApprovals.refuse(world.operator, 'pki', id, 'not this one');
    expect(await world.send(client, await client.poll('r.routers.example'))).toMatchObject({
      ...{ status: '2', failInfo: '2', text: 'refused: not this one' },
    });
    await expect(world.scepApprovals.approve(world.operator, 'pki', id)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    });
    await expect(world.scepApprovals.refuse(world.operator, 'pki', 'scep-none', null)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('of a renewal is not needed; another request in a transaction that waits is refused', async () => {
    const client = world.device();
    const certificate = await enrolled(client, 's.routers.example');
    await world.scepConfiguration.change(world.operator, 'pki', { requireApproval: true });
    const message = await client.message(client.csr('s.routers.example'), {
      ...{ type: types.RenewalReq, certificate, transactionId: 'renewing' },
    });
    const { body } = await world.scep.operate({ mount: 'pki', path: 'scep' }, message, origin);
    expect((await client.read(body, { certificate })).status).toBe('0');
    const waiting = world.device(newRsaKey());
    const ask = async (name: string) =>
      world.send(waiting, await waiting.message(waiting.csr(name, { challenge: 'open sesame' })));
    expect((await ask('t.routers.example')).status).toBe('3');
    expect(await ask('u.routers.example')).toMatchObject({ status: '2', failInfo: '2' });
  });
});

test('certificates and CRLs are had by name', async () => {
  const client = world.device();
  const certificate = await enrolled(client, 'v.routers.example');
  const got = await world.send(client, await client.about(certificate, types.GetCert));
  expect(only(got.certificates).der).toEqual(certificate.der);
  const crl = await world.send(client, await client.about(certificate, types.GetCRL));
  expect([crl.status, crl.crls.length, crl.certificates.length]).toEqual(['0', 1, 0]);
  const none = { issuer: client.certificate.issuer, serialNumber: client.certificate.serialNumber };
  for (const type of [types.GetCert, types.GetCRL])
    expect(await world.send(client, await client.about(none, type))).toMatchObject({ status: '2', failInfo: '4' });
});

test('a CRL that is too large for a message is refused by its size, without a copy of it', async () => {
  const client = world.device();
  const certificate = await enrolled(client, 'x.routers.example');
  const authority = await world.authorities.byPath('pki');
  const asked = { kind: 'complete', path: 'existing' } as const;
  const found = await world.servedCrls.current(authority, authority.issuer('default'), asked);
  if (!found) throw new Error('there is no CRL');
  const content = new Uint8Array(2 * 1024 * 1024);
  const { frame, at } = found.octets;
  const octets = new CrlOctets(frame, at, [{ digest: 'one', length: content.length, content }]);
  const current = vi.spyOn(world.servedCrls, 'current').mockResolvedValue({ ...found, octets });
  const joined = vi.spyOn(octets, 'joined');
  const answer = await world.send(client, await client.about(certificate, types.GetCRL));
  current.mockRestore();
  expect(answer).toMatchObject({ status: '2', failInfo: '2' });
  expect(joined).not.toHaveBeenCalled();
});

test('what is over is removed, and what is not stays', async () => {
  const client = world.device();
  await enrolled(client, 'w.routers.example');
  const cleaning = new ScepCleaning(world);
  await cleaning.run(new AbortController().signal);
  const here = { where: { transactionId: client.transactionId } };
  expect(await world.client.scepTransaction.count(here)).toBe(1);
  await world.client.scepTransaction.updateMany({ ...here, data: { expiresAt: new Date(0) } });
  // What is over is no answer any more: the same request is a new one.
  const polled = await world.send(client, await client.poll('w.routers.example'));
  expect(polled).toMatchObject({ status: '2', failInfo: '4' });
  await enrolled(client, 'w.routers.example');
  expect(await world.client.scepTransaction.count(here)).toBe(1);
  await world.client.scepTransaction.updateMany({ ...here, data: { expiresAt: new Date(0) } });
  await cleaning.run(new AbortController().signal);
  expect(await world.client.scepTransaction.count(here)).toBe(0);
});

describe('requests that wait for approval', () => {
  const wait = (many: number, remoteAddress: string, mountId: string) =>
    world.client.scepTransaction.createMany({
      data: Array.from({ length: many }, () => ({ ...waitingRequest(mountId, world.clock.now()), remoteAddress })),
    });
  const asked = async (name: string, remoteAddress: string) => {
    const client = world.device();
    const message = await client.message(client.csr(name, { challenge: 'open sesame' }));
    const answer = await world.scep.operate({ mount: 'pki', path: 'scep' }, message, { ...origin, remoteAddress });
    return client.read(answer.body);
  };
  const pending = { status: '3' };
  const full = { status: '2', text: 'too many requests wait for approval' };

  test('are at most five hundred of an address, and a thousand of all', async () => {
    await world.scepConfiguration.change(world.operator, 'pki', { ...world.usual, requireApproval: true });
    const { mount } = await world.authorities.byPath('pki');
    await wait(250, '2001:db8::1', mount.id);
    await wait(249, '2001:db8::2', mount.id);
    expect(await asked('w1.routers.example', '2001:db8::3')).toMatchObject(pending);
    expect(await asked('w2.routers.example', '2001:db8::4')).toMatchObject(full);
    expect(await asked('w3.routers.example', '192.0.2.9')).toMatchObject(pending);
    await wait(499, '192.0.2.10', mount.id);
    expect(await asked('w4.routers.example', '192.0.2.11')).toMatchObject(full);
    await world.client.scepTransaction.deleteMany({ where: { mountId: mount.id, status: 'pending' } });
  });
});
