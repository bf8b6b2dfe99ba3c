import path from 'node:path';
import type { Config } from '../../settings/config.js';
import type { Clock } from '../../platform/clock.js';
import { compareRows, copyRows, sameNumbers } from '../../platform/database/copying/copy-rows.js';
import { openSource, rowTarget } from '../../platform/database/copying/open-copying.js';
import type { RowSource } from '../../platform/database/copying/row-source.js';
import type { RowTarget } from '../../platform/database/copying/row-target.js';
import { notesOf, recordText } from '../../platform/installation/store-record.js';
import type { StoreRecord } from '../../platform/installation/store-record.js';
import { copyObjects } from '../../platform/objects/copy-objects.js';
import { FilledStore } from '../../platform/objects/filled-store.js';
import type { ObjectStore } from '../../platform/objects/object-store.js';
import { openReachable } from '../../platform/objects/open-object-store.js';
import { pathOfFileUrl } from '../../platform/file-url.js';
import { OperatorError } from '../../platform/operator-error.js';
import { objectFolder } from '../files.js';
import { Progress } from '../progress.js';
import { isWithin } from '../within.js';
import { pairFact, recordOfPair, unservedSource } from './unserved-source.js';

export interface MoveOptions {
  /** URL of the empty database to move to; `undefined` if the database stays where it is. */
  readonly database: string | undefined;
  /** URL of the empty store to move to; `undefined` if the objects stay where they are. */
  readonly objects: string | undefined;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
  /** Milliseconds between two looks whether a server is at work. */
  readonly lookMs?: number;
}

export interface MoveReport {
  /** `null` if the database stayed. */
  readonly rows: { readonly tables: number; readonly rows: number } | null;
  /** `null` if the objects stayed. */
  readonly objects: { readonly objects: number; readonly bytes: number; readonly kept: number } | null;
  /** Objects that rows refer to, but that the store did not have. */
  readonly missing: number;
}

/**
 * Copies an installation that no server serves into an empty database and an empty object store. Nothing in the source is changed. A move that was interrupted
 * goes on when it is called again, and until it is finished, no server starts on the target.
 * @throws OperatorError, and errors of databases, disks and stores
 */
export async function move(config: Config, options: MoveOptions): Promise<MoveReport> {
  const to = {
    database: options.database === config.databaseUrl ? undefined : options.database,
    objects: options.objects === config.objectStore ? undefined : options.objects,
  };
  if (to.database === undefined && to.objects === undefined)
    throw new OperatorError('Name where to move to: another --database, another --objects, or both.');
  refuseNested(objectFolder(config), to.objects);
  const held = await unservedSource(config, options.lookMs);
  const source = new Reopened(config.databaseUrl);
  let store: ObjectStore | undefined;
  let target: RowTarget | undefined;
  let filled: FilledStore | undefined;
  try {
    store = await openReachable(config.objectStore);
    const rows = await source.open();
    const record = await recordOfPair(config, await rows.fact(pairFact), store);
    const origin = { id: `move of installation ${record.id}`, state: recordText(record) };
    let done = false;
    // Before anything is begun there: a store that is refused leaves the other target as it was.
    const place = to.objects === undefined ? null : await FilledStore.at(to.objects, options.tell);
    if (to.database !== undefined) {
      target = await rowTarget(to.database, options.clock);
      done = (await target.isComplete()) && (await factIn(to.database)) === origin.state;
      const again = done || (await target.begin(origin));
      if (again) options.tell(done ? 'the move is done already: comparing' : 'going on with an unfinished move');
    }
    filled = await place?.();
    const mark = `move-${record.id}`;
    const keptBefore = await filled?.begin(mark, notesOf(record));

    const progress = new Progress(options.tell);
    if (target && !done) await copyAllRows(rows, target, progress);
    const moved = filled ? await copyAllObjects(store, filled.store, keptBefore === true, progress) : null;
    const compared =
      target && to.database !== undefined
        ? await compareAll(source, done ? null : target, to.database, progress)
        : null;
    await refuseUsed(await source.open(), record);
    const missing = await missingObjects(await source.open(), moved?.ids ?? null, store);
    // The store first: a database that is complete would be served.
    await filled?.finish(mark, notesOf(record));
    if (!done) await target?.finish();
    return { rows: compared, objects: moved && { ...moved.totals }, missing };
  } finally {
    await target?.close();
    filled?.store.close();
    store?.close();
    await source.close();
    held.close();
  }
}

