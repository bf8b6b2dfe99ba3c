/**
 * Writes the SQL that makes an empty database look like schema.prisma: `node scripts/migration-sql.mjs sqlite|postgresql`.
 * It is the first migration, the text to take a later one from, and what a test compares the migrated database with.
 * Names (`Table_column_idx`, …) are those that Prisma's own migrations give.
 */
import { pathToFileURL } from 'node:url';
import { readDataModel } from './prisma-schema.mjs';

const columnTypes = {
  sqlite: {
    String: 'TEXT',
    Int: 'INTEGER',
    BigInt: 'BIGINT',
    Float: 'REAL',
    Decimal: 'DECIMAL',
    Boolean: 'BOOLEAN',
    DateTime: 'DATETIME',
    Bytes: 'BLOB',
    Json: 'JSONB',
  },
  postgresql: {
    String: 'TEXT',
    Int: 'INTEGER',
    BigInt: 'BIGINT',
    Float: 'DOUBLE PRECISION',
    Decimal: 'DECIMAL(65,30)',
    Boolean: 'BOOLEAN',
    DateTime: 'TIMESTAMP(3)',
    Bytes: 'BYTEA',
    Json: 'JSONB',
  },
};

/** PostgreSQL cuts names at 63 bytes: as Prisma does, the suffix is kept. */
const longestName = 63;

const quoted = (name) => `"${name}"`;
const list = (names) => names.map(quoted).join(', ');
const text = (value) => `'${String(value).replaceAll("'", "''")}'`;
const constraintName = (table, columns, suffix) =>
  `${[table, ...columns].join('_').slice(0, longestName - suffix.length - 1)}_${suffix}`;

/** @param {'sqlite' | 'postgresql'} provider */
export function migrationSql(provider, dataModel) {
  if (dataModel.enums.length > 0) throw new Error('schema.prisma has an enum: closed sets of words are kept as String');
  const tables = dataModel.models.map((model) => readTable(dataModel, model));
  const parts =
    provider === 'sqlite'
      ? [...tables.map(createSqliteTable), ...tables.flatMap(createIndexes)]
      : [...tables.map(createPostgresqlTable), ...tables.flatMap(createIndexes), ...tables.flatMap(addForeignKeys)];
  return `${parts.join('\n\n')}\n`;
}

function readTable(dataModel, model) {
  const table = model.dbName ?? model.name;
  const columnOf = (fields, name) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field.dbName ?? field.name;
  };
  const indexes = dataModel.indexes
    .filter((index) => index.model === model.name)
    .map((index) => ({ ...index, columns: index.fields.map(({ name }) => columnOf(model.fields, name)) }));
  const foreignKeys = model.fields
    .filter((field) => field.kind === 'object' && field.relationFromFields?.length > 0)
    .map((field) => {
      const target = dataModel.models.find(({ name }) => name === field.type);
      const columns = field.relationFromFields.map((name) => columnOf(model.fields, name));
      return {
        name: constraintName(table, columns, 'fkey'),
        columns,
        target: target.dbName ?? target.name,
        targetColumns: field.relationToFields.map((name) => columnOf(target.fields, name)),
        onDelete: action(field.relationOnDelete ?? (field.isRequired ? 'Restrict' : 'SetNull')),
        onUpdate: action(field.relationOnUpdate ?? 'Cascade'),
      };
    });
  return {
    name: table,
    fields: model.fields.filter((field) => field.kind === 'scalar'),
    key: indexes.find(({ type }) => type === 'id').columns,
    indexes: indexes.filter(({ type }) => type !== 'id'),
    foreignKeys,
  };
}

/** SetNull to SET NULL. */
function action(name) {
  return name.replace(/(?<=[a-z])(?=[A-Z])/, ' ').toUpperCase();
}

function createSqliteTable(table) {
  const columns = table.fields.map((field) => {
    const name = field.dbName ?? field.name;
    const isKey = table.key.length === 1 && table.key[0] === name;
    const counts = field.default?.name === 'autoincrement';
    // SQLite counts only in an INTEGER key, which has 64 bits whatever Prisma calls the field.
    const type = counts ? 'INTEGER' : columnTypes.sqlite[field.type];
    return [
      quoted(name),
      type,
      ...(field.isRequired ? ['NOT NULL'] : []),
      ...(isKey ? ['PRIMARY KEY'] : []),
      ...(counts ? ['AUTOINCREMENT'] : []),
      ...defaultClause(field),
    ].join(' ');
  });
  const key = table.key.length > 1 ? [`PRIMARY KEY (${list(table.key)})`] : [];
  return createTable(table, [...columns, ...key, ...table.foreignKeys.map(foreignKeyClause)]);
}

function createPostgresqlTable(table) {
  const columns = table.fields.map((field) => {
    const counts = field.default?.name === 'autoincrement';
    const serial = field.type === 'BigInt' ? 'BIGSERIAL' : 'SERIAL';
    return [
      quoted(field.dbName ?? field.name),
      counts ? serial : columnTypes.postgresql[field.type],
      ...(field.isRequired ? ['NOT NULL'] : []),
      ...defaultClause(field),
    ].join(' ');
  });
  const key = `CONSTRAINT ${quoted(constraintName(table.name, [], 'pkey'))} PRIMARY KEY (${list(table.key)})`;
  return createTable(table, [...columns, key]);
}

function createTable(table, lines) {
  return `CREATE TABLE ${quoted(table.name)} (\n${lines.map((line) => `    ${line}`).join(',\n')}\n);`;
}

function createIndexes(table) {
  return table.indexes.map(({ type, columns, fields, dbName }) => {
    const unique = type === 'unique';
    const name = dbName ?? constraintName(table.name, columns, unique ? 'key' : 'idx');
    const order = fields.map(({ sortOrder }) => (sortOrder === 'desc' ? ' DESC' : ''));
    const keys = columns.map((column, index) => `${quoted(column)}${order[index]}`).join(', ');
    return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table.name)}(${keys});`;
  });
}

function addForeignKeys(table) {
  return table.foreignKeys.map((key) => `ALTER TABLE ${quoted(table.name)} ADD ${foreignKeyClause(key)};`);
}

function foreignKeyClause({ name, columns, target, targetColumns, onDelete, onUpdate }) {
  return `CONSTRAINT ${quoted(name)} FOREIGN KEY (${list(columns)}) REFERENCES ${quoted(target)} (${list(targetColumns)}) ON DELETE ${onDelete} ON UPDATE ${onUpdate}`;
}

/** What the database itself fills in; ids and times that Prisma makes have no default there. */
function defaultClause(field) {
  if (!field.hasDefaultValue) return [];
  const value = field.default;
  if (typeof value === 'object') {
    if (value.name === 'now') return ['DEFAULT CURRENT_TIMESTAMP'];
    if (value.name === 'dbgenerated') return [`DEFAULT ${value.args[0]}`];
    return [];
  }
  return [`DEFAULT ${field.type === 'String' || field.type === 'Json' ? text(value) : value}`];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const provider = process.argv[2];
  if (provider !== 'sqlite' && provider !== 'postgresql') {
    console.error('usage: node scripts/migration-sql.mjs sqlite|postgresql');
    process.exitCode = 2;
  } else {
    process.stdout.write(migrationSql(provider, readDataModel()));
  }
}
