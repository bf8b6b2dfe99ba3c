import { expect, inject } from 'vitest';
import { systemClock } from '../../../src/platform/clock.js';
import { compareRows, sameNumbers } from '../../../src/platform/database/copying/copy-rows.js';
import { openSource } from '../../../src/platform/database/copying/open-copying.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { afterwards } from '../../platform/database/scratch.js';
import { PostgresDatabases } from '../../platform/database/postgres-databases.js';
import '../../platform/database/postgres-setup.js';
import { FakeS3 } from '../../platform/objects/fake-s3.js';

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';

export const options = { clock: systemClock, tell: () => undefined, lookMs: 1 };

export async function emptyPostgresql(): Promise<string> {
  const { url, remove } = await new PostgresDatabases(inject('postgres')).make('template0');
  afterwards(remove);
  return url;
}

export async function bucket(): Promise<FakeS3> {
  const s3 = await FakeS3.start();
  afterwards(() => s3.stop());
  return s3;
}

export const emptyBucket = async (): Promise<string> => (await bucket()).url;

/** Ids and notes of a store. */
export async function objectsIn(url: string): Promise<string[]> {
  const store = await openObjectStore(url);
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  const notes = await store.notes();
  store.close();
  return [...ids.sort(), ...notes.sort()];
}

/** Both databases have the same rows, and give the same numbers next. */
export async function expectSame(one: string, other: string): Promise<void> {
  const [left, right] = [await openSource(one), await openSource(other)];
  try {
    const { different } = await compareRows(left, right, () => undefined);
    expect(different.map(({ name }) => name)).toEqual([]);
    expect(await sameNumbers(left, right)).toBe(true);
  } finally {
    await left.close();
    await right.close();
  }
}
