/** A migration that takes something away says so in its first line, with the first version that uses it no more. */
const contracting = /^-- Contracts: nothing uses it since (\d+\.\d+\.\d+)\.?$/m;

/** Statements that a server of the version before does not notice. */
const harmless: readonly RegExp[] = [
  /^CREATE TABLE "/,
  /^CREATE INDEX "/,
  /^CREATE (?:OR REPLACE )?(?:FUNCTION|TRIGGER|CONSTRAINT TRIGGER) /,
  /^(?:INSERT INTO|UPDATE|DELETE FROM) "/,
  /^LOCK TABLE /,
  /^ANALYZE "/,
  /^ALTER TABLE "\w+" ALTER COLUMN "\w+" (?:SET STORAGE|SET DEFAULT|DROP NOT NULL)/,
];
const newColumn = /^ALTER TABLE "(\w+)" ADD COLUMN "\w+" (.*)$/s;
/** Of a column: servers that do not know it leave it null, which is no value that another row could have too. */
const unique = /^CREATE UNIQUE INDEX "\w+" ON "(\w+)"\("(\w+)"\)$/;
/** An index of which the migration makes a longer one: that answers whatever this one did. Servers on PostgreSQL name no index, and SQLite has one server. */
const droppedIndex = /^DROP INDEX "(\w+)"$/;
const madeIndex = /^CREATE INDEX "\w+" ON "(\w+)"\(([\w", ]+)\)$/;
const newIndexOrConstraint =
  /^(?:CREATE UNIQUE INDEX "\w+" ON "(\w+)"|ALTER TABLE "(\w+)" ADD CONSTRAINT |ALTER TABLE "(\w+)" ALTER COLUMN )/;

/** The statements of a migration that would break a server of the version before, which is still at work. */
export function breaking(sql: string): readonly string[] {
  if (contracting.test(sql.split('\n', 1)[0] ?? '')) return [];
  const statements = statementsOf(sql);
  const made = new Set(statements.flatMap((one) => /^CREATE TABLE "(\w+)"/.exec(one)?.[1] ?? []));
  const nullable = new Set(
    statements.flatMap(
      (one) =>
        /^ALTER TABLE ("\w+") ADD COLUMN ("\w+") (?!.*\b(?:DEFAULT|NOT NULL)\b)/i.exec(one)?.slice(1, 3).join() ?? [],
    ),
  );
  const goneOn = new Set(
    statements.flatMap((one) => {
      const [, table, columns = ''] = madeIndex.exec(one) ?? [];
      const names = columns.replaceAll('"', '').split(', ');
      return table === undefined ? [] : names.map((_, n) => `${[table, ...names.slice(0, n)].join('_')}_idx`);
    }),
  );
  return statements.filter((statement) => {
    const [, dropped] = droppedIndex.exec(statement) ?? [];
    if (dropped !== undefined) return !goneOn.has(dropped);
    if (harmless.some((shape) => shape.test(statement))) return false;
    const [, to, definition = ''] = newColumn.exec(statement) ?? [];
    if (to !== undefined) return !made.has(to) && /NOT NULL/i.test(definition) && !/DEFAULT/i.test(definition);
    const [, of, column] = unique.exec(statement) ?? [];
    if (nullable.has(`"${of}","${column}"`)) return false;
    const [, ...tables] = newIndexOrConstraint.exec(statement) ?? [];
    return !tables.some((table) => made.has(table));
  });
}

/** The version since which nothing uses what a migration takes away; `null` for one that only adds. */
export const unusedSince = (sql: string): string | null => contracting.exec(sql.split('\n', 1)[0] ?? '')?.[1] ?? null;

/** Without comments; bodies of functions and triggers stay in one piece. */
function statementsOf(sql: string): string[] {
  const bodies: string[] = [];
  const kept = (body: string) => `\u0000${bodies.push(body) - 1}\u0000`;
  const plain = sql
    .replaceAll(/\$\$[\s\S]*?\$\$/g, kept)
    .replaceAll(/'(?:[^']|'')*'/g, kept)
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\bBEGIN\b[\s\S]*?\bEND\b/g, kept);
  return plain
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');
}
