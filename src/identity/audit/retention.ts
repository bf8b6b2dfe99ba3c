import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ChangesMissing } from '../../platform/database/database.js';
import { system } from './audit.js';
import type { Audit, AuditDetails } from './audit.js';
import { chainEnds, moveBeginning, recordsAfter } from './chain.js';
import { ChainSeal } from './chain-seal.js';
import type { ChainKeys } from './chain-seal.js';
import type { ChainedRecord } from './chained-record.js';

/** Records that go in one transaction. */
const pieceSize = 500;

/** The record of a removal, which is one of the chain: it says where that begins from then on. */
export const removalAction = 'audit.remove';

export const removalDetails = ({ position, hash }: Pick<ChainedRecord, 'position' | 'hash'>): AuditDetails => ({
  upTo: String(position),
  hash,
});

/** Removes records that are old, from the beginning of the chain, piece by piece. */
export class AuditRetention {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly audit: Audit;
      readonly clock: Clock;
      readonly keys: ChainKeys;
      readonly keepMs: number;
      /** Up to which place records have been exported; `null` where they need not be. */
      readonly exported: () => Promise<bigint | null>;
    },
  ) {}

  /** @returns how many records went */
  async run(signal?: AbortSignal): Promise<number> {
    const { clock, database, exported, keepMs } = this.deps;
    const before = new Date(clock.now().getTime() - keepMs);
    let gone = 0;
    while (signal?.aborted !== true) {
      const { removed } = await chainEnds(database);
      const page = await recordsAfter(database, { position: removed + 1n, id: 0n }, pieceSize);
      const bound = await exported();
      const young = page.findIndex(({ facts, position }) => facts.at >= before || (bound !== null && position > bound));
      const old = young === -1 ? page : page.slice(0, young);
      const last = old.at(-1);
      if (!last || !(await this.#remove(removed, last))) break;
      gone += old.length;
    }
    return gone;
  }

  /** @returns whether it was us: another process may be at it */
  async #remove(removed: bigint, last: ChainedRecord): Promise<boolean> {
    const { audit, database } = this.deps;
    const target = { type: 'audit-record', id: String(last.position) };
    try {
      await database.writeSql([
        moveBeginning(removed, last, new ChainSeal(this.deps.keys)),
        { sql: 'DELETE FROM "AuditRecord" WHERE "position" <= ?', rows: [[last.position]] },
        audit.statement(system('audit-retention'), removalAction, target, removalDetails(last)),
      ]);
      return true;
    } catch (error) {
      if (error instanceof ChangesMissing) return false;
      throw error;
    }
  }
}
