import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import type { DocumentNode } from 'graphql';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { schemaOfVersions } from '../../bench/graphql/versions.js';

/** No type looks into the documents of programs that are run by hand: what they ask for is there. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const contract = buildSchema(read('graphql/schema.graphql'));

/** Files of other schemas than the contract. */
const ownSchemas = new Map([['bench/graphql/versions.ts', schemaOfVersions()]]);

/** Texts in a file; what a template has filled in reads as 1, which is an id in quotes and a number without. */
function textsOf(file: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `1${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest));
  return texts;
}

function documentOf(text: string): DocumentNode | null {
  if (/^\s*(query|mutation|subscription)\b[^]*\{/.test(text)) return parse(text);
  if (!/^\s*\{\s*\w/.test(text)) return null;
  try {
    return parse(text);
  } catch {
    return null;
  }
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(`${root}${folder}`, { encoding: 'utf8', recursive: true })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => path.posix.join(folder, file));

const documents = ['bench', 'scripts', 'examples'].flatMap((folder) =>
  filesIn(folder).flatMap((file) => {
    const schema = ownSchemas.get(file) ?? contract;
    return textsOf(file).flatMap((text) => {
      const document = documentOf(text);
      return document ? [{ file, text, document, schema }] : [];
    });
  }),
);

test.each(documents)('$file: $text', ({ document, schema }) => {
  expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
});

test('the benchmarks have documents', () => {
  expect(documents.filter(({ file }) => file.startsWith('bench/')).length).toBeGreaterThan(5);
});
