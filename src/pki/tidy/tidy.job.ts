import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { system } from '../../identity/audit/actor.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { Log } from '../../platform/log/log.js';
import { outageOf } from '../../platform/outage.js';
import { ProblemError, saysNoMount } from '../../platform/problems.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import type { TidyPart, TidySlice } from './tidy-part.js';
import { tidyJobKind } from './tidy.job-kind.js';
import { tidyCountNames } from './tidy-progress.js';
import type { TidyProgress } from './tidy-progress.js';
import { isAtWork } from './tidy.store.js';
import type { TidyRecord, TidyState, TidyStore } from './tidy.store.js';

interface TidyJobDeps {
  readonly database: Database;
  readonly store: TidyStore;
  readonly parts: readonly TidyPart[];
  readonly authorities: AuthorityReader;
  readonly audit: Audit;
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long it works until others that wait for the same runner have their turn, in milliseconds. */
const turnMs = 10_000;
/** A pause is cut into these, so that a cancellation and the end of the server are heard. */
const longestPauseMs = 500;

type Outcome = { readonly record: TidyRecord; readonly done: 'all' | 'turn' } | 'overtaken';

/** Does what is to be tidied in a mount. Everything about a run is in its row, so a run goes on wherever it was interrupted. */
export class TidyJob {
  readonly #startedAt: Date;
  /** How long this server waits after its start before a run may begin by itself, by mount and configuration. */
  readonly #backoffs = new Map<string, number>();

  constructor(private readonly deps: TidyJobDeps) {
    this.#startedAt = deps.clock.now();
  }

  /** For mounts with a run that was interrupted or may begin by itself, at the start of the service. */
  async ensure(): Promise<void> {
    const { store, jobs, clock } = this.deps;
    for (const record of await store.every())
      if (isAtWork(record) || nextOf(record))
        await jobs.ensure({ kind: tidyJobKind, subject: record.mountId, dueAt: clock.now() });
  }

  /** @returns when there is something to do again; nothing if nothing begins by itself */
  async run(mountId: string, signal: AbortSignal): Promise<Date | undefined> {
    const { store, clock } = this.deps;
    const record = await this.#begun(mountId);
    if (record && isAtWork(record)) {
      const goesOn = await this.#work(record, signal);
      if (goesOn) return clock.now();
    }
    const rested = await store.find(mountId);
    return rested && !isAtWork(rested) ? this.#next(rested) : undefined;
  }

  /** The run of a mount, which begins if it is time. */
  async #begun(mountId: string): Promise<TidyRecord | null> {
    const { database, store, clock } = this.deps;
    const record = await store.find(mountId);
    if (!record || isAtWork(record)) return record;
    const next = this.#next(record);
    const now = clock.now();
    if (!next || next > now) return record;
    await database.transaction(async (tx) => {
      const begun = await store.begin(tx, mountId, parametersOf(record), { automatic: true, now });
      if (begun) await this.#record(tx, record.mountId, 'mount.tidy', { automatic: true });
    });
    return store.find(mountId);
  }

  #next(record: TidyRecord): Date | undefined {
    const next = nextOf(record);
    if (!next) return undefined;
    const earliest = new Date(this.#startedAt.getTime() + this.#backoff(record));
    return next < earliest ? earliest : next;
  }

