import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = (pattern: string) => execFileSync('git', ['ls-files', pattern], { encoding: 'utf8' }).trim().split('\n');
const setup = new Set(
  [...readFileSync('vitest.config.ts', 'utf8').matchAll(/'(test\/[^'*]+\.ts)'/g)].map(([, file]) => file),
);

test('a module that test files share sets up no hooks: they would be of the first file of a worker alone', () => {
  const shared = files('test').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !setup.has(file));
  expect(shared.length).toBeGreaterThan(100);
  const hooked = shared.filter((file) => /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(file, 'utf8')));
  expect(hooked).toEqual([]);
});
