/**
 * A Prisma generator (JSON-RPC, a line each: requests on standard input, answers on standard error) that writes the parsed schema to its
 * output as JSON. It is how the schema is read without Prisma's migration engine.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const methods = {
  getManifest: () => ({ manifest: { prettyName: 'Parsed schema', defaultOutput: './dmmf.json' } }),
  generate: ({ generator, dmmf }) => {
    writeFileSync(generator.output.value, JSON.stringify(dmmf.datamodel));
    return null;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: methods[method](params) })}\n`);
}
