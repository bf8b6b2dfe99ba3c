import { tables } from '../../../src/platform/database/direct/tables.js';
import { expect, test } from 'vitest';
import { isMissingRow, isReferenceViolation, isUniqueViolation } from '../../../src/platform/database/conflicts.js';
import type { Database } from '../../../src/platform/database/database.js';
import { organization } from './scratch-rows.js';

const time = new Date('2026-03-04T05:06:07.089Z');
const beyondDoubles = 2n ** 60n + 1n;

async function workspaceIn({ client }: Database): Promise<void> {
  await client.organization.create({ data: organization('a') });
  const times = { createdAt: time, updatedAt: time };
  await client.project.create({ data: { id: 'prj-1', organizationId: 'org-a', name: 'p', ...times } });
  await client.workspace.create({
    data: {
      id: 'ws-1',
      organizationId: 'org-a',
      projectId: 'prj-1',
      name: 'w',
      searchName: 'w',
      latestChangeAt: time,
      ...times,
    },
  });
}

async function stateVersionIn(database: Database, sealedValue: Uint8Array<ArrayBuffer>): Promise<void> {
  await workspaceIn(database);
  await database.client.stateVersion.create({
    data: {
      id: 'sv-1',
      workspaceId: 'ws-1',
      number: 1,
      status: 'finalized',
      serial: beyondDoubles,
      md5: '',
      createdAt: time,
      outputs: { create: { id: 'wsout-1', name: 'o', sensitive: true, type: 'string', sealedValue } },
    },
  });
}

