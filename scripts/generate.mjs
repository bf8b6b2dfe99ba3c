/**
 * Generates what is not checked in, each when something it is made from has changed: what Prisma's runtime is told of the schema with the readers of rows, the operations of graphql/rest, and the types of both.
 * `--running` leaves out the types, which only the compiler reads: those of Prisma's client take its command line, and those of operations a current graphql/schema.graphql, which to print takes everything else.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientModule, runtimeConfiguration } from './prisma-client.mjs';
import { generatedFolder, prismaGenerate, providers, readDataModel, sourceSchema } from './prisma-schema.mjs';
import { hashOf, main, root } from './steps.mjs';
import { constants, types } from './rest-operations.mjs';
import { tableReaders, tableShapes } from './table-readers.mjs';

const generated = (...names) => join(generatedFolder, ...names);
const allThere = (files) => files.every((file) => existsSync(file));
const versionsOf = (...names) => hashOf(...names.map((name) => `node_modules/${name}/package.json`));
const makers = ['prisma-schema', 'prisma-client', 'table-readers', 'generate'].map((name) => `scripts/${name}.mjs`);

/** What src/platform/database runs with. */
const database = {
  files: [
    ...providers.map((provider) => generated('clients', `${provider}.ts`)),
    generated('tables.ts'),
    generated('table-shapes.ts'),
  ],
  stamp: () =>
    [
      hashOf('schema.prisma', ...makers),
      versionsOf('@prisma/client', '@prisma/get-dmmf', '@prisma/param-graph-builder'),
    ].join(' '),
  write() {
    mkdirSync(generated('clients'), { recursive: true });
    for (const provider of providers)
      writeFileSync(generated('clients', `${provider}.ts`), clientModule(runtimeConfiguration(provider)));
    const model = readDataModel();
    writeFileSync(generated('tables.ts'), tableReaders(model));
    writeFileSync(generated('table-shapes.ts'), tableShapes(model));
  },
};

/** Of rows and of what stores ask for: those of SQLite's client stand for both. */
const databaseTypes = {
  stamp: () => [hashOf('schema.prisma', 'scripts/prisma-schema.mjs'), versionsOf('prisma-cli')].join(' '),
  async write() {
    for (const provider of providers) rmSync(generated(provider), { recursive: true, force: true });
    await prismaGenerate(sourceSchema);
  },
};

/** Makes something unless it is there and its stamp is the one of its inputs now. */
async function current(name, stamp, isThere, make) {
  const file = join(root, '.cache', `${name}.sha256`);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp && isThere()) return;
  rmSync(file, { force: true });
  await make();
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, stamp);
}

await main('generate', async () => {
  await current('database', database.stamp(), () => allThere(database.files), database.write);
  await current('rest-operations', constants.stamp(), constants.areThere, constants.write);
  if (process.argv.includes('--running')) return;
  const haveTypes = () => allThere([generated('sqlite', 'client.ts')]);
  await Promise.all([
    current('database-types', databaseTypes.stamp(), haveTypes, databaseTypes.write),
    current('rest-types', types.stamp(), types.areThere, types.write),
  ]);
});