/** It would be among the files of the source. @throws OperatorError */
function refuseNested(source: string | null, url: string | undefined): void {
  if (source === null || url?.startsWith('file:') !== true) return;
  const target = path.resolve(pathOfFileUrl(url));
  if (!isWithin(source, target)) return;
  throw new OperatorError(
    `The folder ${target} is within the object store ${source}; name one outside of it. Nothing was changed.`,
  );
}

/** The source, each time as it is by then. */
class Reopened {
  #opened: RowSource | undefined;

  constructor(private readonly url: string) {}

  async open(): Promise<RowSource> {
    await this.close();
    return (this.#opened = await openSource(this.url));
  }

  async close(): Promise<void> {
    await this.#opened?.close();
    this.#opened = undefined;
  }
}

async function copyAllRows(source: RowSource, target: RowTarget, progress: Progress): Promise<void> {
  let copied = 0;
  await copyRows(source, target, (rows, table) => {
    copied += rows;
    progress.at(() => `copied ${copied} rows (${table})`);
  });
}

async function copyAllObjects(source: ObjectStore, target: ObjectStore, again: boolean, progress: Progress) {
  const ids = new Set<string>();
  let [bytes, kept] = [0, 0];
  await copyObjects(source, target, again, (copied) => {
    ids.add(copied.id);
    bytes += copied.size;
    if (copied.kept) kept += 1;
    progress.at(() => `copied ${ids.size} objects, ${(bytes / 2 ** 20).toFixed(0)} MiB`);
  });
  return { ids, totals: { objects: ids.size, bytes, kept } };
}

async function factIn(url: string): Promise<string | null> {
  const source = await openSource(url);
  try {
    return await source.fact(pairFact);
  } finally {
    await source.close();
  }
}

/**
 * Compares every row with the source as it is by now; what is of an earlier state of it is copied once more.
 * @param target `null` if it is finished
 */
async function compareAll(source: Reopened, target: RowTarget | null, targetUrl: string, progress: Progress) {
  for (let attempt = 1; ; attempt += 1) {
    const rows = await source.open();
    const copy = await openSource(targetUrl);
    try {
      let read = 0;
      const { different, ...totals } = await compareRows(rows, copy, (count, table) => {
        read += count;
        progress.at(() => `compared ${read} rows (${table})`);
      });
      const numbered = await sameNumbers(rows, copy);
      if (different.length === 0 && numbered) return totals;
      const names = different.map(({ name }) => name).join(', ');
      if (target === null)
        throw new OperatorError(
          `The target database has been used, or the source has: they differ (${names || 'numbers'}). Nothing was changed.`,
        );
      if (attempt === 2)
        throw new OperatorError(
          `The source was changed while it was copied (${names || 'numbers'}): stop everything that uses it, and run the same command again.`,
        );
      for (const table of different) await target.forget(table);
      await copyRows(rows, target, () => undefined);
    } finally {
      await copy.close();
    }
  }
}

/** @throws OperatorError if a server has used the source meanwhile */
async function refuseUsed(source: RowSource, record: StoreRecord): Promise<void> {
  if ((await source.fact(pairFact)) !== recordText(record))
    throw new OperatorError(
      'A server was started on the source during the move: stop it, and run the same command again.',
    );
}

/** @param present what was found in the store; `null` if nobody looked */
async function missingObjects(
  source: RowSource,
  present: ReadonlySet<string> | null,
  store: ObjectStore,
): Promise<number> {
  const named = await source.namedObjects();
  if (named.size === 0) return 0;
  const there = new Set(present ?? []);
  if (present === null) for await (const { id } of store.list()) there.add(id);
  let missing = 0;
  for (const id of named) if (!there.has(id)) missing += 1;
  return missing;
}
