import { takeLock } from '../../platform/database/advisory-locks.js';
import { allStoredBytes } from '../../platform/database/row-counts.js';
import type { Database, TransactionClient, TransactionOptions } from '../../platform/database/database.js';
import { afterCommit, carryOut, carryOutWithin } from '../workspaces/planned-change.js';
import type { CarriedOut, Planned, Seeing } from '../workspaces/planned-change.js';
import { problem } from '../../platform/problems.js';
import { isFar, quotaOf } from './quota-rule.js';

/** The organization of the content, with `Organization.storageQuota`. */
export interface StoragePlace {
  readonly organizationId: string;
  readonly storageQuota: bigint | null;
}

/** Space for content. */
export interface Room {
  readonly bytes: bigint;
  /** The error for too much content. */
  readonly refusal: () => Error;
}

/** A transaction that may store content; only {@link Storage.store} creates one. */
class Storing {
  #added = 0n;

  constructor(readonly tx: TransactionClient) {}

  /** The workspace's counter changed by this many bytes. */
  counted(bytes: bigint): void {
    this.#added += bytes;
  }

  get added(): bigint {
    return this.#added;
  }
}
export type { Storing };

/** Others came closer to the quota after it was decided that waiting is not necessary. */
class NotFar extends Error {}

/**
 * The quota of stored bytes of an organization. It is checked at the end of every transaction that stores content, so a refusal leaves nothing.
 *
 * On SQLite, transactions run one after the other. On PostgreSQL, none sees uncommitted changes of others. Far from the quota that does not matter ({@link
 * isFar}), and they share a lock. Near the quota, each waits for all others, holds the lock alone and sees everything. The lock is taken last, so it is held
 * only during a commit, and its holder never waits for another transaction.
 */
export class Storage {
  readonly #refused: (() => void)[] = [];

  constructor(
    private readonly deps: {
      database: Database;
      /** The quota of an organization without its own, in bytes; `null` for no limit. */
      quotaBytes: bigint | null;
    },
  ) {}

  /** Called for every refusal, for the life of the service. */
  onRefused(listener: () => void): void {
    this.#refused.push(listener);
  }

  /** Bytes that all organizations store together. */
  async usedByAll(): Promise<bigint> {
    return bytesOfSum(await allStoredBytes(this.deps.database));
  }

  /** How much the organization may still store at this moment; `null` for no limit. */
  async room(place: StoragePlace): Promise<Room | null> {
    const quota = quotaOf(place.storageQuota, this.deps.quotaBytes);
    if (quota === null) return null;
    const used = await usedBytes(this.deps.database.client, place.organizationId);
    return { bytes: used < quota ? quota - used : 0n, refusal: () => this.#refusal(place) };
  }

  /** Called before content is received, so that refused content costs nothing; {@link store} decides. @throws STORAGE_QUOTA_EXCEEDED */
  async requireRoom(place: StoragePlace, bytes: bigint): Promise<void> {
    const room = await this.room(place);
    if (room !== null && bytes > room.bytes) throw room.refusal();
  }

  /** A transaction that stores content. @throws STORAGE_QUOTA_EXCEEDED, and whatever `work` throws: then nothing is kept */
  async store<T>(
    place: StoragePlace,
    work: (storing: Storing) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const attempt = (alone: boolean) =>
      this.deps.database.transaction(async (tx) => {
        const storing = new Storing(tx);
        const result = await work(storing);
        await this.#keep(storing, place, alone);
        return result;
      }, options);
    try {
      return await attempt(false);
    } catch (error) {
      if (!(error instanceof NotFar)) throw error;
      return attempt(true);
    }
  }

  /**
   * Carries out a plan that stores content. Without a quota, and with nothing to do afterwards, no transaction is needed: see {@link carryOut}.
   * @throws as {@link store}
   */
  async keep<T>(
    place: StoragePlace,
    plan: (seeing: Seeing) => Promise<Planned<T> & { readonly added: bigint }>,
    {
      after,
      ...options
    }: TransactionOptions & { readonly after?: (tx: TransactionClient, kept: NoInfer<T>) => Promise<NoInfer<T>> } = {},
  ): Promise<T> {
    const { database } = this.deps;
    if (!after && quotaOf(place.storageQuota, this.deps.quotaBytes) === null) return carryOut(database, plan);
    const keepWithin = async (storing: Storing): Promise<CarriedOut<T>> => {
      let bytes = 0n;
      const { tx } = storing;
      const carried = await carryOutWithin({ database, tx, attempt: 0 }, async (seeing) => {
        const planned = await plan(seeing);
        bytes = planned.added;
        return planned;
      });
      storing.counted(bytes);
      return after ? { ...carried, result: await after(tx, carried.result) } : carried;
    };
    return afterCommit(await this.store(place, keepWithin, options));
  }

  #refusal({ organizationId }: StoragePlace): Error {
    for (const listener of this.#refused) listener();
    return problem('STORAGE_QUOTA_EXCEEDED', undefined, undefined, { facts: { organizationId } });
  }

  async #keep({ tx, added }: Storing, place: StoragePlace, alone: boolean): Promise<void> {
    const { organizationId, storageQuota } = place;
    const quota = quotaOf(storageQuota, this.deps.quotaBytes);
    if (quota === null || added <= 0n) return;
    if (this.deps.database.provider === 'sqlite') {
      if ((await usedBytes(tx, organizationId)) > quota) throw this.#refusal(place);
      return;
    }
    // On PostgreSQL, the sum includes what this transaction adds only at its commit.
    const usedWith = async () => (await usedBytes(tx, organizationId)) + added;
    let used = await usedWith();
    if (used <= quota) {
      const shared = !alone && isFar(quota, used, added);
      await takeLock(tx, this.deps.database.provider, 'storedBytes', organizationId, shared ? 'shared' : 'alone');
      used = await usedWith();
      if (shared && !isFar(quota, used, added)) throw new NotFar();
    }
    if (used > quota) throw this.#refusal(place);
  }
}

/** Bytes that organizations store. The sum is in a few rows for each, which triggers of the database change with the counters of workspaces. */
export async function usedBytesOf(
  client: Pick<TransactionClient, 'storedBytes'>,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = await client.storedBytes.groupBy({
    by: ['organizationId'],
    where: { organizationId: { in: [...organizationIds] } },
    _sum: { bytes: true },
  });
  return new Map(sums.map(({ organizationId, _sum }) => [organizationId, bytesOfSum(_sum.bytes)]));
}

/** A wrong counter may be negative until it is counted again: it then counts as zero. */
const bytesOfSum = (sum: bigint | null): bigint => (sum === null || sum < 0n ? 0n : sum);

async function usedBytes(client: Pick<TransactionClient, 'storedBytes'>, organizationId: string): Promise<bigint> {
  return (await usedBytesOf(client, [organizationId])).get(organizationId) ?? 0n;
}
