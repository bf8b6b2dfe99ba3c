import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from './eventually.js';

const folder = import.meta.dirname;
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== path.basename(import.meta.filename))
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

/** The text of a call, from its name to the bracket that ends it. Brackets in texts are taken for brackets: the calls of tests have them in pairs. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    const sign = text.charAt(at);
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

const lastsLong = (call: string) => /\b(?:eventually|soon|timeout)\b/.test(call);

/** vi.waitFor and vi.waitUntil give up after a second unless they are told otherwise, which vitest.config.ts cannot do. */
const hurried = (text: string): string[] =>
  [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)]
    .map(({ index }) => callAt(text, index))
    .filter((call) => !lastsLong(call));

/** Limits, in milliseconds, that a test, a hook or a wait sets itself; those of what is tested have names of their own. */
const ownLimits = (text: string): number[] =>
  [
    ...text.matchAll(
      /\{ (?:\.\.\.\w+, )?timeout: ([\d_]+)(?:, interval: [\d_]+)? \},? *(?:async|\)|\n)|^ *\}, ([\d_]+)\);$/gm,
    ),
  ].map((found) => Number((found[1] ?? found[2] ?? '').replaceAll('_', '')));

test('no test has less time than all others, and none waits less than others', () => {
  const least = eventually.timeout;
  const hasty = (text: string) => ownLimits(text).filter((limit) => limit >= 1_000 && limit < least);
  expect(sources.flatMap(({ file, text }) => hasty(text).map((limit) => `${file}: ${limit} ms`))).toEqual([]);
  expect(hasty("test('a', { timeout: 40_000 }, async () => {")).toEqual([40_000]);
  expect(hasty('await expect.poll(done, { timeout: 5_000 }).toBe(true);')).toEqual([5_000]);
  expect(hasty('}, 30_000);')).toEqual([30_000]);
});

test('no test waits for a second only', () => {
  expect(sources.flatMap(({ file, text }) => hurried(text).map((call) => `${file}: ${call}`))).toEqual([]);
  expect(hurried('await vi.waitFor(() => expect(done).toEqual([1]));')).toHaveLength(1);
  expect(hurried('await vi.waitFor(() => expect(done).toEqual([1]), eventually);')).toEqual([]);
});
