import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type SqliteDriver from 'better-sqlite3';
import pg from 'pg';
import type { Provider } from '../../../src/platform/database/database.js';

const script = fileURLToPath(new URL('../../../scripts/migration-sql.mjs', import.meta.url));

/** The SQL that makes an empty database look like schema.prisma. */
export function sqlOfSchema(provider: Provider): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, provider], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Lines that say all there is to a database's structure, sorted: two databases with the same lines are alike. */
export type Shape = readonly string[];

/** What counts (triggers, of which schema.prisma knows nothing, do not): names, types, nullability, defaults, keys, indexes with their order, references with their actions. */
export function sqliteShape(driver: SqliteDriver.Database): Shape {
  const read = (pragma: string): Record<string, unknown>[] => {
    const rows: unknown = driver.pragma(pragma);
    return rows as Record<string, unknown>[];
  };
  const tables = driver
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '_prisma_migrations'",
    )
    .pluck()
    .all();
  const lines = tables.flatMap((table) => [
    ...read(`table_info("${table}")`).map(
      ({ name, type, notnull, dflt_value, pk }) =>
        `${table}.${String(name)}: ${JSON.stringify({ type, notnull, dflt_value, pk })}`,
    ),
    ...read(`foreign_key_list("${table}")`).map(
      ({ from, table: target, to, on_delete, on_update }) =>
        `${table}.${String(from)} -> ${JSON.stringify({ target, to, on_delete, on_update })}`,
    ),
    ...read(`index_list("${table}")`).map(({ name, unique, origin, partial }) => {
      const columns = read(`index_xinfo("${String(name)}")`).flatMap(({ name: column, desc, key }) =>
        key === 1 ? [{ column, desc }] : [],
      );
      return `${table} index ${String(name)}: ${JSON.stringify({ unique, origin, partial, columns })}`;
    }),
  ]);
  return lines.sort();
}

export async function postgresqlShape(url: string): Promise<Shape> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    SELECT table_name || '.' || column_name || ': ' || concat_ws(' ', udt_name, numeric_precision, numeric_scale,
        datetime_precision, 'nullable ' || is_nullable, 'default ' || coalesce(column_default, '-')) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype <> 't' AND conrelid::regclass::text <> '_prisma_migrations'`);
  await client.end();
  return rows.map(({ line }) => line).sort();
}
