import { z } from 'zod';
import type { Database } from '../../platform/database/database.js';
import { chainEnds, recordsAfter } from './chain.js';
import { exportedLine } from './exported-lines.js';
import { deliver, targetText } from './export-target.js';
import type { ExportTarget } from './export-target.js';

const place = z.string().regex(/^\d+$/).transform(BigInt);
const factKey = (target: string) => `audit.exported ${target}`;

/** The position up to which records were delivered to a target; to any target if none is given. */
export async function exportedUpTo(database: Pick<Database, 'client'>, target: ExportTarget | null): Promise<bigint> {
  const key = target === null ? { startsWith: factKey('') } : factKey(targetText(target));
  const facts = await database.client.installationFact.findMany({ where: { key } });
  const places = facts.map(({ value }) => place.safeParse(value).data ?? 0n);
  return places.reduce((last, each) => (each > last ? each : last), 0n);
}

/** Records that are delivered together. */
const batchSize = 500;

/** Writes records of the chain to a target outside the database, in order, each at least once. The database stores its progress. */
export class AuditExport {
  readonly #key: string;

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly target: ExportTarget;
      readonly deliver?: typeof deliver;
    },
  ) {
    this.#key = factKey(targetText(deps.target));
  }

  /** The position up to which records were delivered. */
  position(): Promise<bigint> {
    return exportedUpTo(this.deps.database, this.deps.target);
  }

  /** Delivers all records of the chain. @throws Error if that fails; the next call continues from there */
  async run(signal?: AbortSignal): Promise<void> {
    const { database, target } = this.deps;
    while (signal?.aborted !== true) {
      const done = await this.position();
      // Including the last delivered one, whose hash is needed for the next.
      const records = await recordsAfter(database, { position: done, id: -1n }, batchSize);
      const { removed, removedHash } = await chainEnds(database);
      const lines = records.map((record, index) => {
        const before = records[index - 1] ?? { position: removed, hash: removedHash };
        return record.position <= done
          ? ''
          : exportedLine(record, before.position === record.position - 1n ? before.hash : null);
      });
      const last = records.at(-1);
      if (!last || last.position <= done) return;
      await (this.deps.deliver ?? deliver)(target, lines.join(''));
      await this.#keep(last.position);
    }
  }

  async #keep(position: bigint): Promise<void> {
    const value = String(position);
    await this.deps.database.client.installationFact.upsert({
      where: { key: this.#key },
      create: { key: this.#key, value },
      update: { value },
    });
  }
}
