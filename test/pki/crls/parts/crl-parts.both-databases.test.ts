import { createHash } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CrlStore } from '../../../../src/pki/crls/crl.store.js';
import type { NewCrl } from '../../../../src/pki/crls/crl.store.js';
import { CrlParts } from '../../../../src/pki/crls/parts/crl-parts.js';
import { CrlDamaged } from '../../../../src/pki/crls/parts/damaged.js';
import { RemovalFailures } from '../../../../src/pki/crls/parts/left-parts.js';
import { wholeBytes } from '../../../../src/pki/crls/parts/part-list.js';
import { ownScope } from '../../../../src/pki/crls/parts/place.js';
import type { CrlDatabase } from '../../../../src/pki/crls/parts/place.js';
import { ScopedCrlStore } from '../../../../src/pki/crls/scoped/scoped-crl.store.js';
import { entriesOf, parseCrl } from '../../../../src/pki/x509/index.js';
import { gate } from '../../../gate.js';
import { openPkiWorld } from '../../world.js';
import type { PkiWorld } from '../../world.js';
import { LargeCrls } from './large-crls.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let mounts = 0;

/** An issuer, whose first CRL has been made. */
async function issued() {
  const { path } = await world.mounts.create(world.operator, `parts-${++mounts}`, {});
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: `Root ${mounts}` });
  await world.service.jobs.idle();
  const authority = await world.authorities.byPath(path);
  const { id } = authority.issuer('default');
  const store = new CrlStore({ database: world.database });
  const crls = new LargeCrls({ mountId: authority.mount.id, issuerId: id });
  const parts = async () => {
    const rows = await world.client.crlPart.findMany({ where: { issuerId: id }, orderBy: { digest: 'asc' } });
    return rows.map(({ digest }) => digest);
  };
  const served = async () => {
    const last = await store.last([id], 'complete');
    return last && printOf(await store.content(last.id));
  };
  const publish = (crl: NewCrl, through = store) => through.publish([id], crl.number - 1n, crl);
  return { id, store, crls, parts, served, publish, next: (await store.lastNumber([id])) + 1n, authority };
}

/** Comparing a megabyte octet by octet takes seconds. */
const printOf = (der: Uint8Array | null) => der && createHash('sha256').update(der).digest('hex');
const digestsOf = ({ entryParts }: NewCrl) => entryParts.map(({ digest }) => digest).toSorted();

const throughTo = (database: CrlDatabase): CrlDatabase => ({
  provider: database.provider,
  background: database.background,
  readSql: (...asked) => database.readSql(...asked),
  readAnew: (...asked) => database.readAnew(...asked),
  writeSql: (batch) => database.writeSql(batch),
});

/** How many parts a batch writes. */
const partsIn = (batch: Parameters<CrlDatabase['writeSql']>[0]): number =>
  batch.reduce((count, { sql, rows }) => count + (sql.includes('INSERT INTO "CrlPart"') ? rows.length : 0), 0);

/** A server that comes to `step` before each commit of parts, with the number of the commit. */
function stepping(step: (commit: number) => Promise<void>): CrlStore {
  const { database } = world;
  let commit = 0;
  const stepped: CrlDatabase = {
    ...throughTo(database),
    writeSql: async (batch) => {
      if (partsIn(batch) > 0) await step(commit++);
      await database.writeSql(batch);
    },
  };
  return new CrlStore({ database: stepped });
}

const endingAt = (last: number) =>
  stepping((commit) => (commit < last ? Promise.resolve() : Promise.reject(new Error('the process ended'))));

test('a large CRL is stored in parts, and is read as it was built', async () => {
  const { store, crls, parts, served, publish, next } = await issued();
  const crl = crls.of(next, 0, 20_000);
  const { result: head, statements } = await world.heard(() => publish(crl));
  expect(crl.entryParts.length).toBeGreaterThan(3);
  // 512 KiB in a commit.
  expect(statements.filter((sql) => sql.includes('INSERT INTO "CrlPart"'))).toHaveLength(2);
  expect(await parts()).toEqual(digestsOf(crl));
  expect(await served()).toBe(printOf(crl.der));
  expect(await store.size(head?.id ?? '')).toBe(crl.der.length);
  const row = await world.client.crl.findUniqueOrThrow({ where: { id: head?.id ?? '' } });
  expect(row.content.length).toBe(crl.der.length - entriesOf(crl.der).length);
});

