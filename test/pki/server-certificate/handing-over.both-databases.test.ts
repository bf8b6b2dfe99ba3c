import { createPublicKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownMount } from '../../../src/pki/server-certificate/own-authority.js';
import { earlierFolder } from './earlier-folder.js';
import { expectOneAuthority } from './one-authority.js';
import { begin, beside, dataFolder, today } from './served.js';

describe('a folder of an earlier version', () => {
  test('without its root certificate has one made around the key', async () => {
    const world = await today();
    const folder = dataFolder();
    const key = await earlierFolder(folder, world.seal, world.clock.now());
    const ca = readFileSync(join(folder, 'ca.pem'), 'utf8');
    rmSync(join(folder, 'ca.pem'));
    await begin(world, folder).ensure();
    const root = new X509Certificate(readFileSync(join(folder, 'ca.pem')));
    expect(root.publicKey.equals(createPublicKey(key))).toBe(true);
    expect(root.verify(new X509Certificate(ca).publicKey)).toBe(true);
    await expectOneAuthority(world, folder);
  });

  test.each([
    ['of another key', (other: string) => readFileSync(join(other, 'ca.pem'))],
    ['that cannot be read', () => Buffer.from('-----BEGIN NOTHING-----')],
  ])('with a root %s stops the start: trust is not replaced silently', async (_name, content) => {
    const world = await today();
    const [folder, other] = [dataFolder(), dataFolder()];
    for (const each of [folder, other]) await earlierFolder(each, world.seal, world.clock.now());
    writeFileSync(join(folder, 'ca.pem'), content(other));
    await expect(begin(world, folder).ensure()).rejects.toThrow('is not the certificate of');
    expect(existsSync(join(folder, 'tls/ca.key'))).toBe(true);
  });
});

describe('servers that share a database', () => {
  test('have one root, and each a certificate for its own names', async () => {
    const world = await today();
    const folders = [dataFolder(), dataFolder()];
    const [one, other] = [
      begin(world, folders[0] ?? '', ['one.example']),
      begin(world, folders[1] ?? '', ['b.example']),
    ];
    const first = await one.ensure();
    const second = await other.ensure();
    expect(readFileSync(other.caFile)).toEqual(readFileSync(one.caFile));
    expect(second.key).not.toBe(first.key);
    expect((await one.ensure()).cert).toBe(first.cert);
    await expectOneAuthority(world, folders[0] ?? '');
  });

  test('keep the root of a second folder of an earlier version beside the first', async () => {
    const world = await today();
    const [folder, other] = [dataFolder(), dataFolder()];
    await begin(world, folder).ensure();
    await earlierFolder(other, world.seal, world.clock.now());
    await begin(world, other).ensure();
    expect(readFileSync(join(other, 'ca.pem'))).toEqual(readFileSync(join(folder, 'ca.pem')));
    expect((await world.authorities.byPath(ownMount)).issuers).toHaveLength(2);
    expect(existsSync(join(other, 'tls/ca.key'))).toBe(false);
  });

  test('make one mount and one root where they start at once', async () => {
    const world = await today();
    // SQLite is for one process.
    const others = world.database.provider === 'sqlite' ? [world, world] : [await beside(world), await beside(world)];
    const folders = [dataFolder(), dataFolder(), dataFolder()];
    const servers = [world, ...others].map((each, at) => begin(each, folders[at] ?? '', [`server-${at}.example`]));
    const made = await Promise.all(servers.map((each) => each.ensure()));
    expect(new Set(made.map(({ key }) => key)).size).toBe(3);
    expect(new Set(servers.map(({ caFile }) => readFileSync(caFile, 'utf8'))).size).toBe(1);
    await expectOneAuthority(world, folders[0] ?? '');
    for (const each of servers) expect((await each.ensure()).cert).toBe((await each.kept())?.cert);
  });
});
