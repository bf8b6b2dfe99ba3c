import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
const target = { mount: 'm', role: 'tight' };
beforeAll(async () => {
  world = await openPkiWorld();
  await world.mounts.create(world.operator, 'm', {});
  await world.roots.generate(world.operator, 'm', 'internal', { keyType: 'ec', commonName: 'Root' });
  const role = { allowedDomains: ['ok.com'], allowSubdomains: true, keyType: 'ec' };
  await world.roles.write(world.operator, { mount: 'm', name: 'tight' }, role);
});
beforeEach(async () => {
  await world.audit.flush();
  await world.client.auditRecord.deleteMany();
});
afterAll(() => world.close());

const selfIssued = (issuer: object) => {
  const request = { certificate: 'x', requireMatchingCertificateAlgorithms: false };
  return world.selfIssued.sign(world.operator, { mount: 'm', ...issuer }, request);
};

const records = async () => {
  await world.audit.flush();
  return world.client.auditRecord.findMany({ orderBy: { id: 'asc' } });
};
const bank = { commonName: 'bank.com' };

test.each<[what: string, action: string, path: string, problem: string, work: () => Promise<unknown>]>([
  [
    'a name',
    'certificate.issue',
    'm/issue/tight',
    'REQUEST_REFUSED',
    () => world.issuance.issue(world.operator, target, bank),
  ],
  [
    'a role that is none',
    'certificate.issue',
    'm/issuer/default/issue/other',
    'UNKNOWN_ROLE',
    () => world.issuance.issue(world.operator, { mount: 'm', role: 'other', issuerRef: 'default' }, bank),
  ],
  [
    'an issuer that is none',
    'certificate.issue',
    'm/issuer/none/issue/tight',
    'ISSUER_NOT_FOUND',
    () => world.issuance.issue(world.operator, { ...target, issuerRef: 'none' }, bank),
  ],
  [
    'a request that is none',
    'certificate.sign',
    'm/sign/tight',
    'REQUEST_REFUSED',
    () => world.issuance.sign(world.operator, target, { ...bank, csr: 'x' }),
  ],
  [
    'one to sign as it is',
    'certificate.sign-verbatim',
    'm/sign-verbatim',
    'REQUEST_REFUSED',
    () => world.issuance.signVerbatim(world.operator, { mount: 'm' }, { csr: 'x' }),
  ],
  [
    'one of an authority',
    'certificate.sign-intermediate',
    'm/root/sign-intermediate',
    'REQUEST_REFUSED',
    () => world.issuance.signIntermediate(world.operator, { mount: 'm' }, { ...bank, csr: 'x' }),
  ],
])('what is refused is recorded: %s', async (_what, action, targetId, problem, work) => {
  await expect(work()).rejects.toMatchObject({ code: problem });
  const [record, ...others] = await records();
  expect(others).toEqual([]);
  expect(record).toMatchObject({ action, targetId, problem, outcome: 'failure', actorId: world.operator.userId });
  // Signing verbatim takes no name beside the request.
  const name = action === 'certificate.sign-verbatim' ? '' : '"commonName":"bank\\.com",';
  expect(record?.details).toMatch(new RegExp(`^\\{${name}"refused":\\["[^"]+`));
});

const another = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

test.each<[what: string, action: string, path: string, problem: string, work: () => Promise<unknown>]>([
  [
    'to sign what is no certificate as a self-issued one',
    'certificate.sign-self-issued',
    'm/root/sign-self-issued',
    'REQUEST_REFUSED',
    () => selfIssued({}),
  ],
  [
    'by an issuer that is none',
    'certificate.sign-self-issued',
    'm/issuer/none/sign-self-issued',
    'ISSUER_NOT_FOUND',
    () => selfIssued({ issuerRef: 'none' }),
  ],
  [
    'to revoke with the key of another',
    'certificate.revoke',
    'm/revoke-with-key',
    'REQUEST_REFUSED',
    async () => {
      const role = { mount: 'm', role: 'tight' };
      const { serialNumber } = await world.issuance.issue(world.operator, role, { commonName: 'b.ok.com' });
      await world.audit.flush();
      await world.client.auditRecord.deleteMany();
      return world.revocations.revokeWithKey(world.operator, 'm', { serialNumber, privateKey: another });
    },
  ],
])('so is what is refused of it: %s', async (_what, action, targetId, problem, work) => {
  await expect(work()).rejects.toMatchObject({ code: problem });
  const found = await records();
  expect(found).toMatchObject([{ action, targetId, problem, outcome: 'failure', actorId: world.operator.userId }]);
  expect(found[0]?.details).toMatch(/"refused":\["[^"]+/);
  if (action === 'certificate.revoke') expect(found[0]?.details).toMatch(/"serialNumber":"[0-9a-f:]+"/);
});

test('who asks what a role would do is seen, for names that it allows too', async () => {
  await world.issuance.explain(world.operator, target, bank);
  await world.issuance.explain(world.operator, target, { commonName: 'a.ok.com' });
  await world.issuance.explain(world.operator, target, { commonName: 'a.ok.com' });
  const explained = { action: 'certificate.explain', targetId: 'm/issue/tight' };
  const found = await records();
  expect(found).toMatchObject([
    { ...explained, outcome: 'failure', problem: 'REQUEST_REFUSED' },
    { ...explained, outcome: 'success', problem: null, details: '{"commonName":"a.ok.com"}' },
    { ...explained, outcome: 'success' },
  ]);
  expect(found[2]?.details).toMatch(/"commonName":"a\.ok\.com","again":1/);
});
