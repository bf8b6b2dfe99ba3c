/** Writes what reads whole rows of each table: schema.prisma is the one list of their columns. */

const readers = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Boolean: 'boolean',
  DateTime: 'date',
  Bytes: 'bytes',
};

const lowerFirst = (name) => name.charAt(0).toLowerCase() + name.slice(1);

function readerOf(model, { name, type, isList, isRequired }) {
  const reader = readers[type];
  if (reader === undefined || isList)
    throw new Error(`${model}.${name}: scripts/table-readers.mjs has no reader for ${type}`);
  return isRequired ? reader : `${reader}.orNull`;
}

function tableOf({ name, fields }) {
  const columns = fields.filter(({ kind }) => kind === 'scalar');
  return `export const ${lowerFirst(name)}Table = /* @__PURE__ */ tableReader<Rows.${name}>(
  [${columns.map((column) => `'${column.name}'`).join(', ')}],
  (row) => ({
${columns.map((column) => `    ${column.name}: ${readerOf(name, column)}(row['${column.name}']),`).join('\n')}
  }),
);
`;
}

/** The text of a module: for each model of the data model, a reader of its rows by the name of the model, such as `stateVersionTable`. */
export function tableReaders({ models }) {
  return `// Made of schema.prisma by scripts/generate.mjs. Edit that one.
import { ${Object.values(readers).sort().join(', ')} } from '../columns.js';
import { tableReader } from '../row-reader.js';
import type * as Rows from './sqlite/client.js';

${models.map(tableOf).join('\n')}`;
}
