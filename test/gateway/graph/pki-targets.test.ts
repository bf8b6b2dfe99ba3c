import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
const ids = { issuer: '', key: '', role: '', mount: '' };

beforeAll(async () => {
  world = await openInstallation();
  const root = await world.root();
  const { roots, roles, mounts } = world.pki;
  await mounts.create(root, 'other', {});
  const given = { keyType: 'ec', commonName: 'One', issuerName: 'one', keyName: 'first', ttl: 86_400 };
  const { issuer, key } = await roots.generate(root, 'other', 'internal', given);
  await roles.write(root, { mount: 'other', name: 'web' }, { keyType: 'ec' });
  const [role, mount] = await Promise.all([
    world.client.role.findFirstOrThrow({ where: { name: 'web' } }),
    world.client.mount.findFirstOrThrow({ where: { path: 'other' } }),
  ]);
  Object.assign(ids, { issuer: issuer.id, key: key.id, role: role.id, mount: mount.id });
});
afterAll(() => world.end());

const filled = (text: string) =>
  text.replaceAll(/\$(issuer|key|role|mount)/g, (_, name: keyof typeof ids) => ids[name]);
const answer = (mutation: string) => world.ask(`mutation { done: ${filled(mutation)} }`);

test.each([
  [
    'updateIssuer(input: { issuer: { id: "$issuer" }, issuerName: "two" }) { issuer { name } }',
    { issuer: { name: 'two' } },
  ],
  [
    'updateIssuer(input: { issuer: { named: { mount: "other", reference: "two" } }, issuerName: "one" }) { issuer { name } }',
    { issuer: { name: 'one' } },
  ],
  [
    'updateIssuer(input: { issuer: { named: { mount: "other", reference: "default" } }, issuerName: "one" }) { issuer { id } }',
    { issuer: { id: '$issuer' } },
  ],
  [
    'updateKey(input: { key: { id: "$key" }, keyName: "second" }) { issuerKey { name } }',
    { issuerKey: { name: 'second' } },
  ],
  [
    'updateRole(input: { role: { id: "$role" }, requireCn: false }) { role { requireCn } }',
    { role: { requireCn: false } },
  ],
  [
    'tuneMount(input: { mount: { id: "$mount" }, description: "d" }) { mount { description } }',
    { mount: { description: 'd' } },
  ],
  [
    'delegateOcsp(input: { issuer: { id: "$issuer" } }) { ocspDelegation { issuerId } }',
    { ocspDelegation: { issuerId: '$issuer' } },
  ],
  ['endOcspDelegation(input: { issuer: { id: "$issuer" } }) { issuer { id } }', { issuer: { id: '$issuer' } }],
  ['moveMount(input: { mount: { id: "$mount" }, path: "moved" }) { mount { path } }', { mount: { path: 'moved' } }],
  ['deleteRole(input: { role: { id: "$role" } }) { deletedId }', { deletedId: '$role' }],
  ['deleteIssuer(input: { issuer: { id: "$issuer" } }) { deletedId }', { deletedId: '$issuer' }],
  ['deleteKey(input: { key: { id: "$key" } }) { deletedId }', { deletedId: '$key' }],
  ['deleteMount(input: { mount: { id: "$mount" } }) { deletedId }', { deletedId: '$mount' }],
])('%s', async (mutation, done) => {
  const { data, errors } = await answer(mutation);
  expect(errors).toEqual([]);
  expect(JSON.stringify(data)).toBe(filled(JSON.stringify({ done })));
});

test.each([
  ['deleteIssuer(input: { issuer: { id: "iss-none" } })', 'ISSUER_NOT_FOUND'],
  ['deleteKey(input: { key: { id: "key-none" } })', 'KEY_NOT_FOUND'],
  ['deleteRole(input: { role: { id: "role-none" } })', 'NOT_FOUND'],
  ['deleteMount(input: { mount: { id: "mnt-none" } })', 'MOUNT_NOT_FOUND'],
])('%s of no object: %s', async (mutation, code) => {
  expect((await answer(`${mutation} { deletedId problems { code } }`)).data).toEqual({
    done: { deletedId: null, problems: [{ code }] },
  });
});

test('a reference takes one name', async () => {
  const { errors } = await answer('deleteMount(input: { mount: { id: "mnt-none", path: "pki" } }) { deletedId }');
  expect(errors).toHaveLength(1);
});
