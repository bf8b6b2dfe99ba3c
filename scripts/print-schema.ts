// Prints the public contract, or with --internal what operations of REST have besides; with --write, brings the files of both up to date.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printContract, printInternal } from '../src/gateway/contract.js';
import { resolvers } from '../src/gateway/resolvers.js';
import { buildApiSchema } from '../src/gateway/schema.js';

const schema = buildApiSchema(resolvers);
const write = (name: string, text: string) => {
  writeFileSync(fileURLToPath(new URL(`../graphql/${name}`, import.meta.url)), text);
};
if (process.argv.includes('--write')) {
  write('schema.graphql', printContract(schema));
  write('internal.graphql', printInternal(schema));
} else process.stdout.write(process.argv.includes('--internal') ? printInternal(schema) : printContract(schema));
