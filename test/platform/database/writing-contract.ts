import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ChangesMissing, openDatabase } from '../../../src/platform/database/database.js';
import type { Database, SqlWrite } from '../../../src/platform/database/database.js';
import { insertFact } from './facts.js';
import { organization, scratchDatabase, scratchUrl } from './scratch.js';
import { shortLived } from '../../short-lived.js';

const facts = (...rows: [key: string, value: string][]): SqlWrite => ({ sql: insertFact, rows });
const allFacts = 'SELECT key, value FROM "InstallationFact" ORDER BY key';
const oneFact = 'SELECT value FROM "InstallationFact" WHERE key = ?';

async function keysIn(database: Database): Promise<unknown[]> {
  return (await database.readSql(allFacts)).map(({ key }) => key);
}

/** What `Database.writeSql` promises, on whichever database the tests are run. */
export function writingContract(): void {
  describe('what is written past the client', () => {
    test('is all there: every statement, every row, in order', async () => {
      const database = await scratchDatabase();
      await database.writeSql([
        facts(['a', '1'], ['b', '1'], ['c', "it's ?1 $1"]),
        { sql: 'UPDATE "InstallationFact" SET value = ? WHERE key = ?', rows: [['2', 'a']] },
        { sql: 'DELETE FROM "InstallationFact" WHERE key = ?', rows: [['b'], ['never there']] },
      ]);
      expect(await database.readSql(allFacts)).toEqual([
        { key: 'a', value: '2' },
        { key: 'c', value: "it's ?1 $1" },
      ]);
    });

    test('may be values of every kind', async () => {
      const database = await scratchDatabase();
      const at = new Date('2026-03-04T05:06:07.089Z');
      const times = { createdAt: at, updatedAt: at };
      await database.client.organization.create({ data: { ...organization('a'), ...times } });
      await database.client.project.create({ data: { id: 'prj-1', organizationId: 'org-a', name: 'p', ...times } });
      const place = { organizationId: 'org-a', projectId: 'prj-1', latestChangeAt: at, ...times };
      await database.client.workspace.create({ data: { ...place, id: 'ws-1', name: 'w', searchName: 'w' } });
      const serial = 2n ** 60n + 1n;
      const sealedValue = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const version = `"id", "workspaceId", "number", "status", "serial", "md5", "createdAt", "stateFormat", "force"`;
      const output = `"id", "stateVersionId", "name", "sensitive", "type", "sealedValue"`;
      await database.writeSql([
        {
          sql: `INSERT INTO "StateVersion" (${version}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          rows: [
            ['sv-1', 'ws-1', 1, 'finalized', serial, '', at, 4, true],
            ['sv-2', 'ws-1', 2n, 'pending', 0, '', at, null, false],
          ],
        },
        {
          sql: `INSERT INTO "StateVersionOutput" (${output}) VALUES (?, ?, ?, ?, ?, ?)`,
          rows: [['wsout-1', 'sv-1', 'o', true, 'string', sealedValue]],
        },
      ]);
      const versions = await database.client.stateVersion.findMany({
        orderBy: { number: 'asc' },
        include: { outputs: true },
      });
      expect(versions).toMatchObject([
        { id: 'sv-1', number: 1n, serial, createdAt: at, stateFormat: 4, force: true },
        { id: 'sv-2', number: 2n, serial: 0n, createdAt: at, stateFormat: null, force: false, outputs: [] },
      ]);
      expect(versions[0]?.outputs).toMatchObject([{ sensitive: true }]);
      expect(Buffer.from(versions[0]!.outputs[0]!.sealedValue!)).toEqual(Buffer.from(sealedValue));
    });

    test.each<[what: string, batch: readonly SqlWrite[]]>([
      ['a later row', [facts(['new', '1'], ['taken', '1'])]],
      ['a later statement', [facts(['new', '1']), facts(['taken', '1'])]],
      [
        'a statement that makes no sense',
        [facts(['new', '1']), { sql: 'INSERT INTO "Nowhere" VALUES (?)', rows: [[1]] }],
      ],
    ])('is none of it when %s fails', async (_, batch) => {
      const database = await scratchDatabase();
      await database.writeSql([facts(['taken', '0'])]);
      await expect(database.writeSql(batch)).rejects.toThrow();
      expect(await database.readSql(allFacts)).toEqual([{ key: 'taken', value: '0' }]);
      // The connection is as good as before.
      await database.writeSql([facts(['new', '2'])]);
      expect(await keysIn(database)).toEqual(['new', 'taken']);
    });

    test('is none of it when a statement has to change rows and finds others', async () => {
      const database = await scratchDatabase();
      await database.writeSql([facts(['a', '1'], ['b', '1'])]);
      const update = 'UPDATE "InstallationFact" SET value = ? WHERE key = ? AND value = ?';
      const moved = (value: string, from: string): SqlWrite => ({
        sql: update,
        rows: ['a', 'b'].map((key) => [value, key, from]),
        changes: 1,
      });
      const all = () => database.readSql(allFacts);
      await database.writeSql([moved('2', '1'), facts(['c', '2'])]);
      expect(await all()).toMatchObject([{ value: '2' }, { value: '2' }, { value: '2' }]);
      await database.writeSql([{ sql: update, rows: [['1', 'b', '2']] }]);
      await expect(database.writeSql([facts(['d', '3']), moved('3', '2')])).rejects.toThrow(ChangesMissing);
      expect(await all()).toEqual([
        { key: 'a', value: '2' },
        { key: 'b', value: '1' },
        { key: 'c', value: '2' },
      ]);
    });

    test('fails alone: what is written beside it is kept', async () => {
      const database = await scratchDatabase();
      await database.writeSql([facts(['taken', '0'])]);
      const batches = Array.from({ length: 30 }, (_, number) =>
        database.writeSql([facts([`a${number}`, '1']), facts([number % 3 === 0 ? 'taken' : `b${number}`, '1'])]),
      );
      const outcomes = (await Promise.allSettled(batches)).map(({ status }) => status);
      expect(outcomes).toEqual(
        Array.from({ length: 30 }, (_, number) => (number % 3 === 0 ? 'rejected' : 'fulfilled')),
      );
      const kept = Array.from({ length: 30 }, (_, number) => number).filter((number) => number % 3 !== 0);
      expect(await keysIn(database)).toEqual(
        [...kept.flatMap((number) => [`a${number}`, `b${number}`]), 'taken'].sort(),
      );
    });

    test('is seen by every read from then on, held answers or not', async () => {
      const url = await scratchUrl();
      const [database, other] = [await scratchDatabase(url), await scratchDatabase(url)];
      await database.writeSql([facts(['k', '0'])]);
      for (const value of ['1', '2', '3']) {
        // Asked before, so that an answer is at hand.
        await Promise.all([database, other].map((asked) => asked.readSql(oneFact, ['k'])));
        await database.writeSql([
          { sql: 'UPDATE "InstallationFact" SET value = ? WHERE key = ?', rows: [[value, 'k']] },
        ]);
        expect(await database.readSql(oneFact, ['k'])).toEqual([{ value }]);
        expect(await other.readSql(oneFact, ['k'])).toEqual([{ value }]);
        expect(await database.client.installationFact.findUnique({ where: { key: 'k' } })).toMatchObject({ value });
      }
    });

    test('waits its turn behind a transaction, and neither sees half of the other', async () => {
      const database = await scratchDatabase();
      const write = { current: Promise.resolve() };
      await database.transaction(async (tx) => {
        await tx.installationFact.create({ data: { key: 'first', value: '1' } });
        write.current = database.writeSql([facts(['second', '1'])]);
        await tx.installationFact.create({ data: { key: 'third', value: '1' } });
      });
      await write.current;
      expect(await keysIn(database)).toEqual(['first', 'second', 'third']);
    });

    test('is finished before the database closes, and refused after that', async () => {
      const url = await scratchUrl();
      const database = await openDatabase({ url });
      // More than any pool of connections takes at once.
      const writing = Array.from({ length: 60 }, (_, number) => database.writeSql([facts([`k${number}`, '1'])]));
      const closed = database.close();
      expect(new Set((await Promise.allSettled(writing)).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
      await closed;
      await expect(database.writeSql([facts(['late', '1'])])).rejects.toThrow();
      expect(await keysIn(await scratchDatabase(url))).toHaveLength(60);
    });

    test('outlives the process that was told of it', async () => {
      const url = await scratchUrl();
      const database = await scratchDatabase(url);
      const child = fileURLToPath(new URL('facts-child.ts', import.meta.url));
      const acknowledged: string[] = [];
      for (const killedAfter of [1, 60]) {
        const args = [...shortLived, '--import', 'tsx', child, url, `killed-${killedAfter}`];
        const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        const exit = once(writer, 'exit');
        let heard = 0;
        for await (const line of createInterface({ input: writer.stdout })) {
          acknowledged.push(line);
          heard += 1;
          if (heard === killedAfter) writer.kill('SIGKILL');
        }
        expect(await exit).toEqual([null, 'SIGKILL']);
      }
      const found = new Set(await keysIn(database));
      expect(acknowledged.filter((key) => !found.has(key))).toEqual([]);
      // Each is written with its twin.
      expect([...found].filter((key) => !found.has(twin(String(key))))).toEqual([]);
    });
  });
}

const twin = (key: string) => (key.endsWith('-twin') ? key.replace(/-twin$/, '') : `${key}-twin`);
