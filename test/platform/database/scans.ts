import type { Database } from '../../../src/platform/database/database.js';
import { placeholders } from '../../../src/platform/database/placeholders.js';

/** Tables that have few rows however much an installation grows, and why. Whatever else is read from one end to the other is a fault. */
const fewRows: Readonly<Record<string, string>> = {
  AuditChain: 'one row',
  AuthMethod: 'at most a thousand',
  EventRelay: 'one row',
  InstallationFact: 'one for each fact',
  Issuer: 'of a mount; all are in memory',
  IssuerKey: 'one for each issuer, or a few more',
  ManagedKey: 'one for each key that an operator named',
  Mount: 'all are in memory',
  SealKey: 'one for each master key',
  SealServer: 'one for each server',
  ServerNode: 'one for each server',
  ServerNodeSighting: 'one for each two servers',
  Tidy: 'one for each mount',
  Webhook: 'at most twenty of a place',
};

/** Statements that are no reads and no writes of rows. */
const others = /^\s*(?!SELECT|WITH|INSERT|UPDATE|DELETE)/i;

/**
 * The tables that a statement would read from one end to the other, as the database means to run it for whatever parameters: without an index, or with one
 * from its beginning on. A page of a list of everything may begin there, if nothing but its order is asked for.
 */
export async function scannedBy(database: Database, sent: string): Promise<readonly string[]> {
  if (others.test(sent)) return [];
  const scanned: string[] = [];
  // Of a batch, each.
  for (const sql of sent.split(/;\s+(?=SELECT|WITH|INSERT|UPDATE|DELETE)/)) {
    const scans = database.provider === 'sqlite' ? scannedInSqlite : scannedInPostgres;
    scanned.push(...(await scans(database, sql)));
  }
  return [...new Set(scanned)].filter((table) => !Object.hasOwn(fewRows, table));
}

async function scannedInSqlite(database: Database, sql: string): Promise<readonly string[]> {
  const rows = await database.client.$queryRawUnsafe<Record<string, unknown>[]>(`EXPLAIN QUERY PLAN ${sql}`);
  const names = namesIn(sql);
  return rows.flatMap(({ detail, parent }) => {
    const name = /^SCAN (\w+)/.exec(String(detail))?.[1];
    const table = name === undefined ? undefined : names.get(name);
    if (table === undefined || isNever(sql, table)) return [];
    const isSorted = rows.some((row) => row['parent'] === parent && String(row['detail']).includes('TEMP B-TREE'));
    return /\bLIMIT\b/.test(sql) && !isSorted ? [] : [table];
  });
}

/** Whether it says of the table that none of its rows are meant. */
const isNever = (sql: string, table: string): boolean =>
  new RegExp(`(?:FROM|UPDATE) "${table}"[^()]* WHERE \\(*1 ?= ?0`).test(sql.replaceAll(/\s+/g, ' '));

/** Tables by the names that they have in a statement, without those that it defines itself: what these read is in the plan too. */
function namesIn(sql: string): ReadonlyMap<string, string> {
  const named = [...sql.matchAll(/(?:FROM|JOIN|UPDATE|INTO|,)\s+"(?:\w+"\.")?(\w+)"(?:\s+(?:AS\s+)?"?([a-z]\w*)"?)?/g)];
  const ofStatement = new Set(
    [...sql.matchAll(/(?:WITH(?: RECURSIVE)?|\),)\s+"(\w+)"\s*(?:\([^)]*\)\s*)?AS\s*\(/g)].map(([, name]) => name),
  );
  return new Map(
    named
      .filter(([, table]) => !ofStatement.has(table))
      .flatMap(([, table = '', alias]) => [
        [table, table] as const,
        ...(alias === undefined ? [] : [[alias, table] as const]),
      ]),
  );
}

async function scannedInPostgres(database: Database, sql: string): Promise<readonly string[]> {
  const plan = await database.transaction(async (tx) => {
    // For all values of the parameters, and as if there were many rows: a table is read whole only where no index helps.
    for (const setting of ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off'])
      await tx.$executeRawUnsafe(`SET LOCAL ${setting}`);
    const { sql: placed, positions } = placeholders(sql, (position) => `$${position}`);
    await tx.$executeRawUnsafe(`PREPARE asked AS ${placed}`);
    const given = [...positions, ...[...placed.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at))];
    const nulls = Array.from({ length: Math.max(0, ...given) }, () => 'NULL').join();
    const rows = await tx.$queryRawUnsafe<Record<string, unknown>[]>(`EXPLAIN EXECUTE asked${nulls && `(${nulls})`}`);
    await tx.$executeRawUnsafe('DEALLOCATE asked');
    return rows.map((row) => String(row['QUERY PLAN']));
  });
  return plan.flatMap((step, at) => {
    const read = /(Seq Scan|Index Scan|Index Only Scan)(?: Backward)?(?: using \S+)? on "?(\w+)"?/.exec(step);
    if (!read) return [];
    const next = plan.slice(at + 1);
    const end = next.findIndex((line) => isNode(line));
    const about = next.slice(0, end === -1 ? next.length : end);
    const begins = about.some((line) => /^\s*Index Cond:/.test(line));
    const filters = about.some((line) => /^\s*Filter:/.test(line));
    return begins || (read[1] !== 'Seq Scan' && !filters && isPage(plan, at)) ? [] : [tableOf(read[2] ?? '')];
  });
}

/** Where rows are looked for in an index before they are read, it is named: by its table and columns. */
const tableOf = (name: string): string => name.split('_')[0] ?? name;

const isNode = (line: string): boolean => /->|^\S/.test(line);

/** Whether no more is read of a node than a page has: what is above it ends with the page before it sorts or counts. */
function isPage(plan: readonly string[], at: number): boolean {
  const depthOf = (line: string) => line.search(/\S/);
  let depth = depthOf(plan[at] ?? '');
  for (const line of plan.slice(0, at).toReversed()) {
    if (!isNode(line) || depthOf(line) >= depth) continue;
    depth = depthOf(line);
    if (/^\s*(?:-> {2})?Limit /.test(line)) return true;
    if (/^\s*(?:-> {2})?(?:Sort|\w*Aggregate|Unique|Hash)\b/.test(line)) return false;
  }
  return false;
}
