import type { Database } from '../../platform/database/database.js';
import { z } from 'zod';

const fact = 'state.sweep';

const shape = z.object({
  at: z.iso.datetime(),
  /** Objects in the store. */
  objects: z.number(),
  /** Objects that no row refers to. */
  unnamed: z.number(),
  /** Removed since the installation began. */
  removed: z.number(),
  /** Why nothing was removed; `null` if nothing prevented it. */
  stopped: z.string().nullable(),
});

/** The result of the last sweep of any server. */
export type SweepReport = Readonly<z.output<typeof shape>>;

/** `null` before the first sweep. */
export async function lastSweep({ client }: Database): Promise<SweepReport | null> {
  const kept = await client.installationFact.findUnique({ where: { key: fact } });
  return kept && shape.parse(JSON.parse(kept.value));
}

export async function recordSweep({ client }: Database, report: SweepReport): Promise<void> {
  const value = JSON.stringify(report);
  await client.installationFact.upsert({ where: { key: fact }, create: { key: fact, value }, update: { value } });
}
