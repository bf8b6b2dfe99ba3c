import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { ChangesMissing } from '../../../src/platform/database/database.js';
import { insertFact } from './facts.js';
import { followWork, sharedWork, within, Work } from '../../../src/platform/work/work.js';
import { eventually } from '../../eventually.js';
import { RoundTrips } from './round-trips.js';
import { afterwards, scratchDatabase, scratchUrl } from './scratch.js';

// Before any database is opened: its client is another one where calls are followed.
followWork();

const oneFact = 'SELECT "value" FROM "InstallationFact" WHERE "key" = ?';

async function filled() {
  const url = await scratchUrl();
  const trips = await RoundTrips.to(url);
  const database = await scratchDatabase(trips.url);
  await database.client.installationFact.create({ data: { key: 'a', value: '0' } });
  const read = async () => (await database.readSql(oneFact, ['a']))[0]?.['value'];
  // Another server, which tells nobody of what it does.
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  afterwards(() => other.end());
  const write = (value: string) => other.query('UPDATE "InstallationFact" SET "value" = $1', [value]);
  return { database, trips, read, other, write };
}

/** Other tests commit to other databases of the same server: what follows at once on so many looks finds it quiet sooner or later. */
const looks = [1, 2, 3, 4, 5];

describe('an answer that is held', () => {
  test('is the same object for as long as nothing is committed, and never of an open transaction', async () => {
    const { database, other, write, read } = await filled();
    await vi.waitFor(async () => {
      for (const _ of looks) await read();
      const first = await database.readSql(oneFact, ['a']);
      expect(await database.readSql(oneFact, ['a'])).toBe(first);
      expect(Object.isFrozen(first)).toBe(true);
    }, eventually);
    await other.query('BEGIN');
    await write('1');
    expect(await read()).toBe('0');
    expect(await read()).toBe('0');
    await other.query('COMMIT');
    expect(await read()).toBe('1');
    await other.query('BEGIN');
    await write('2');
    expect(await read()).toBe('1');
    await other.query('ROLLBACK');
    expect(await read()).toBe('1');
  });

  test('is not given after a commit of another server, however soon the question follows', async () => {
    const { read, write } = await filled();
    for (let value = 1; value <= 100; value += 1) {
      // Held, and confirmed once, on every third round.
      for (let times = 0; times < value % 3; times += 1) await read();
      await write(String(value));
      expect(await read()).toBe(String(value));
    }
  });

  test('is not given after a commit however long it was quiet, and takes a request one round trip after a pause', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    afterwards(() => void vi.useRealTimers());
    const { database, trips, write } = await filled();
    const read = () => within(new Work(), async () => (await database.readBeside(oneFact, ['a']))[0]?.['value']);
    for (let value = 1; value <= 20; value += 1) {
      for (const _ of looks) await read();
      await write(String(value));
      if (value > 10) vi.advanceTimersByTime(10);
      let answer: unknown;
      const taken = await trips.during(async () => (answer = await read()));
      expect(answer).toBe(String(value));
      if (value > 10) expect(taken).toBe(1);
    }
  });

  test('is not given after a commit that began before the answer was read', async () => {
    const { read, other, write, database } = await filled();
    await other.query('BEGIN');
    await write('1');
    for (let times = 0; times < 3; times += 1) expect(await read()).toBe('0');
    // A later transaction that ends first.
    await database.client.installationFact.create({ data: { key: 'b', value: '' } });
    for (let times = 0; times < 3; times += 1) expect(await read()).toBe('0');
    await other.query('COMMIT');
    expect(await read()).toBe('1');
  });

  test('is not given after a write of this server', async () => {
    const { database, read } = await filled();
    for (const value of ['1', '2', '3']) {
      await read();
      await database.writeSql([{ sql: 'UPDATE "InstallationFact" SET "value" = ?', rows: [[value]] }]);
      expect(await read()).toBe(value);
    }
  });

  test('is not given where the answer depends on more than rows', async () => {
    const { database } = await filled();
    const now = async () => (await database.readAnew('SELECT clock_timestamp()::text AS "now"'))[0]?.['now'];
    expect(await now()).not.toBe(await now());
  });
});

