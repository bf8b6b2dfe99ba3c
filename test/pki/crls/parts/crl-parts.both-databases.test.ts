import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrlStore } from '../../../../src/pki/crls/crl.store.js';
import type { CrlOctets } from '../../../../src/pki/crls/parts/crl-octets.js';
import { CrlDamaged } from '../../../../src/pki/crls/parts/damaged.js';
import { wholeBytes } from '../../../../src/pki/crls/parts/part-list.js';
import { ownScope } from '../../../../src/pki/crls/parts/place.js';
import type { CrlDatabase } from '../../../../src/pki/crls/parts/place.js';
import { ScopedCrlStore } from '../../../../src/pki/crls/scoped/scoped-crl.store.js';
import { entriesOf, parseCrl } from '../../../../src/pki/x509/index.js';
import { openPkiWorld } from '../../world.js';
import type { PkiWorld } from '../../world.js';
import { derOf, digestsOf, partsIn, printOf, publishing, throughTo } from './published-parts.js';

let world: PkiWorld;
let large: ReturnType<typeof publishing>;
beforeAll(async () => {
  world = await openPkiWorld();
  large = publishing(world);
});
afterAll(() => world.close());

test('a large CRL is stored in parts, and is read as it was built', async () => {
  const { store, crls, parts, served, publish, next } = await large.issued();
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
  const { crls, parts, served, publish, next } = await large.issued();
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

test('each publication looks at one part that it does not write, and mends it', async () => {
  const { id, crls, publish, next } = await large.issued();
  const first = crls.of(next, 0, 20_000);
  await publish(first);
  await world.client.crlPart.updateMany({ where: { issuerId: id }, data: { content: new Uint8Array(9) } });
  const second = crls.of(next + 1n, 20_000, 20_001, first);
  const damaged = async () => {
    const rows = await world.client.crlPart.findMany({ where: { issuerId: id } });
    return rows.filter(({ content }) => content.length === 9).length;
  };
  const kept = digestsOf(first).filter((digest) => digestsOf(second).includes(digest)).length;
  await publish(second);
  expect(await damaged()).toBe(kept - 1);
  const [mended] = await world.client.crlPart.findMany({
    where: { issuerId: id, digest: { in: digestsOf(first) }, NOT: { content: new Uint8Array(9) } },
  });
  expect(
    createHash('sha256')
      .update(mended?.content ?? '')
      .digest('base64url'),
  ).toBe(mended?.digest);
});

test('a publication that is cut in the middle leaves the CRL before it, and nothing after the next one', async () => {
  const { crls, parts, served, publish, next } = await large.issued();
  const before = crls.of(next, 0, 10_000);
  await publish(before);
  const other = crls.of(next + 1n, 50_000, 70_000);
  await expect(publish(other, large.endingAt(1))).rejects.toThrow('the process ended');
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
  const { crls, parts, served, publish, next } = await large.issued();
  const crl = crls.of(next, 0, 20_000);
  await expect(publish(crl, large.endingAt(1))).rejects.toThrow('the process ended');
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
  const { id, crls, served, publish, next } = await large.issued();
  const crl = crls.of(next, 0, 20_000);
  await expect(publish(crl, large.endingAt(1))).rejects.toThrow('the process ended');
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
  const { store, crls, parts, served, publish, next } = await large.issued();
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

test('a publication stops where another was faster, before it has written everything', async () => {
  const { crls, served, publish, next } = await large.issued();
  const small = crls.of(next, 0, 1);
  let steps = 0;
  const slow = large.stepping(async () => {
    if (++steps === 2) await publish(small);
  });
  // With room for a third one, which does not come.
  expect(await publish(crls.of(next, 0, 40_000), slow)).toBeNull();
  expect(steps).toBe(2);
  expect(await served()).toBe(printOf(small.der));
});

test('none is published of an issuer that was deleted meanwhile, and its parts are gone', async () => {
  const { id, crls, parts, publish, next } = await large.issued();
  const gone = large.stepping(async (commit) => {
    if (commit === 1) await world.client.issuer.delete({ where: { id } });
  });
  expect(await publish(crls.of(next, 0, 20_000), gone)).toBeNull();
  expect(await parts()).toEqual([]);
});

test('of a CRL that follows one in memory, what both have is not read', async () => {
  const { store, crls, publish, next } = await large.issued();
  const first = crls.of(next, 0, 20_000);
  const head = await publish(first);
  const before = await store.octets(head?.id ?? '');
  const second = crls.of(next + 1n, 20_000, 20_001, first);
  const other = await publish(second);
  const read = async (like?: CrlOctets) => {
    const { result, statements } = await world.heard(() => store.octets(other?.id ?? '', like));
    expect(printOf((await result?.joined()) ?? null)).toBe(printOf(second.der));
    return statements.filter((sql) => sql.includes('SELECT "content" FROM "CrlPart"')).length;
  };
  expect(await read()).toBe(second.entryParts.length);
  expect(await read(before ?? undefined)).toBe(1);
});

test('a part that is missing is told, and comes again with the next one', async () => {
  const { id, store, crls, parts, served, publish, next } = await large.issued();
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
  const { id, store, crls, parts, served, publish, next } = await large.issued();
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
  const { id, crls, parts, publish, next } = await large.issued();
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
  await expect(mended.octets(head?.id ?? '')).rejects.toThrow(CrlDamaged);
  expect(await parts()).toEqual(digestsOf(crl));
});

test('a CRL that was replaced while it was read is not damaged', async () => {
  const { crls, publish, next } = await large.issued();
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
  expect(await slow.octets(head?.id ?? '')).toBeNull();
  expect(found).toEqual([]);
});

test('where servers of 0.1.0 are at work, each CRL is one row', async () => {
  const { id, store, crls, parts, served, publish, next } = await large.issued();
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
  const { crls, parts, served, publish, next } = await large.issued();
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
  const { id, store, crls, parts, publish, next } = await large.issued();
  const other = await large.issued();
  await publish(crls.of(next, 0, 20_000));
  const number = next + 1n;
  const crl = other.crls.of(number, 0, 20_000);
  expect(await store.publish([other.id, id], next, crl)).toMatchObject({ number });
  expect(await parts()).toEqual([]);
  expect(await other.parts()).toEqual(digestsOf(crl));
  expect(await other.served()).toBe(printOf(crl.der));
});

test('shards and unified CRLs are stored so too, each for itself', async () => {
  const { id, crls, parts, publish, served, next, authority } = await large.issued();
  const scoped = new ScopedCrlStore({ database: world.database });
  const own = crls.of(next, 0, 20_000);
  await publish(own);
  const shard = { ...crls.of(1n, 10_000, 30_000), shard: 3, parts: '{}' };
  const first = await scoped.publishShard(shard, null);
  expect(printOf(await derOf(scoped, first?.id ?? ''))).toBe(printOf(shard.der));
  expect(await scoped.size(first?.id ?? '')).toBe(shard.der.length);
  const later = { ...crls.of(2n, 30_000, 30_001, shard), shard: 3, parts: '{}' };
  const second = await scoped.publishShard(later, first);
  expect(printOf(await derOf(scoped, second?.id ?? ''))).toBe(printOf(later.der));
  expect(await scoped.publishShard({ ...shard, number: 3n }, first)).toBeNull();
  const unified = { ...crls.of(next + 1n, 0, 20_000), shard: -1, parts: '{}' };
  const members = [{ id, mountId: authority.mount.id }];
  const third = await scoped.publish(members, next, unified);
  expect(printOf(await derOf(scoped, third?.id ?? ''))).toBe(printOf(unified.der));
  expect(await served()).toBe(printOf(own.der));
  const all = [...digestsOf(own), ...digestsOf(later), ...digestsOf(unified)];
  expect((await parts()).length).toBeGreaterThanOrEqual(all.length);
  expect(new Set(await parts())).toEqual(new Set([...all, ...digestsOf({ ...shard, number: 3n })]));
});
