// A plugin of graphql-codegen: a constant for each operation of graphql/rest, which carries the types of its variables and of its answer.
const { operationsOf } = require('./documents.cjs');

const suffixOf = { query: 'Query', mutation: 'Mutation' };

module.exports = {
  plugin: (_schema, documents) =>
    operationsOf(documents)
      .map(({ kind, name }) => {
        const data = `${name}${suffixOf[kind]}`;
        return `export const ${name}: Operation<${data}, ${data}Variables> = { name: '${name}' };`;
      })
      .join('\n'),
};
