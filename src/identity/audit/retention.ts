import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Audit } from './audit.js';
import { chainEnds, moveBeginning, recordsAfter } from './chain.js';
import { ChainSeal } from './chain-seal.js';
import type { ChainKeys, SealedPlace } from './chain-seal.js';
import { system } from './actor.js';
import type { AuditDetails } from './target.js';

/** Records that go in one transaction. */
const pieceSize = 500;

/** The record of a removal, which is one of the chain: it says where that begins from then on. */
export const removalAction = 'audit.remove';

export const removalDetails = ({ position, hash }: SealedPlace): AuditDetails => ({
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
   * The ends of the next pieces of records that are old. One whose time has not come yet was written by a clock that was ahead: it is as old as the oldest behind it, rather than
   * to keep all behind it until its time has come and gone.
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

  /** @returns whether it was us: another process may be at it */
  async #remove(removed: bigint, last: SealedPlace): Promise<boolean> {
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
