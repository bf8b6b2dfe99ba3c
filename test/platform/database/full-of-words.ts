import type { Database } from '../../../src/platform/database/database.js';

/** PostgreSQL's answer at the end of a transaction that has sent a word, where the queue is full. */
class NoRoom extends Error {
  readonly code = '54000';
}

/** The database while nobody can send a word there: nothing of such a batch is kept. */
export const fullOfWords = (database: Database): Database =>
  new Proxy(database, {
    get: (_, name) => {
      if (name === 'writeSql') {
        const writeSql: Database['writeSql'] = (batch) =>
          batch.some(({ sql }) => sql.includes('pg_notify'))
            ? Promise.reject(new NoRoom('too many notifications in the NOTIFY queue'))
            : database.writeSql(batch);
        return writeSql;
      }
      const value: unknown = Reflect.get(database, name, database);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => Reflect.apply(value, database, given);
    },
  });
