import { expect, test } from 'vitest';
import { SharedLookups } from '../../../src/pki/mounts/shared-lookups.js';

/** Readings that end when they are told to. */
function opened(mounts: readonly string[]) {
  const readings: { readonly paths: readonly string[]; readonly end: () => void; readonly fail: () => void }[] = [];
  const lookups = new SharedLookups(
    (paths) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(new Set(mounts.filter((mount) => paths.includes(mount))));
        readings.push({ paths, end, fail: () => reject(new Error('no database')) });
      }),
  );
  const reading = async (index: number) => {
    while (readings.length <= index) await new Promise(setImmediate);
    const found = readings[index];
    if (!found) throw new Error('there is no such reading');
    return found;
  };
  return { lookups, readings, reading };
}

test('who asks while a reading is under way waits for the next, together with the others', async () => {
  const { lookups, readings, reading } = opened(['pki', 'team/a']);
  const first = [lookups.of('pki/crl'), lookups.of('pki/crl')];
  expect((await reading(0)).paths).toEqual(['pki/crl', 'pki']);
  const then = [lookups.of('team/a/ca'), lookups.of('nowhere/ca'), lookups.of('pki/ca')];
  await new Promise(setImmediate);
  expect(readings).toHaveLength(1);
  (await reading(0)).end();
  expect(await Promise.all(first)).toEqual(['pki', 'pki']);
  expect((await reading(1)).paths).toEqual(['team/a/ca', 'team/a', 'team', 'nowhere/ca', 'nowhere', 'pki/ca', 'pki']);
  (await reading(1)).end();
  expect(await Promise.all(then)).toEqual(['team/a', null, 'pki']);
  expect(readings).toHaveLength(2);
});

test('one that fails fails for those who wait for it, and for nobody after', async () => {
  const { lookups, reading } = opened(['pki']);
  const failing = lookups.of('pki/crl');
  (await reading(0)).fail();
  await expect(failing).rejects.toThrow('no database');
  const after = lookups.of('pki/crl');
  (await reading(1)).end();
  expect(await after).toBe('pki');
});

test('a flood of paths that strangers make up is looked up in parts of a bounded size, first come first served', async () => {
  const { lookups, readings, reading } = opened(['pki']);
  const flood = Array.from({ length: 1000 }, (_, n) => lookups.of(`${n}/x/crl`));
  const deep = lookups.of(`${'a/'.repeat(5000)}crl`);
  const last = lookups.of('pki/crl');
  for (let n = 0; n < 7; n += 1) (await reading(n)).end();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([null]));
  expect([await deep, await last]).toEqual([null, 'pki']);
  expect(readings).toHaveLength(7);
  expect(Math.max(...readings.map(({ paths }) => paths.length))).toBeLessThanOrEqual(500);
});
