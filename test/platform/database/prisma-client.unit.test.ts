import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientModule, runtimeConfiguration } from '../../../scripts/prisma-client.mjs';
import { prismaGenerate, schemaWithOutput } from '../../../scripts/prisma-schema.mjs';

/*
 * What the server tells Prisma's runtime is written by a script of ours: it is what `prisma generate` would have told it.
 */

/** The lines of a schema. Prisma writes it out with columns in line, and keys before indexes. */
const linesOf = (schema: string) =>
  schema
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !line.startsWith('output ='))
    .toSorted();

const found = (text: string, pattern: RegExp) => {
  const [, match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`no ${String(pattern)}`);
  return match;
};
const value = (text: string): unknown => JSON.parse(text);
const textOf = (literal: string) => String(value(literal));

/** What the module of Prisma's client that it writes says. */
function configurationIn(module: string): Record<string, unknown> {
  const literal = (name: string) => value(found(module, new RegExp(`"${name}": (.*?),?\n`)));
  return {
    previewFeatures: literal('previewFeatures'),
    clientVersion: literal('clientVersion'),
    engineVersion: literal('engineVersion'),
    activeProvider: literal('activeProvider'),
    inlineSchema: literal('inlineSchema'),
    runtimeDataModel: value(textOf(found(module, /^config\.runtimeDataModel = JSON\.parse\((".*")\)$/m))),
    parameterizationSchema: {
      strings: value(textOf(found(module, /^ {2}strings: JSON\.parse\((".*")\),$/m))),
      graph: value(found(module, /^ {2}graph: (".*")$/m)),
    },
  };
}

const compilersIn = (module: string) =>
  [...module.matchAll(/import\(["'](@prisma\/[^"']+)["']\)|importName: ["']([^"']+)["']/g)].map(
    ([, imported, name]) => imported ?? name,
  );

describe.each(['sqlite', 'postgresql'] as const)('on %s', (provider) => {
  let folder: string;
  let generated: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'prisma-'));
    const schema = path.join(folder, 'schema.prisma');
    writeFileSync(schema, schemaWithOutput(provider, './client'));
    await prismaGenerate(schema);
    generated = readFileSync(path.join(folder, 'client/internal/class.ts'), 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("Prisma's runtime is told what Prisma would tell it", () => {
    const { inlineSchema, ...told } = runtimeConfiguration(provider);
    const { inlineSchema: wanted, ...rest } = configurationIn(generated);
    expect(value(JSON.stringify(told))).toEqual(rest);
    expect(linesOf(inlineSchema)).toEqual(linesOf(String(wanted)));
  });

  test('it compiles queries with the same compiler', () => {
    const compilers = compilersIn(generated);
    expect(compilers).toHaveLength(3);
    expect(compilersIn(clientModule(runtimeConfiguration(provider)))).toEqual(compilers);
  });
});

test('both clients know the same models with the same fields, so that one passes for the other', () => {
  const [sqlite, postgresql] = [runtimeConfiguration('sqlite'), runtimeConfiguration('postgresql')];
  expect(postgresql.runtimeDataModel).toEqual(sqlite.runtimeDataModel);
});
