import { databaseCode } from '../database-code.js';

const unmet = 'other rows changed than had to';

/**
 * A statement with the number of rows that it must change as one more parameter. It fails if it changes others, so that nothing of what is sent
 * with it is kept, and nobody waits for its answer first: the text is no number, and is read as one only then.
 */
export function guarded(sql: string): string {
  return `WITH "changed" AS (${sql} RETURNING 1)
    SELECT CAST(CASE WHEN count(*) = CAST(? AS bigint) THEN '0' ELSE '${unmet}' END AS integer) FROM "changed"`;
}

/** Whether a statement failed for that reason. */
export function isUnmet(error: unknown): boolean {
  return error instanceof Error && databaseCode(error) === '22P02' && error.message.includes(unmet);
}
