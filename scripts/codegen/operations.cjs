// A plugin of graphql-codegen: one constant an operation of one area, so that a bundler leaves out what is not used.
const { Kind } = require('graphql');
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

/** Names of the operations that stand in one file. */
function namesIn(documents, area) {
  const definitions = documents.find(({ location }) => location === area).document.definitions;
  return new Set(definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).map(({ name }) => name.value));
}

module.exports = {
  plugin(_schema, documents, { area }) {
    const names = namesIn(documents, area);
    const operations = operationsOf(documents).filter(({ name }) => names.has(name));
    const kinds = [...new Set(operations.map(({ kind }) => typeOf[kind]))].sort();
    return [
      '/** Operations of graphql/client; written by codegen. */',
      `import type { ${kinds.join(', ')} } from '../document.js';`,
      "import type * as Types from './types.js';",
      '',
      ...operations.map(constant),
    ].join('\n');
  },
};
