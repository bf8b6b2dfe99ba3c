import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IssuedCertificate } from '../../../src/pki/issuance/certificate-making.js';
import { Name } from '../../../src/pki/x509/index.js';
import { csrPem } from '../policy/made.js';
import { openIssuanceWorld } from './world.js';
import type { IssuanceWorld } from './world.js';

let world: IssuanceWorld;
let csr: string;
beforeAll(async () => {
  world = await openIssuanceWorld();
  await world.simple();
  const role = { allow_any_name: true, key_type: 'ec', ttl: '1h' };
  await world.role('stored', role);
  await world.role('leased', { ...role, generate_lease: true });
  await world.role('unstored', { ...role, no_store: true });
  csr = await csrPem({ subject: Name.of({ commonName: 'counted.example' }) });
  await world.issue('stored', { common_name: 'warm.example' });
});
afterAll(() => world.end());

type Ask = (role: string) => Promise<IssuedCertificate>;
const issue: Ask = (role) => world.issue(role, { common_name: 'counted.example' });
const sign: Ask = (role) => world.sign(role, { csr, common_name: 'counted.example' });
const verbatim: Ask = (role) => world.verbatim({ csr }, role);

/** The tables of each round trip: of a read, or of a batch of writes. */
async function roundTrips(work: () => Promise<unknown>): Promise<string[]> {
  return (await world.statements(work)).map((sql) =>
    sql
      .split('; ')
      .map((statement) => /(?:FROM|INTO) "(\w+)"/.exec(statement)?.[1])
      .join(' '),
  );
}

test.each<[string, Ask]>([
  ['issued', issue],
  ['signed', sign],
  ['signed verbatim', verbatim],
])('what is %s takes a read of mount and role together, and one batch', async (_how, ask) => {
  expect(await roundTrips(() => ask('stored'))).toEqual(['Mount', 'Certificate Event AuditRecord']);
  expect(await roundTrips(() => ask('leased'))).toEqual(['Mount', 'Certificate Event AuditRecord Lease']);
  expect(await roundTrips(() => ask('unstored'))).toEqual(['Mount', 'AuditRecord']);
});

test('what changes of a role counts at once', async () => {
  await world.role('changing', { allow_any_name: true, key_type: 'ec', no_store: true });
  expect((await issue('changing')).certificateId).toBeUndefined();
  await world.role('changing', { allow_any_name: true, key_type: 'ec' });
  expect((await issue('changing')).certificateId).toBeDefined();
  await world.client.role.deleteMany({ where: { name: 'changing' } });
  await expect(issue('changing')).rejects.toMatchObject({ problems: [{ code: 'UNKNOWN_ROLE' }] });
  await world.client.mount.updateMany({ data: { path: 'elsewhere' } });
  await expect(issue('stored')).rejects.toMatchObject({ problems: [{ code: 'MOUNT_NOT_FOUND' }] });
  await world.client.mount.updateMany({ data: { path: 'pki' } });
});
