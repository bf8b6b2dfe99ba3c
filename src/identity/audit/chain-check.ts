import type { Database } from '../../platform/database/database.js';
import { bigint } from '../../platform/database/columns.js';
import { chainEnds, recordsAfter } from './chain.js';
import type { ChainEnds } from './chain.js';
import { recordHash } from './chained-record.js';
import type { ChainedRecord } from './chained-record.js';
import { removalAction, removalDetails } from './retention.js';

const pageSize = 1_000;

export interface ChainReport {
  /** Records that were read and are as they were chained. */
  readonly sound: number;
  /** Committed, and without a place so far. */
  readonly unchained: bigint;
  readonly ends: ChainEnds;
  /** What is wrong with the first record that is not as it was chained; `null` for a whole chain. */
  readonly fault: string | null;
}

type Reading = Pick<Database, 'readSql'>;

/** Reads the whole chain, page by page, while others go on writing. */
export async function examineChain(database: Reading): Promise<ChainReport> {
  const walk = new Walk(database);
  const fault = await walk.toTheEnd();
  const [row] = await database.readSql('SELECT COUNT(*) AS "count" FROM "AuditRecord" WHERE "position" IS NULL');
  return { sound: walk.sound, ends: await chainEnds(database), unchained: bigint(row?.['count'] ?? 0n), fault };
}

class Walk {
  sound = 0;
  #last = { position: 0n, id: 0n };
  #hash = '';
  #removal: string | null = null;

  constructor(private readonly database: Reading) {}

  /** @returns what is wrong first, or `null` */
  async toTheEnd(): Promise<string | null> {
    const begun = await chainEnds(this.database);
    this.#hash = begun.removedHash;
    this.#last = { position: begun.removed, id: -1n };
    const early = await this.#leftover(begun);
    if (early !== null) return early;
    for (;;) {
      const page = await recordsAfter(this.database, this.#last, pageSize);
      for (const record of page) {
        const fault = await this.#look(record);
        if (fault !== null) return fault;
      }
      if (page.length > 0) continue;
      const { position, hash } = await chainEnds(this.database);
      // Chained since the last page was read.
      if (this.#last.position < position && (await this.#hasMore())) continue;
      if (this.#last.position === position && this.#hash === hash) break;
      if (this.#last.position === position) return `record ${position} is not the one that the chain ends with`;
      return this.#last.position < position
        ? `records ${this.#last.position + 1n} to ${position} are missing at the end`
        : `the chain ends at record ${position}, but ${this.#last.position} is there`;
    }
    return this.#removalIsRecorded(begun);
  }

  /** What was removed is gone. */
  async #leftover({ removed }: ChainEnds): Promise<string | null> {
    const [first] = await recordsAfter(this.database, { position: 0n, id: 0n }, 1);
    if (!first || first.position > removed) return null;
    return `record ${first.position} is there, but all up to ${removed} were removed`;
  }

  async #hasMore(): Promise<boolean> {
    return (await recordsAfter(this.database, this.#last, 1)).length > 0;
  }

  async #look(record: ChainedRecord): Promise<string | null> {
    const { position, hash, facts } = record;
    if (position !== this.#last.position + 1n) {
      // Removed by retention since the walk began.
      const { removed, removedHash } = await chainEnds(this.database);
      if (position !== removed + 1n || removed <= this.#last.position)
        return position === this.#last.position
          ? `there are two records ${position}`
          : `record ${this.#last.position + 1n} is missing`;
      this.#hash = removedHash;
    }
    if (recordHash(this.#hash, position, facts) !== hash)
      return `record ${position} (${facts.action}, ${facts.at.toISOString()}, id ${facts.id}) is not as it was chained`;
    if (facts.action === removalAction) this.#removal = facts.details;
    this.#hash = hash;
    this.#last = { position, id: facts.id };
    this.sound += 1;
    return null;
  }

  /** Where the chain begins is itself a record of it. */
  async #removalIsRecorded({ removed, removedHash }: ChainEnds): Promise<string | null> {
    const details = JSON.stringify(removalDetails({ position: removed, hash: removedHash }));
    if (removed === 0n || this.#removal === details) return null;
    const sql = 'SELECT 1 AS "one" FROM "AuditRecord" WHERE "action" = ? AND "details" = ? LIMIT 1';
    const [record] = await this.database.readSql(sql, [removalAction, details]);
    return record ? null : `records up to ${removed} are gone, and no record says that they were removed`;
  }
}
