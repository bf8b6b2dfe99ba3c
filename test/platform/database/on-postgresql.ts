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

/** How a test is called that stands for those of a program which is not on this machine. */
const ofAbsentProgram = /[:,] not run(?:,|$)/;

/** Whether only some tests of it were asked for, or a program that they need is absent. */
const leftOut = (task: Readonly<RunnerTestCase | RunnerTestSuite>): boolean =>
  task.type === 'suite' ? task.tasks.some(leftOut) : task.mode === 'skip' || ofAbsentProgram.test(task.name);
