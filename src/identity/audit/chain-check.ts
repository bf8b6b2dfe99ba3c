import { z } from 'zod';
import type { Database } from '../../platform/database/database.js';
import { bigint } from '../../platform/database/columns.js';
import { chainEnds, endStates, recordsAfter, resealAction } from './chain.js';
import type { ChainEnds } from './chain.js';
import { ChainSeal } from './chain-seal.js';
import type { ChainKeys } from './chain-seal.js';
import { recordHash } from './chained-record.js';
import type { ChainedRecord } from './chained-record.js';
import { removalAction, removalDetails } from './retention.js';

const pageSize = 1_000;

export interface ChainReport {
  /** How many records were read and are unchanged. */
  readonly sound: number;
  /** Committed records that have no position yet. */
  readonly unchained: bigint;
  readonly ends: ChainEnds;
  /** The position of the chain at which a server first sealed its ends: 0 if they always were sealed, `null` if they are not yet. */
  readonly sealedFrom: bigint | null;
  /** What is wrong with the first changed record; `null` for an intact chain. */
  readonly fault: string | null;
}

type Reading = Pick<Database, 'readSql'>;

/** Reads the whole chain page by page, while others continue to write. */
export async function examineChain(database: Reading, keys: ChainKeys): Promise<ChainReport> {
  const walk = new Walk(database, new ChainSeal(keys));
  const fault = await walk.toTheEnd();
  const [row] = await database.readSql('SELECT COUNT(*) AS "count" FROM "AuditRecord" WHERE "position" IS NULL');
  const { sealedFrom, sound } = walk;
  return { sound, ends: await chainEnds(database), sealedFrom, unchained: bigint(row?.['count'] ?? 0n), fault };
}

class Walk {
  sound = 0;
  sealedFrom: bigint | null = 0n;
  #last = { position: 0n, id: 0n };
  #hash = '';
  #removal: string | null = null;

  constructor(
    private readonly database: Reading,
    private readonly seal: ChainSeal,
  ) {}

  /** @returns the first problem, or `null` */
  async toTheEnd(): Promise<string | null> {
    const begun = await chainEnds(this.database);
    const moved = this.#movedEnd(begun);
    if (moved !== null) return moved;
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
      const ends = await chainEnds(this.database);
      const { position, hash } = ends;
      // It was added to the chain after the last page was read.
      if (this.#last.position < position && (await this.#hasMore())) continue;
      const movedSince = this.#movedEnd(ends);
      if (movedSince !== null) return movedSince;
      if (this.#last.position === position && this.#hash === hash) break;
      if (this.#last.position === position) return `record ${position} is not the record that ends the chain`;
      return this.#last.position < position
        ? `records ${this.#last.position + 1n} to ${position} are missing at the end`
        : `the chain ends at record ${position}, but record ${this.#last.position} exists`;
    }
    return this.#removalIsRecorded(begun);
  }

  /** Only servers move the ends, and seal their position. */
  #movedEnd(ends: ChainEnds): string | null {
    const { end, beginning } = endStates(this.seal, ends);
    if (end === 'wrong') return `the chain ends at record ${ends.position}, but no server left it there`;
    if (beginning === 'wrong') return `records up to ${ends.removed} are gone, but no server removed them`;
    if (ends.position > 0n && (end === 'missing' || beginning === 'missing')) this.sealedFrom = null;
    return null;
  }

  /**
   * A server found the ends in another state than servers leave them, and continued. This is correct once, for the first server that seals: before it, nobody
   * did.
   */
  #resealed({ position, facts }: ChainedRecord): string | null {
    const { end, beginning } = statesOf(facts.details);
    if (end === 'wrong' || beginning === 'wrong')
      return `record ${position} says that the ends of the chain had been moved before a server continued from them`;
    if (this.sealedFrom !== null && this.sealedFrom > 0n)
      return `record ${position} says that the seal of the chain's ends had been removed`;
    if (this.sealedFrom !== null) this.sealedFrom = position;
    return null;
  }

  /** Removed records must not exist any more. */
  async #leftover({ removed }: ChainEnds): Promise<string | null> {
    const [first] = await recordsAfter(this.database, { position: 0n, id: 0n }, 1);
    if (!first || first.position > removed) return null;
    return `record ${first.position} exists, but all up to ${removed} were removed`;
  }

  async #hasMore(): Promise<boolean> {
    return (await recordsAfter(this.database, this.#last, 1)).length > 0;
  }

  async #look(record: ChainedRecord): Promise<string | null> {
    const { position, hash, facts } = record;
    if (position !== this.#last.position + 1n) {
      // Retention removed it since the check began.
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
    if (facts.action === resealAction) {
      const fault = this.#resealed(record);
      if (fault !== null) return fault;
    }
    this.#hash = hash;
    this.#last = { position, id: facts.id };
    this.sound += 1;
    return null;
  }

  /** The new beginning of the chain is itself recorded, or will be in a moment: then the seal proves that a server moved it. */
  async #removalIsRecorded(ends: ChainEnds): Promise<string | null> {
    const { removed, removedHash } = ends;
    const details = JSON.stringify(removalDetails({ position: removed, hash: removedHash }));
    if (removed === 0n || this.#removal === details) return null;
    const gone = `records up to ${removed} are gone, and no record says that they were removed`;
    if (endStates(this.seal, ends).beginning === 'missing') return gone;
    const sql = 'SELECT 1 AS "one" FROM "AuditRecord" WHERE "action" = ? AND "details" = ? LIMIT 1';
    const [record] = await this.database.readSql(sql, [removalAction, details]);
    return record ? null : gone;
  }
}

const state = z.enum(['sound', 'earlier', 'missing', 'wrong']);
const statesShape = z.object({ end: state, beginning: state });

/** If it cannot be read, no server wrote it. */
function statesOf(details: string | null): z.infer<typeof statesShape> {
  const said: unknown = JSON.parse(details ?? 'null');
  return statesShape.safeParse(said).data ?? { end: 'wrong', beginning: 'wrong' };
}
