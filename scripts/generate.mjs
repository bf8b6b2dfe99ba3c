/**
 * Generates what is not checked in: the two Prisma clients with the readers of rows, and the typed operations of graphql/rest, each when something it is made from has changed.
 * `--running` leaves out the types of operations, which only the compiler reads: they need a current graphql/schema.graphql, and to print that takes everything else.
 */
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
import { main } from './steps.mjs';
import { constants, types } from './rest-operations.mjs';
import { tableReaders, tableShapes } from './table-readers.mjs';

const require = createRequire(import.meta.url);
const tablesFile = join(generatedFolder, 'tables.ts');
const shapesFile = join(generatedFolder, 'table-shapes.ts');
const outputs = [
  ...['sqlite', 'postgresql'].map((provider) => join(generatedFolder, provider, 'client.ts')),
  tablesFile,
  shapesFile,
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

/** Makes something unless it is there and its stamp is the one of its inputs now. */
async function current(stampFile, stamp, isThere, make) {
  const file = join(root, '.cache', stampFile);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp && isThere()) return;
  rmSync(file, { force: true });
  await make();
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, stamp);
}

const haveClients = () => outputs.every((file) => existsSync(file));
await main('generate', async () => {
  await current('prisma-clients.sha256', hash.digest('hex'), haveClients, async () => {
    rmSync(generatedFolder, { recursive: true, force: true });
    writePostgresqlSchema();
    const [model] = await Promise.all([
      readDataModel(),
      prismaGenerate(sourceSchema),
      prismaGenerate(postgresqlSchema),
    ]);
    writeFileSync(tablesFile, tableReaders(model));
    writeFileSync(shapesFile, tableShapes(model));
  });
  await current('rest-operations.sha256', constants.stamp(), constants.areThere, constants.write);
  if (process.argv.includes('--running')) return;
  await current('rest-types.sha256', types.stamp(), types.areThere, types.write);
});
