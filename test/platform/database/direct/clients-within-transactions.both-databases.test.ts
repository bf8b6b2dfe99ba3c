import { describe, expect, test } from 'vitest';
import { organization, scratchDatabase } from '../scratch.js';

const at = new Date(0);
const project = (id: string) => ({ id, name: id, createdAt: at, updatedAt: at });
/** Prisma takes several statements for it. */
const nested = (name: string) => ({ ...organization(name), projects: { create: [project(`prj-${name}`)] } });

const names = async ({ client }: Awaited<ReturnType<typeof scratchDatabase>>) =>
  (await client.organization.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);

describe('calls of Prisma within a transaction', () => {
  test('may be made at the same time', async () => {
    const database = await scratchDatabase();
    await database.transaction((tx) =>
      Promise.all(['a', 'b', 'c'].map((name) => tx.organization.create({ data: nested(name) }))),
    );
    expect(await names(database)).toEqual(['a', 'b', 'c']);
  });

  test('fail alone, if whoever called them goes on', async () => {
    const database = await scratchDatabase();
    await database.transaction(async (tx) => {
      const twice = { projects: { create: [project('prj-x'), project('prj-x')] } };
      const calls = [{ ...organization('a'), ...twice }, nested('b'), { ...organization('c'), ...twice }, nested('d')];
      await Promise.allSettled(calls.map((data) => tx.organization.create({ data })));
    });
    expect(await names(database)).toEqual(['b', 'd']);
  });

  test('that still run when it ends do nothing in the next one', async () => {
    const database = await scratchDatabase();
    for (let round = 0; round < 10; round += 1) {
      let late: Promise<unknown> = Promise.resolve();
      const failed = database.transaction(async (tx) => {
        await tx.project.aggregate({ _count: true });
        late = Promise.allSettled(
          ['late', 'later'].map((name) => tx.organization.create({ data: nested(`${name}-${round}`) })),
        );
        for (let turn = 0; turn < round; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        throw new Error('refused');
      });
      await expect(failed).rejects.toThrow('refused');
      await Promise.all([
        late,
        database.transaction(async (tx) => {
          await tx.project.aggregate({ _count: true });
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          await tx.organization.create({ data: nested(`next-${round}`) });
        }),
      ]);
    }
    expect((await names(database)).filter((name) => !name.startsWith('next-'))).toEqual([]);
    expect(await database.client.organization.count()).toBe(10);
  });
});

test('a transaction that is acknowledged is kept, also after a failure that its work does not mind', async () => {
  const database = await scratchDatabase();
  await database.client.organization.create({ data: organization('a') });
  const acknowledged = await database
    .transaction(async (tx) => {
      await tx.organization.create({ data: organization('b') });
      await tx.organization.create({ data: organization('a') }).catch(() => undefined);
    })
    .then(
      () => true,
      () => false,
    );
  expect(await names(database)).toEqual(acknowledged ? ['a', 'b'] : ['a']);
});

describe('rows that are asked for in one turn', () => {
  test('have what each asked for', async () => {
    const { client } = await scratchDatabase();
    await client.organization.create({ data: nested('a') });
    const read = (select: { id?: true; name: true }) =>
      client.organization.findUnique({ where: { id: 'org-a' }, select: { projects: { select } } });
    expect(await Promise.all([read({ name: true }), read({ name: true, id: true })])).toEqual([
      { projects: [{ name: 'prj-a' }] },
      { projects: [{ name: 'prj-a', id: 'prj-a' }] },
    ]);
    const own = (select: { organizationId?: true; name: true }) =>
      client.project.findUnique({
        where: { id: 'prj-a' },
        select: { organization: { select: { name: true } }, ...select },
      });
    expect(await Promise.all([own({ name: true }), own({ name: true, organizationId: true })])).toEqual([
      { name: 'prj-a', organization: { name: 'a' } },
      { name: 'prj-a', organization: { name: 'a' }, organizationId: 'org-a' },
    ]);
    const parent = (select: { organizationId?: true; name: true }) =>
      client.organization.findUnique({ where: { id: 'org-a' }, select: { projects: { select } } });
    expect(await Promise.all([parent({ name: true }), parent({ name: true, organizationId: true })])).toEqual([
      { projects: [{ name: 'prj-a' }] },
      { projects: [{ name: 'prj-a', organizationId: 'org-a' }] },
    ]);
  });

  test('do not fail with one that no database can store', async () => {
    const { client } = await scratchDatabase();
    await client.organization.create({ data: organization('a') });
    const [good, bad] = await Promise.allSettled(
      ['a', 'a\0'].map((name) => client.organization.findUnique({ where: { name }, select: { name: true } })),
    );
    expect(good).toEqual({ status: 'fulfilled', value: { name: 'a' } });
    expect(bad).toMatchObject({ status: 'rejected' });
  });
});

test('what Prisma alone knows of rows that belong to a row, it answers', async () => {
  const { client } = await scratchDatabase();
  await client.organization.create({ data: nested('a') });
  const where = { workspaces: { every: { name: 'w' } } };
  const orderBy = { autoDestroyDuration: { sort: 'asc', nulls: 'last' } } as const;
  for (const projects of [{ where }, { orderBy }])
    expect(await client.organization.findMany({ select: { name: true, projects } })).toMatchObject([
      { name: 'a', projects: [{ id: 'prj-a' }] },
    ]);
});

test('parts of a list without an order follow one another by their keys', async () => {
  const { client } = await scratchDatabase();
  for (const name of ['c', 'a', 'b']) await client.organization.create({ data: organization(name) });
  const parts = [0, 1, 2].map((skip) => client.organization.findMany({ take: 1, skip, select: { email: true } }));
  expect((await Promise.all(parts)).flat().map(({ email }) => email[0])).toEqual(['a', 'b', 'c']);
});
