/** The one schema and what is read off or derived from it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { at, must, root, StepError } from './steps.mjs';

export const sourceSchema = at('schema.prisma');
export const generatedFolder = at('src', 'platform', 'database', 'generated');

const written = 'sqlite';
export const providers = [written, 'postgresql'];

const require = createRequire(import.meta.url);

function replaceOnce(text, pattern, replacement, what) {
  if (text.match(new RegExp(pattern, 'gm'))?.length !== 1)
    throw new Error(`schema.prisma must have exactly one ${what}`);
  return text.replace(new RegExp(pattern, 'm'), replacement);
}

/** The schema for a database: the same models, another provider. */
export function schemaFor(provider) {
  const source = readFileSync(sourceSchema, 'utf8');
  if (provider === written) return source;
  const pattern = String.raw`^(\s*provider\s*=\s*)"${written}"`;
  return replaceOnce(source, pattern, `$1"${provider}"`, `provider = "${written}"`);
}

/** The same, with the client that Prisma writes in another folder. */
export function schemaWithOutput(provider, folder) {
  const pattern = String.raw`^(\s*output\s*=\s*)".*"`;
  return replaceOnce(schemaFor(provider), pattern, `$1${JSON.stringify(folder)}`, 'output');
}

const parsed = new Map();

/** What Prisma's parser makes of the schema for a database: models with fields, enums and indexes, and what can be asked of each. */
export function parsedSchema(provider) {
  if (!parsed.has(provider)) parsed.set(provider, parse(schemaFor(provider)));
  return parsed.get(provider);
}

function parse(datamodel) {
  // A tenth of a second to load: only when there is something to do.
  const { getInternalDMMF } = require('@prisma/get-dmmf');
  const document = getInternalDMMF({ datamodel });
  if (!('datamodel' in document)) throw new StepError(`schema.prisma cannot be read: ${complaint(document)}`);
  return document;
}

/** The parser's message, which may be one of JSON. */
function complaint({ error }) {
  try {
    return JSON.parse(error.message).message;
  } catch {
    return error.message;
  }
}

/** The data model (models with fields, enums, indexes) of schema.prisma. */
export const readDataModel = () => parsedSchema(written).datamodel;

/** Runs `prisma generate` without a download. Runs of different schemas may be at work side by side. */
export function prismaGenerate(schema) {
  const prisma = join(root, 'node_modules', 'prisma-cli', 'build', 'index.js');
  return must(process.execPath, [prisma, 'generate', '--schema', schema, '--no-hints'], {
    quiet: true,
    label: `prisma generate for ${schema}`,
    env: {
      // Generation does not use the schema engine, but Prisma would fetch one: any executable contents it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
}