test('the next one writes what is new of it, and what nobody needs any more is removed', async () => {
  const { crls, parts, served, publish, next } = await issued();
  const first = crls.of(next, 0, 20_000);
  await publish(first);
  const second = crls.of(next + 1n, 20_000, 20_001, first);
  const written = await world.statements(() => publish(second));
  expect(written.filter((sql) => sql.includes('INSERT INTO "CrlPart"')).length).toBe(1);
  expect(await parts()).toEqual(digestsOf(second));
  expect(await served()).toBe(printOf(second.der));
  expect(parseCrl(second.der).entries).toHaveLength(20_001);
  const rotated = crls.of(next + 2n, 0, 0, second);
  const again = await world.statements(() => publish(rotated));
  expect(again.filter((sql) => sql.includes('"CrlPart"') && !/^\s*SELECT/i.test(sql))).toEqual([]);
  expect(await served()).toBe(printOf(rotated.der));
  const small = crls.of(next + 3n, 0, 1);
  await publish(small);
  expect(await served()).toBe(printOf(small.der));
  expect(await parts()).toEqual([]);
});

test('a publication that is cut in the middle leaves the CRL before it, and nothing after the next one', async () => {
  const { crls, parts, served, publish, next } = await issued();
  const before = crls.of(next, 0, 10_000);
  await publish(before);
  const other = crls.of(next + 1n, 50_000, 70_000);
  await expect(publish(other, endingAt(1))).rejects.toThrow('the process ended');
  expect(await served()).toBe(printOf(before.der));
  const left = (await parts()).length - before.entryParts.length;
  expect(left).toBeGreaterThan(1);
  expect(left).toBeLessThan(other.entryParts.length);
  const after = crls.of(next + 1n, 10_000, 10_010, before);
  await publish(after);
  expect(await served()).toBe(printOf(after.der));
  expect(await parts()).toEqual(digestsOf(after));
});

test('what an attempt before it has written is not written again', async () => {
  const { crls, parts, served, publish, next } = await issued();
  const crl = crls.of(next, 0, 20_000);
  await expect(publish(crl, endingAt(1))).rejects.toThrow('the process ended');
  const left = (await parts()).length;
  expect(left).toBeGreaterThan(1);
  let written = 0;
  const counting: CrlDatabase = {
    ...throughTo(world.database),
    writeSql: (batch) => {
      written += partsIn(batch);
      return world.database.writeSql(batch);
    },
  };
  await publish(crl, new CrlStore({ database: counting }));
  expect(written).toBe(crl.entryParts.length - left);
  expect(await served()).toBe(printOf(crl.der));
  expect(await parts()).toEqual(digestsOf(crl));
});

test('what an attempt before it has written is written again where it is removed beside it', async () => {
  const { id, crls, served, publish, next } = await issued();
  const crl = crls.of(next, 0, 20_000);
  await expect(publish(crl, endingAt(1))).rejects.toThrow('the process ended');
  const beside = new CrlStore({
    database: {
      ...throughTo(world.database),
      writeSql: async (batch) => {
        if (batch.some(({ sql }) => sql.includes('UPDATE "CrlPart"')))
          await world.client.crlPart.deleteMany({ where: { issuerId: id } });
        await world.database.writeSql(batch);
      },
    },
  });
  await publish(crl, beside);
  expect(await served()).toBe(printOf(crl.der));
});

test('of two publications at once one counts, and the other leaves nothing', async () => {
  const { store, crls, parts, served, publish, next } = await issued();
  const before = crls.of(next, 0, 10_000);
  await publish(before);
  const [one, other] = [crls.of(next + 1n, 10_000, 20_000, before), crls.of(next + 1n, 30_000, 50_000)];
  const heads = await Promise.all([publish(one), publish(other, new CrlStore({ database: world.database }))]);
  expect(heads.filter((head) => head !== null)).toHaveLength(1);
  const counted = heads[0] ? one : other;
  expect(await served()).toBe(printOf(counted.der));
  // What was overtaken is built once more.
  const last = crls.of(next + 2n, 60_000, 60_001, counted);
  expect(await store.publish([last.issuerId], next, last)).toBeNull();
  await publish(last);
  expect(await served()).toBe(printOf(last.der));
  expect(await parts()).toEqual(digestsOf(last));
});

