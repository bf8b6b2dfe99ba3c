import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serialNumberOf } from '../../../src/pki/x509/index.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { certified } from './certified.js';

/** On PostgreSQL, where several write at once: revocations of certificates that were sent and nobody stored, and a change of issuers. */
let world: PkiWorld;
let holder: pg.Client;
/** Of its own: a transaction goes on seeing the sessions that its first look at them found, and the server opens some later. */
let watcher: pg.Client;
beforeAll(async () => {
  world = await openPkiWorld();
  holder = new pg.Client({ connectionString: world.url });
  watcher = new pg.Client({ connectionString: world.url });
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await world.close();
});

/** Until so many sessions wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await watcher.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.n ?? 0) >= count) return;
    await pause(5);
  }
}

let mounts = 0;
let path: string;
let mountId: string;
beforeEach(async () => {
  ({ path, id: mountId } = await world.mounts.create(world.operator, `meeting-${++mounts}`, {}));
});
const root = (issuerName: string) =>
  world.roots.generate(world.operator, path, 'exported', { keyType: 'ec', commonName: issuerName, issuerName });
const revoked = (certificate: string) => world.revocations.revoke(world.operator, path, { certificate });

/** Changes of the mount's row wait until it is over; what refers to the row does not. */
async function whileMountIsHeld(work: () => Promise<void>): Promise<void> {
  await holder.query('BEGIN');
  await holder.query('UPDATE "Mount" SET "revision" = "revision" WHERE "id" = $1', [mountId]);
  try {
    await work();
  } finally {
    await holder.query('COMMIT');
  }
}

/** Runs what is to be done; nothing of it had to be begun anew, which is what becomes of those who wait for each other. */
async function withoutDeadlock(work: () => Promise<void>): Promise<void> {
  const deadlocks = async () => {
    const { rows } = await watcher.query<{ n: number }>(
      `SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0]?.n;
  };
  const failed: string[] = [];
  const stop = world.database.onStatement((statement) => {
    // Of two CRLs at once one is made again.
    if (statement.failed && !statement.sql.includes('INSERT INTO "Crl"')) failed.push(statement.sql);
  });
  const before = await deadlocks();
  await work();
  stop();
  expect([failed, await deadlocks()]).toEqual([[], before]);
}

test('wait for one another in one order', async () => {
  await root('first');
  await root('other');
  const [one, two] = [await certified(world, path, {}, 'first'), await certified(world, path, {}, 'first')];
  const ended: Promise<unknown>[] = [];
  await withoutDeadlock(async () => {
    await whileMountIsHeld(async () => {
      ended.push(revoked(one.pem));
      await waiting(1);
      ended.push(world.issuers.delete(world.operator, path, 'other'));
      await waiting(2);
      ended.push(revoked(two.pem));
      await waiting(3);
    });
    await Promise.all(ended);
  });
  const serials = await world.revocations.serialNumbers(world.operator, path, { size: 10, after: null });
  expect(serials).toEqual([one.serialNumber, two.serialNumber].sort());
});

test('find what an issuer handed over to its like meanwhile, and store it no second time', async () => {
  await root('first');
  // Its like: another certificate of the same subject and key.
  world.clock.advance(1000);
  const again = { keyRef: 'default', commonName: 'first', issuerName: 'like' };
  await world.roots.generate(world.operator, path, 'existing', again);
  const leaf = await certified(world, path, {}, 'first');
  const same = await certified(world, path, { serialNumber: leaf.serialNumber }, 'like');
  const ended: Promise<unknown>[] = [];
  await withoutDeadlock(async () => {
    await whileMountIsHeld(async () => {
      ended.push(world.issuers.delete(world.operator, path, 'like'));
      await waiting(1);
      ended.push(revoked(leaf.pem));
      await waiting(2);
      await same.store();
    });
    await Promise.all(ended);
  });
  const first = (await world.authorities.byPath(path)).issuer('first');
  const where = { mountId, serialNumber: leaf.serialNumber.replaceAll(':', '') };
  expect(await world.client.certificate.findMany({ where })).toMatchObject([
    { issuerId: first.id, revokedAt: world.clock.now() },
  ]);
  expect(await world.client.revocation.findMany({ where })).toMatchObject([{ issuerId: first.id }]);
});

/** Those that have a connection by then look at what is theirs, and wait. */
async function fewWait(): Promise<void> {
  await waiting(1);
  await pause(500);
  await world.client.mount.count();
  const { rows } = await watcher.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  expect(rows[0]?.n).toBeLessThanOrEqual(2);
}

test('very many revocations of one mount leave connections to all else while they wait, and none fails', async () => {
  await root('many');
  const authority = await world.authorities.byPath(path);
  const issuerId = authority.issuer('default').id;
  const now = world.clock.now();
  const serials = Array.from({ length: 40 }, (_, n) => (0x10_0000 + n).toString(16));
  await world.client.certificate.createMany({
    data: serials.map((serialNumber) => ({
      ...{ id: `crt-many-${serialNumber}`, mountId, serialNumber, issuerId, issuedAt: now, notBefore: now },
      ...{ notAfter: new Date(now.getTime() + 3_600_000), certificate: new Uint8Array([0]) },
    })),
  });
  const before = await world.client.revocation.count({ where: { mountId } });
  let recorded: Promise<unknown> = Promise.resolve();
  await whileMountIsHeld(async () => {
    recorded = Promise.all(
      serials.map((serialNumber) =>
        world.revocations.recordAs(world.operator, authority, {
          serialNumber: serialNumberOf(Buffer.from(serialNumber, 'hex')),
          issuerId,
        }),
      ),
    );
    await fewWait();
  });
  await recorded;
  expect(await world.client.revocation.count({ where: { mountId } })).toBe(before + serials.length);
});

test('so do very many requests for revocations in other mounts', async () => {
  await root('asked');
  await world.mountConfig.changeCrl(world.operator, path, { autoRebuild: true, crossClusterRevocation: true });
  let asked: Promise<unknown> = Promise.resolve();
  await whileMountIsHeld(async () => {
    asked = Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const serialNumber = serialNumberOf(Buffer.from((0x20_0000 + n).toString(16), 'hex'));
        return world.revocations.revoke(world.operator, path, { serialNumber });
      }),
    );
    await fewWait();
  });
  await asked;
  expect(await world.client.revocationRequest.count({ where: { mountId } })).toBe(40);
});
