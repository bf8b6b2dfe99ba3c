/** The typed operations of graphql/rest: made by the entries of codegen.yml whose output is not checked in. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hashOf, root, StepError } from './steps.mjs';

const require = createRequire(import.meta.url);

/** Files that codegen.yml has an entry for, one a dialect. */
export const restOperations = ['terraform', 'vault'].map(
  (dialect) => `src/gateway/rest/${dialect}/generated/operations.ts`,
);

const packages = ['cli', 'add', 'typescript', 'typescript-operations'];

/** Differs when the files would. */
export function restOperationsStamp() {
  const versions = packages.map((name) => require(`@graphql-codegen/${name}/package.json`).version);
  const inputs = [
    'codegen.yml',
    'graphql/schema.graphql',
    'graphql/rest',
    'scripts/codegen',
    'scripts/rest-operations.mjs',
  ];
  return [hashOf(...inputs), ...versions].join(' ');
}

export const haveRestOperations = () => restOperations.every((file) => existsSync(join(root, file)));

/** @throws StepError where an operation does not fit graphql/schema.graphql, with what is wrong and where */
export async function writeRestOperations() {
  // Half a second to load: only when there is something to do. As CommonJS, which plugins of ours are.
  const { generate, loadContext } = require('@graphql-codegen/cli');
  const context = await loadContext(join(root, 'codegen.yml'));
  const { generates } = context.getConfig();
  context.updateConfig({
    silent: true,
    generates: Object.fromEntries(restOperations.map((file) => [file, generates[file]])),
  });
  try {
    await generate(context, true);
  } catch (error) {
    throw new StepError(error instanceof Error ? error.message : String(error));
  }
}
