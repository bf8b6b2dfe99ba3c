import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
const times: string[] = [];
const serials: string[] = [];

beforeAll(async () => {
  world = await openInstallation();
  const root = await world.root();
  const { roots, roles, issuance, revocations, mounts } = world.pki;
  await mounts.create(root, 'team/Web', {});
  for (const [name, ttl] of [
    ['first_root', 10],
    ['second', 20],
  ] as const) {
    const given = { keyType: 'ec', commonName: name, issuerName: name, keyName: `${name}-key`, ttl: ttl * 86_400 };
    await roots.generate(root, 'pki', 'internal', given);
    await roles.write(root, { mount: 'pki', name: `Web-${name}` }, { allowAnyName: true, keyType: 'ec', ttl: 3_600 });
  }
  for (const commonName of ['a.example', 'b.example', 'c.example']) {
    world.clock.advance(1_000);
    const { serialNumber } = await issuance.issue(root, { mount: 'pki', role: 'Web-second' }, { commonName });
    await revocations.revoke(root, 'pki', { serialNumber });
    times.push(world.clock.now().toISOString());
    serials.push(serialNumber);
  }
});
afterAll(() => world.end());

const later = () => new Date(world.clock.now().getTime() + 15 * 86_400_000).toISOString();

test.each<readonly [query: string, found: () => readonly string[]]>([
  ['roles(filter: { search: "SECOND" }) { nodes { as: name } totalCount }', () => ['Web-second']],
  ['roles(filter: { search: "web" }) { nodes { as: name } totalCount }', () => ['Web-first_root', 'Web-second']],
  ['roles(filter: { search: "%" }) { nodes { as: name } totalCount }', () => []],
  ['issuers(filter: { search: "t_r" }) { nodes { as: name } totalCount }', () => ['first_root']],
  ['issuers(filter: { search: "tar" }) { nodes { as: name } totalCount }', () => []],
  ['issuers(filter: { expiresAfter: "$later" }) { nodes { as: name } totalCount }', () => ['second']],
  [
    'issuers(filter: { expiresBefore: "$later", search: null }) { nodes { as: name } totalCount }',
    () => ['first_root'],
  ],
  ['issuerKeys(filter: { search: "second" }) { nodes { as: name } totalCount }', () => ['second-key']],
  ['mounts(filter: { search: "TEAM/w" }) { nodes { as: path } totalCount }', () => ['team/Web']],
  ['revocations { nodes { as: serialNumber } totalCount }', () => serials.toReversed()],
  [
    'revocations(orderBy: { field: REVOKED_AT, direction: ASC }) { nodes { as: serialNumber } totalCount }',
    () => serials,
  ],
  [
    'revocations(filter: { serialNumber: "$serial" }) { nodes { as: serialNumber } totalCount }',
    () => serials.slice(1, 2),
  ],
  [
    'revocations(filter: { revokedAfter: "$second" }) { nodes { as: serialNumber } totalCount }',
    () => serials.slice(1).toReversed(),
  ],
  [
    'revocations(filter: { revokedBefore: "$second" }) { nodes { as: serialNumber } totalCount }',
    () => serials.slice(0, 1),
  ],
  [
    'certificates(filter: { role: "Web-second" }, orderBy: { field: COMMON_NAME, direction: DESC }, first: 2) { nodes { as: commonName } }',
    () => ['c.example', 'b.example'],
  ],
  [
    'certificates(filter: { role: "Web-second" }, orderBy: { field: ISSUED_AT, direction: ASC }, first: 2) { nodes { as: commonName } }',
    () => ['a.example', 'b.example'],
  ],
])('%s', async (query, found) => {
  const said = query
    .replace('$later', later())
    .replace('$serial', (serials[1] ?? '').replaceAll(':', '-').toUpperCase())
    .replace('$second', times[1] ?? '');
  const { data, errors } = await world.ask(`{ list: ${said} }`);
  expect(errors).toEqual([]);
  const nodes = found().map((as) => ({ as }));
  expect(data).toMatchObject({ list: query.includes('totalCount') ? { nodes, totalCount: nodes.length } : { nodes } });
});
