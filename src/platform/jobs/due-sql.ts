/** Rows that nobody has: a lease that has ended is nobody's. Its parameter: the present time. */
export const unleasedSql = '("leasedUntil" IS NULL OR "leasedUntil" < ?)';

/**
 * The free jobs of these kinds that are due first. Each kind is asked for its own: those of others may be many, and wait for a slow runner; `IN` would read all
 * of them. Its parameters: for each kind its name, and the time at which a lease has ended.
 */
export function waitingSql(kinds: readonly string[], most: number): string {
  const first = `ORDER BY "dueAt", "id" LIMIT ${most}`;
  const parts = kinds.map(
    (_kind, index) => `SELECT * FROM (SELECT "id", "dueAt" FROM "Job"
      WHERE "kind" = ? AND ${unleasedSql} ${first}) AS "of${index}"`,
  );
  return kinds.length === 1 ? String(parts[0]) : `${parts.join(' UNION ALL ')} ${first}`;
}

/**
 * When each kind has the next free job, and the first that somebody has can be claimed: when its lease has ended, or it is due, if it was made due again for later
 * than that. Its parameters: the name of each kind, three times.
 */
export function nextDueSql(kinds: readonly string[]): string {
  const part = `SELECT CAST(? AS text) AS "kind",
      (SELECT "dueAt" FROM "Job" WHERE "kind" = ? AND "leasedUntil" IS NULL ORDER BY "dueAt", "id" LIMIT 1) AS "free",
      (SELECT MIN(CASE WHEN "dueAt" > "leasedUntil" THEN "dueAt" ELSE "leasedUntil" END) FROM "Job" WHERE "kind" = ? AND "leasedUntil" IS NOT NULL) AS "leased"`;
  return kinds.map(() => part).join(' UNION ALL ');
}

/** Which kinds have a free job that waits longer than it may. Its parameters, for each kind: its name twice, the latest time, and the time at which a lease has ended. */
export const waitLongerSql = (kinds: number): string =>
  Array.from(
    { length: kinds },
    () =>
      `SELECT CAST(? AS text) AS "kind" WHERE EXISTS (SELECT 1 FROM "Job" WHERE "kind" = ? AND "dueAt" > ? AND ${unleasedSql})`,
  ).join(' UNION ALL ');
