import { AsyncLocalStorage } from 'node:async_hooks';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ownMount, serverRole } from '../../../src/pki/server-certificate/own-authority.js';
import { ServerFiles } from '../../../src/pki/server-certificate/server-files.js';
import type { PkiWorld } from '../world.js';
import { earlierFolder } from './earlier-folder.js';
import { expectOneAuthority } from './one-authority.js';
import { begin, dataFolder, serve, shakeHands, today } from './served.js';

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

async function expectTrusted(world: PkiWorld, folder: string, ca: string): Promise<void> {
  const made = await begin(world, folder).ensure();
  const port = await serve(made.key, made.cert);
  expect(await shakeHands(port, ca, 'localhost')).toBe(true);
  const serial = new X509Certificate(made.cert).serialNumber.replaceAll(/(..)(?!$)/g, '$1:');
  expect((await world.certificates.bySerial(ownMount, serial)).roleName).toBe(serverRole);
}

test.each([
  ['of an empty folder', false],
  ['of a folder of an earlier version', true],
])(
  'a first start %s survives a death between any two of its steps',
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

      const ca = trusted ?? (existsSync(join(folder, 'ca.pem')) ? readFileSync(join(folder, 'ca.pem'), 'utf8') : null);
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
