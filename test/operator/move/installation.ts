import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../../../src/settings/config.js';
import type { Config } from '../../../src/settings/config.js';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { tables } from '../../../src/platform/database/direct/tables.js';
import type { Column, Table } from '../../../src/platform/database/direct/table.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { toSqlite } from '../../../src/platform/database/sqlite/values.js';
import { storeFact } from '../../../src/platform/installation/store-owner.js';
import { isObjectId } from '../../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { bytesLike, inPieces } from '../../platform/objects/content.js';

/** What a text can be that one of the databases might take for something else. */
const texts = [
  '',
  'plain',
  'NULL',
  `quo'te" \\ back {braces, "and"}`,
  'ünïcödé 😀 \u2028 \u00a0 ﬁn',
  'tab\t, line\n, return\r',
  'long '.repeat(400),
];
const numbers = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)];
const bigNumbers = [0n, 1n, -(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n];
const times = [
  '2026-01-02T03:04:05.678Z',
  '1970-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-06-01T12:00:00.100Z',
];

/** Id of an object of the fixture. */
export const objectId = (n: number): string => n.toString(16).padStart(32, '0');

const pick = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length];
  if (one === undefined) throw new Error('an empty list');
  return one;
};

function valueOf({ name, kind, nullable, numbered }: Column, at: number, unique: boolean, salt: number): unknown {
  if (nullable === true && (at + salt) % 3 === 0) return null;
  if (/ObjectId$|^objectId$/.test(name)) return objectId(at);
  switch (kind) {
    case 'String':
      return unique ? `${name} ${at} ${pick(texts, at + salt).slice(0, 60)}` : pick(texts, at + salt);
    case 'Int':
      return unique ? at : pick(numbers, at + salt);
    case 'BigInt':
      return unique || numbered === true ? BigInt(at + 1) : pick(bigNumbers, at + salt);
    case 'Boolean':
      // One that is of one row alone is null in the others.
      return unique && nullable === true ? at === 1 || null : (at + salt) % 2 === 0;
    case 'DateTime':
      return new Date(pick(times, at + salt));
    case 'Bytes':
      return bytesLike('noise', (at * 37) % 500, `${name} ${at}`);
  }
}

/** Fills every table with rows that refer to one another. */
export function fillTables(file: string, rows: number): void {
  const database = new SqliteDatabase(file);
  database.pragma('foreign_keys = OFF');
  database.immediately(() => {
    for (const table of tables) fillTable(database, table, rows);
    // An order in which the triggers have no say.
    for (const name of ['StoredBytes', 'WorkspaceNamePart', 'NamePart', 'RowCount']) {
      database.exec(`DELETE FROM "${name}"`);
      const stored = tables.find((table) => table.name === name);
      if (stored) fillTable(database, stored, rows);
    }
  });
  const orphans = database.pragma('foreign_key_check');
  database.close();
  if (orphans.length > 0) throw new Error(`the fixture is wrong: ${JSON.stringify(orphans[0])}`);
}

function fillTable(database: SqliteDatabase, table: Table, rows: number): void {
  const references = new Map(
    database.pragma(`foreign_key_list("${table.name}")`).map(({ from, table: to }) => [String(from), String(to)]),
  );
  const unique = new Set(table.uniques.flat());
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const insert = database.prepare(
    `INSERT INTO "${table.name}" (${names}) VALUES (${table.columns.map(() => '?').join(', ')})`,
  );
  for (let at = 0; at < rows; at += 1) {
    const values = table.columns.map((column, salt) => {
      const to = references.get(column.name);
      if (to !== undefined) return `${to}-${at}`;
      if (column.name === 'id' && column.kind === 'String')
        return table.name === 'SmallObject' ? objectId(1_000_000 + at) : `${table.name}-${at}`;
      return valueOf(column, at, unique.has(column.name), salt);
    });
    insert.run(...values.map((value) => toSqlite(value, undefined)));
  }
}

export const record = { id: 'AAAAAAAAAAAAAAAA', turn: '7-bbbbbbbb' };

/** An installation that has been served, in a data folder: rows in every table, and the objects that they name. */
export async function installation(
  folder: string,
  { rows = 25, objects = rows }: { rows?: number; objects?: number } = {},
): Promise<Config> {
  const config = readConfig({ TRUSTATE_DATA_DIR: folder });
  const store = await openObjectStore(config.objectStore);
  const file = path.join(folder, 'trustate.db');
  await migrateDatabase({ url: file });
  fillTables(file, rows);
  const database = new SqliteDatabase(file);
  database
    .prepare('INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?)')
    .run(storeFact, `${record.id} ${record.turn} `);
  database.close();
  for (const note of [`installation-${record.id}`, `turn-${record.turn}`]) await store.addNote(note);
  for (let at = 0; at < objects; at += 1) {
    const id = objectId(at);
    if (isObjectId(id)) await store.put(id, inPieces(bytesLike('noise', at === 0 ? 300_000 : at * 11, id)));
  }
  store.close();
  return config;
}

export const fileUrl = (...parts: readonly string[]): string => pathToFileURL(path.join(...parts)).href;
