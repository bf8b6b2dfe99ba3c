import { expect, test } from 'vitest';
import { postgresPrograms } from './postgres-programs.js';

// In the place of the project `postgresql` where there is no server to start.
test('PostgreSQL is not installed: no test was run on it', () => {
  expect(postgresPrograms()).toBeNull();
});
