// A plugin of graphql-codegen: the manifest of trusted documents, `{"<sha-256>": "<document>"}`.
const { operationsOf } = require('./documents.cjs');

module.exports = {
  plugin: (_schema, documents) =>
    `${JSON.stringify(Object.fromEntries(operationsOf(documents).map(({ hash, text }) => [hash, text])), null, 2)}\n`,
};
