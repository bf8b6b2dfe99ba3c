import { expect, test } from 'vitest';
import { WholeBatches } from '../../../../src/platform/database/sqlite/whole-batches.js';

const trigger = (table: string, fires: string, body: string) => ({
  table,
  sql: `CREATE TRIGGER "${table}_t" AFTER ${fires} ON "${table}" BEGIN\n  ${body};\nEND`,
});

const batches = new WholeBatches([
  trigger('Boat', 'INSERT', 'INSERT OR IGNORE INTO "Part" ("a") VALUES (NEW."a")'),
  trigger('Boat', 'UPDATE OF "name", "master"', 'INSERT  or replace INTO "Part" ("a") VALUES (NEW."a")'),
  trigger('Crew', 'UPDATE', 'UPDATE OR IGNORE "Part" SET "a" = 1'),
  trigger('Harbour', 'UPDATE OF "name"', 'INSERT INTO "Part" ("a") VALUES (1) ON CONFLICT ("a") DO NOTHING'),
  { table: 'Odd', sql: 'create trigger odd after insert on Odd begin insert or ignore into "Part" values (1); end' },
]);

test.each([
  ['INSERT INTO "Mast" ("a") VALUES (?)', 'INSERT OR FAIL INTO "Mast" ("a") VALUES (?)'],
  [
    'INSERT INTO "Mast" ("a") SELECT 1 WHERE ? ON CONFLICT ("a") DO NOTHING',
    'INSERT OR FAIL INTO "Mast" ("a") SELECT 1 WHERE ? ON CONFLICT ("a") DO NOTHING',
  ],
  ['UPDATE "Mast" SET "a" = ?', 'UPDATE OR FAIL "Mast" SET "a" = ?'],
  ['UPDATE "Boat" SET "tons" = ? WHERE "id" = ?', 'UPDATE OR FAIL "Boat" SET "tons" = ? WHERE "id" = ?'],
  ['UPDATE "Harbour" SET "name" = ?', 'UPDATE OR FAIL "Harbour" SET "name" = ?'],
  ['INSERT INTO "Crew" ("a") VALUES (?)', 'INSERT OR FAIL INTO "Crew" ("a") VALUES (?)'],
])('fails and leaves the rest to its batch: %s', (sql, form) => {
  expect(batches.formOf(sql)).toBe(form);
});

test.each([
  'INSERT INTO "Boat" ("a") VALUES (?)',
  'UPDATE "Boat" SET "master" = ? WHERE "id" = ?',
  'UPDATE "Crew" SET "anything" = ?',
  'INSERT INTO "Odd" ("a") VALUES (?)',
  'UPDATE "Odd" SET "a" = ?',
  'DELETE FROM "Mast" WHERE "id" = ?',
  'INSERT OR IGNORE INTO "Mast" ("a") VALUES (?)',
  'SELECT 1',
])('stays as it is: %s', (sql) => {
  expect(batches.formOf(sql)).toBe(sql);
});
