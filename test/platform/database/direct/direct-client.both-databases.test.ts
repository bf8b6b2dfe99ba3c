import { describe, expect, test } from 'vitest';
import { isMissingRow, isReferenceViolation, isUniqueViolation } from '../../../../src/platform/database/conflicts.js';
import { tables } from '../../../../src/platform/database/direct/tables.js';
import { organization, scratchDatabase } from '../scratch.js';
import { TwoWays } from './two-ways.js';

/** Those of its prototype too. */
function operationsOf(delegate: unknown): string[] {
  if (typeof delegate !== 'object' || delegate === null) return [];
  const names: string[] = [];
  for (const name in delegate) if (typeof Reflect.get(delegate, name) === 'function') names.push(name);
  return names;
}

test('the client has each model of Prisma, and each of its operations', async () => {
  const ways = await TwoWays.open();
  const database = await scratchDatabase();
  for (const { key } of tables) {
    const own = operationsOf(Reflect.get(database.client, key));
    expect(own.length).toBeGreaterThan(10);
    // Prisma's raw operations of MongoDB are of no use here.
    const theirs = operationsOf(Reflect.get(ways.prisma, key)).filter((name) => !/^\$|Raw$/.test(name));
    expect(theirs.filter((name) => !own.includes(name))).toEqual([]);
  }
  await ways.close();
});

test('what is not answered directly is answered by Prisma, also within a transaction', async () => {
  const database = await scratchDatabase();
  const project = { id: 'prj-1', name: 'p', createdAt: new Date(0), updatedAt: new Date(0) };
  const nested = { ...organization('a'), projects: { create: [project] } };
  const grouped = await database.transaction(async (tx) => {
    await tx.organization.create({ data: nested });
    return tx.project.groupBy({ by: ['name'], _count: { _all: true } });
  });
  expect(grouped).toEqual([{ name: 'p', _count: { _all: 1 } }]);
  expect(await database.client.project.aggregate({ _count: { _all: true } })).toEqual({ _count: { _all: 1 } });
  const [row] = await database.client.$queryRawUnsafe<{ name: string }[]>('SELECT "name" FROM "Project"');
  expect(row?.name).toBe('p');
});

test('a transaction that has ended answers nothing more, directly or by Prisma', async () => {
  const database = await scratchDatabase();
  const ended = await database.transaction((tx) => tx.project.aggregate({ _count: true }).then(() => tx));
  await expect(ended.organization.findMany()).rejects.toMatchObject({ code: 'P2028' });
  await expect(ended.project.aggregate({ _count: true })).rejects.toThrow();
});

test('a transaction that takes too long keeps nothing, and lets go of its connection', async () => {
  const database = await scratchDatabase();
  const late = database.transaction(
    async (tx) => {
      await tx.organization.create({ data: organization('a') });
      await expect.poll(() => tx.organization.count().catch(() => 'closed')).toBe('closed');
      await tx.organization.count();
    },
    { timeoutMs: 50 },
  );
  await expect(late).rejects.toMatchObject({ code: 'P2028' });
  expect(await database.client.organization.count()).toBe(0);
  await database.transaction((tx) => tx.organization.create({ data: organization('b') }));
});

test('rows that are asked for by one column in one turn take one statement', async () => {
  const database = await scratchDatabase();
  for (const name of ['a', 'b']) await database.client.organization.create({ data: organization(name) });
  const statements: string[] = [];
  database.onStatement(({ sql }) => statements.push(sql));
  const { organization: table } = database.client;
  const found = await Promise.all(
    ['org-a', 'org-b', 'org-a', 'org-c'].map((id) => table.findUnique({ where: { id }, select: { name: true } })),
  );
  expect(found).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'a' }, null]);
  expect(found[0]).not.toBe(found[2]);
  expect(statements).toHaveLength(1);
});

describe('a failure is the one that Prisma would report', () => {
  test.each<
    [
      what: string,
      is: (error: unknown) => boolean,
      work: (database: Awaited<ReturnType<typeof scratchDatabase>>) => Promise<unknown>,
    ]
  >([
    [
      'of a value that is there already',
      (error) => isUniqueViolation(error, 'Organization', ['name']),
      ({ client }) => client.organization.create({ data: { ...organization('a'), id: 'org-other' } }),
    ],
    [
      'of the same row',
      (error) => isUniqueViolation(error, 'Organization', ['id']),
      ({ client }) => client.organization.create({ data: { ...organization('a'), name: 'other' } }),
    ],
    [
      'of a row that nobody has',
      isReferenceViolation,
      ({ client }) =>
        client.tag.create({ data: { id: 't', key: 't', organizationId: 'nobody', createdAt: new Date(0) } }),
    ],
    [
      'of an update',
      isMissingRow,
      ({ client }) => client.organization.update({ where: { id: 'no' }, data: { name: 'b' } }),
    ],
    ['of a deletion', isMissingRow, ({ client }) => client.organization.delete({ where: { id: 'no' } })],
    [
      'of a row that must be there',
      isMissingRow,
      ({ client }) => client.organization.findUniqueOrThrow({ where: { id: 'no' } }),
    ],
    ['of the first one', isMissingRow, ({ client }) => client.organization.findFirstOrThrow({ where: { name: 'no' } })],
  ])('%s', async (_what, is, work) => {
    const database = await scratchDatabase();
    await database.client.organization.create({ data: organization('a') });
    await expect(work(database)).rejects.toSatisfy(is);
  });
});
