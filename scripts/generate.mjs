/** Generates what is not checked in: the two Prisma clients, and the readers of rows. Does nothing when their inputs have not changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  generatedFolder,
  postgresqlSchema,
  prismaGenerate,
  readDataModel,
  root,
  sourceSchema,
  writePostgresqlSchema,
} from './prisma-schema.mjs';
import { tableReaders } from './table-readers.mjs';

const require = createRequire(import.meta.url);
const stampFile = join(root, '.cache', 'prisma-clients.sha256');
const tablesFile = join(generatedFolder, 'tables.ts');
const outputs = [
  ...['sqlite', 'postgresql'].map((provider) => join(generatedFolder, provider, 'client.ts')),
  tablesFile,
];
const inputs = [
  sourceSchema,
  fileURLToPath(import.meta.url),
  join(root, 'scripts', 'prisma-schema.mjs'),
  join(root, 'scripts', 'table-readers.mjs'),
  require.resolve('prisma/package.json'),
];

const hash = createHash('sha256');
for (const file of inputs) hash.update(readFileSync(file)).update('\0');
const stamp = hash.digest('hex');

const upToDate =
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && outputs.every((file) => existsSync(file));
if (!upToDate) {
  rmSync(generatedFolder, { recursive: true, force: true });
  writePostgresqlSchema();
  for (const schema of [sourceSchema, postgresqlSchema]) prismaGenerate(schema);
  writeFileSync(tablesFile, tableReaders(readDataModel()));
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stampFile, stamp);
}