/** What the rest of the program relies on, whichever database is behind the client. `open` gives an empty one. */
export function databaseContract(open: () => Promise<Database>): void {
  test('every model can be read: its table and columns are there', async () => {
    const { client } = await open();
    expect(tables.length).toBeGreaterThan(10);
    for (const { key } of tables) {
      const table: unknown = Reflect.get(client, key);
      expect(await (table as typeof client.organization).findMany()).toEqual([]);
    }
  });

  test('values come back as they went in', async () => {
    const database = await open();
    const sealedValue = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await stateVersionIn(database, sealedValue);
    const version = await database.client.stateVersion.findUniqueOrThrow({
      where: { id: 'sv-1' },
      include: { outputs: true },
    });
    expect(version).toMatchObject({ serial: beyondDoubles, createdAt: time, intermediate: false, stateFormat: null });
    expect(Buffer.from(version.outputs[0]!.sealedValue!)).toEqual(Buffer.from(sealedValue));
    const [row] = await database.readSql(
      'SELECT v.serial, v."createdAt", v.intermediate, v."stateFormat", o."sealedValue", o.sensitive FROM "StateVersion" v JOIN "StateVersionOutput" o ON o."stateVersionId" = v.id WHERE v.id = ?',
      ['sv-1'],
    );
    expect(row).toEqual({
      serial: beyondDoubles,
      createdAt: time,
      intermediate: false,
      stateFormat: null,
      sealedValue: Buffer.from(sealedValue),
      sensitive: true,
    });
  });

  test('text of any kind is kept: quotes, emoji, line breaks, other scripts', async () => {
    const { client } = await open();
    const email = 'a\'b"c\\d\n\t?1 $1 😀 Žluťoučký 漢字';
    await client.organization.create({ data: { ...organization('a'), email } });
    expect(await client.organization.findFirst({ where: { email }, select: { email: true } })).toEqual({ email });
  });

  test('times compare as instants, in the client and past it', async () => {
    const database = await open();
    const times = [-1, 0, 1, 1000, 86_400_000].map((offset) => new Date(time.getTime() + offset));
    for (const [index, createdAt] of times.entries()) {
      await database.client.organization.create({ data: { ...organization(String(index)), createdAt } });
    }
    const later = {
      where: { createdAt: { gt: time } },
      orderBy: { createdAt: 'desc' },
      select: { name: true },
    } as const;
    expect(await database.client.organization.findMany(later)).toEqual([{ name: '4' }, { name: '3' }, { name: '2' }]);
    const sql =
      'SELECT name FROM "Organization" WHERE "createdAt" > ?1 AND "createdAt" <> ?1 ORDER BY "createdAt" DESC';
    expect(await database.readSql(sql, [time])).toEqual([{ name: '4' }, { name: '3' }, { name: '2' }]);
    expect(
      await database.readSql('SELECT count(*) AS n FROM "Organization" WHERE name <> \'?\' AND name = ?', ['2']),
    ).toEqual([{ n: 1n }]);
  });

  test('increments do not lose an update', async () => {
    const database = await open();
    await workspaceIn(database);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.client.workspace.update({ where: { id: 'ws-1' }, data: { lastNumber: { increment: 1 } } }),
      ),
    );
    expect(await database.readSql('SELECT "lastNumber" AS n FROM "Workspace"')).toEqual([{ n: 20n }]);
  });

  test('of many who update `where revision = seen`, one wins', async () => {
    const database = await open();
    await workspaceIn(database);
    const updates = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.client.workspace.updateMany({
          where: { id: 'ws-1', revision: 0 },
          data: { revision: { increment: 1 } },
        }),
      ),
    );
    expect(updates.map(({ count }) => count).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('ids that the database counts rise', async () => {
    const { client } = await open();
    const record = {
      at: time,
      actorName: 'a',
      actorKind: 'user',
      action: 'x',
      targetType: 't',
      targetId: 'i',
      outcome: 'success',
    };
    const first = await client.auditRecord.create({ data: record });
    const second = await client.auditRecord.create({ data: record });
    expect([first.id, second.id]).toEqual([1n, 2n]);
  });

  test('violations are told apart', async () => {
    const database = await open();
    const { client } = database;
    await client.organization.create({ data: organization('a') });
    const twice = client.organization.create({ data: { ...organization('a'), id: 'org-2' } });
    await expect(twice).rejects.toSatisfy((error) => isUniqueViolation(error, 'Organization', ['name']));
    await expect(twice).rejects.not.toSatisfy((error) => isUniqueViolation(error, 'Organization', ['id']));
    const sameId = client.organization.create({ data: { ...organization('b'), id: 'org-a' } });
    await expect(sameId).rejects.toSatisfy((error) => isUniqueViolation(error, 'Organization', ['id']));
    const orphan = client.token.create({
      data: { id: 'at-1', secretHash: '', kind: 'user', userId: 'none', createdAt: time },
    });
    await expect(orphan).rejects.toSatisfy(isReferenceViolation);
    const inBatch = database.writeSql([
      {
        sql: 'INSERT INTO "Tag" ("id", "key", "organizationId", "createdAt") VALUES (?, ?, ?, ?)',
        rows: [['tag-1', 'a', 'none', time]],
      },
    ]);
    await expect(inBatch).rejects.toSatisfy(isReferenceViolation);
    const nobody = client.organization.update({ where: { id: 'none' }, data: { email: '' } });
    await expect(nobody).rejects.toSatisfy(isMissingRow);
  });

  test('deleting an organization takes along what belongs to it', async () => {
    const database = await open();
    await stateVersionIn(database, Uint8Array.of(1));
    await database.client.workspace.update({ where: { id: 'ws-1' }, data: { currentStateVersionId: 'sv-1' } });
    await database.client.organization.delete({ where: { id: 'org-a' } });
    expect(await database.client.stateVersionOutput.count()).toBe(0);
    expect(await database.client.project.count()).toBe(0);
  });

  test('a transaction is all or nothing', async () => {
    const { client, ...database } = await open().then((opened) => ({
      client: opened.client,
      transaction: opened.transaction.bind(opened),
    }));
    const refused = database.transaction(async (tx) => {
      await tx.organization.create({ data: organization('a') });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await client.organization.count()).toBe(0);
    expect(await database.transaction((tx) => tx.organization.create({ data: organization('a') }))).toMatchObject({
      id: 'org-a',
    });
    expect(await client.organization.count()).toBe(1);
  });
}
