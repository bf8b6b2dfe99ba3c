/**
 * Writes the client of Prisma's runtime for each database, from schema.prisma: what the server runs with. `prisma generate` writes the same with 6 MB of types for
 * each, in five times the processor time and with 4,500 files more to install; here it writes the types alone, for those who check them. A test compares what both tell the runtime.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { at } from './steps.mjs';
import { parsedSchema, schemaFor } from './prisma-schema.mjs';

const require = createRequire(import.meta.url);
const versionOf = (name) => JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8')).version;

/** The version of the parser ends with the one of the engine, which it is a part of. */
const engineVersion = () => versionOf('@prisma/prisma-schema-wasm').split('.').at(-1);

const fieldOf = ({ name, kind, type, relationName, dbName }) => ({ name, kind, type, relationName, dbName });

function runtimeDataModel({ models, enums, types }) {
  if (enums.length > 0 || types.length > 0) throw new Error('scripts/prisma-client.mjs knows models alone');
  const described = models.map(({ name, fields, dbName, schema }) => [
    name,
    { fields: fields.map(fieldOf), dbName, schema },
  ]);
  return { models: Object.fromEntries(described), enums: {}, types: {} };
}

/** What Prisma's runtime is told of the schema. */
export function runtimeConfiguration(provider) {
  const { buildAndSerializeParamGraph } = require('@prisma/param-graph-builder');
  const parsed = parsedSchema(provider);
  return {
    previewFeatures: [],
    clientVersion: versionOf('@prisma/client'),
    engineVersion: engineVersion(),
    activeProvider: provider,
    inlineSchema: schemaFor(provider),
    runtimeDataModel: runtimeDataModel(parsed.datamodel),
    parameterizationSchema: buildAndSerializeParamGraph(parsed),
  };
}

const written = (value) => JSON.stringify(value);
/** A text is parsed sooner than a literal of that size. */
const parsedWhenRun = (value) => `JSON.parse(${written(written(value))})`;

/** The text of a module that exports `PrismaClient`. */
export function clientModule({ runtimeDataModel, parameterizationSchema, ...rest }) {
  const compiler = `@prisma/client/runtime/query_compiler_fast_bg.${rest.activeProvider}`;
  return `// @ts-nocheck: Prisma describes its compilers to nobody.
// Made of schema.prisma by scripts/generate.mjs. Edit that one.
import { getPrismaClient } from '@prisma/client/runtime/client';

export const PrismaClient = /* @__PURE__ */ getPrismaClient({
${Object.entries(rest)
  .map(([name, value]) => `  ${name}: ${written(value)},`)
  .join('\n')}
  runtimeDataModel: ${parsedWhenRun(runtimeDataModel)},
  parameterizationSchema: {
    strings: ${parsedWhenRun(parameterizationSchema.strings)},
    graph: ${written(parameterizationSchema.graph)},
  },
  compilerWasm: {
    getRuntime: () => import('${compiler}.mjs'),
    getQueryCompilerWasmModule: async () => {
      const { wasm } = await import('${compiler}.wasm-base64.mjs');
      return new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    },
    importName: './query_compiler_fast_bg.js',
  },
});
`;
}