test('who tidies up after a CRL leaves alone what is being written for the next one', async () => {
  const { id, crls, parts, served, publish, next } = await issued();
  await publish(crls.of(next, 0, 1));
  const crl = crls.of(next + 1n, 0, 20_000);
  // Left by a process that ended, and the same as what is written now.
  const { digest = '', length } = crl.entryParts[0] ?? {};
  const content = Uint8Array.from(entriesOf(crl.der).subarray(0, length));
  await world.client.crlPart.create({ data: { issuerId: id, scope: ownScope, digest, number: next, content } });
  const [reached, released] = [gate(), gate()];
  const slow = stepping(async (commit) => {
    if (commit !== 1) return;
    reached.open();
    await released.opened;
  });
  const publishing = publish(crl, slow);
  await reached.opened;
  await new CrlParts({ database: world.database, table: 'Crl' }).removeLeft([{ issuerId: id, scope: ownScope }], next);
  released.open();
  expect(await publishing).toMatchObject({ number: next + 1n });
  expect(await served()).toBe(printOf(crl.der));
  expect(await parts()).toEqual(digestsOf(crl));
});

test('parts with numbers that no CRL will have are removed with the next publication, and not what is current', async () => {
  const { id, store, crls, parts, served, publish, next } = await issued();
  const ahead = crls.of(next + 1_000n, 50_000, 70_000);
  await expect(store.publish([id], next - 1n, ahead)).resolves.not.toBeNull();
  const kept = crls.of(next + 1_001n, 0, 20_000);
  await publish(kept);
  // As after a restore, or in another group of issuers.
  await world.client.issuer.update({ where: { id }, data: { crlNumber: next } });
  const { content } = await world.client.crlPart.findFirstOrThrow({ where: { issuerId: id } });
  await world.client.crlPart.createMany({
    data: ['one', 'two'].map((digest) => ({ issuerId: id, scope: ownScope, digest, number: next + 500n, content })),
  });
  const delta = { ...crls.of(next + 1n, 0, 1), delta: true, baseNumber: kept.number };
  await publish(delta);
  expect(await parts()).toEqual(digestsOf(kept));
  expect(await served()).toBe(printOf(kept.der));
});

test('whoever writes parts with a number that is ahead fails by a publication that removes them', async () => {
  const { id, crls, parts, served, next, authority } = await issued();
  const database = world.database;
  const scoped = new ScopedCrlStore({ database });
  const shardOf = (number: bigint, from: number, to: number) => ({
    ...{ ...crls.of(number, from, to), shard: 0, parts: '{}', mountId: authority.mount.id },
  });
  const first = await scoped.publishShard(shardOf(next, 0, 1), null);
  const usual = shardOf(next + 1n, 0, 20_000);
  const [reached, released] = [gate(), gate()];
  let commit = 0;
  const fast = new ScopedCrlStore({
    database: {
      ...throughTo(database),
      writeSql: async (batch) => {
        if (partsIn(batch) > 0 && commit++ === 1) {
          reached.open();
          await released.opened;
        }
        await database.writeSql(batch);
      },
    },
  });
  const publishing = fast.publishShard(shardOf(next + 1_000_000n, 50_000, 70_000), first);
  await reached.opened;
  const second = await scoped.publishShard(usual, first);
  expect(await parts()).toEqual(digestsOf(usual));
  released.open();
  expect(await publishing).toBeNull();
  const third = shardOf(next + 2n, 0, 0);
  await scoped.publishShard({ ...third, ...{ der: usual.der, entryParts: usual.entryParts } }, second);
  expect(await parts()).toEqual(digestsOf(usual));
  expect(await served()).not.toBeNull();
  expect(await world.client.crlPart.count({ where: { issuerId: id, number: { gt: next + 2n } } })).toBe(0);
});

