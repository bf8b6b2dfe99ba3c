import DataLoader from 'dataloader';
import { bigint } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';

/** Stretches of time, one after the other and of one length; the last one ends where all of it does. */
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
  /** Not all of them were counted. */
  readonly hasMore: boolean;
}

/** Bars that a screen has room for. */
export const mostBuckets = 100;
/** Entries of the index that one statement counts: some 20 ms of the thread, on SQLite. All buckets that are asked for together have an equal part of it. */
export const mostCounted = 200_000;

/** What a database keeps the time of; ISO text of later years does not sort. */
const lastYear = 9999;

/**
 * How many certificates of a mount end when: what one answer asks for all its mounts is one statement, in which every bucket is a stretch of the index by mount and
 * end, and is counted no further than its part of {@link mostCounted}. So a million certificates that end on one day cost what a few thousand do, and the bucket says
 * that there are more. One for each request.
 */
export class ExpiryHistograms {
  readonly #known = new Map<string, DataLoader<string, readonly ExpiryBucket[]>>();

  constructor(private readonly deps: { readonly database: Database }) {}

  /** @throws INVALID_PARAMETER for an empty range, and for more than {@link mostBuckets} */
  async of(mountId: string, range: ExpiryRange): Promise<readonly ExpiryBucket[]> {
    const buckets = bucketsOf(range);
    const name = [range.from.getTime(), range.to.getTime(), range.bucket].join(' ');
    const loader =
      this.#known.get(name) ??
      new DataLoader<string, readonly ExpiryBucket[]>((mountIds) => this.#count(mountIds, buckets));
    this.#known.set(name, loader);
    return loader.load(mountId);
  }

  async #count(mountIds: readonly string[], buckets: readonly Stretch[]): Promise<ExpiryBucket[][]> {
    const { database } = this.deps;
    const each = Math.floor(mostCounted / (mountIds.length * buckets.length));
    const asked = mountIds.flatMap((id) => buckets.map(({ from, to }) => [id, from, to]));
    const counted = await database.readSql(statements[database.provider], [each + 1, JSON.stringify(asked)]);
    return mountIds.map((_, mount) =>
      buckets.map((bucket, index) => {
        const count = Number(bigint(counted[mount * buckets.length + index]?.['n']));
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

/** The list of buckets is one parameter, so that there is one statement whatever their number. */
const statements: Readonly<Record<Database['provider'], string>> = {
  sqlite: `${counting(`e."value"->>0`, `e."value"->>1`, `e."value"->>2`)} FROM json_each(?) e ORDER BY e."key"`,
  postgresql: `${counting(`e."value"->>0`, `(e."value"->>1)::timestamp`, `(e."value"->>2)::timestamp`)}
    FROM json_array_elements(?::json) WITH ORDINALITY e("value", "key") ORDER BY e."key"`,
};
