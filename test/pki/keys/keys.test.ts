import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeySource } from '../../../src/pki/keys/key-source.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { refusal } from '../../state/world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let mounts = 0;
const mount = async () => (await world.mounts.create(world.operator, `keys-${++mounts}`, {})).path;

describe('a generated key', () => {
  test.each<[KeySource, object, string, number]>([
    ['internal', {}, 'rsa', 2048],
    ['internal', { keyType: 'ec' }, 'ec', 256],
    ['exported', { keyType: 'ec', keyBits: 521 }, 'ec', 521],
    ['exported', { keyType: 'ed25519' }, 'ed25519', 0],
  ])('%s %j', async (type, given, keyType, keyBits) => {
    const { key, privateKey } = await world.keys.generate(world.operator, await mount(), type, given);
    expect(key).toMatchObject({ keyType, keyBits });
    expect(key).not.toHaveProperty('sealedKey');
    if (type === 'internal') expect(privateKey).toBeNull();
    else {
      const publicKey = createPublicKey({ key: Buffer.from(key.publicKey), format: 'der', type: 'spki' });
      expect(createPublicKey(createPrivateKey(privateKey ?? '')).equals(publicKey)).toBe(true);
    }
  });

  test.each<[KeySource, object, string]>([
    ['internal', { keyType: 'dsa' }, 'REQUEST_REFUSED'],
    ['internal', { keyType: 'any' }, 'REQUEST_REFUSED'],
    ['internal', { keyType: 'ec', keyBits: 257 }, 'REQUEST_REFUSED'],
    ['existing', {}, 'INVALID_INPUT'],
    ['internal', { keyName: 'default' }, 'INVALID_INPUT'],
  ])('%s %j is refused with %s', async (type, given, code) => {
    const path = await mount();
    expect((await refusal(world.keys.generate(world.operator, path, type, given))).code).toBe(code);
    expect(await world.client.issuerKey.count({ where: { mount: { path } } })).toBe(0);
  });
});

test('the first key is the default, and another can be', async () => {
  const path = await mount();
  const first = await world.keys.generate(world.operator, path, 'internal', { keyType: 'ec', keyName: 'first' });
  world.clock.advance(1);
  const second = await world.keys.generate(world.operator, path, 'internal', { keyType: 'ec', keyName: 'second' });
  expect((await world.mountConfig.keys(world.operator, path))?.id).toBe(first.key.id);
  await world.mountConfig.changeKeys(world.operator, path, 'second');
  expect((await world.keys.read(world.operator, path, 'default')).id).toBe(second.key.id);
  const listed = await Promise.all(['first', 'second'].map((name) => world.keys.read(world.operator, path, name)));
  expect(listed.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['first', false],
    ['second', true],
  ]);
  expect(
    await refusal(world.keys.generate(world.operator, path, 'internal', { keyType: 'ec', keyName: 'first' })),
  ).toMatchObject({
    code: 'NAME_TAKEN',
    message: 'key name already in use',
  });
  expect((await refusal(world.keys.rename(world.operator, path, 'first', 'second'))).code).toBe('NAME_TAKEN');
  expect((await world.keys.rename(world.operator, path, 'first', '')).name).toBeNull();
});

test('a key that an issuer uses is not deleted; one that nobody has is gone already', async () => {
  const path = await mount();
  const { key } = await world.roots.generate(world.operator, path, 'internal', { commonName: 'R', keyType: 'ec' });
  expect((await refusal(world.keys.delete(world.operator, path, key.uuid))).code).toBe('IN_USE');
  await world.issuers.delete(world.operator, path, 'default');
  expect(await world.keys.delete(world.operator, path, key.uuid)).toMatchObject({ deletedId: key.id });
  expect(await world.keys.delete(world.operator, path, key.uuid)).toEqual({ deletedId: null, warnings: [] });
  expect(await refusal(world.keys.read(world.operator, path, key.uuid))).toMatchObject({
    code: 'KEY_NOT_FOUND',
    message: `unable to find PKI key for reference: ${key.uuid}`,
  });
});

describe('an imported key', () => {
  const pem = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('is kept once', async () => {
    const path = await mount();
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const first = await world.keys.import(world.operator, path, key, 'mine');
    const second = await world.keys.import(world.operator, path, key);
    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(second.key.id).toBe(first.key.id);
  });

  test.each([
    ['an empty text', () => '', 'parameter was empty'],
    ['a path', () => '/etc/key.pem', 'was too short; perhaps a path was passed'],
    ['no key', () => 'key '.repeat(20), 'no PEM block'],
    ['two keys', () => pem(2048) + pem(2048), 'exactly one private key'],
    ['a short key', () => pem(1024), 'RSA keys < 2048 bits'],
    [
      'an encrypted key',
      () =>
        generateKeyPairSync('ed25519')
          .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
          .toString(),
      'ENCRYPTED',
    ],
  ])('%s is refused', async (_what, text, message) => {
    const refused = await refusal(world.keys.import(world.operator, await mount(), text()));
    expect(refused.code).toBe('REQUEST_REFUSED');
    expect(refused.message).toContain(message);
  });
});

test('no record of the audit holds a private key', async () => {
  const path = await mount();
  await world.keys.generate(world.operator, path, 'exported', { keyType: 'ec' });
  await world.roots.generate(world.operator, path, 'exported', { commonName: 'R', keyType: 'ec' });
  const records = await world.client.auditRecord.findMany({ where: { action: { startsWith: 'key.' } } });
  expect(records.length).toBeGreaterThan(0);
  expect(records.map(({ details }) => details).join()).not.toContain('PRIVATE KEY');
});
