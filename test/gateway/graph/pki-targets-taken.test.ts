import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { problem } from '../../../src/platform/problems.js';
import type { RoleToChange } from '../../../src/pki/roles/roles.js';
import { refusal } from '../../state/world.js';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

/** What is named by its id is that object, or nothing: not the one that has taken its path or its name meanwhile. */

let world: Installation;
let round = 0;
let path = '';
const ids = { issuer: '', key: '', role: '', mount: '' };

beforeAll(async () => {
  world = await openInstallation();
});
afterAll(() => world.end());

beforeEach(async () => {
  const root = await world.root();
  const { roots, roles, mounts } = world.pki;
  path = `taken-${++round}`;
  const mount = await mounts.create(root, path, {});
  const given = { keyType: 'ec', commonName: 'One', issuerName: 'one', keyName: 'first', ttl: 86_400 };
  const { issuer, key } = await roots.generate(root, path, 'internal', given);
  const { role } = await roles.write(root, { mount: path, name: 'web' }, { keyType: 'ec' });
  Object.assign(ids, { issuer: issuer.id, key: key.id, role: role.id, mount: mount.id });
});

const filled = (text: string) =>
  text.replaceAll(/\$(issuer|key|role|mount)/g, (_, name: keyof typeof ids) => ids[name]).replaceAll('$path', path);

const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code;

const mutate = async (text: string) => {
  const { data, errors } = await world.ask(`mutation { ${filled(text)} }`);
  expect(errors).toEqual([]);
  return data;
};

/** A mount moves away, and another one takes its path. */
const replaceMount = `
  moved: moveMount(input: { mount: { id: "$mount" }, path: "$path-old" }) { problems { code } }
  taken: createMount(input: { path: "$path" }) { problems { code } }
`;
const replaceRole = `
  first: updateRole(input: { role: { id: "$role" }, requireCn: true }) { problems { code } }
  gone: deleteRole(input: { role: { id: "$role" } }) { problems { code } }
  taken: createRole(input: { mount: "$path", name: "web" }) { problems { code } }
`;

test('a mount by its id is the one that moved', async () => {
  const done = await mutate(`${replaceMount}
    tuned: tuneMount(input: { mount: { id: "$mount" }, description: "mine" }) { mount { id path } }
    again: moveMount(input: { mount: { id: "$mount" }, path: "$path-older" }) { mount { id path } }
    done: deleteMount(input: { mount: { id: "$mount" } }) { deletedId problems { code } }`);
  expect(done).toMatchObject({
    tuned: { mount: { id: ids.mount, path: `${path}-old` } },
    again: { mount: { id: ids.mount, path: `${path}-older` } },
    done: { deletedId: ids.mount, problems: [] },
  });
  expect(await world.client.mount.findUnique({ where: { path } })).toMatchObject({ description: '' });
});

test.each([
  ['deleteRole(input: { role: { id: "$role" } }) { problems { code } }'],
  ['updateRole(input: { role: { id: "$role" }, requireCn: false }) { problems { code } }'],
])('a role by its id is not the one that took its name: %s', async (mutation) => {
  const done = await mutate(`${replaceRole} done: ${mutation}`);
  expect(done).toMatchObject({ taken: { problems: [] }, done: { problems: [{ code: 'NOT_FOUND' }] } });
  const there = await world.pki.roles.read(await world.root(), { mount: path, name: 'web' });
  expect(there.id).not.toBe(ids.role);
  expect(there.role.requireCn).toBe(true);
});

test('an issuer and a key by their ids are found where their mount moved', async () => {
  const done = await mutate(`
    named: updateIssuer(input: { issuer: { id: "$issuer" }, issuerName: "two" }) { problems { code } }
    renamed: updateKey(input: { key: { id: "$key" }, keyName: "second" }) { problems { code } }
    ${replaceMount}
    issuer: deleteIssuer(input: { issuer: { id: "$issuer" } }) { deletedId problems { code } }
    key: deleteKey(input: { key: { id: "$key" } }) { deletedId problems { code } }`);
  expect(done).toMatchObject({
    issuer: { deletedId: ids.issuer, problems: [] },
    key: { deletedId: ids.key, problems: [] },
  });
});

test('what another request replaced between the reading and the act is refused', async () => {
  const root = await world.root();
  const { mounts, roles, issuers, keys } = world.pki;
  const role: RoleToChange = { mount: path, name: 'web', id: ids.role };
  await roles.delete(root, { mount: path, name: 'web' });
  expect(await codeOf(roles.delete(root, role))).toBe('NOT_FOUND');
  await roles.write(root, { mount: path, name: 'web' }, {});
  expect(await codeOf(roles.delete(root, role))).toBe('NOT_FOUND');
  expect(await codeOf(roles.patch(root, role, {}))).toBe('NOT_FOUND');

  const mount = { id: ids.mount, path, named: { readAt: path, missing: problem('MOUNT_NOT_FOUND') } };
  await mounts.move(root, path, `${path}-old`);
  expect(await codeOf(mounts.delete(root, mount))).toBe('MOUNT_NOT_FOUND');
  await mounts.create(root, path, {});
  const refused = [
    () => mounts.delete(root, mount),
    () => mounts.tune(root, mount, {}),
    () => mounts.move(root, mount, `${path}-new`),
    () => roles.delete(root, { mount, name: 'web' }),
    () => issuers.delete(root, mount, ids.issuer),
    () => issuers.update(root, mount, 'default', {}),
    () => keys.delete(root, mount, ids.key),
    () => keys.rename(root, mount, ids.key, 'third'),
  ];
  for (const act of refused) expect(await codeOf(act())).toBe('MOUNT_NOT_FOUND');
});
