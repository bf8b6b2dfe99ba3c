import { AsyncLocalStorage } from 'node:async_hooks';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ownMount, serverRole } from '../../../src/pki/server-certificate/own-authority.js';
import { ServerFiles } from '../../../src/pki/server-certificate/server-files.js';
import type { PkiWorld } from '../world.js';
import { earlierFolder } from './earlier-folder.js';
import { begin, beside, dataFolder, serve, shakeHands, today } from './served.js';

class Killed extends Error {
  override readonly name = 'Killed';
}

/** Tells the steps of the start from what goes on in the background meanwhile. */
const starting = new AsyncLocalStorage<true>();

/** Everything that is durable, in front of which and behind which the process may die. */
function steps(world: PkiWorld) {
  const database = world.database;
  const files = ServerFiles.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- `step` gives each the object that it is called on
  const { write, writeKey, remove } = files;
  const [transaction, writeSql] = [database.transaction.bind(database), database.writeSql.bind(database)];
  let count = 0;
  let last = Infinity;
  const step = <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
    async function (this: unknown, ...given: Given): Promise<T> {
      if (!starting.getStore()) return work.apply(this, given);
      if (++count > last) throw new Killed('before a step');
      const result = await work.apply(this, given);
      if (++count > last) throw new Killed('after a step');
      return result;
    };
  const spies = [
    vi.spyOn(database, 'transaction').mockImplementation(step(transaction)),
    vi.spyOn(database, 'writeSql').mockImplementation(step(writeSql)),
    vi.spyOn(files, 'write').mockImplementation(step(write)),
    vi.spyOn(files, 'writeKey').mockImplementation(step(writeKey)),
    vi.spyOn(files, 'remove').mockImplementation(step(remove)),
  ];
  return {
    /** Dies at the step of this number, and then at every other: a dead process does nothing more. */
    dieAt(number: number) {
      last = number;
    },
    over() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

async function expectOneAuthority(world: PkiWorld, folder: string): Promise<void> {
  const mounts = (await world.authorities.paths()).filter((path) => path !== 'pki');
  expect(mounts).toEqual([ownMount]);
  const { issuers } = await world.authorities.byPath(ownMount);
  expect(issuers.filter(({ keyId }) => keyId !== undefined)).toHaveLength(1);
  expect(await world.client.issuerKey.count()).toBe(1);
  expect((await world.roles.names(world.operator, ownMount, { size: 10, after: null })).sort()).toEqual([serverRole]);
  expect(existsSync(join(folder, 'tls/ca.key'))).toBe(false);
}

async function expectTrusted(world: PkiWorld, folder: string, ca: string): Promise<void> {
  const made = await begin(world, folder).ensure();
  const port = await serve(made.key, made.cert);
  expect(await shakeHands(port, ca, 'localhost')).toBe(true);
  const serial = new X509Certificate(made.cert).serialNumber.replaceAll(/(..)(?!$)/g, '$1:');
  expect((await world.certificates.bySerial(ownMount, serial)).roleName).toBe(serverRole);
}

describe('a first start', () => {
  test.each([
    ['of an empty folder', false],
    ['of a folder of an earlier version', true],
  ])(
    '%s survives a death between any two of its steps',
    async (_name, earlier) => {
      for (let death = 0, over = false; !over; death++) {
        const world = await today();
        const folder = dataFolder();
        const key = earlier ? await earlierFolder(folder, world.seal, world.clock.now()) : undefined;
        const trusted = earlier ? readFileSync(join(folder, 'ca.pem'), 'utf8') : undefined;
        const watched = steps(world);
        watched.dieAt(death);
        const died = await starting
          .run(true, () => begin(world, folder).ensure())
          .then(
            () => false,
            (error: unknown) => {
              if (!(error instanceof Killed)) throw error;
              return true;
            },
          );
        watched.over();
        // The first CRL is written beside, at one step or another: how many there are differs.
        over = !died;

        const ca =
          trusted ?? (existsSync(join(folder, 'ca.pem')) ? readFileSync(join(folder, 'ca.pem'), 'utf8') : null);
        await begin(world, folder).ensure();
        await expectOneAuthority(world, folder);
        await expectTrusted(world, folder, ca ?? readFileSync(join(folder, 'ca.pem'), 'utf8'));
        const root = new X509Certificate(readFileSync(join(folder, 'ca.pem')));
        if (key !== undefined) expect(root.publicKey.equals(createPublicKey(key))).toBe(true);
        if (over) expect(death).toBeGreaterThan(earlier ? 13 : 11);
      }
    },
    120_000,
  );
});

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
  }, 60_000);
});
