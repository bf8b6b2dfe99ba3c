import { createHash, generateKeyPairSync } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CrlBuilder } from '../../../src/pki/crls/crl-builder.js';
import type { BuiltCrl } from '../../../src/pki/crls/crl-builder.js';
import { packRows } from '../../../src/pki/crls/crl-order.js';
import type { CrlOrder, RevokedRow } from '../../../src/pki/crls/crl-order.js';
import type { ToCrlThread } from '../../../src/pki/crls/thread-messages.js';
import { partsOf } from '../../../src/pki/crls/parts/part-list.js';
import { entriesOf, Name, parseCrl, verifyCrl } from '../../../src/pki/x509/index.js';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const thisUpdate = new Date('2026-05-06T07:08:09Z');
const orderOf = (more: Partial<CrlOrder> = {}): CrlOrder => ({
  ...{ issuer: Name.of({ commonName: 'An issuer' }).der, issuerKeyId: Buffer.alloc(20, 1), number: 7n, freshest: [] },
  ...{ deltaBase: undefined, base: undefined, leaving: [], key: privateKey, signing: {} },
  ...{ thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + 86_400_000) },
  ...more,
});

const rowOf = (n: number): RevokedRow => ({
  serialNumber: `4${String(n).padStart(39, '0')}`,
  revokedAt: new Date(thisUpdate.getTime() - n * 1000),
  reason: n % 3 === 0 ? 1 : null,
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => rowOf(from + n));
const serials = async ({ octets }: BuiltCrl) => {
  const crl = parseCrl(await octets.joined());
  verifyCrl(crl, publicKey);
  return crl.entries.map(({ serialNumber }) => serialNumber.replaceAll(':', ''));
};

let building: CrlBuilder;
beforeEach(() => {
  building = new CrlBuilder();
});
afterEach(async () => {
  vi.useRealTimers();
  await building.close();
});

async function* pagesOf(...pages: readonly (readonly RevokedRow[])[]) {
  for (const page of pages) yield await Promise.resolve(packRows(page));
}

test('however long it takes to read the revocations, the thread waits for them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  async function* slowly() {
    for (const page of [rows(0, 3), rows(3, 6), rows(6, 9)]) {
      yield await Promise.resolve(packRows(page));
      vi.advanceTimersByTime(600_000);
    }
  }
  const built = await building.build(orderOf(), 0, slowly());
  expect(built.entryCount).toBe(9);
  expect(await serials(built)).toEqual(rows(0, 9).map(({ serialNumber }) => serialNumber));
});

test('many entries are in order, each once, and leave or come again beside what a CRL has', async () => {
  const first = await building.build(orderOf(), 0, pagesOf(rows(0, 9_000), rows(8_990, 20_000)));
  expect(first.entryCount).toBe(20_000);
  expect(await serials(first)).toEqual(rows(0, 20_000).map(({ serialNumber }) => serialNumber));

  const leaving = [0, 10_000].map((n) => rowOf(n).serialNumber);
  const order = orderOf({ base: first.octets, leaving, number: 8n });
  const second = await building.build(order, first.entryCount, pagesOf([rowOf(19_999)], rows(20_000, 20_002)));
  expect(second.entryCount).toBe(20_000);
  const expected = [...rows(0, 19_999).filter((_, n) => n !== 0 && n !== 10_000), ...rows(19_999, 20_002)];
  expect(await serials(second)).toEqual(expected.map(({ serialNumber }) => serialNumber));
});

test('a CRL is built on that of its own issuer, whichever was built last', async () => {
  const one = await building.build(orderOf(), 0, pagesOf(rows(0, 2_000), rows(2_000, 3_000)));
  const other = await building.build(orderOf(), 0, pagesOf(rows(5_000, 7_000), rows(7_000, 8_000)));
  const later = await building.build(orderOf({ base: one.octets }), one.entryCount, pagesOf([rowOf(3_000)]));
  expect(later.entryCount).toBe(3_001);
  expect(await serials(later)).toEqual(rows(0, 3_001).map(({ serialNumber }) => serialNumber));
  const again = await building.build(orderOf({ base: later.octets }), later.entryCount, pagesOf());
  expect(await serials(again)).toEqual(await serials(later));
  expect(await serials(other)).toEqual(rows(5_000, 8_000).map(({ serialNumber }) => serialNumber));
});

