/** In every file of `test/e2e`: it stops the servers that it starts. One that is left would run until somebody finds it. */
import { afterAll, expect } from 'vitest';
import { Server } from './server.js';

afterAll(async () => {
  const left = [...Server.running];
  await Promise.all(left.map((server) => server.kill9()));
  expect(left.map(({ folder }) => folder)).toEqual([]);
});
