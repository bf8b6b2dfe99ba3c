import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { LivedTime } from '../../platform/installation/lived-time.js';
import type { StoreOwner } from '../../platform/installation/store-owner.js';
import type { Relation } from '../../platform/installation/store-record.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { lastSweep, recordSweep } from './sweep-report.js';
import { temporaryPrefix, UnnamedObjects } from './unnamed-objects.js';

/** Kind of the job that removes objects that no row refers to. There is one such job, and it schedules itself again. */
export const sweepJobKind = 'state.sweep-objects';

const hour = 3_600_000;
/** An object is stored before a row refers to it: if it was first seen less than this ago, in milliseconds of running time, it may still be in use. */
export const spare = 24 * hour;
/** Milliseconds from the end of one sweep to the next. */
export const sweepEveryMs = 6 * hour;
const batchSize = 500;
const atOnce = 16;

export interface SweeperDeps {
  readonly database: Database;
  readonly objects: Objects;
  readonly clock: Clock;
  readonly lived: LivedTime;
  readonly owner: Pick<StoreOwner, 'relation' | 'turn'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** How long an unreferenced object remains, in addition to the time in which a row may still refer to it. */
  readonly trashDays: number;
}

/**
 * Removes what interrupted uploads, refused content and deleted workspaces left in the object store.
 *
 * An object that no row refers to is only noted at first, and stays where it is: if a row refers to it again, the note is deleted. It is removed when servers
 * have been running for the days of the trash since, and still no row refers to it. This does not depend on a clock or on the times of files, because both can
 * jump.
 */
export class Sweeper {
  readonly #unnamed: UnnamedObjects;

  constructor(private readonly deps: SweeperDeps) {
    this.#unnamed = new UnnamedObjects(deps);
  }

  /** @returns when to sweep again */
  async sweep(signal?: AbortSignal): Promise<Date> {
    const { database, clock, owner, log, trashDays } = this.deps;
    const before = await lastSweep(database);
    const relation = await owner.relation();
    const lived = await this.deps.lived.now();
    const border = lived - BigInt(spare);
    // The references of another database say nothing about this store.
    const objects = relation === 'ours' ? await this.#look(lived, signal) : (before?.objects ?? 0);
    const { all, unexpected } = await this.#unnamed.count(border);
    const stopped = relation === 'ours' ? whyTooMany(unexpected, objects) : notOurs[relation];
    const report = { at: clock.now().toISOString(), objects, unnamed: all, removed: before?.removed ?? 0, stopped };
    if (stopped !== null) log.error({ objects, unnamed: all, unexpected }, `nothing is swept: ${stopped}`);
    await recordSweep(database, report);
    if (relation === 'ours') {
      await owner.turn();
      const due = border - BigInt(trashDays * 24 * hour);
      const removed = await this.#removeSince(due, stopped !== null, signal);
      await this.#removeTemporary(border, signal);
      await recordSweep(database, { ...report, unnamed: all - removed, removed: report.removed + removed });
    }
    return new Date(clock.now().getTime() + sweepEveryMs);
  }

  /** Notes objects that no row refers to, and deletes the notes of objects with a reference. @returns the number of objects */
  async #look(livedMs: bigint, signal?: AbortSignal): Promise<number> {
    const since = { seenAt: this.deps.clock.now(), livedMs };
    let count = 0;
    for await (const ids of batches(idsOf(this.deps.objects.list()))) {
      signal?.throwIfAborted();
      count += ids.length;
      const [named, known] = await Promise.all([this.#named(ids), this.#unnamed.among(ids)]);
      await this.#unnamed.remove(ids.filter((id) => named.has(id) && known.has(id)));
      await this.#unnamed.add(
        ids.filter((id) => !named.has(id) && !known.has(id)),
        since,
      );
    }
    for await (const names of batches(this.deps.objects.temporary())) {
      signal?.throwIfAborted();
      await this.#unnamed.add(
        names.map((name) => temporaryPrefix + name),
        since,
        true,
      );
    }
    return count;
  }

  /** @returns how many objects were removed */
  async #removeSince(livedMs: bigint, released: boolean, signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for await (const ids of this.#unnamed.since(livedMs, { temporary: false, released })) {
      signal?.throwIfAborted();
      const named = await this.#named(ids);
      const gone = ids.filter(isObjectId).filter((id) => !named.has(id));
      for (let at = 0; at < gone.length; at += atOnce)
        await Promise.all(gone.slice(at, at + atOnce).map((id) => this.deps.objects.delete(id)));
      // After a kill before this, they are removed again, which is harmless.
      await this.#unnamed.remove(ids);
      removed += gone.length;
      if (gone.length > 0) this.deps.log.info({ objects: gone }, 'objects that no row refers to were removed');
    }
    return removed;
  }

  async #removeTemporary(livedMs: bigint, signal?: AbortSignal): Promise<void> {
    for await (const ids of this.#unnamed.since(livedMs, { temporary: true, released: false })) {
      signal?.throwIfAborted();
      for (const id of ids) await this.deps.objects.removeTemporary(id.slice(temporaryPrefix.length));
      await this.#unnamed.remove(ids);
    }
  }

  async #named(candidates: readonly string[]): Promise<Set<string | null>> {
    const { client } = this.deps.database;
    const these = { in: [...candidates] };
    const [versions, documents] = await Promise.all([
      client.stateVersion.findMany({
        where: { OR: [{ contentObjectId: these }, { jsonObjectId: these }] },
        select: { contentObjectId: true, jsonObjectId: true },
      }),
      client.inventoryDocument.findMany({ where: { objectId: these }, select: { objectId: true } }),
    ]);
    return new Set<string | null>([
      ...versions.flatMap((row) => [row.contentObjectId, row.jsonObjectId]),
      ...documents.map(({ objectId }) => objectId),
    ]);
  }
}

/** Why nothing is swept if database and store do not belong together. */
export const notOurs: Readonly<Record<Exclude<Relation, 'ours'>, string>> = {
  'older-database':
    'the object store has been used with a later state of this database, or with a copy of it ("trustate objects adopt" says that they belong together)',
  'older-store': 'the object store is an older copy of what it was',
  foreign: 'the object store belongs to another installation',
  unmarked: 'the object store is not the one that the database has its objects in',
  unwritten: 'database and object store are just being put together',
};

/** As many objects as occasional crashes may leave. */
const few = 10;
/** A share of all objects. */
const smallShare = 0.05;

/** Why so many unreferenced objects cannot be leftovers; `null` if they can. */
export function whyTooMany(unexpected: number, objects: number): string | null {
  if (unexpected <= Math.max(few, objects * smallShare)) return null;
  return `${unexpected} of ${objects} objects are named by no row, and nobody let go of them: is it the database that belongs to the store? ("trustate objects release" lets them go)`;
}

async function* idsOf(objects: AsyncIterable<{ readonly id: ObjectId }>): AsyncGenerator<ObjectId> {
  for await (const { id } of objects) yield id;
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
