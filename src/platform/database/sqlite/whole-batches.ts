/** A trigger as the schema has it. */
export interface Trigger {
  readonly table: string;
  readonly sql: string;
}

/** What fires a trigger: nothing said of columns is any of them. */
interface Fired {
  readonly by: string;
  readonly columns: readonly string[] | null;
}

const written = /^(INSERT) INTO ("[^"]+")|^(UPDATE) ("[^"]+")(?= SET )/;
const firedBy = /^CREATE TRIGGER "[^"]+" (?:BEFORE|AFTER) (INSERT|UPDATE|DELETE)(?: OF ((?:"[^"]+"(?:, )?)+))? ON "/;
const ownRule = /\bOR\s+(?:IGNORE|REPLACE|ROLLBACK|ABORT|FAIL)\b/i;

/**
 * How SQLite runs statements of batches, of which nothing is kept if one of them fails. By itself it prepares to undo each statement alone, where that may change
 * several rows or runs triggers, and a constraint can break it: it copies every page before the statement changes it, from 64 KiB on into a temporary file, which
 * is most of the work of a small write. A statement that says `OR FAIL` leaves what it did before it failed, for the batch to undo.
 *
 * Nothing is gained where it checks foreign keys of several rows, or runs a trigger with `DO UPDATE`: those abort in any case.
 *
 * It also overrules what its triggers say of conflicts (`INSERT OR IGNORE`; not `ON CONFLICT`), so a statement that runs such a trigger stays as it is.
 */
export class WholeBatches {
  readonly #own = new Map<string, Fired[]>();

  constructor(triggers: readonly Trigger[]) {
    for (const { table, sql } of triggers) {
      if (!ownRule.test(sql)) continue;
      const [, by = 'anything', columns] = firedBy.exec(sql) ?? [];
      const fired = { by, columns: columns?.split(', ') ?? null };
      this.#own.set(`"${table}"`, [...(this.#own.get(`"${table}"`) ?? []), fired]);
    }
  }

  /** The text of a statement as a part of a batch. */
  formOf(sql: string): string {
    const [begins, insert, into, update, of] = written.exec(sql) ?? [];
    const [does, table] = [insert ?? update, into ?? of];
    if (begins === undefined || does === undefined || table === undefined) return sql;
    const overruled = (this.#own.get(table) ?? []).some(
      ({ by, columns }) =>
        by === 'anything' || (by === does && (columns === null || columns.some((column) => sql.includes(column)))),
    );
    if (overruled) return sql;
    const form = insert === undefined ? `UPDATE OR FAIL ${table}` : `INSERT OR FAIL INTO ${table}`;
    return `${form}${sql.slice(begins.length)}`;
  }
}
