import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSeal, requireOwnKeyFile } from '../../../src/platform/seal/master-key.js';

const first = Buffer.alloc(32, 0xfb).toString('base64');
const second = Buffer.alloc(32, 2).toString('base64');
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seal-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

test('the first start makes a key that only its owner reads, later starts use it', async () => {
  const folder = join(dataDir, 'new', 'data');
  const seal = await openSeal({ dataDir: folder });
  const sealed = seal.wrap('object', Buffer.from('k'));

  expect(await readdir(folder)).toEqual(['seal.key']);
  expect((await stat(join(folder, 'seal.key'))).mode & 0o777).toBe(0o600);
  expect((await openSeal({ dataDir: folder })).unwrap('object', sealed).toString()).toBe('k');
});

test('starts at the same time agree on one key', async () => {
  const seals = await Promise.all(Array.from({ length: 8 }, () => openSeal({ dataDir })));
  expect(new Set(seals.map((seal) => seal.keyId)).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['seal.key']);
});

test('a damaged key is not replaced', async () => {
  await writeFile(join(dataDir, 'seal.key'), 'x');
  await expect(openSeal({ dataDir })).rejects.toThrow(
    `Key 1 in ${join(dataDir, 'seal.key')} is not base64 of 32 bytes`,
  );
  expect(await readFile(join(dataDir, 'seal.key'), 'utf8')).toBe('x');
});

test('a key file that is taken away from a running server is missed, unless the operator gave the key', async () => {
  const { keyId } = await openSeal({ dataDir });
  const text = await readFile(join(dataDir, 'seal.key'), 'utf8');
  await requireOwnKeyFile({ dataDir }, keyId);
  // A key is changed by putting the new one in front of it.
  await writeFile(join(dataDir, 'seal.key'), `${first}\n${text}`);
  await requireOwnKeyFile({ dataDir }, keyId);
  for (const other of ['', text.slice(0, 20), first]) {
    await writeFile(join(dataDir, 'seal.key'), other);
    await expect(requireOwnKeyFile({ dataDir }, keyId)).rejects.toThrow(`does not have the key ${keyId} any more`);
  }
  await rm(join(dataDir, 'seal.key'));
  await expect(requireOwnKeyFile({ dataDir }, keyId)).rejects.toThrow(
    `The seal key file ${join(dataDir, 'seal.key')} is gone`,
  );
  await requireOwnKeyFile({ dataDir, key: first }, keyId);
  await requireOwnKeyFile({ dataDir, keyFile: join(dataDir, 'unmounted') }, keyId);
});

describe('a given key', () => {
  test('comes from the setting, and none is made', async () => {
    const seal = await openSeal({ key: ` ${first}`, dataDir });
    expect(seal.keyId).toBe((await openSeal({ key: first.replaceAll('+', '-').replaceAll('/', '_'), dataDir })).keyId);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('comes from a file', async () => {
    const keyFile = join(dataDir, 'key');
    await writeFile(keyFile, `${first}\n`);
    await chmod(keyFile, 0o400);
    expect((await openSeal({ keyFile, dataDir })).keyId).toBe((await openSeal({ key: first, dataDir })).keyId);
  });

  test('may be followed by earlier ones, which still open', async () => {
    const sealed = (await openSeal({ key: first, dataDir })).wrap('object', Buffer.from('k'));
    const rotated = await openSeal({ key: `${second},${first}`, dataDir });
    expect(rotated.unwrap('object', sealed).toString()).toBe('k');
    expect(rotated.keyId).toBe((await openSeal({ key: second, dataDir })).keyId);
  });

  test.each([
    ['', 'There is no key in TRUSTATE_SEAL_KEY'],
    ['short', 'Key 1 in TRUSTATE_SEAL_KEY is not base64 of 32 bytes'],
    [`${first},${first}x`, 'Key 2 in TRUSTATE_SEAL_KEY is not base64 of 32 bytes'],
    [Buffer.alloc(33).toString('base64'), 'Key 1 in TRUSTATE_SEAL_KEY is not base64 of 32 bytes'],
  ])('%j is refused', async (key, message) => {
    await expect(openSeal({ key, dataDir })).rejects.toThrow(message);
  });

  test('is not repeated in the error', async () => {
    await expect(openSeal({ key: `${first}!`, dataDir })).rejects.not.toThrow(first);
  });

  test('in a missing file is refused', async () => {
    await expect(openSeal({ keyFile: join(dataDir, 'none'), dataDir })).rejects.toMatchObject({
      reason: 'bad-master-key',
      message: `The master key's file ${join(dataDir, 'none')} of TRUSTATE_SEAL_KEY_FILE cannot be read: no such file or folder`,
    });
  });

  test('and a file are not both taken', async () => {
    await expect(openSeal({ key: first, keyFile: 'x', dataDir })).rejects.toThrow('both set');
  });
});
