import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Clock } from '../../platform/clock.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { RollbackError } from '../../platform/outage.js';
import { problem } from '../../platform/problems.js';
import { worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import type { MountAccess } from '../access.js';
import type { Authority } from '../issuers/authority.js';
import type { CertificateCounts, StoredCounts } from './stored-counts.js';
import {
  allTasks,
  anyTask,
  autoTidyFault,
  defaultAutoTidyConfig,
  defaultTidyParameters,
  tidyParametersFault,
} from './tidy-parameters.js';
import type { AutoTidyConfig, ParameterFault, TidyParameters } from './tidy-parameters.js';
import { nextOf } from './tidy.job.js';
import { tidyJobKind } from './tidy.job-kind.js';
import { isAtWork } from './tidy.store.js';
import type { TidyRecord, TidyStore } from './tidy.store.js';

/** A run as callers see it, or that there was none. */
export interface TidyStatus {
  readonly mountId: string;
  readonly mountPath: string;
  /** Null before the first run and the first configuration. */
  readonly record: TidyRecord | null;
  /** Null where they are not maintained. */
  readonly counts: CertificateCounts | null;
  /** Without what a server waits after its start. */
  readonly nextAt: Date | null;
}

export interface TidyAnswer {
  readonly status: TidyStatus;
  readonly warnings: readonly Said[];
}

/** Whether a run began, and what is said about it. */
export interface StartedTidy extends TidyAnswer {
  readonly started: boolean;
}

/** Some parameters; absent and null ones are the default, or do not change. */
export type GivenTidy = { readonly [Name in keyof TidyParameters]?: TidyParameters[Name] | null | undefined };
export type GivenAutoTidy = { readonly [Name in keyof AutoTidyConfig]?: AutoTidyConfig[Name] | null | undefined };

/** Removing from a mount what has expired (Vault API, PKI: "Tidy"). */
export class Tidies {
  constructor(
    private readonly deps: {
      readonly access: MountAccess;
      readonly changes: RecordedChanges;
      readonly store: TidyStore;
      readonly counts: StoredCounts;
      readonly jobs: JobStore;
      readonly clock: Clock;
      /** Wakes the job runner. */
      readonly wake: () => void;
    },
  ) {}

  /** Begins a run, which goes on by itself, unless one is at work. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async start(caller: Caller, mount: string, given: GivenTidy): Promise<StartedTidy> {
    const authority = await this.deps.access.to(caller, mount, 'tidy', 'update');
    const parameters = merged(defaultTidyParameters, given);
    refuse(tidyParametersFault(parameters));
    const { changes, store, jobs, clock } = this.deps;
    const { id } = authority.mount;
    const started = await changesOrNothing(() =>
      changes.make(caller, 'mount.tidy', async (tx) => {
        const begun = await store.begin(tx, id, parameters, { automatic: false, now: clock.now() });
        if (!begun) throw new NothingToDo();
        await jobs.schedule(tx, { kind: tidyJobKind, subject: id });
        return { result: true, target: targetOf(authority), details: changedOf(defaultTidyParameters, parameters) };
      }),
    );
    const status = await this.#status(authority);
    if (!started) return { status, started: false, warnings: ['Tidy operation already in progress.'] };
    this.deps.wake();
    return {
      status,
      started: true,
      warnings: [
        anyTask(parameters)
          ? "Tidy operation successfully started. Any information from the operation will be printed to the server's logs."
          : worded`Manual tidy requested but no tidy operations were set. Enable at least one tidy operation to be run (${allTasks}).`,
      ],
    };
  }

  /** Ends the run that is at work after its present step. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async cancel(caller: Caller, mount: string): Promise<TidyAnswer & { readonly cancelled: boolean }> {
    const authority = await this.deps.access.to(caller, mount, 'tidy-cancel', 'update');
    const { changes, store } = this.deps;
    const cancelled = await changes.make(caller, 'mount.tidy-cancel', async (tx) => {
      const found = await store.cancel(tx, authority.mount.id);
      return { result: found, target: targetOf(authority), details: { atWork: found } };
    });
    const none = 'Tidy operation cannot be cancelled as none is currently running.';
    const status = await this.#status(authority);
    return { status, cancelled, warnings: cancelled ? [] : [none] };
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async status(caller: Caller, mount: string): Promise<TidyStatus> {
    const authority = await this.deps.access.to(caller, mount, 'tidy-status', 'read');
    return this.#status(authority);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async configuration(caller: Caller, mount: string): Promise<AutoTidyConfig> {
    const { mount: found } = await this.deps.access.to(caller, mount, 'config/auto-tidy', 'read');
    return (await this.deps.store.find(found.id))?.config ?? defaultAutoTidyConfig;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async configure(caller: Caller, mount: string, given: GivenAutoTidy): Promise<AutoTidyConfig> {
    const authority = await this.deps.access.to(caller, mount, 'config/auto-tidy', 'update');
    const { changes, store, jobs, clock } = this.deps;
    const { id } = authority.mount;
    const config = await changes.make(caller, 'mount.autoTidy', async (tx) => {
      const record = await store.findIn(tx, id);
      const before = record?.config ?? defaultAutoTidyConfig;
      const after = merged(before, given);
      refuse(autoTidyFault(after));
      // The first run is an interval after it was enabled.
      const begins = after.enabled && !before.enabled;
      const restingSince = record && !begins ? record.restingSince : clock.now();
      await store.configure(tx, id, after, restingSince);
      const next = nextOf({ config: after, restingSince });
      if (next && !(record && isAtWork(record)))
        await jobs.schedule(tx, { kind: tidyJobKind, subject: id, dueAt: next });
      return { result: after, target: targetOf(authority), details: changedOf(before, after) };
    });
    this.deps.wake();
    return config;
  }

  async #status({ mount }: Authority): Promise<TidyStatus> {
    const record = await this.deps.store.find(mount.id);
    const counted = record?.config.maintainStoredCertificateCounts === true;
    const resting = record && !isAtWork(record) ? nextOf(record) : undefined;
    return {
      mountId: mount.id,
      mountPath: mount.path,
      record,
      counts: counted ? await this.deps.counts.of(mount.id) : null,
      nextAt: resting ?? null,
    };
  }
}

/** Ends the transaction of a change that finds nothing to do. */
class NothingToDo extends RollbackError {}

async function changesOrNothing<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof NothingToDo) return undefined;
    throw error;
  }
}

const targetOf = ({ mount }: Authority) => ({ type: 'mount' as const, id: mount.id, name: mount.path });

function refuse(fault: ParameterFault | undefined): void {
  if (fault) throw problem('INVALID_INPUT', fault.message, [fault.field]);
}

/** The parameters with the given ones replaced. */
function merged<Parameters extends object>(
  parameters: Parameters,
  given: { readonly [Name in keyof Parameters]?: Parameters[Name] | null | undefined },
): Parameters {
  const result = { ...parameters };
  for (const name of Object.keys(parameters)) {
    const value: unknown = Reflect.get(given, name);
    if (value !== undefined && value !== null) Reflect.set(result, name, value);
  }
  return result;
}
