/** The typed operations of graphql/rest, which rows name: a file of constants, and one of types that codegen.yml has an entry for. Neither is checked in. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hashOf, root, StepError } from './steps.mjs';

const require = createRequire(import.meta.url);

/** The folder of graphql/rest that each dialect of src/gateway/rest has its operations in. */
const dialects = { terraform: 'state', http: 'http', vault: 'pki' };
const made = (name) => Object.keys(dialects).map((dialect) => `src/gateway/rest/${dialect}/generated/${name}.ts`);
const areThere = (files) => files.every((file) => existsSync(join(root, file)));

/** The contract, and what only these operations may ask for. */
const schema = ['graphql/schema.graphql', 'graphql/internal.graphql'];
const itself = ['scripts/rest-operations.mjs', 'scripts/codegen'];

/** Takes nothing but the operations: the program starts with them, also when the schema is not yet the one that they need. */
export const constants = {
  stamp: () => hashOf('graphql/rest', ...itself),
  areThere: () => areThere(made('operations')),
  write() {
    const { parse } = require('graphql');
    const { operationsOf } = require('./codegen/documents.cjs');
    for (const [dialect, folder] of Object.entries(dialects)) {
      const path = join(root, 'graphql/rest', folder);
      const documents = readdirSync(path).map((file) => ({ document: parse(readFileSync(join(path, file), 'utf8')) }));
      const target = join(root, 'src/gateway/rest', dialect, 'generated');
      mkdirSync(target, { recursive: true });
      writeFileSync(join(target, 'operations.ts'), constantsOf(operationsOf(documents)));
    }
  },
};

const suffixOf = { query: 'Query', mutation: 'Mutation' };

function constantsOf(operations) {
  const each = operations.map(({ kind, name }) => {
    const data = `Types.${name}${suffixOf[kind]}`;
    return `export const ${name}: Operation<${data}, ${data}Variables> = { name: '${name}' };`;
  });
  return [
    '/** The operations of graphql/rest that the rows beside name; written by scripts/rest-operations.mjs. */',
    "import type { Operation } from '../../operation.js';",
    "import type * as Types from './types.js';",
    '',
    "export type * from './types.js';",
    ...each,
    '',
  ].join('\n');
}

const packages = ['cli', 'add', 'typescript', 'typescript-operations'];

/** Of variables and answers. */
export const types = {
  stamp() {
    const versions = packages.map((name) => require(`@graphql-codegen/${name}/package.json`).version);
    return [hashOf('codegen.yml', ...schema, 'graphql/rest', ...itself), ...versions].join(' ');
  },
  areThere: () => areThere(made('types')),
  /** @throws StepError where an operation does not fit graphql/schema.graphql, with what is wrong and where */
  async write() {
    // Half a second to load: only when there is something to do. As CommonJS, which plugins of ours are.
    const { generate, loadContext } = require('@graphql-codegen/cli');
    const context = await loadContext(join(root, 'codegen.yml'));
    const { generates } = context.getConfig();
    context.updateConfig({
      silent: true,
      generates: Object.fromEntries(made('types').map((file) => [file, generates[file]])),
    });
    try {
      await generate(context, true);
    } catch (error) {
      throw new StepError(error instanceof Error ? error.message : String(error));
    }
  },
};
