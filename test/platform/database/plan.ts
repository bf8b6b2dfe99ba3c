import type { Database } from '../../../src/platform/database/database.js';
import type { SqlParameter } from '../../../src/platform/database/engine.js';
import { placeholders } from '../../../src/platform/database/placeholders.js';

export interface AskedStatement {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

/** How a database means to run a statement. PostgreSQL plans once for all values of it (`generic`), as it comes to after the fifth time. */
export async function planOf(database: Database, { sql, parameters }: AskedStatement): Promise<string> {
  if (database.provider === 'sqlite') {
    const rows = await database.readSql(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    return rows.map((row) => String(row['detail'])).join('\n');
  }
  const literal = (value: SqlParameter) =>
    typeof value === 'number' ? String(value) : `'${value instanceof Date ? value.toISOString() : String(value)}'`;
  return database.transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan');
    await tx.$executeRawUnsafe(`PREPARE asked AS ${placeholders(sql, (position) => `$${position}`).sql}`);
    const given = parameters.length === 0 ? '' : ` (${parameters.map(literal).join(', ')})`;
    const rows = await tx.$queryRawUnsafe<Record<string, unknown>[]>(`EXPLAIN EXECUTE asked${given}`);
    await tx.$executeRawUnsafe('DEALLOCATE asked');
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  });
}
