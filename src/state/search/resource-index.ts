import { setTimeout as pause } from 'node:timers/promises';
import { text } from '../../platform/database/columns.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { StateVersionId, WorkspaceId } from '../../platform/ids.js';
import { unknownCount } from '../inventory/counted-resources.js';
import { addressesOf, idsOfList, indexSql } from './index-statements.js';
import { indexedAs, shortList } from './short-list.js';
import type { ShortList } from './short-list.js';

/** The resources of a state version, for the index of its workspace. */
export interface IndexSource {
  readonly workspaceId: WorkspaceId;
  readonly stateVersionId: StateVersionId;
  /** Lines of `ResourceTexts.index`, cut anywhere. */
  readonly entries: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** `null` if the content could not be read. */
  readonly managedInstances: bigint | null;
  /** The version that was current right before; nothing where that is not known. */
  readonly after?: StateVersionId | null;
}

/** A statement that finds another version there changes nothing. */
type Current = readonly [WorkspaceId, StateVersionId];

/** Rows that are compared with the present ones at once. */
const pageSize = 1_000;
/** Milliseconds of pause for each millisecond of work: during a long list, requests have the process and the only writer for seven eighths of the time. */
const rest = 7;
const longestRestMs = 1_000;

/** The rows for resource search: the resources of the current state version of every workspace. */
export class ResourceIndex {
  readonly #sql: ReturnType<typeof indexSql>;

  constructor(private readonly deps: { database: Database }) {
    this.#sql = indexSql(deps.database.provider, pageSize);
  }

  /**
   * Makes the index of a workspace show one state version, in writes of limited size; repeated after a crash, the result is the same. It stops when the version
   * is no longer current, and then writes nothing more: the newer version has its own job.
   * @throws the signal's reason
   */
  async apply(source: IndexSource, signal?: AbortSignal): Promise<void> {
    const { workspaceId, stateVersionId } = source;
    const current = [workspaceId, stateVersionId] as const;
    const pace = new Pace(signal);
    const short = await this.writes(source);
    if (short) {
      signal?.throwIfAborted();
      await this.#write(...short);
      return;
    }
    // From its first write on, and until its last one, the rows are those of no version.
    await this.#write({ sql: this.#sql.changing, rows: [[...current]] });
    // If there was nothing before, nothing has to be removed: then no addresses are remembered.
    const before = await this.#page(workspaceId, '');
    const addresses = before.length > 0 ? new Set<string>() : null;
    for await (const line of linesOf(source.entries)) {
      if (!(await this.#isCurrent(current))) return;
      if (addresses) for (const address of addressesOf(line)) addresses.add(address);
      await pace.during(() => this.#write({ sql: this.#sql.upsert, rows: [[idsOfList(), line, ...current]] }));
    }
    if (addresses && !(await this.#removeOthers(current, addresses, pace))) return;
    await this.#write(this.#done(source, null));
  }

  /**
   * The same of a short list in the place of a short one, as a part of a batch: all rows of the list, and none of the others. `null` where either is long. Most
   * versions have the resources of the one before, and write none of them.
   */
  async writes(source: IndexSource): Promise<readonly SqlWrite[] | null> {
    const { workspaceId, stateVersionId } = source;
    const list = heldList(source.entries);
    if (list === null) return null;
    const { line, digest } = list;
    const { after = null } = source;
    const has = [after && indexedAs(after, digest), after];
    const [row] = await this.deps.database.readSql(this.#sql.present, [...has, workspaceId]);
    const before = Number(row?.['count'] ?? 0);
    if (before < 0) return [this.#done(source, digest)];
    if (before >= pageSize) return null;
    const current = [workspaceId, stateVersionId] as const;
    return [
      ...(line === '' ? [] : [{ sql: this.#sql.upsert, rows: [[idsOfList(), line, ...current]] }]),
      ...(before === 0 ? [] : [{ sql: this.#sql.removeOthers, rows: [[...current, line === '' ? '[]' : line]] }]),
      this.#done(source, digest),
    ];
  }

  /** @param digest of the list; `null` where it is written in pieces */
  #done({ workspaceId, stateVersionId, managedInstances }: IndexSource, digest: string | null): SqlWrite {
    const as = digest && indexedAs(stateVersionId, digest);
    const rows = [[stateVersionId, as, managedInstances ?? unknownCount, workspaceId, stateVersionId]];
    return { sql: this.#sql.done, rows };
  }

  /** Reads the present rows and removes those that are not in `addresses`. @returns false if the version is no longer current */
  async #removeOthers(current: Current, addresses: ReadonlySet<string>, pace: Pace): Promise<boolean> {
    const [workspaceId] = current;
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: { id: string; address: string }[] = await this.#page(workspaceId, after);
      if (!(await this.#isCurrent(current))) return false;
      const gone = rows.filter(({ address }) => !addresses.has(address)).map(({ id }) => id);
      if (gone.length > 0) {
        const removal = { sql: this.#sql.remove, rows: [[JSON.stringify(gone), ...current]] };
        await pace.during(() => this.#write(removal));
      }
      after = rows.length < pageSize ? undefined : rows.at(-1)?.address;
    }
    return true;
  }

  async #page(workspaceId: WorkspaceId, after: string): Promise<{ id: string; address: string }[]> {
    const rows = await this.deps.database.client.indexedResource.findMany({
      where: { workspaceId, address: { gt: after } },
      orderBy: { address: 'asc' },
      take: pageSize,
      select: { id: true, address: true },
    });
    return rows;
  }

  async #isCurrent([workspaceId, stateVersionId]: Current): Promise<boolean> {
    const [row] = await this.deps.database.readSql(this.#sql.current, [workspaceId]);
    return row !== undefined && text.orNull(row['currentStateVersionId']) === stateVersionId;
  }

  #write(...batch: readonly SqlWrite[]): Promise<void> {
    return this.deps.database.background.writeSql(batch);
  }
}

/** Works, and then pauses in proportion. */
class Pace {
  #owed = 0;

  constructor(private readonly signal: AbortSignal | undefined) {}

  async during(work: () => Promise<void>): Promise<void> {
    if (this.#owed > 0) await pause(Math.min(this.#owed, longestRestMs));
    this.signal?.throwIfAborted();
    const began = performance.now();
    await work();
    this.#owed = (performance.now() - began) * rest;
  }
}

/** A short list that is in memory; `null` for others. */
function heldList(entries: IndexSource['entries']): ShortList | null {
  if (!Array.isArray(entries)) return null;
  return shortList(Buffer.concat(entries.filter((chunk) => chunk instanceof Uint8Array)).toString());
}

async function* linesOf(bytes: IndexSource['entries']): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of bytes) {
    held += decoder.decode(chunk, { stream: true });
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    yield* lines;
  }
}
