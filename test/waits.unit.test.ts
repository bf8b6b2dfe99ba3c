import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

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

test('no test waits for a second only', () => {
  expect(sources.flatMap(({ file, text }) => hurried(text).map((call) => `${file}: ${call}`))).toEqual([]);
  expect(hurried('await vi.waitFor(() => expect(done).toEqual([1]));')).toHaveLength(1);
  expect(hurried('await vi.waitFor(() => expect(done).toEqual([1]), eventually);')).toEqual([]);
});
