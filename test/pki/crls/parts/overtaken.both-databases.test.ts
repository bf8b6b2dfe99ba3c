import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChangesMissing } from '../../../../src/platform/database/database.js';
import type { SqlWrite } from '../../../../src/platform/database/database.js';
import { CrlParts } from '../../../../src/pki/crls/parts/crl-parts.js';
import { ownScope } from '../../../../src/pki/crls/parts/place.js';
import { unlessOvertaken } from '../../../../src/pki/crls/parts/unless-overtaken.js';
import { openPkiWorld } from '../../world.js';
import type { PkiWorld } from '../../world.js';
import { publishing, throughTo } from './published-parts.js';

let world: PkiWorld;
let large: ReturnType<typeof publishing>;
beforeAll(async () => {
  world = await openPkiWorld();
  large = publishing(world);
});
afterAll(() => world.close());

const unless = (id: string, seen: bigint) => unlessOvertaken(world.database, id, seen);
const publishedAs = (id: string, crlNumber: bigint) =>
  world.client.issuer.update({ where: { id }, data: { crlNumber } });
const write = async (writes: readonly SqlWrite[]) => world.database.writeSql(writes);

test('nothing is written once a CRL was published since the last one that was seen, or after the look', async () => {
  const { id } = await large.issued();
  await publishedAs(id, 7n);
  await expect(write([await unless(id, 6n)])).rejects.toThrow(ChangesMissing);
  await write([await unless(id, 7n)]);
  // In a group of issuers the last number that was seen may be that of another one.
  const guard = await unless(id, 1_000n);
  await write([guard]);
  await publishedAs(id, 8n);
  await expect(write([guard])).rejects.toThrow(ChangesMissing);
});

test('whoever was overtaken marks no part, and mends none', async () => {
  const { id, crls, publish, next } = await large.issued();
  const place = { issuerId: id, scope: ownScope };
  const crl = crls.of(next, 0, 20_000);
  await publish(crl);
  const parts = new CrlParts({ database: world.database, table: 'Crl' });
  const overtaken = await unless(id, next - 1n);
  // What somebody has written in the place of each part.
  await world.client.crlPart.updateMany({ where: { issuerId: id }, data: { content: Buffer.from('other') } });
  await expect(parts.write(place, { ...crl, number: next + 1n }, overtaken)).rejects.toThrow(ChangesMissing);
  await world.client.crl.deleteMany({ where: { issuerId: id } });
  await expect(parts.write(place, { ...crl, number: next + 2n }, overtaken)).rejects.toThrow(ChangesMissing);
  const rows = await world.client.crlPart.findMany({ where: { issuerId: id } });
  expect(new Set(rows.map(({ number }) => number))).toEqual(new Set([next]));
  expect(new Set(rows.map(({ content }) => Buffer.from(content).toString()))).toEqual(new Set(['other']));
});

test('a part that two write at once, or that is found, keeps the higher number', async () => {
  const { id, crls, next } = await large.issued();
  const place = { issuerId: id, scope: ownScope };
  const crl = crls.of(next, 0, 20_000);
  const guard = await unless(id, next);
  const numbers = async () => {
    const rows = await world.client.crlPart.findMany({ where: { issuerId: id }, select: { number: true } });
    return [...new Set(rows.map(({ number }) => number))];
  };
  const parts = new CrlParts({ database: world.database, table: 'Crl' });
  // A server that saw none of them.
  const blind = new CrlParts({
    database: { ...throughTo(world.database), readAnew: () => Promise.resolve([]) },
    table: 'Crl',
  });
  await blind.write(place, { ...crl, number: next + 5n }, guard);
  expect(await numbers()).toEqual([next + 5n]);
  await blind.write(place, { ...crl, number: next + 2n }, guard);
  await parts.write(place, { ...crl, number: next + 3n }, guard);
  expect(await numbers()).toEqual([next + 5n]);
  await blind.write(place, { ...crl, number: next + 6n }, guard);
  expect(await numbers()).toEqual([next + 6n]);
  await parts.write(place, { ...crl, number: next + 7n }, guard);
  expect(await numbers()).toEqual([next + 7n]);
});
