import { afterEach, beforeEach, expect, test } from 'vitest';
import { Tokens } from '../../../src/platform/pkcs11/tokens.js';
import type { TokenAccess, TokenObservation } from '../../../src/platform/pkcs11/tokens.js';
import { FakePackage } from './fake-package.js';

let fake: FakePackage;
let tokens: Tokens;
beforeEach(() => {
  fake = new FakePackage();
  tokens = new Tokens({ libraries: new Map([['fake', '/fake.so']]), packages: fake.folder, timeout: 1500 });
});
afterEach(() => {
  tokens.close();
  fake.remove();
});

const access: TokenAccess = {
  ...{ library: 'fake', slot: '7', tokenLabel: 'fake', pin: '1234' },
  ...{ writes: false, parallel: 1 },
};
const key = { label: 'k', id: null };
const publicKey = { type: 'ec', curve: 'P256', point: Buffer.from(`04${'11'.repeat(64)}`, 'hex') } as const;
const sign = (more: Partial<TokenAccess> = {}) =>
  tokens.bytes(
    { ...access, ...more },
    { kind: 'sign', key, of: publicKey, scheme: 'ecdsa', hash: 'sha256', digest: Buffer.alloc(32) },
  );

test('one process and one login, however much is asked', async () => {
  const found = await tokens.publicKey(access, { kind: 'find', key, type: 'ec' });
  expect(found).toMatchObject({ type: 'ec', curve: 'P256' });
  for (let at = 0; at < 5; at++) expect(Buffer.from(await sign())).toEqual(Buffer.alloc(64, 1));
  expect([fake.count('start'), fake.count('login'), fake.count('sign')]).toEqual([1, 1, 5]);
});

test('a key that is not for signing is none that can be used', async () => {
  const find = () => tokens.publicKey(access, { kind: 'find', key, type: 'ec' });
  fake.signs = '01';
  expect(await find()).toMatchObject({ type: 'ec' });
  fake.signs = '00';
  await expect(find()).rejects.toMatchObject({ fault: 'key' });
  await expect(find()).rejects.toThrow('is not for signing');
});

test.each(['abort once', 'lost once'])('a process with %j is replaced, and nobody notices', async (mode) => {
  await sign();
  fake.mode = mode;
  expect(await sign()).toHaveLength(64);
  expect([fake.count('start'), fake.count('login')]).toEqual([2, 2]);
  expect(tokens.failing()).toEqual([]);
});

test('a library that crashes at every signature fails requests, and is asked again by the next one', async () => {
  fake.mode = 'abort';
  await expect(sign()).rejects.toMatchObject({ fault: 'lost' });
  expect(tokens.failing()).toMatchObject([{ library: 'fake', token: 'fake' }]);
  await expect(tokens.check()).resolves.toBeUndefined();
  fake.mode = 'none';
  expect(await sign()).toHaveLength(64);
});

test('a library that hangs is ended in time', async () => {
  await sign();
  fake.mode = 'hang once';
  const first = sign({ parallel: 2 });
  await expect(first).rejects.toThrow('it did not answer for 1.5 s');
  expect(await sign()).toHaveLength(64);
  expect(fake.count('start')).toBe(2);
});

test('where the token has no more sessions, requests wait for one', async () => {
  fake.sessions = 3;
  fake.mode = 'slow';
  const signed = await Promise.all(Array.from({ length: 8 }, () => sign({ parallel: 8 })));
  expect(signed).toHaveLength(8);
  expect([fake.count('start'), fake.count('sign')]).toEqual([1, 8]);
  expect(fake.count('full')).toBeGreaterThan(0);
  expect(tokens.failing()).toEqual([]);
});

test('a token without any session for a signature says so', async () => {
  fake.sessions = 1;
  await expect(sign()).rejects.toThrow('CKR_SESSION_COUNT');
});

test('a PIN that is refused is tried once, and again when somebody wants that', async () => {
  for (let at = 0; at < 3; at++) await expect(sign({ pin: 'wrong' })).rejects.toMatchObject({ fault: 'pin' });
  expect(fake.count('login')).toBe(1);
  tokens.forgive({ ...access, pin: 'wrong' });
  await expect(sign({ pin: 'wrong' })).rejects.toMatchObject({ fault: 'pin' });
  expect(fake.count('login')).toBe(2);
  // Whoever knows the right one is not kept out, and lets nobody else in.
  expect(await sign()).toHaveLength(64);
  await expect(sign({ pin: 'wrong' })).rejects.toMatchObject({ fault: 'pin' });
});

test('what is asked at the same time takes turns', async () => {
  fake.mode = 'slow';
  await sign();
  await Promise.all(Array.from({ length: 4 }, () => sign()));
  expect(fake.count('active 2')).toBe(0);
  await Promise.all(Array.from({ length: 4 }, () => sign({ parallel: 2 })));
  expect(fake.count('active 2')).toBeGreaterThan(0);
  expect(fake.count('active 3')).toBe(0);
});

test('what a token refuses is told, and its process stays', async () => {
  const seen: TokenObservation[] = [];
  tokens.observe((observation) => void seen.push(observation));
  await sign();
  fake.mode = 'refuse';
  await expect(sign()).rejects.toMatchObject({ fault: 'refused', message: 'it answers CKR_MECHANISM_INVALID' });
  expect(fake.count('start')).toBe(1);
  expect(seen.map(({ outcome }) => outcome)).toEqual(['ok', 'refused']);
  await expect(sign({ tokenLabel: 'other' })).rejects.toMatchObject({ fault: 'token' });
  await expect(sign({ slot: '8' })).rejects.toMatchObject({ fault: 'token' });
  await expect(sign({ library: '/tmp/evil.so' })).rejects.toMatchObject({ fault: 'library' });
});

test('without the package it says how to install it', async () => {
  const without = new Tokens({ libraries: new Map([['fake', '/fake.so']]), packages: '/nowhere', timeout: 1500 });
  const order = { kind: 'find', key, type: 'ec' } as const;
  await expect(without.publicKey(access, order)).rejects.toMatchObject({ fault: 'package' });
  await expect(without.publicKey(access, order)).rejects.toThrow('docs/managed-keys.md');
  without.close();
});
