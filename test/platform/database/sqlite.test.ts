import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isUniqueViolation } from '../../../src/platform/database/conflicts.js';
import type { Database } from '../../../src/platform/database/database.js';
import { openReader } from '../../../src/platform/database/sqlite/connection.js';
import { organization, scratchDatabase, scratchFile } from './scratch.js';
import { gate } from '../../gate.js';

const refusal = new Error('the work was refused');

async function names(database: Database): Promise<string[]> {
  const rows = await database.client.organization.findMany({ orderBy: { name: 'asc' }, select: { name: true } });
  return rows.map(({ name }) => name);
}

describe('what one request writes', () => {
  test('is not lost when the open transaction of another rolls back', async () => {
    const database = await scratchDatabase();
    const written = gate();
    const transaction = database.transaction(async (tx) => {
      await tx.organization.create({ data: organization('undone') });
      await written.opened;
      throw refusal;
    });
    const create = database.client.organization.create({ data: organization('kept') });
    // Were the create to run inside the open transaction, it would be answered now, and undone below.
    const early = await Promise.race([create.then(() => 'answered'), delay(100, 'waiting')]);
    written.open();
    await expect(transaction).rejects.toBe(refusal);
    await create;
    expect(early).toBe('waiting');
    expect(await names(database)).toEqual(['kept']);
  });

  test('is not seen by others before it is committed, and at once afterwards', async () => {
    const database = await scratchDatabase();
    await database.transaction(async (tx) => {
      await tx.organization.create({ data: organization('a') });
      expect(await tx.organization.count()).toBe(1);
      expect(await names(database)).toEqual([]);
    });
    expect(await names(database)).toEqual(['a']);
    for (let round = 0; round < 50; round++) {
      await database.client.organization.update({ where: { id: 'org-a' }, data: { email: `${round}` } });
      expect((await database.client.organization.findUniqueOrThrow({ where: { id: 'org-a' } })).email).toBe(`${round}`);
    }
  });

  test('keeps or undoes each of many concurrent transactions and writes on its own', async () => {
    const database = await scratchDatabase();
    const tasks = Array.from({ length: 60 }, async (_, index) => {
      const name = String(index).padStart(2, '0');
      if (index % 3 === 0) return database.client.organization.create({ data: organization(name) });
      return database.transaction(async (tx) => {
        await tx.organization.create({ data: organization(name) });
        if (index % 3 === 1) throw refusal;
      });
    });
    const outcomes = await Promise.allSettled(tasks);
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, index) => (index % 3 === 1 ? 'rejected' : 'fulfilled')),
    );
    const kept = outcomes.flatMap((_, index) => (index % 3 === 1 ? [] : [String(index).padStart(2, '0')]));
    expect(await names(database)).toEqual(kept);
  });

  test('fails alone among those that commit together', async () => {
    const database = await scratchDatabase();
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'a', 'c'].map((name) => database.client.organization.create({ data: organization(name) })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await names(database)).toEqual(['a', 'b', 'c']);
  });

  test('is undone whole when a part of a nested write fails', async () => {
    const database = await scratchDatabase();
    await database.client.organization.create({ data: organization('a') });
    const at = new Date(0);
    const project = { name: 'p', createdAt: at, updatedAt: at };
    const create = database.client.organization.create({
      data: {
        ...organization('b'),
        projects: {
          create: [
            { id: 'prj-1', ...project },
            { id: 'prj-2', ...project },
          ],
        },
      },
    });
    await expect(create).rejects.toSatisfy((error) => isUniqueViolation(error, 'Project', ['organizationId', 'name']));
    expect(await names(database)).toEqual(['a']);
    expect(await database.client.project.count()).toBe(0);
  });
});

describe('a transaction', () => {
  test('may go on after a statement of it failed', async () => {
    const database = await scratchDatabase();
    await database.client.organization.create({ data: organization('a') });
    await database.transaction(async (tx) => {
      await tx.organization.create({ data: organization('b') });
      await tx.organization.create({ data: organization('a') }).catch(() => undefined);
      await tx.organization.create({ data: organization('c') });
    });
    expect(await names(database)).toEqual(['a', 'b', 'c']);
  });

  test('undoes a part of it alone', async () => {
    const database = await scratchDatabase();
    const project = (id: string) => ({ id, name: 'p', createdAt: new Date(0), updatedAt: new Date(0) });
    await database.transaction(async (tx) => {
      await tx.organization.create({ data: organization('a') });
      const twice = { projects: { create: [project('prj-1'), project('prj-2')] } };
      const part = tx.organization.create({ data: { ...organization('b'), ...twice } });
      await expect(part).rejects.toSatisfy((error) => isUniqueViolation(error));
      const once = { projects: { create: [project('prj-1')] } };
      await tx.organization.create({ data: { ...organization('c'), ...once } });
    });
    expect(await names(database)).toEqual(['a', 'c']);
  });

  test('is rolled back at its timeout, and the next in line goes on', async () => {
    const database = await scratchDatabase();
    const stuck = database.transaction(
      async (tx) => {
        await tx.organization.create({ data: organization('stuck') });
        await delay(300);
        await tx.organization.create({ data: organization('late') });
      },
      { timeoutMs: 50 },
    );
    const next = database.client.organization.create({ data: organization('next') });
    await expect(stuck).rejects.toMatchObject({ code: 'P2028' });
    await next;
    expect(await names(database)).toEqual(['next']);
  });

  test('that gave up waiting for its turn leaves the writer to others', async () => {
    const database = await scratchDatabase();
    const held = gate();
    const holder = database.transaction(() => held.opened);
    const impatient = database.transaction((tx) => tx.organization.create({ data: organization('impatient') }), {
      maxWaitMs: 20,
    });
    await expect(impatient).rejects.toMatchObject({ code: 'P2028' });
    held.open();
    await holder;
    await database.client.organization.create({ data: organization('after') });
    expect(await names(database)).toEqual(['after']);
  });

  test.each([
    'COMMIT',
    'ROLLBACK',
    'BEGIN',
    'BEGIN IMMEDIATE',
    'SAVEPOINT s',
    'PRAGMA foreign_keys = OFF',
    "ATTACH 'x' AS y",
  ])('cannot be ended or escaped by %s', async (sql) => {
    const database = await scratchDatabase();
    await expect(database.client.$executeRawUnsafe(sql)).rejects.toThrow();
    await expect(
      database.transaction(async (tx) => {
        await tx.organization.create({ data: organization('a') });
        await tx.$executeRawUnsafe(sql);
      }),
    ).rejects.toThrow();
    expect(await names(database)).toEqual([]);
    await database.client.organization.create({ data: organization('b') });
    expect(await names(database)).toEqual(['b']);
  });
});

