import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EstConfigChange } from '../../../src/pki/est/est-configuration.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
  for (const path of ['one', 'two']) {
    await world.mounts.create(world.operator, path, {});
    await world.roles.write(world.operator, { mount: path, name: 'web' }, { allowAnyName: true });
  }
});
afterAll(() => world.close());

const change = (mount: string, given: EstConfigChange) => world.estConfiguration.change(world.operator, mount, given);
const read = (mount: string) => world.estConfiguration.read(world.operator, mount);
const claims = async () =>
  (await world.client.estLabel.findMany({ orderBy: { label: 'asc' } })).map(({ label }) => label);

test('nothing is there before it is written', async () => {
  expect(await read('one')).toEqual({
    ...{ enabled: false, defaultMount: false, defaultPathPolicy: '', labelToPathPolicy: {} },
    ...{ authenticators: { userpass: null, cert: null }, enableSentinelParsing: false, lastUpdated: '' },
    auditFields: ['common_name', 'alt_names', 'ip_sans', 'uri_sans'],
  });
});

describe('what cannot be used is refused', () => {
  test.each<readonly [string, EstConfigChange, RegExp]>([
    ['a default mount without a policy', { defaultMount: true }, /default_path_policy must be set/],
    ['a policy that is none', { defaultPathPolicy: 'forbid' }, /"forbid" is neither/],
    ['a role that does not exist', { defaultPathPolicy: 'role:nobody' }, /the role nobody does not exist/],
    ['the same for a label', { labelToPathPolicy: { a: 'role:nobody' } }, /the role nobody does not exist/],
    ['a label without a policy', { labelToPathPolicy: { a: '' } }, /"" is neither/],
    ['a label with a slash', { labelToPathPolicy: { 'a/b': 'sign-verbatim' } }, /cannot be a label/],
    ['the name of an operation as a label', { labelToPathPolicy: { cacerts: 'sign-verbatim' } }, /cannot be a label/],
    ['an empty label', { labelToPathPolicy: { '': 'sign-verbatim' } }, /cannot be a label/],
    [
      'too many labels',
      { labelToPathPolicy: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`l${at}`, 'sign-verbatim'])) },
      /at most 100 labels/,
    ],
    ['a field that is none', { auditFields: ['common_name', 'ttl'] }, /"ttl" is none of/],
    ['a field twice', { auditFields: ['csr', 'csr'] }, /twice/],
    [
      'an accessor that nobody has',
      { authenticators: { userpass: { accessor: 'auth_userpass_0' }, cert: null } },
      /no auth/,
    ],
    ['no accessor', { authenticators: { userpass: { accessor: '' }, cert: null } }, /has no accessor/],
    [
      'the same for certificates',
      { authenticators: { userpass: null, cert: { accessor: 'x', certRole: '' } } },
      /no auth/,
    ],
  ])('%s', async (_what, given, text) => {
    await expect(change('one', { enabled: true, ...given })).rejects.toThrow(text);
    expect((await read('one')).enabled).toBe(false);
  });
});

describe('a path below /.well-known/est', () => {
  test('belongs to one mount', async () => {
    const policies = { defaultPathPolicy: 'role:web', labelToPathPolicy: { a: 'sign-verbatim', b: 'role:web' } };
    await change('one', { enabled: true, defaultMount: true, ...policies });
    expect(await claims()).toEqual(['', 'a', 'b']);
    await expect(
      change('two', { enabled: true, defaultMount: true, defaultPathPolicy: 'sign-verbatim' }),
    ).rejects.toThrow('another mount is the default mount for EST');
    await expect(change('two', { enabled: true, labelToPathPolicy: { c: 'role:web', b: 'role:web' } })).rejects.toThrow(
      'another mount has the label b',
    );
    expect(await claims()).toEqual(['', 'a', 'b']);
  });

  test('is written again by its own mount', async () => {
    await change('one', { labelToPathPolicy: { b: 'sign-verbatim', d: 'role:web' } });
    expect(await claims()).toEqual(['', 'b', 'd']);
  });

  test('is free where EST is off, and taken when it is on again', async () => {
    await change('one', { enabled: false });
    expect(await claims()).toEqual([]);
    await change('two', { enabled: true, labelToPathPolicy: { b: 'sign-verbatim' } });
    await expect(change('one', { enabled: true })).rejects.toThrow('another mount has the label b');
    expect((await read('one')).enabled).toBe(false);
  });

  test('goes to one of two that want it at the same time', async () => {
    await change('two', { enabled: false });
    const wanted = { enabled: true, defaultMount: false, labelToPathPolicy: { race: 'sign-verbatim' } };
    const outcomes = await Promise.allSettled([change('one', wanted), change('two', wanted)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await claims()).toEqual(['race']);
  });

  test('goes with its mount', async () => {
    await change('one', { enabled: false });
    await change('two', { enabled: true, labelToPathPolicy: { gone: 'sign-verbatim' } });
    await world.mounts.delete(world.operator, 'two');
    expect(await claims()).toEqual([]);
    await change('one', { enabled: true, labelToPathPolicy: { gone: 'sign-verbatim' } });
  });
});

test('needs the right to its path', async () => {
  world.policies.asked.length = 0;
  world.policies.refusing = (path) => path.endsWith('config/est');
  try {
    await expect(read('one')).rejects.toThrow('refused');
    await expect(change('one', { enabled: true })).rejects.toThrow('refused');
  } finally {
    world.policies.refusing = () => false;
  }
  expect(world.policies.asked).toEqual(['read one/config/est', 'update one/config/est']);
});

test('says when it was written', async () => {
  const { lastUpdated } = await change('one', { auditFields: ['csr'] });
  expect(lastUpdated).toBe(world.clock.now().toISOString());
  expect((await read('one')).lastUpdated).toBe(lastUpdated);
});
