import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What a file exports, others use: whoever changes it looks for them, and whoever reads it takes it for a part of what the file is for. */
const root = fileURLToPath(new URL('..', import.meta.url));

/** The client is a package: who imports what of it is elsewhere. What is generated has whatever its generator writes, and scripts are called. */
const isOurs = (file: string): boolean => !/^(?:src\/client|scripts)\/|\/generated\//.test(file);
/** Lists of what decorators declare, for tests that ask for each of it. */
const listed = new Set(['openFields', 'lookupNames']);
const isText = (file: string): boolean =>
  /\.(?:ts|tsx|mjs)$/.test(file) && !/generated\/(?:sqlite|postgresql)\//.test(file);

const inFolder = (folder: string, recursive: boolean): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => isText(file) && !file.includes('node_modules'));
const files = [
  ...inFolder('.', false),
  ...['src', 'test', 'bench', 'scripts', 'playground', 'examples'].flatMap((folder) => inFolder(folder, true)),
];
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** Values, not types: these name what is in the signature of a function. */
const exported = /^export (?:abstract |async )*(?:const|let|function\*?|class) (\w+)/gm;
const words = /[\w$]+/g;

/** The exports for which `isUsed` says no. */
function unused(
  all: ReadonlyMap<string, string>,
  isUsed: (name: string, own: string, others: readonly string[]) => boolean,
): readonly string[] {
  const users = new Map<string, string[]>();
  for (const [file, text] of all)
    for (const name of new Set(text.match(words))) {
      const known = users.get(name);
      if (known) known.push(file);
      else users.set(name, [file]);
    }
  return Array.from(all).flatMap(([file, text]) =>
    Array.from(text.matchAll(exported), ([, name = '']) => name)
      .filter((name) => isOurs(file) && !isUsed(name, text, users.get(name)?.filter((user) => user !== file) ?? []))
      .map((name) => `${file}: ${name}`),
  );
}

const elsewhere = (_name: string, _own: string, others: readonly string[]): boolean => others.length > 0;
const notByTestsAlone = (name: string, own: string, others: readonly string[]): boolean =>
  listed.has(name) ||
  others.some((file) => !file.startsWith('test/')) ||
  own.match(words)?.indexOf(name) !== own.match(words)?.lastIndexOf(name);

test('no file exports a value that no other file has', () => {
  expect(unused(texts, elsewhere)).toEqual([]);
});

test('nothing is in src for tests alone', () => {
  const ofSrc = unused(texts, notByTestsAlone).filter((each) => each.startsWith('src/'));
  expect(ofSrc).toEqual([]);
});

test('both would be noticed', () => {
  const some = new Map([
    ['src/a.ts', 'export const one = 1;\nexport function two() {}\nexport class Three {}\nexport const four = one;'],
    ['src/b.ts', 'import { two } from "./a.js";'],
    ['test/c.ts', 'import { Three } from "../src/a.js";\nimport { four } from "../src/a.js";'],
  ]);
  expect(unused(some, elsewhere)).toEqual(['src/a.ts: one']);
  expect(unused(some, notByTestsAlone)).toEqual(['src/a.ts: Three', 'src/a.ts: four']);
});
