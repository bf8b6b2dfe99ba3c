import DataLoader from 'dataloader';
import { bigint } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';

/** Periods of equal length, one after the other. The last one ends at the end of the range. */
export interface ExpiryRange {
  readonly from: Date;
  readonly to: Date;
  /** Seconds. */
  readonly bucket: number;
}

export interface ExpiryBucket {
  readonly from: Date;
  readonly to: Date;
  readonly count: number;
  /** Not all certificates were counted. */
  readonly hasMore: boolean;
}

/** As many bars as fit on a screen. */
export const mostBuckets = 100;
/** Index entries that one request counts: about 20 ms of the thread on SQLite. All buckets that are requested together have an equal part of the rest. */
export const mostCounted = 200_000;
/** Buckets in one statement: finding the beginning of one takes as long as counting some dozens of entries. */
const mostAsked = 5_000;

/** The last year that databases store; the ISO text of later years does not sort correctly. */
const lastYear = 9999;

interface Asked {
  readonly mountId: string;
  readonly range: ExpiryRange;
  readonly buckets: readonly Stretch[];
}

/**
 * Counts by time how many certificates of a mount expire. All ranges and mounts of one response are counted together. Every bucket is a range of the index by
 * mount and end, and is counted only up to its part of {@link mostCounted}. So a million certificates that expire on one day cost as much as a few thousand,
 * and the bucket says that there are more. One object for each request.
 */
export class ExpiryHistograms {
  readonly #asked = new DataLoader<Asked, readonly ExpiryBucket[], string>((asked) => this.#inTurn(asked), {
    cacheKeyFn: ({ mountId, range: { from, to, bucket } }) => [mountId, from.getTime(), to.getTime(), bucket].join(' '),
  });
  #left = mostCounted;
  #before: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: { readonly database: Database }) {}

  /** @throws INVALID_PARAMETER for an empty range, or for more than {@link mostBuckets} */
  async of(mountId: string, range: ExpiryRange): Promise<readonly ExpiryBucket[]> {
    return this.#asked.load({ mountId, range, buckets: bucketsOf(range) });
  }

  /** Later parts of a response wait until it is known how much of the limit is left. */
  #inTurn(asked: readonly Asked[]): Promise<ExpiryBucket[][]> {
    const counted = this.#before.then(() => this.#count(asked));
    this.#before = counted.catch(() => undefined);
    return counted;
  }

  async #count(asked: readonly Asked[]): Promise<ExpiryBucket[][]> {
    const { database } = this.deps;
    const stretches = asked.flatMap(({ mountId, buckets }) => buckets.map(({ from, to }) => [mountId, from, to]));
    const each = Math.floor(this.#left / stretches.length);
    const counts: number[] = [];
    for (let at = 0; at < stretches.length; at += mostAsked) {
      const some = JSON.stringify(stretches.slice(at, at + mostAsked));
      for (const row of await database.readSql(statements[database.provider], [each + 1, some])) {
        const count = Number(bigint(row['n']));
        counts.push(count);
        this.#left = Math.max(0, this.#left - count);
      }
    }
    const next = counts.values();
    return asked.map(({ buckets }) =>
      buckets.map((bucket) => {
        const count = next.next().value ?? 0;
        return { ...bucket, count: Math.min(count, each), hasMore: count > each };
      }),
    );
  }
}

type Stretch = Pick<ExpiryBucket, 'from' | 'to'>;

function bucketsOf({ from, to, bucket }: ExpiryRange): Stretch[] {
  const length = bucket * 1_000;
  if (to.getUTCFullYear() > lastYear)
    throw problem('INVALID_PARAMETER', `to must be before year ${lastYear + 1}`, ['to']);
  if (to <= from) throw problem('INVALID_PARAMETER', 'to must be after from', ['to']);
  if (length === 0) throw problem('INVALID_PARAMETER', 'bucket must not be zero', ['bucket']);
  const count = Math.ceil((to.getTime() - from.getTime()) / length);
  if (count > mostBuckets) {
    const shortest = Math.ceil((to.getTime() - from.getTime()) / mostBuckets / 1_000);
    throw problem(
      'INVALID_PARAMETER',
      `from, to and bucket make ${count} buckets; at most ${mostBuckets} are allowed, so bucket must be at least ${shortest} seconds`,
      ['bucket'],
    );
  }
  return Array.from({ length: count }, (_, index) => ({
    from: new Date(from.getTime() + index * length),
    to: new Date(Math.min(to.getTime(), from.getTime() + (index + 1) * length)),
  }));
}

const counting = (mountId: string, from: string, to: string): string =>
  `SELECT (SELECT count(*) FROM (SELECT 1 FROM "Certificate" WHERE "mountId" = ${mountId} AND "notAfter" >= ${from} AND "notAfter" < ${to} LIMIT ?) AS c) AS "n"`;

/** The list of buckets is one parameter, so that the statement is the same for any number. */
const statements: Readonly<Record<Database['provider'], string>> = {
  sqlite: `${counting(`e."value"->>0`, `e."value"->>1`, `e."value"->>2`)} FROM json_each(?) e ORDER BY e."key"`,
  postgresql: `${counting(`e."value"->>0`, `(e."value"->>1)::timestamp`, `(e."value"->>2)::timestamp`)}
    FROM json_array_elements(?::json) WITH ORDINALITY e("value", "key") ORDER BY e."key"`,
};