test('parts that cannot be removed are told once, counted each time, and tried again', async () => {
  const { crls, parts, publish, next } = await issued();
  const told: string[] = [];
  let failures = 0;
  const removals = new RemovalFailures({ log: pino({ level: 'warn' }, { write: (line) => void told.push(line) }) });
  removals.listen(() => (failures += 1));
  let isBroken = true;
  const database: CrlDatabase = {
    ...throughTo(world.database),
    background: {
      writeSql: (batch) =>
        isBroken ? Promise.reject(new Error('no room')) : world.database.background.writeSql(batch),
    },
  };
  const store = new CrlStore({ database, removals });
  const crl = crls.of(next, 0, 20_000);
  await publish(crl, store);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await publish(crls.of(next + 1n, 0, 1), store);
    expect(await parts()).toEqual(digestsOf(crl));
    vi.advanceTimersByTime(30_000);
    await vi.waitUntil(() => failures === 2);
    isBroken = false;
    vi.advanceTimersByTime(30_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(parts).toEqual([]);
  expect(failures).toBe(2);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('no room');
  store.close();
});

test('a publication stops where another was faster, before it has written everything', async () => {
  const { crls, served, publish, next } = await issued();
  const small = crls.of(next, 0, 1);
  let steps = 0;
  const slow = stepping(async () => {
    if (++steps === 2) await publish(small);
  });
  // With room for a third one, which does not come.
  expect(await publish(crls.of(next, 0, 40_000), slow)).toBeNull();
  expect(steps).toBe(2);
  expect(await served()).toBe(printOf(small.der));
});

test('none is published of an issuer that was deleted meanwhile, and its parts are gone', async () => {
  const { id, crls, parts, publish, next } = await issued();
  const gone = stepping(async (commit) => {
    if (commit === 1) await world.client.issuer.delete({ where: { id } });
  });
  expect(await publish(crls.of(next, 0, 20_000), gone)).toBeNull();
  expect(await parts()).toEqual([]);
});

test('a part that is missing is told, and comes again with the next one', async () => {
  const { id, store, crls, parts, served, publish, next } = await issued();
  const crl = crls.of(next, 0, 20_000);
  const head = await publish(crl);
  expect(await store.lack([head])).toBe(false);
  await world.client.crlPart.deleteMany({ where: { issuerId: id, digest: crl.entryParts[1]?.digest ?? '' } });
  await expect(served()).rejects.toThrow(CrlDamaged);
  expect(await store.lack([head])).toBe(true);
  const again = crls.of(next + 1n, 0, 20_000);
  expect(await store.lack([await publish(again)])).toBe(false);
  expect(await served()).toBe(printOf(again.der));
  expect(await parts()).toEqual(digestsOf(again));
});

test.each([
  ['another octet', (content: Uint8Array<ArrayBuffer>) => content.with(7, (content[7] ?? 0) ^ 1)],
  ['an octet less', (content: Uint8Array<ArrayBuffer>) => content.slice(1)],
  ['nothing', () => new Uint8Array()],
])('a part with %s is never read, and is written again', async (_, change) => {
  const { id, store, crls, parts, served, publish, next } = await issued();
  const crl = crls.of(next, 0, 20_000);
  const head = await publish(crl);
  const digest = crl.entryParts[1]?.digest ?? '';
  const where = { issuerId_scope_digest: { issuerId: id, scope: ownScope, digest } };
  const { content } = await world.client.crlPart.findUniqueOrThrow({ where });
  await world.client.crlPart.update({ where, data: { content: change(content) } });
  await expect(served()).rejects.toThrow(CrlDamaged);
  // Whoever builds the next one knows it by that.
  expect(await store.lack([head])).toBe(true);
  const again = crls.of(next + 1n, 0, 0, crl);
  await publish(again);
  expect(await served()).toBe(printOf(again.der));
  expect(await parts()).toEqual(digestsOf(again));
});

test('a part that somebody has written again meanwhile is not removed', async () => {
  const { id, crls, parts, publish, next } = await issued();
  const crl = crls.of(next, 0, 20_000);
  const head = await publish(crl);
  const digest = crl.entryParts[1]?.digest ?? '';
  const where = { issuerId_scope_digest: { issuerId: id, scope: ownScope, digest } };
  const { content } = await world.client.crlPart.findUniqueOrThrow({ where });
  await world.client.crlPart.update({ where, data: { content: content.slice(1) } });
  const mended = new CrlStore({
    database: {
      ...throughTo(world.database),
      writeSql: async (batch) => {
        await world.client.crlPart.update({ where, data: { content } });
        await world.database.writeSql(batch);
      },
    },
  });
  await expect(mended.content(head?.id ?? '')).rejects.toThrow(CrlDamaged);
  expect(await parts()).toEqual(digestsOf(crl));
});

test('a CRL that was replaced while it was read is not damaged', async () => {
  const { crls, publish, next } = await issued();
  const crl = crls.of(next, 0, 20_000);
  const head = await publish(crl);
  const found: unknown[] = [];
  const slow = new CrlStore({
    database: {
      ...throughTo(world.database),
      readAnew: async (sql, parameters) => {
        if (sql.includes('"content"')) await publish(crls.of(next + 1n, 0, 1));
        return world.database.readAnew(sql, parameters);
      },
    },
    damaged: (damaged) => Promise.resolve(void found.push(damaged)),
  });
  expect(await slow.content(head?.id ?? '')).toBeNull();
  expect(found).toEqual([]);
});

test('where servers of 0.1.0 are at work, each CRL is one row', async () => {
  const { id, store, crls, parts, served, publish, next } = await issued();
  const whole = new CrlStore({ database: world.database, wholeCrls: true });
  const crl = crls.of(next, 0, 20_000);
  await publish(crl, whole);
  expect(await parts()).toEqual([]);
  expect(await served()).toBe(printOf(crl.der));
  // The first one in parts after that.
  const after = crls.of(next + 1n, 0, 0, crl);
  await publish(after);
  expect(await parts()).toEqual(digestsOf(after));
  const last = crls.of(next + 2n, 0, 0, after);
  await publish(last, whole);
  expect(await parts()).toEqual([]);
  expect(await store.size((await store.last([id], 'complete'))?.id ?? '')).toBe(last.der.length);
});

test('at the border, the last CRL that is one row and the first in parts', async () => {
  const { crls, parts, served, publish, next } = await issued();
  const octets = entriesOf(crls.of(next, 0, 1).der).length;
  const most = Math.floor(wholeBytes / octets);
  const whole = crls.of(next, 0, most);
  expect(whole.entryParts).toEqual([]);
  await publish(whole);
  expect(await served()).toBe(printOf(whole.der));
  expect(await parts()).toEqual([]);
  const first = crls.of(next + 1n, most, most + 1, whole);
  expect(first.entryParts.length).toBeGreaterThan(1);
  await publish(first);
  expect(await served()).toBe(printOf(first.der));
  expect(await parts()).toEqual(digestsOf(first));
});

test('issuers that share a CRL leave no parts to one that it is stored for no more', async () => {
  const { id, store, crls, parts, publish, next } = await issued();
  const other = await issued();
  await publish(crls.of(next, 0, 20_000));
  const number = next + 1n;
  const crl = other.crls.of(number, 0, 20_000);
  expect(await store.publish([other.id, id], next, crl)).toMatchObject({ number });
  expect(await parts()).toEqual([]);
  expect(await other.parts()).toEqual(digestsOf(crl));
  expect(await other.served()).toBe(printOf(crl.der));
});

test('shards and unified CRLs are stored so too, each for itself', async () => {
  const { id, crls, parts, publish, served, next, authority } = await issued();
  const scoped = new ScopedCrlStore({ database: world.database });
  const own = crls.of(next, 0, 20_000);
  await publish(own);
  const shard = { ...crls.of(1n, 10_000, 30_000), shard: 3, parts: '{}' };
  const first = await scoped.publishShard(shard, null);
  expect(printOf(await scoped.content(first?.id ?? ''))).toBe(printOf(shard.der));
  expect(await scoped.size(first?.id ?? '')).toBe(shard.der.length);
  const later = { ...crls.of(2n, 30_000, 30_001, shard), shard: 3, parts: '{}' };
  const second = await scoped.publishShard(later, first);
  expect(printOf(await scoped.content(second?.id ?? ''))).toBe(printOf(later.der));
  expect(await scoped.publishShard({ ...shard, number: 3n }, first)).toBeNull();
  const unified = { ...crls.of(next + 1n, 0, 20_000), shard: -1, parts: '{}' };
  const members = [{ id, mountId: authority.mount.id }];
  const third = await scoped.publish(members, next, unified);
  expect(printOf(await scoped.content(third?.id ?? ''))).toBe(printOf(unified.der));
  expect(await served()).toBe(printOf(own.der));
  const all = [...digestsOf(own), ...digestsOf(later), ...digestsOf(unified)];
  expect((await parts()).length).toBeGreaterThanOrEqual(all.length);
  expect(new Set(await parts())).toEqual(new Set([...all, ...digestsOf({ ...shard, number: 3n })]));
});
