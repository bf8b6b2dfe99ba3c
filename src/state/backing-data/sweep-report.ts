import type { Database } from '../../platform/database/database.js';
import { z } from 'zod';

const fact = 'state.sweep';

const shape = z.object({
  at: z.iso.datetime(),
  /** In the store. */
  objects: z.number(),
  /** Of them, those that no row names. */
  unnamed: z.number(),
  /** Removed since the installation began. */
  removed: z.number(),
  /** Why nothing was removed, in words; `null` when nothing spoke against it. */
  stopped: z.string().nullable(),
});

/** What the last sweep found and did, whichever server did it. */
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
