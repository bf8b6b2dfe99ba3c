import { expect, test } from 'vitest';
import { defaultLimits } from '../../../src/gateway/execution/limits.js';
import { namesIn, tablesOf } from '../harness/guide.js';

test('the limits of the guide are those of the server', () => {
  const [table] = tablesOf('playground.md').filter(({ header }) => header[0] === 'limit of one operation');
  // One of them is graphql-js's own.
  const rows = table?.rows.filter(([, most]) => most !== '') ?? [];
  const limits = rows.map(([name, most]) => [namesIn(name)[0], Number(most)]);
  expect(Object.fromEntries(limits)).toEqual(defaultLimits);
});
