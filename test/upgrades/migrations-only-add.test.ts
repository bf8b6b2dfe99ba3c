import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundledMigrations } from '../../src/platform/database/migrations.js';
import { scratchFolder } from '../platform/database/scratch.js';
import { breaking, unusedSince } from './expanding.js';
import { releasedData, releasedMigrations } from './released-data.js';

const folder = () => {
  const made = scratchFolder();
  releasedData(made);
  return path.join(made, 'trustate.db');
};

test.each([['sqlite'], ['postgresql']] as const)(
  'each migration of %s after the last release only adds: servers of that release are still at work',
  (provider) => {
    const released = new Set(releasedMigrations(folder()));
    const bundled = bundledMigrations(provider);
    expect(bundled.filter(({ name }) => released.has(name))).toHaveLength(released.size);
    const later = bundled.filter(({ name }) => !released.has(name));
    expect(later.length).toBeGreaterThan(0);
    for (const { name, sql } of later) expect({ name, breaks: breaking(sql) }).toEqual({ name, breaks: [] });
    const versions = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
    for (const { sql } of later) {
      const since = unusedSince(sql);
      if (since !== null) expect(versions).toContain(`## [${since}]`);
    }
  },
);

test.each([
  ['DROP TABLE "User";', true],
  ['ALTER TABLE "User" DROP COLUMN "email";', true],
  ['ALTER TABLE "User" RENAME COLUMN "email" TO "mail";', true],
  ['ALTER TABLE "User" ADD COLUMN "age" INTEGER NOT NULL;', true],
  ['ALTER TABLE "User" ALTER COLUMN "email" SET NOT NULL;', true],
  ['CREATE UNIQUE INDEX "u" ON "User"("email");', true],
  ['ALTER TABLE "User" ADD COLUMN "a" TEXT DEFAULT \'x\'; CREATE UNIQUE INDEX "u" ON "User"("a");', true],
  ['ALTER TABLE "User" ADD COLUMN "a" TEXT; CREATE UNIQUE INDEX "u" ON "User"("a");', false],
  ['DROP INDEX "i";', true],
  ['CREATE INDEX "User_a_b_idx" ON "User"("a", "b");\nDROP INDEX "User_a_idx";', false],
  ['CREATE INDEX "User_a_b_idx" ON "User"("a", "b");\nDROP INDEX "User_b_idx";', true],
  ['CREATE INDEX "User_a_b_idx" ON "User"("a", "b") WHERE "c" IS NULL;\nDROP INDEX "User_a_idx";', true],
  ['CREATE INDEX "Team_a_b_idx" ON "Team"("a", "b");\nDROP INDEX "User_a_idx";', true],
  ['-- Contracts: nothing uses it since 0.1.0\nDROP TABLE "User";', false],
  ['-- A reason.\nALTER TABLE "User" ADD COLUMN "age" INTEGER NOT NULL DEFAULT 0;', false],
  ['ALTER TABLE "User" ADD COLUMN "age" INTEGER;', false],
  [
    'CREATE TABLE "New" ("id" TEXT);\nCREATE UNIQUE INDEX "u" ON "New"("id"); CREATE INDEX "i" ON "User"("email");',
    false,
  ],
  [`UPDATE "User" SET "email" = 'a;b -- c';`, false],
])('%s breaks a server of before: %s', (sql, breaks) => {
  expect(breaking(sql).length > 0).toBe(breaks);
});
