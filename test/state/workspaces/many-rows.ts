import type { StateWorld } from '../world.js';

/** Rows for tests that need thousands of them: services would take minutes. Texts of SQL in the words of the database at hand. */
export function manyRows({ client, database }: StateWorld) {
  const isPostgresql = database.provider === 'postgresql';
  return {
    now: isPostgresql ? 'now()' : `'2026-01-01T00:00:00.000+00:00'`,
    noBytes: isPostgresql ? `'\\x00'::bytea` : `x'00'`,
    /** A table `name` with the numbers from 1 to `count` in its column `i`. */
    upTo: (count: number, name: string) =>
      isPostgresql
        ? `generate_series(1, ${count}) ${name}(i)`
        : `(WITH RECURSIVE counted(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < ${count}) SELECT i FROM counted) ${name}`,
    insert: (sql: string) => client.$executeRawUnsafe(`INSERT INTO ${sql}`),
  };
}
