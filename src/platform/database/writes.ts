import type { SqlParameter, SqlWrite } from './engine.js';

/*
 * Statements that write rows without the client, in a form that both databases understand; each text is made once for the columns that it names.
 */

/** A row, or a part of one: every column is a value that a statement takes. */
type Columns<Row> = { readonly [Name in keyof Row]: SqlParameter };

/** Where the values of a new row come together with a condition, as a part of a SELECT: `FROM "Table" WHERE …`. */
export interface Source {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

const texts = new Map<string, string>();

function textOf(key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = make();
  texts.set(key, text);
  return text;
}

function entriesOf<Row extends Columns<Row>>(row: Row): { names: readonly string[]; values: readonly SqlParameter[] } {
  const names: string[] = [];
  const values: SqlParameter[] = [];
  for (const name in row) {
    names.push(name);
    values.push(row[name]);
  }
  return { names, values };
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const placesOf = (names: readonly string[]): string => names.map(() => '?').join(', ');

/** Adds a row. */
export function insertOf<Row extends Columns<Row>>(table: string, row: Row): SqlWrite {
  const { names, values } = entriesOf(row);
  const sql = textOf(
    `${table} ${names.join()}`,
    () => `INSERT INTO "${table}" (${listed(names)}) VALUES (${placesOf(names)})`,
  );
  return { sql, rows: [values] };
}

/**
 * Adds a row for each row of the source: for none, nothing of the batch is kept.
 * @param copied columns that the row has from that of the source, which the statement calls `s`
 */
export function insertWhere<Row extends Columns<Row>>(
  table: string,
  row: Row,
  source: Source,
  copied: readonly string[] = [],
): SqlWrite {
  const { names, values } = entriesOf(row);
  const sql = textOf(`${table} ${names.join()} ${copied.join()} ${source.sql}`, () => {
    const selected = [placesOf(names), ...copied.map((name) => `s."${name}"`)].join(', ');
    return `INSERT INTO "${table}" (${listed([...names, ...copied])}) SELECT ${selected} ${source.sql}`;
  });
  return { sql, rows: [[...values, ...source.parameters]], changes: 1 };
}

/** Changes the rows that have all of these values. */
export function updateOf<Row extends Columns<Row>, Where extends Columns<Where>>(
  table: string,
  changes: Row,
  where: Where,
): SqlWrite {
  const [to, of] = [entriesOf(changes), entriesOf(where)];
  const sql = textOf(`${table} ${to.names.join()} = ${of.names.join()}`, () => {
    const [given, conditions] = [to.names, of.names].map((names) => names.map((name) => `"${name}" = ?`));
    return `UPDATE "${table}" SET ${given?.join(', ') ?? ''} WHERE ${conditions?.join(' AND ') ?? ''}`;
  });
  return { sql, rows: [[...to.values, ...of.values]] };
}
