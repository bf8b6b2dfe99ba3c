import type { Database, TransactionClient, TransactionOptions } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import { isFar, quotaOf } from './quota-rule.js';

/** Whose content it is, with `Organization.storageQuota`. */
export interface StoragePlace {
  readonly organizationId: string;
  readonly storageQuota: bigint | null;
}

/** Room for content. */
export interface Room {
  readonly bytes: bigint;
  /** What to throw when it is not enough. */
  readonly refusal: () => Error;
}

/** A transaction in which content may be stored; {@link Storage.store} alone makes one. */
class Storing {
  #added = 0n;

  constructor(readonly tx: TransactionClient) {}

  /** The workspace's counter was changed by so many bytes. */
  counted(bytes: bigint): void {
    this.#added += bytes;
  }

  get added(): bigint {
    return this.#added;
  }
}
export type { Storing };

/** Others came closer to the quota since it was decided that they need not be waited for. */
class NotFar extends Error {}

/**
 * The quota of stored bytes of an organization. It is kept at the end of every transaction that stores content, so that what is refused leaves nothing.
 *
 * On SQLite one transaction goes after the other. On PostgreSQL none sees what others have not committed: far from the quota that does not matter
 * ({@link isFar}), and they share a lock; near it each waits for all of them, holds the lock alone and sees everything. The lock is the last thing that is waited for, so it is held
 * for as long as a commit takes, and nobody who holds it waits for somebody who wants it.
 */
export class Storage {
  readonly #refused: (() => void)[] = [];

  constructor(
    private readonly deps: {
      database: Database;
      /** Most bytes of an organization that has no quota of its own; `null` without a limit. */
      quotaBytes: bigint | null;
    },
  ) {}

  /** Hears of every refusal; for the life of the service. */
  onRefused(listener: () => void): void {
    this.#refused.push(listener);
  }

  /** Bytes that all organizations store together. */
  async usedByAll(): Promise<bigint> {
    const { _sum } = await this.deps.database.client.storedBytes.aggregate({ _sum: { bytes: true } });
    return bytesOfSum(_sum.bytes);
  }

  /** What the organization may still store, as it looks now; `null` without a limit. */
  async room(place: StoragePlace): Promise<Room | null> {
    const quota = quotaOf(place.storageQuota, this.deps.quotaBytes);
    if (quota === null) return null;
    const used = await usedBytes(this.deps.database.client, place.organizationId);
    return { bytes: used < quota ? quota - used : 0n, refusal: () => this.#refusal(place) };
  }

  /** Before content is taken in, so that what has no room costs nothing; what counts is {@link store}. @throws STORAGE_QUOTA_EXCEEDED */
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
    // There what a transaction adds is in the sum once it commits.
    const usedWith = async () => (await usedBytes(tx, organizationId)) + added;
    let used = await usedWith();
    if (used <= quota) {
      const shared = !alone && isFar(quota, used, added);
      await tx.$executeRawUnsafe(lockSql(shared), organizationId);
      used = await usedWith();
      if (shared && !isFar(quota, used, added)) throw new NotFar();
    }
    if (used > quota) throw this.#refusal(place);
  }
}

const lockSql = (shared: boolean): string =>
  `SELECT pg_advisory_xact_lock${shared ? '_shared' : ''}(hashtextextended('trustate stored bytes ' || $1, 0))`;

/** Bytes that organizations store. They are kept together in a few rows for each, which triggers of the database change with the counters of workspaces. */
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

/** A counter that was wrong may have gone below 0 until it is counted again: that is room for nobody. */
export const bytesOfSum = (sum: bigint | null): bigint => (sum === null || sum < 0n ? 0n : sum);

async function usedBytes(client: Pick<TransactionClient, 'storedBytes'>, organizationId: string): Promise<bigint> {
  return (await usedBytesOf(client, [organizationId])).get(organizationId) ?? 0n;
}