test('readers do not wait for a transaction that holds the writer', async () => {
  const database = await scratchDatabase();
  await database.client.organization.create({ data: organization('a') });
  const held = gate();
  const holder = database.transaction(async (tx) => {
    await tx.organization.update({ where: { id: 'org-a' }, data: { email: 'new' } });
    await held.opened;
  });
  expect((await database.client.organization.findUniqueOrThrow({ where: { id: 'org-a' } })).email).toBe(
    'a@example.com',
  );
  expect(await database.readSql('SELECT email FROM "Organization"')).toEqual([{ email: 'a@example.com' }]);
  await database.ping();
  held.open();
  await holder;
});

test('an acknowledged write is in the file, for whoever opens it', async () => {
  const file = scratchFile();
  const database = await scratchDatabase(file);
  const other = openReader(file);
  for (const round of Array.from({ length: 20 }, (_, index) => index)) {
    const group = Array.from({ length: 16 }, (_, index) => `${round}-${index}`);
    await Promise.all(
      group.map(async (name) => {
        await database.client.organization.create({ data: organization(name) });
        const found = other.driver.prepare('SELECT 1 FROM "Organization" WHERE name = ?').value(name);
        expect(found).toBeDefined();
      }),
    );
  }
  other.close();
});

test('a full disk refuses writes, loses none that it accepted, and stops nothing for good', async () => {
  const database = await scratchDatabase();
  const { client } = database;
  const setLimit = (pages: number) =>
    database.transaction((tx) => tx.$queryRawUnsafe(`PRAGMA max_page_count = ${pages}`));
  const [{ page_count: pages } = {}] = await database.readSql('PRAGMA page_count');
  await setLimit(Number(pages) + 20);
  const value = 'x'.repeat(3000);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, index) => {
      if (index % 5 === 0)
        return database.transaction((tx) => tx.installationFact.create({ data: { key: `${index}`, value } }));
      return client.installationFact.create({ data: { key: `${index}`, value } });
    }),
  );
  const accepted = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.key] : []));
  expect(accepted.length).toBeLessThan(100);
  const keys = async () => (await client.installationFact.findMany({ select: { key: true } })).map(({ key }) => key);
  expect((await keys()).sort()).toEqual(accepted.sort());
  await setLimit(1_000_000);
  await client.installationFact.create({ data: { key: 'after', value } });
  expect(await keys()).toContain('after');
});

test('listeners hear of every statement until they stop', async () => {
  const database = await scratchDatabase();
  const heard: string[] = [];
  const stop = database.onStatement(({ sql, failed }) =>
    heard.push(`${failed ? 'failed ' : ''}${sql.split(' ')[0] ?? ''}`),
  );
  await database.client.organization.create({ data: organization('a') });
  await database.client.organization.create({ data: organization('a') }).catch(() => undefined);
  await database.readSql('SELECT 1 AS one');
  stop();
  await names(database);
  expect(heard).toEqual(['INSERT', 'failed INSERT', 'SELECT']);
});

test('closing finishes what is in flight and refuses the rest', async () => {
  const file = scratchFile();
  const database = await scratchDatabase(file);
  const writes = Array.from({ length: 20 }, (_, index) =>
    database.client.organization.create({ data: organization(String(index)) }).then(() => index),
  );
  await delay(0);
  await database.close();
  const outcomes = await Promise.allSettled(writes);
  const kept = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const again = await scratchDatabase(file);
  expect(await again.client.organization.count()).toBe(kept);
});

describe('what goes on in the background', () => {
  test('is seen by everybody, is told to listeners, and is kept by a close', async () => {
    const file = scratchFile();
    const database = await scratchDatabase(file);
    const heard: number[] = [];
    database.onCommitted((committed) => heard.push(committed.length));
    await database.background.client.organization.create({ data: organization('a') });
    await database.background.transaction((tx) => tx.organization.create({ data: organization('b') }));
    await database.background.writeSql([
      { sql: 'UPDATE "Organization" SET "email" = ? WHERE "name" = ?', rows: [['c@example.com', 'b']], changes: 1 },
    ]);
    expect(await names(database)).toEqual(['a', 'b']);
    expect(heard).toEqual([1, 1]);
    const refused = database.background.transaction(async (tx) => {
      await tx.organization.create({ data: organization('undone') });
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
    await database.close();
    await expect(database.background.client.organization.count()).rejects.toThrow('closed');
    expect(await names(await scratchDatabase(file))).toEqual(['a', 'b']);
  });
});
