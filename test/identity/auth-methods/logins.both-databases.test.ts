import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { EndedTokens } from '../../../src/identity/tokens/ended-tokens.js';
import { extKeyUsage, extKeyUsageOids, Name, subjectAltName } from '../../../src/pki/x509/index.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { certify, certifyAuthority } from '../../pki/x509/authority.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
let root: Caller;
beforeAll(async () => {
  world = await openWorld();
  root = await world.root();
});
afterAll(() => world.close());

const codeOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof ProblemError ? error.code : String(error);
  }
};
const as = (text: string) => world.authentication.authenticate(text, origin);

async function users(path: string) {
  const method = await world.authMethods.enable(root, { path, type: 'userpass' });
  const write = (name: string, terms: object = {}) =>
    world.authRoles.write(root, { method: path, name }, { password: 'p', terms });
  return { method, write };
}

test('whoever signs in has the policies of the role, no more, and cannot be taken for the account', async () => {
  const { write } = await users('a');
  await write('alice', { policies: ['devices'] });
  const { token, text } = await world.logins.byPassword('a', 'alice', 'p', origin);
  const caller = await as(text);
  expect(caller).toMatchObject({
    ...{ kind: 'restricted', username: 'a-alice', policies: ['default', 'devices'], siteAdmin: false, narrowed: true },
    organizations: new Map(),
  });
  expect(caller?.entity).toBeUndefined();
  expect(token).toMatchObject({ orphan: true, path: 'auth/a/login/alice', meta: { username: 'alice' } });
});

test('what it creates ends with it, and everything ends with the method', async () => {
  const { write } = await users('b');
  await write('alice', { policies: ['default'] });
  const { text } = await world.logins.byPassword('b', 'alice', 'p', origin);
  const caller = await as(text);
  if (!caller) throw new Error('not signed in');
  const policy = 'path "auth/token/create" { capabilities = ["update"] }';
  await world.policies.write(root, 'makes', policy);
  await write('maker', { policies: ['makes'] });
  const maker = await as((await world.logins.byPassword('b', 'maker', 'p', origin)).text);
  if (!maker) throw new Error('not signed in');
  const child = await world.serviceTokens.create(maker, {});
  expect(await as(child.text)).toMatchObject({ kind: 'restricted', policies: ['default', 'makes'] });
  await world.authMethods.disable(root, 'b');
  expect([await as(text), await as(child.text)]).toEqual([null, null]);
  expect(await codeOf(world.logins.byPassword('b', 'alice', 'p', origin))).toBe('SIGN_IN_REFUSED');
});

test('a token lives within the limits of the method and the role, and so does its renewal', async () => {
  await users('c');
  await world.authMethods.tune(root, 'c', { maxLeaseTtl: 600 });
  await world.authRoles.write(root, { method: 'c', name: 'alice' }, { password: 'p', terms: { ttl: 400 } });
  const { token, text } = await world.logins.byPassword('c', 'alice', 'p', origin);
  expect(token.ttl).toBe(400);
  world.clock.advance(300_000);
  const policy = 'path "auth/token/*" { capabilities = ["update"] }';
  await world.policies.write(root, 'default', policy);
  const caller = await as(text);
  if (!caller) throw new Error('not signed in');
  expect((await world.serviceTokens.renew(caller, 0)).token.ttl).toBe(300);
});

test('expired tokens of sign-ins are deleted a day after their end', async () => {
  const { write } = await users('d');
  await write('alice', { ttl: 60 });
  const { token } = await world.logins.byPassword('d', 'alice', 'p', origin);
  const count = () => world.client.token.count({ where: { id: token.accessor } });
  const cleaning = new EndedTokens({ ...world, log: pino({ level: 'silent' }) });
  world.clock.advance(23 * 3_600_000);
  await cleaning.run(new AbortController().signal);
  expect(await count()).toBe(1);
  world.clock.advance(2 * 3_600_000);
  await cleaning.run(new AbortController().signal);
  expect(await count()).toBe(0);
});

