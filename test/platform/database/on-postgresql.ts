/** In every test file of the project `postgresql`: its worlds keep their rows there. */
import { afterAll, beforeEach, inject } from 'vitest';
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest';
import { databasesFrom } from './fresh-database.js';
import { migratedTemplate, PostgresDatabases } from './postgres-databases.js';
import './postgres-setup.js';

const databases = new PostgresDatabases(inject('postgres'));
databasesFrom(() => databases.make(migratedTemplate));

const before = PostgresDatabases.made;
let file: RunnerTestFile | undefined;
beforeEach(({ task }) => {
  file = task.file;
});
afterAll(() => {
  if (PostgresDatabases.made > before || file === undefined || leftOut(file)) return;
  throw new Error('no test of this file uses PostgreSQL: call it *.unit.test.ts, or *.test.ts where it uses SQLite');
});

/** Whether only some tests of it were asked for. */
const leftOut = (task: Readonly<RunnerTestCase | RunnerTestSuite>): boolean =>
  task.type === 'suite' ? task.tasks.some(leftOut) : task.mode === 'skip';
