// A plugin of graphql-codegen: one constant an operation, so that a bundler leaves out what is not used.
const { operationsOf } = require('./documents.cjs');

const typeOf = { query: 'QueryDocument', mutation: 'MutationDocument', subscription: 'SubscriptionDocument' };
const suffixOf = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };

function constant({ kind, name, text, hash }) {
  const data = `Types.${name}${suffixOf[kind]}`;
  return [
    `export const ${name}: ${typeOf[kind]}<${data}, ${data}Variables> = {`,
    `  kind: ${JSON.stringify(kind)},`,
    `  name: ${JSON.stringify(name)},`,
    `  hash: ${JSON.stringify(hash)},`,
    `  text: ${JSON.stringify(text)},`,
    '};',
  ].join('\n');
}

module.exports = {
  plugin(_schema, documents) {
    const operations = operationsOf(documents);
    const kinds = [...new Set(operations.map(({ kind }) => typeOf[kind]))].sort();
    return [
      '/** The operations of graphql/client; written by codegen. */',
      `import type { ${kinds.join(', ')} } from '../document.js';`,
      "import type * as Types from './types.js';",
      '',
      ...operations.map(constant),
    ].join('\n');
  },
};
