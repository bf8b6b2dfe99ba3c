// Prints the public contract; with --write, brings graphql/schema.graphql up to date.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resolvers } from '../src/gateway/resolvers.js';
import { buildApiSchema, printContract } from '../src/gateway/schema.js';

const contract = printContract(buildApiSchema(resolvers));
const file = fileURLToPath(new URL('../graphql/schema.graphql', import.meta.url));
if (process.argv.includes('--write')) {
  mkdirSync(fileURLToPath(new URL('../graphql', import.meta.url)), { recursive: true });
  writeFileSync(file, contract);
} else process.stdout.write(contract);
