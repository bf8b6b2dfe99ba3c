import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Audit } from './audit.js';
import { chainEnds, moveBeginning, recordsAfter } from './chain.js';
import { ChainSeal } from './chain-seal.js';
import type { ChainKeys, SealedPlace } from './chain-seal.js';
import { system } from './actor.js';
import type { AuditDetails } from './target.js';

/** Records that are removed in one transaction. */
const pieceSize = 500;

/** The record of a removal, which is itself in the chain: it says where the chain begins from then on. */
export const removalAction = 'audit.remove';

export const removalDetails = ({ position, hash }: SealedPlace): AuditDetails => ({
  upTo: String(position),
  hash,
});

/** Removes old records from the beginning of the chain, in pieces. */
export class AuditRetention {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly audit: Audit;
      readonly clock: Clock;
      readonly keys: ChainKeys;
      readonly keepMs: number;
      /** The position up to which records were exported; `null` if they need not be. */
      readonly exported: () => Promise<bigint | null>;
    },
  ) {}

  /** @returns how many records were removed */
  async run(signal?: AbortSignal): Promise<number> {
    let gone = 0n;
    for (;;) {
      const { removed } = await chainEnds(this.deps.database);
      const pieces = await this.#pieces(removed);
      if (pieces.length === 0) return Number(gone);
      let before = removed;
      for (const last of pieces) {
        if (signal?.aborted === true || !(await this.#remove(before, last))) return Number(gone);
        gone += last.position - before;
        before = last.position;
      }
    }
  }

  /**
   * The ends of the next pieces of old records. A record with a time in the future was written with a fast clock. It counts as old as the oldest record after
   * it, so that it does not block the records after it until its time has passed.
   */
  async #pieces(removed: bigint): Promise<readonly SealedPlace[]> {
    const { clock, database, exported, keepMs } = this.deps;
    const now = clock.now();
    const before = new Date(now.getTime() - keepMs);
    const bound = await exported();
    const ahead: SealedPlace[] = [];
    for (let after = removed; ;) {
      const page = await recordsAfter(database, { position: after + 1n, id: 0n }, pieceSize);
      const young = page.findIndex(
        ({ facts: { at }, position }) => (at >= before && at <= now) || (bound !== null && position > bound),
      );
      const able = young === -1 ? page : page.slice(0, young);
      const old = able.findLast(({ facts }) => facts.at < before);
      if (old) return [...ahead, old];
      const last = able.at(-1);
      if (young !== -1 || !last) return [];
      ahead.push(last);
      after = last.position;
    }
  }

  /** @returns whether this process did it: another one may do the same */
  async #remove(removed: bigint, last: SealedPlace): Promise<boolean> {
    const { audit, database } = this.deps;
    const target = { type: 'audit-record' as const, id: String(last.position) };
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
