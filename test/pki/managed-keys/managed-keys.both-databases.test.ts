import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TokenTrouble } from '../../../src/platform/pkcs11/token-trouble.js';
import { verifyCertificate } from '../../../src/pki/x509/index.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { MemoryTokens } from './memory-tokens.js';

let world: PkiWorld;
let tokens: MemoryTokens;
beforeEach(async () => {
  tokens = new MemoryTokens();
  world = await openPkiWorld({ pkcs11: tokens });
});
afterEach(async () => {
  await world.service.close();
  await world.close();
});

const written = {
  library: 'memory',
  tokenLabel: 't',
  keyLabel: 'k',
  mechanism: 1,
  keyBits: 2048,
  pin: '1234',
} as const;
const root = (mount = 'pki', managedKeyName = 'one') =>
  world.roots.generate(world.operator, mount, 'kms', { commonName: 'R', managedKeyName, ttl: 3600 });

test('a key that is missing is generated once, however many ask at once', async () => {
  const { managedKeys } = world;
  await managedKeys.put(world.operator, 'one', { ...written, anyMount: true, allowGenerateKey: true });
  let others: Promise<unknown> | undefined;
  tokens.beforeGenerating = async () => {
    others ??= managedKeys.test(world.operator, 'one', {}).then(
      () => 'signed',
      (error: unknown) => String(error),
    );
    await others;
  };
  await managedKeys.test(world.operator, 'one', {});
  expect(await others).toContain('it is being generated');
  expect(tokens.asked.filter((kind) => kind === 'generate')).toHaveLength(1);
  const first = await root();
  verifyCertificate(first.issuer.certificate, first.issuer.certificate.publicKey.key);
  expect(first.key).toMatchObject({ managedKeyName: 'one' });
});

test('a server that was killed while it generated leaves the turn to others after a while', async () => {
  const { managedKeys } = world;
  const { id } = await managedKeys.put(world.operator, 'one', { ...written, anyMount: true, allowGenerateKey: true });
  const until = new Date(world.clock.now().getTime() + 1000);
  await world.client.managedKey.update({ where: { id }, data: { generatingUntil: until } });
  await expect(managedKeys.test(world.operator, 'one', {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  world.clock.advance(2000);
  await managedKeys.test(world.operator, 'one', {});
});

test('a PIN that was refused is not tried by anybody until it is written or tested', async () => {
  const { managedKeys } = world;
  await managedKeys.put(world.operator, 'one', { ...written, anyMount: true, allowGenerateKey: true });
  await root();
  tokens.pin = 'changed';
  const { crls, authorities } = world;
  const rotate = async () => {
    const authority = await authorities.byPath('pki');
    return crls.publish(authority, authority.issuer('default').id, 'complete');
  };
  // The mount's own work may have tried it before.
  await expect(rotate()).rejects.toThrow(/CKR_PIN_INCORRECT|has refused the PIN/);
  const tried = tokens.pins.length;
  await expect(rotate()).rejects.toThrow('has refused the PIN');
  expect(tokens.pins).toHaveLength(tried);
  expect((await managedKeys.read(world.operator, 'one')).pinRefusedAt).not.toBeNull();
  await managedKeys.put(world.operator, 'one', { ...written, pin: 'changed', anyMount: true });
  await rotate();
  expect((await managedKeys.read(world.operator, 'one')).pinRefusedAt).toBeNull();
});

test('what a mount may use is asked at every signature', async () => {
  const { managedKeys, mounts } = world;
  await managedKeys.put(world.operator, 'one', { ...written, allowGenerateKey: true });
  await expect(root()).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
  const allow = (allowedManagedKeys: string[]) =>
    mounts.tune(world.operator, 'pki', { tuning: { allowedManagedKeys } });
  await allow(['one']);
  const { issuer } = await root();
  const sign = async () => {
    const authority = await world.authorities.byPath('pki');
    return world.crls.publish(authority, issuer.id, 'complete');
  };
  await sign();
  await allow([]);
  await expect(sign()).rejects.toThrow('may not use');
  await managedKeys.put(world.operator, 'one', { ...written, anyMount: true });
  await sign();
  await expect(managedKeys.delete(world.operator, 'one')).rejects.toMatchObject({ code: 'IN_USE' });
});

test('another key that has taken its place signs nothing', async () => {
  const { managedKeys } = world;
  await managedKeys.put(world.operator, 'one', { ...written, anyMount: true, allowGenerateKey: true });
  const { issuer } = await root();
  tokens.keys.set('k', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  const authority = await world.authorities.byPath('pki');
  await expect(world.crls.publish(authority, issuer.id, 'complete')).rejects.toThrow('does not verify');
});

test('a row that points to another managed key is refused', async () => {
  const { managedKeys } = world;
  await managedKeys.put(world.operator, 'one', { ...written, anyMount: true, allowGenerateKey: true });
  const other = await managedKeys.put(world.operator, 'two', { ...written, keyLabel: 'k2', anyMount: true });
  const { key } = await root();
  await world.client.issuerKey.update({ where: { id: key.id }, data: { managedKeyId: other.id } });
  await world.client.mount.update({ where: { path: 'pki' }, data: { revision: { increment: 1 } } });
  const authority = await world.authorities.byPath('pki');
  expect(() => authority.issuer('default').privateKey()).toThrow('was changed');
});

test('a token that is away is a problem of the request, with its reason', async () => {
  const { managedKeys } = world;
  await managedKeys.put(world.operator, 'one', { ...written, anyMount: true, allowGenerateKey: true });
  tokens.trouble = new TokenTrouble('lost', 'its process ended with SIGSEGV');
  await expect(root()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('SIGSEGV') as string,
  });
  tokens.trouble = new TokenTrouble('refused', 'it answers CKR_MECHANISM_INVALID');
  await expect(root()).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
});

test('the PIN is kept where none is written, and is in no record', async () => {
  const { managedKeys } = world;
  await expect(managedKeys.put(world.operator, 'one', { ...written, pin: null })).rejects.toThrow('pin must be given');
  await managedKeys.put(world.operator, 'one', { ...written, pin: 'very-secret-pin' });
  await managedKeys.put(world.operator, 'one', { ...written, pin: null, maxParallel: 3 });
  const [row] = await world.client.managedKey.findMany();
  expect(Buffer.from(row?.sealedPin ?? []).toString('latin1')).not.toContain('very-secret-pin');
  const records = await world.client.auditRecord.findMany({ where: { action: 'managed-key.write' } });
  expect(records).toHaveLength(2);
  expect(
    JSON.stringify(records, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('very-secret-pin');
});
