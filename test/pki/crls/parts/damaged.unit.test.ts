import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { DamagedCrls, isAbove } from '../../../../src/pki/crls/parts/damaged.js';
import type { DamagedCrl } from '../../../../src/pki/crls/parts/damaged.js';

const crl: DamagedCrl = { id: 'crl-1', mountId: 'mnt-1', issuerId: 'iss-1', scope: -1, entryCount: 20_000n };

test('a damaged CRL is made anew and told of where its mount cannot be read', async () => {
  const told: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      told.push(line.toString());
      done();
    },
  });
  const due: string[] = [];
  const damaged = new DamagedCrls({
    database: {
      writeSql: (writes) => {
        due.push(...writes.map(({ sql }) => sql));
        return Promise.resolve();
      },
    },
    jobs: { scheduling: ({ subject }) => ({ sql: subject, rows: [] }) },
    log: pino(stream),
    authorities: { byId: () => Promise.reject(new Error('unreadable')) },
    wake: () => due.push('woken'),
  });
  await damaged.found(crl);
  await damaged.found(crl);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('parts of a stored CRL are missing or damaged: it is made anew');
  expect(due).toEqual(['mnt-1', 'woken']);
});

test('it is due again where that could not be written, and told of once', async () => {
  const told: unknown[] = [];
  const due: string[] = [];
  let isFull = true;
  const damaged = new DamagedCrls({
    database: {
      writeSql: () =>
        isFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve(void due.push('written')),
    },
    jobs: { scheduling: ({ subject }) => ({ sql: subject, rows: [] }) },
    log: { error: (...said: readonly unknown[]) => void told.push(said) },
    authorities: { byId: () => Promise.reject(new Error('unreadable')) },
    wake: () => due.push('woken'),
  });
  await expect(damaged.found(crl)).rejects.toThrow('the disk is full');
  isFull = false;
  await damaged.found(crl);
  await damaged.found(crl);
  expect(due).toEqual(['written', 'woken']);
  expect(told).toHaveLength(1);
});

test.each([
  [10n, 10, false],
  [11n, 10, true],
  [1n, 0, true],
  [20_000n, -1, false],
])('a CRL of %s entries, where %i are allowed, would not be made: %s', (entries, maxCrlEntries, above) => {
  expect(isAbove(entries, { maxCrlEntries })).toBe(above);
});