test('of two methods that want to be above each other at the same time, one is there', async () => {
  for (let pair = 0; pair < 10; pair++) {
    const paths = [`above-${pair}`, `above-${pair}/below`];
    const enabled = paths.map((path) => world.authMethods.enable(root, { path, type: 'userpass' }));
    const outcomes = await Promise.allSettled(enabled);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('a method is above no other, and its roles are of its kind', async () => {
  await users('e/f');
  expect(await codeOf(world.authMethods.enable(root, { path: 'e', type: 'cert' }))).toBe('INVALID_INPUT');
  expect(await codeOf(world.authMethods.enable(root, { path: 'e/f/g', type: 'cert' }))).toBe('INVALID_INPUT');
  expect((await world.authMethods.enable(root, { path: '/e/h/', type: 'cert' })).path).toBe('e/h');
  const wrong = world.authRoles.write(root, { method: 'e/h', name: 'x' }, { password: 'p' });
  expect(await codeOf(wrong)).toBe('INVALID_INPUT');
  expect(await codeOf(world.authRoles.setPassword(root, { method: 'e/h', name: 'x' }, 'p'))).toBe('NOT_FOUND');
});

test('certificates are taken by the first role that takes them, of those that trust their names', async () => {
  const notBefore = world.clock.now();
  const content = { notBefore, notAfter: new Date(notBefore.getTime() + 86_400_000) };
  const authority = await certifyAuthority({ content });
  const other = await certifyAuthority({ content });
  const leaf = await certify({
    ...{ issuer: authority, content, subject: Name.of({ commonName: 'm1.example', organizationalUnit: ['ops'] }) },
    extensions: [
      extKeyUsage([extKeyUsageOids.clientAuth]),
      subjectAltName([{ type: 'dns', value: 'm1.internal.example' }]),
    ],
  });
  const { accessor } = await world.authMethods.enable(root, { path: 'cert', type: 'cert' });
  const write = (name: string, certificateRule: object) =>
    world.authRoles.write(root, { method: 'cert', name }, { rule: certificateRule });
  await write('a-other', { certificate: other.pem });
  await write('b-names', { certificate: authority.pem, allowedDnsSans: ['*.elsewhere.example'] });
  await write('c-units', { certificate: authority.pem, allowedOrganizationalUnits: ['dev'] });
  await write('d-fits', { certificate: authority.pem, allowedCommonNames: ['m*.example'], displayName: 'machine' });
  await write('e-too', { certificate: authority.pem });
  const by = async (role: string | null, presented: readonly Uint8Array[] = [leaf.certificate.der]) => {
    try {
      return (await world.signIns.byCertificate(accessor, role, presented, origin)).metadata['cert_name'];
    } catch (error) {
      return error instanceof ProblemError ? error.code : String(error);
    }
  };
  expect([await by(null), await by('e-too'), await by('E-TOO')]).toEqual(['d-fits', 'e-too', 'e-too']);
  expect([await by('a-other'), await by('b-names'), await by('c-units'), await by('none')]).toEqual(
    Array.from({ length: 4 }, () => 'SIGN_IN_REFUSED'),
  );
  expect([await by(null, []), await by(null, [Buffer.from('x')])]).toEqual(['SIGN_IN_REFUSED', 'SIGN_IN_REFUSED']);
  const many = Array.from({ length: 11 }, () => leaf.certificate.der);
  expect([await by(null, many), await by(null, [Buffer.alloc(70_000)])]).toEqual([
    'SIGN_IN_REFUSED',
    'SIGN_IN_REFUSED',
  ]);
  await write('a-pinned', { certificate: leaf.pem });
  expect(await by(null)).toBe('a-pinned');
  expect((await world.signIns.byCertificate(accessor, 'd-fits', [leaf.certificate.der], origin)).displayName).toBe(
    'cert-machine',
  );
  world.clock.advance(2 * 86_400_000);
  expect(await by(null)).toBe('SIGN_IN_REFUSED');
});
