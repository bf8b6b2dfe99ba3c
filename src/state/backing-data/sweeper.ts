import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';

/** Kind of the job that removes objects which no row names; there is one, and it schedules itself again. */
export const sweepJobKind = 'state.sweep-objects';

const hour = 3_600_000;
/** An object is stored before a row names it: what is younger than this may still be on its way. */
const spare = 24 * hour;
const pause = 6 * hour;
const batchSize = 200;

/** Removes what interrupted uploads, refused content and deleted workspaces left in the object store. */
export class Sweeper {
  constructor(private readonly deps: { database: Database; objects: Objects; clock: Clock }) {}

  /** @returns when to sweep again */
  async sweep(signal?: AbortSignal): Promise<Date> {
    const { objects, clock } = this.deps;
    const before = new Date(clock.now().getTime() - spare);
    let batch: Parameters<Objects['delete']>[0][] = [];
    for await (const { id, writtenAt } of objects.list()) {
      signal?.throwIfAborted();
      if (writtenAt >= before) continue;
      batch.push(id);
      if (batch.length < batchSize) continue;
      await this.#remove(batch);
      batch = [];
    }
    await this.#remove(batch);
    await objects.sweepTemporary(before);
    return new Date(clock.now().getTime() + pause);
  }

  async #remove(candidates: readonly Parameters<Objects['delete']>[0][]): Promise<void> {
    const { client } = this.deps.database;
    const these = { in: [...candidates] };
    const [versions, documents] = await Promise.all([
      client.stateVersion.findMany({
        where: { OR: [{ contentObjectId: these }, { jsonObjectId: these }] },
        select: { contentObjectId: true, jsonObjectId: true },
      }),
      client.inventoryDocument.findMany({ where: { objectId: these }, select: { objectId: true } }),
    ]);
    const kept = new Set<string | null>([
      ...versions.flatMap((row) => [row.contentObjectId, row.jsonObjectId]),
      ...documents.map(({ objectId }) => objectId),
    ]);
    for (const id of candidates) if (!kept.has(id)) await this.deps.objects.delete(id);
  }
}
