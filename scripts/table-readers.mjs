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

function shapeOf({ name, dbName, fields, primaryKey, uniqueFields }, models) {
  if (dbName) throw new Error(`${name}: a table is called as its model`);
  const columns = fields
    .filter(({ kind }) => kind === 'scalar')
    .map((field) => ({
      name: field.name,
      kind: field.type,
      ...(field.isRequired ? {} : { nullable: true }),
      ...initially(name, field),
    }));
  const keys = [
    ...fields.filter(({ isId }) => isId).map(({ name }) => [name]),
    ...(primaryKey ? [primaryKey.fields] : []),
  ];
  const single = fields.filter(({ isUnique }) => isUnique).map((field) => [field.name]);
  const relations = fields.filter(({ kind }) => kind === 'object').flatMap((field) => relationOf(name, field, models));
  return {
    name,
    columns,
    relations,
    uniques: [...keys, ...single, ...uniqueFields],
  };
}

/** The columns of a relation stand on one of its sides. */
function relationOf(model, field, models) {
  const other = models.find(({ name }) => name === field.type);
  const back = other.fields.find(
    ({ relationName, name }) => relationName === field.relationName && !(field.type === model && name === field.name),
  );
  const [from, to] =
    field.relationFromFields.length > 0
      ? [field.relationFromFields, field.relationToFields]
      : [back?.relationToFields ?? [], back?.relationFromFields ?? []];
  if (from.length !== 1) return [];
  return [{ name: field.name, table: field.type, isList: field.isList, from: from[0], to: to[0] }];
}

function initially(model, { name, type, hasDefaultValue, default: value, isUpdatedAt }) {
  if (isUpdatedAt || (typeof value === 'object' && value?.name !== 'autoincrement'))
    throw new Error(`${model}.${name}: src/platform/database/direct does not know this default`);
  if (!hasDefaultValue) return {};
  if (typeof value === 'object') return { numbered: true };
  return { initially: type === 'BigInt' ? Number(value) : value };
}

/** The text of a module: what statements need to know of each table. */
export function tableShapes({ models }) {
  return `// Made of schema.prisma by scripts/generate.mjs. Edit that one.
import type { TableText } from '../direct/table.js';

export const tableTexts: readonly TableText[] = ${JSON.stringify(
    models.map((model) => shapeOf(model, models)),
    null,
    2,
  )};
`;
}