describe('a round trip is enough', () => {
  test('for a read, for all reads of a turn that are held, and for a batch of writes', async () => {
    const { database, trips, read } = await filled();
    expect(await trips.during(read)).toBe(1);
    await vi.waitFor(async () => {
      for (const _ of looks) await read();
      expect(await trips.during(() => Promise.all(Array.from({ length: 20 }, read)))).toBe(1);
    }, eventually);
    // Also after a pause, where each could ask for itself.
    await vi.waitFor(async () => {
      const apart = ['a', 'b', 'c'].map((key) => () => within(new Work(), () => database.readBeside(oneFact, [key])));
      for (const _ of looks) for (const one of apart) await one();
      await pause(20);
      expect(await trips.during(() => Promise.all(apart.map((one) => one())))).toBe(1);
    }, eventually);
    const batch = [
      { sql: insertFact, rows: ['b', 'c', 'd'].map((key) => [key, '1']) },
      { sql: 'UPDATE "InstallationFact" SET "value" = ? WHERE "key" = ?', rows: [['2', 'b']], changes: 1 },
      { sql: 'DELETE FROM "InstallationFact" WHERE "value" = ?', rows: [['2']], changes: 1 },
    ];
    expect(await trips.during(() => database.writeSql(batch))).toBe(1);
    // What this process has written is known to outdate what is held, and several do not ask first.
    for (const _ of looks) await read();
    await database.writeSql([{ sql: insertFact, rows: [['f', '1']] }]);
    const several = () => Promise.all([read(), database.readSql(oneFact, ['f'])]);
    await several();
    for (const _ of looks) await several();
    await database.writeSql([{ sql: insertFact, rows: [['g', '1']] }]);
    expect(await trips.during(several)).toBe(2);
    // While others write, what is held is not asked about first.
    await read();
    await database.writeSql([{ sql: insertFact, rows: [['e', '1']] }]);
    expect(await trips.during(read)).toBe(1);
  });

  test('for what one request reads beside one another in a turn', async () => {
    // After a pause each time: whoever else commits on this server costs no further round trip.
    vi.useFakeTimers({ toFake: ['performance'] });
    afterwards(() => void vi.useRealTimers());
    const { database, trips, other } = await filled();
    await other.query(`INSERT INTO "InstallationFact" VALUES ('b', '1')`);
    const beside = () =>
      Promise.all(['a', 'b', 'c'].map(async (key) => (await database.readBeside(oneFact, [key]))[0]?.['value']));
    const request = new Work();
    let answers: unknown;
    const paused = (work: () => Promise<unknown>) => {
      vi.advanceTimersByTime(10);
      return trips.during(work);
    };
    const trip = (work: Work) => paused(async () => (answers = await within(work, beside)));
    expect(await trip(request)).toBe(1);
    expect(answers).toEqual(['0', '1', undefined]);
    // Held, and outdated.
    for (const _ of looks) expect(await trip(new Work())).toBe(1);
    await other.query(`UPDATE "InstallationFact" SET "value" = '2'`);
    expect(await trip(new Work())).toBe(1);
    expect(answers).toEqual(['2', '2', undefined]);
    // What several wait for belongs to each of their requests.
    expect(await paused(() => within(request, () => Promise.all([beside(), sharedWork(beside)])))).toBe(1);
    // Other requests, and who is none, wait for nobody else.
    const key = (at: string) => database.readBeside(oneFact, [at]);
    await database.writeSql([{ sql: insertFact, rows: [['d', '1']] }]);
    const apart = () => Promise.all([within(request, () => key('a')), within(new Work(), () => key('b')), key('c')]);
    expect(await paused(apart)).toBe(3);
  });

  test('of one request, of which a wrong statement fails alone unless it is read beside others', async () => {
    const { database } = await filled();
    const outcomes = await within(new Work(), () =>
      Promise.allSettled([
        database.readSql(oneFact, ['a']),
        database.readBeside(oneFact, ['a', 'b']),
        database.readBeside(oneFact, ['b']),
      ]),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await database.readBeside(oneFact, ['a'])).toEqual([{ value: '0' }]);
  });

  test('for 250 statements of a batch, which is one transaction whatever its size', async () => {
    const { database, trips } = await filled();
    const many = { sql: insertFact, rows: Array.from({ length: 600 }, (_, index) => [`many ${index}`, '1']) };
    const missing = {
      sql: 'UPDATE "InstallationFact" SET "value" = ? WHERE "key" = ?',
      rows: [['2', 'c']],
      changes: 1,
    };
    await expect(database.writeSql([many, missing])).rejects.toThrow(ChangesMissing);
    expect(await database.readSql(oneFact, ['many 0'])).toEqual([]);
    expect(await trips.during(() => database.writeSql([many]))).toBe(3);
    expect(await database.readSql(oneFact, ['many 599'])).toEqual([{ value: '1' }]);
  });

  test('for a batch that is refused: nothing of it is kept, and the connection serves on', async () => {
    const { database, trips } = await filled();
    const insert = { sql: insertFact, rows: [['b', '1']] };
    const missing = {
      sql: 'UPDATE "InstallationFact" SET "value" = ? WHERE "key" = ?',
      rows: [['2', 'c']],
      changes: 1,
    };
    const refused = () => expect(database.writeSql([insert, missing, insert])).rejects.toThrow(ChangesMissing);
    expect(await trips.during(refused)).toBe(1);
    await expect(database.writeSql([insert, insert])).rejects.toMatchObject({ code: '23505' });
    expect(await database.readSql(oneFact, ['b'])).toEqual([]);
    await database.writeSql([insert]);
    expect(await database.readSql(oneFact, ['b'])).toEqual([{ value: '1' }]);
  });
});