  /** As in Vault: so that not everything begins with the server. */
  #backoff({ mountId, config }: TidyRecord): number {
    const { minStartupBackoffDuration: least, maxStartupBackoffDuration: most } = config;
    const key = `${mountId} ${least} ${most}`;
    const known = this.#backoffs.get(key) ?? (least < most ? randomInt(least, most) : least) * 1000;
    this.#backoffs.set(key, known);
    return known;
  }

  /** @returns whether there is more to do at once */
  async #work(record: TidyRecord, signal: AbortSignal): Promise<boolean> {
    try {
      const outcome = await this.#parts(record, signal);
      if (outcome === 'overtaken') return await this.#endIfCancelled(record.mountId);
      if (outcome.done === 'turn') return true;
      await this.#end(outcome.record, 'finished', null);
    } catch (error) {
      signal.throwIfAborted();
      // What will pass is tried again, from where it was.
      if (outageOf(error) !== null) throw error;
      const failed = await this.deps.store.find(record.mountId);
      if (!failed || !isAtWork(failed)) return false;
      this.deps.log.error({ err: error, mount: record.mountId }, 'tidy failed');
      await this.#end(
        failed,
        'error',
        error instanceof ProblemError ? error.message : 'internal error; see the log of the server',
      );
    }
    return false;
  }

  async #endIfCancelled(mountId: string): Promise<boolean> {
    const now = await this.deps.store.find(mountId);
    if (now?.state === 'cancelling') await this.#end(now, 'cancelled', null);
    // Somebody else goes on with a run that was not cancelled.
    return false;
  }

  async #parts(begun: TidyRecord, signal: AbortSignal): Promise<Outcome> {
    const until = performance.now() + turnMs;
    const wanted = this.deps.parts.filter((part) => part.wanted(begun.parameters));
    const from = Math.max(
      0,
      wanted.findIndex(({ name }) => name === begun.progress.part),
    );
    let record = begun;
    for (const part of wanted.slice(from)) {
      if (record.progress.part !== part.name) {
        const entered = await this.#step(record, { part: part.name, cursor: null, checked: 0 });
        if (!entered) return 'overtaken';
        record = entered;
      }
      for (;;) {
        const authority = await this.#authority(record.mountId);
        if (!authority) return 'overtaken';
        const place = { authority, parameters: record.parameters, now: this.deps.clock.now() };
        const slices = await part.page(place, record.progress.cursor);
        if (slices.length === 0) break;
        for (const slice of slices) {
          signal.throwIfAborted();
          const began = performance.now();
          const done = await this.#slice(record, slice);
          if (!done || !(await this.#rested(done, slice, performance.now() - began, signal))) return 'overtaken';
          record = done;
          if (performance.now() > until) return { record, done: 'turn' };
        }
      }
    }
    return { record, done: 'all' };
  }

  #slice(record: TidyRecord, { cursor, checked, change }: TidySlice): Promise<TidyRecord | null> {
    const { part, checked: before } = record.progress;
    return this.#step(record, { part, cursor, checked: before + checked }, change);
  }

  #step(
    record: TidyRecord,
    at: Omit<TidyProgress, 'counts'>,
    change: TidySlice['change'] = () => Promise.resolve({}),
  ): Promise<TidyRecord | null> {
    return this.deps.store.step(record, at, change);
  }

  /** Others get at least as much time as a step took. @returns false if the run was cancelled in the meantime */
  async #rested(record: TidyRecord, slice: TidySlice, tookMs: number, signal: AbortSignal): Promise<boolean> {
    const asked = record.parameters.pauseMilliseconds * slice.checked;
    for (let left = Math.max(tookMs, asked); left > 0; left -= longestPauseMs) {
      await pause(Math.min(left, longestPauseMs), undefined, { signal });
      const isLong = left > longestPauseMs;
      if (isLong && (await this.deps.store.find(record.mountId))?.state !== 'running') return false;
    }
    return true;
  }

  async #authority(mountId: string): Promise<Authority | null> {
    try {
      return await this.deps.authorities.byId(mountId);
    } catch (error) {
      if (saysNoMount(error)) return null;
      throw error;
    }
  }

  async #end(record: TidyRecord, state: TidyState, error: string | null): Promise<void> {
    const { database, store, clock, log } = this.deps;
    const { counts } = record.progress;
    const done = Object.fromEntries(tidyCountNames.flatMap((name) => (counts[name] > 0 ? [[name, counts[name]]] : [])));
    const ended = await database.transaction(async (tx) => {
      const here = await store.end(tx, record, { state, error, now: clock.now() });
      if (here) await this.#record(tx, record.mountId, 'mount.tidied', { state, ...done });
      return here;
    });
    if (ended) log.info({ mount: record.mountId, state, ...done }, 'tidy ended');
  }

  async #record(
    tx: Parameters<Audit['record']>[0],
    mountId: string,
    action: string,
    details: Parameters<Audit['record']>[4],
  ): Promise<void> {
    const mount = await tx.mount.findUnique({ where: { id: mountId }, select: { path: true } });
    const target = { type: 'mount' as const, id: mountId, ...(mount && { name: mount.path }) };
    await this.deps.audit.record(tx, system('tidy'), action, target, details);
  }
}

/** What an automatic run is asked for. */
const parametersOf = ({ config }: TidyRecord): TidyRecord['parameters'] => config;

/** When a run begins by itself; undefined for never. */
export function nextOf({ config, restingSince }: Pick<TidyRecord, 'config' | 'restingSince'>): Date | undefined {
  if (!config.enabled || config.intervalDuration === 0) return undefined;
  return new Date(restingSince.getTime() + config.intervalDuration * 1000);
}