test('a thread that ends while nothing is built is replaced, and what it had is sent again', async () => {
  const threads: Worker[] = [];
  const seen = (thread: Worker) => void threads.push(thread);
  process.on('worker', seen);
  onTestFinished(() => void process.off('worker', seen));
  const first = await building.build(orderOf(), 0, pagesOf(rows(0, 2_000), rows(2_000, 3_000)));
  threads[0]?.emit('error', new Error('out of memory'));
  await threads[0]?.terminate();
  const second = await building.build(orderOf({ base: first.octets }), first.entryCount, pagesOf([rowOf(3_000)]));
  expect(await serials(second)).toEqual(rows(0, 3_001).map(({ serialNumber }) => serialNumber));
  expect(threads).toHaveLength(2);
});

test('the parts of a large one are its entries', async () => {
  const { octets } = await building.build(orderOf(), 0, pagesOf(rows(0, 5_000), rows(5_000, 10_000)));
  const { parts } = octets;
  expect(parts.length).toBeGreaterThan(1);
  let from = 0;
  const entries = entriesOf(await octets.joined());
  for (const { digest, length } of parts) {
    const part = entries.subarray(from, (from += length));
    expect(createHash('sha256').update(part).digest('base64url')).toBe(digest);
  }
  expect(from).toBe(entries.length);
});

test('one on top of another shares its parts, and has those that it would have if it were built at once', async () => {
  const first = await building.build(orderOf(), 0, pagesOf(rows(0, 6_000), rows(6_000, 12_000)));
  const again = await building.build(orderOf({ base: first.octets, number: 8n }), first.entryCount, pagesOf());
  expect(again.octets.parts.map(({ content }) => content)).toEqual(first.octets.parts.map(({ content }) => content));
  for (const [at, { content }] of again.octets.parts.entries())
    expect(content.buffer === first.octets.parts[at]?.content.buffer).toBe(true);

  let last = again;
  for (const to of [12_001, 12_100, 18_000]) {
    const order = orderOf({ base: last.octets });
    last = await building.build(order, last.entryCount, pagesOf(rows(last.entryCount, to)));
    expect(last.entryCount).toBe(to);
    expect(last.octets.parts[0]?.content.buffer === first.octets.parts[0]?.content.buffer).toBe(true);
    const entries = entriesOf(await last.octets.joined());
    expect(last.octets.parts.map(({ digest, length }) => ({ digest, length }))).toEqual(partsOf(entries));
  }
  const leaving = [rowOf(0).serialNumber];
  const less = await building.build(orderOf({ base: last.octets, leaving }), last.entryCount, pagesOf());
  expect(await serials(less)).toEqual(rows(1, 18_000).map(({ serialNumber }) => serialNumber));
  const entries = entriesOf(await less.octets.joined());
  expect(less.octets.parts.map(({ digest, length }) => ({ digest, length }))).toEqual(partsOf(entries));
});

test('what a thread lacks of a large one is sent to it a mebibyte at a time', async () => {
  const first = await building.build(orderOf(), 0, pagesOf(rows(0, 30_000), rows(30_000, 60_000)));
  const other = new CrlBuilder();
  onTestFinished(() => other.close());
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => posted.mockRestore());
  const sent = () =>
    posted.mock.calls.flatMap(([message]: readonly unknown[]) => {
      const heard = message as ToCrlThread;
      return heard.kind === 'parts' ? [heard.parts.reduce((sum, { content }) => sum + content.length, 0)] : [];
    });
  const again = await other.build(orderOf({ base: first.octets }), first.entryCount, pagesOf());
  expect(sent().length).toBeGreaterThan(1);
  expect(Math.max(...sent())).toBeLessThanOrEqual(1024 * 1024);
  expect(sent().reduce((sum, octets) => sum + octets, 0)).toBe(entriesOf(await first.octets.joined()).length);
  posted.mockClear();
  const once = await other.build(orderOf({ base: again.octets }), again.entryCount, pagesOf([rowOf(60_000)]));
  expect([once.entryCount, sent()]).toEqual([60_001, []]);
  expect(await serials(once)).toEqual(rows(0, 60_001).map(({ serialNumber }) => serialNumber));
});
