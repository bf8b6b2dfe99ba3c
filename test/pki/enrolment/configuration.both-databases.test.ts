import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCertificate } from '../../../src/pki/x509/index.js';
import { signInMethods } from '../scep/methods.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
let accessor = '';
beforeAll(async () => {
  world = await openPkiWorld();
  for (const path of ['one', 'two']) {
    await world.mounts.create(world.operator, path, {});
    await world.roots.generate(world.operator, path, 'internal', { commonName: path, keyType: 'rsa' });
    await world.roles.write(world.operator, { mount: path, name: 'web' }, { allowAnyName: true });
  }
  const { certificate } = await world.client.issuer.findFirstOrThrow();
  const methods = await signInMethods(world.database, world.clock.now(), parseCertificate(certificate), 'challenge');
  accessor = methods.certificates;
});
afterAll(() => world.close());

/** What all protocols have, in the form of each. */
const protocols = {
  est: {
    change: (mount: string, given: object) => world.estConfiguration.change(world.operator, mount, given),
    methods: (named: string, certRole = '') => ({
      authenticators: { userpass: null, cert: { accessor: named, certRole } },
    }),
  },
  cmp: {
    change: async (mount: string, given: object) =>
      (await world.cmpConfiguration.change(world.operator, mount, given)).config,
    methods: (certAccessor: string, certRole = '') => ({ certAccessor, certRole }),
  },
  scep: {
    change: (mount: string, given: object) => world.scepConfiguration.change(world.operator, mount, given),
    methods: (named: string, role = '') => ({ authenticators: { cert: { accessor: named, role } } }),
  },
};

describe.each(Object.entries(protocols))('the configuration of %s', (_name, { change, methods }) => {
  const whole = () => ({ enabled: true, defaultPathPolicy: 'role:web', ...methods(accessor, 'devices') });

  test('refuses what cannot be used, in the same words', async () => {
    await change('one', whole());
    const words: readonly (readonly [object, string])[] = [
      [{ defaultPathPolicy: 'web' }, 'invalid default_path_policy: "web" is neither sign-verbatim nor role: with'],
      [{ defaultPathPolicy: `role:${'x'.repeat(256)}` }, 'is neither sign-verbatim nor role: with'],
      [{ defaultPathPolicy: 'role:none' }, 'invalid default_path_policy: the role none does not exist'],
      [methods('auth_cert_none'), 'no auth method of type cert has the accessor "auth_cert_none"'],
      [methods('x'.repeat(10_000)), 'no auth method of type cert has the accessor'],
      [methods(accessor, 'x'.repeat(256)), 'the name of a role has at most 255 characters'],
    ];
    for (const [given, text] of words) {
      const refusal = change('one', given);
      await expect(refusal).rejects.toThrow(text);
      await expect(refusal).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    await change('one', { enabled: false });
  });

  test('can be turned off when its role is gone, and is not turned on again', async () => {
    await world.roles.write(world.operator, { mount: 'one', name: 'passing' }, { allowAnyName: true });
    await change('one', { ...whole(), defaultPathPolicy: 'role:passing' });
    await world.roles.delete(world.operator, { mount: 'one', name: 'passing' });
    expect(await change('one', { enabled: false })).toMatchObject({ enabled: false });
    await expect(change('one', { enabled: true })).rejects.toThrow('the role passing does not exist');
    await expect(change('one', { defaultPathPolicy: 'role:passing' })).rejects.toThrow('does not exist');
  });
});

describe('when an auth method is gone', () => {
  test.each(Object.entries(protocols))('%s can still be changed', async (_name, { change, methods }) => {
    const issuer = await world.client.issuer.findFirstOrThrow();
    const made = await signInMethods(world.database, world.clock.now(), parseCertificate(issuer.certificate), 'other');
    await change('one', { enabled: true, defaultPathPolicy: 'role:web', ...methods(made.certificates) });
    await world.client.authMethod.delete({ where: { accessor: made.certificates } });
    expect(await change('one', { enabled: false })).toMatchObject({ enabled: false });
  });
});

describe('the default mount of CMP', () => {
  const { change } = protocols.cmp;
  const wanted = { enabled: true, defaultMount: true, defaultPathPolicy: 'role:web' };

  test('is one of two that want it at the same time', async () => {
    const outcomes = await Promise.allSettled([change('one', wanted), change('two', wanted)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await world.client.mount.count({ where: { isCmpDefault: true } })).toBe(1);
  });

  test('is free where CMP is off, and taken when it is on again', async () => {
    for (const mount of ['one', 'two']) await change(mount, { enabled: false });
    expect(await world.cmpConfiguration.defaultMount()).toBeNull();
    await change('two', wanted);
    expect(await world.cmpConfiguration.defaultMount()).toBe('two');
    await expect(change('one', wanted)).rejects.toThrow('another mount is the default mount of CMPv2');
    await world.mounts.delete(world.operator, 'two');
    expect(await world.cmpConfiguration.defaultMount()).toBeNull();
    await change('one', wanted);
    expect(await world.cmpConfiguration.defaultMount()).toBe('one');
  });
});
