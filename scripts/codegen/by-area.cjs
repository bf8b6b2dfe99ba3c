// A preset of graphql-codegen: a module for each file of operations, called as the file. Each is given all documents, because fragments are shared.
const path = require('node:path');
const { Kind } = require('graphql');

const hasOperation = ({ document }) => document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);

module.exports = {
  buildGeneratesSection: ({ baseOutputDir, documents, ...options }) =>
    documents.filter(hasOperation).map(({ location }) => ({
      ...options,
      documents,
      filename: path.join(baseOutputDir, `${path.basename(location, '.graphql')}.ts`),
      config: { ...options.config, area: location },
    })),
};
