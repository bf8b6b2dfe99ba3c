import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.js';
import { bigint, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { eachById } from '../../platform/database/each-by-id.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { RowOf } from '../../platform/database/row-reader.js';
import { recountOrganizations } from './recount-together.js';
import { storedBytesSql } from './stored-bytes.js';

/** Kind of the job that counts the stored bytes of workspaces and organizations again. There is one such job, and it schedules itself again. */
export const recountJobKind = 'state.recount-stored-bytes';

/** Milliseconds between two runs. */
export const recountEveryMs = 86_400_000;

/** Rows in one statement: workspaces in one query, versions in one sum. */
const rowsTogether = 1_000;

/** A workspace that changes while its history is counted is counted again, and after that on another day. */
const attempts = 3;

const pieceSql = `SELECT COUNT(*) AS "count", MAX(p."number") AS "last", CAST(COALESCE(SUM(p."bytes"), 0) AS BIGINT) AS "bytes"
  FROM (SELECT v."number", ${storedBytesSql('v')} AS "bytes" FROM "StateVersion" v
    WHERE v."workspaceId" = ? AND v."number" > ? ORDER BY v."number" LIMIT ?) p`;

/**
 * Compares the counters of stored bytes with the counted rows once a day. Both change in one transaction, so this finds nothing, except after a server of an
 * earlier version, which does not count, used the database together with or after a newer one.
 */
export class Recount {
  readonly #together: number;

  constructor(private readonly deps: { database: Database; clock: Clock; log: Logger; rowsTogether?: number }) {
    this.#together = deps.rowsTogether ?? rowsTogether;
  }

  /** @returns when to run again */
  async run(signal?: AbortSignal): Promise<Date> {
    for await (const { id } of this.#workspaces()) {
      signal?.throwIfAborted();
      await this.#recount(id);
    }
    // After the workspaces, because it is their sum.
    await recountOrganizations(this.deps, signal);
    return new Date(this.deps.clock.now().getTime() + recountEveryMs);
  }

  #workspaces(): AsyncGenerator<{ readonly id: string }> {
    const [orderBy, select, take] = [{ id: 'asc' } as const, { id: true } as const, this.#together];
    return eachById(take, (id) =>
      this.deps.database.client.workspace.findMany({ where: { id }, orderBy, take, select }),
    );
  }

  async #recount(id: string): Promise<void> {
    const { workspace } = this.deps.database.client;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const seen = await workspace.findUnique({ where: { id }, select: { revision: true, storedBytes: true } });
      if (!seen) return;
      const bytes = await this.#bytesOf(id);
      if (bytes === seen.storedBytes) return;
      const { count } = await workspace.updateMany({
        where: { id, revision: seen.revision },
        data: { storedBytes: bytes, revision: seen.revision + 1n },
      });
      if (count === 0) continue;
      const message = 'the stored bytes of a workspace were counted wrongly, and are counted again';
      this.deps.log.warn({ workspace: id, from: String(seen.storedBytes), to: String(bytes) }, message);
      return;
    }
  }

  async #bytesOf(workspaceId: string): Promise<bigint> {
    let bytes = 0n;
    for (let after = 0n; ;) {
      const [piece] = await this.deps.database.readSql(pieceSql, [workspaceId, after, this.#together]);
      if (!piece) return bytes;
      bytes += bigint(piece['bytes']);
      after = bigint.orNull(piece['last']) ?? after;
      if (bigint(piece['count']) < BigInt(this.#together)) return bytes;
    }
  }
}

const miscountReader = rowReader({
  workspaceId: { sql: 'w."id"', read: text },
  kept: { sql: 'w."storedBytes"', read: bigint },
  counted: { sql: 'COALESCE(c."bytes", 0)', read: bigint },
});

/** A workspace whose counter differs from the sum of its versions. */
export type Miscount = RowOf<typeof miscountReader>;

const miscountsSql = `SELECT ${miscountReader.selection('w')} FROM "Workspace" w
  LEFT JOIN (SELECT v."workspaceId", CAST(SUM(${storedBytesSql('v')}) AS BIGINT) AS "bytes" FROM "StateVersion" v GROUP BY v."workspaceId") c
    ON c."workspaceId" = w."id"
  WHERE w."storedBytes" <> COALESCE(c."bytes", 0) ORDER BY w."id" LIMIT ?`;

/** The first ones by id, all at one moment. It reads every version. */
export async function miscounts(database: Database, most: number): Promise<readonly Miscount[]> {
  const rows = await database.readSql(miscountsSql, [most]);
  return rows.map(miscountReader.read);
}
