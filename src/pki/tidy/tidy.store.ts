import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { TidyRow } from '../../platform/database/models.js';
import { isRecord } from '../../platform/is-record.js';
import { RollbackError } from '../../platform/outage.js';
import { stored } from '../config/stored.js';
import { defaultAutoTidyConfig, defaultTidyParameters } from './tidy-parameters.js';
import type { AutoTidyConfig, TidyParameters } from './tidy-parameters.js';
import { added, atBeginning, noCounts } from './tidy-progress.js';
import type { TidyCounts, TidyProgress } from './tidy-progress.js';

const tidyStates = ['inactive', 'running', 'cancelling', 'finished', 'error', 'cancelled'] as const;
export type TidyState = (typeof tidyStates)[number];

/** The configuration of a mount and its last run, read. */
export interface TidyRecord {
  readonly mountId: string;
  readonly config: AutoTidyConfig;
  readonly restingSince: Date;
  readonly state: TidyState;
  readonly step: bigint;
  readonly automatic: boolean;
  readonly parameters: TidyParameters;
  readonly progress: TidyProgress;
  readonly error: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly automaticEndedAt: Date | null;
}

export const isAtWork = ({ state }: Pick<TidyRecord, 'state'>): boolean =>
  state === 'running' || state === 'cancelling';
const atWork = { in: ['running', 'cancelling'] };

/** Numbers and texts that may be null. */
function nullable<T extends object>(
  read: T,
  text: string,
  fields: Readonly<Record<keyof T & string, 'number' | 'string'>>,
): T {
  const given: unknown = JSON.parse(text);
  const result = { ...read };
  if (!isRecord(given)) return result;
  for (const [name, kind] of Object.entries(fields))
    if (typeof given[name] === kind || given[name] === null) Reflect.set(result, name, given[name]);
  return result;
}

const buffer = (text: string): Pick<TidyParameters, 'revokedSafetyBuffer'> =>
  nullable({ revokedSafetyBuffer: null }, text, { revokedSafetyBuffer: 'number' });

function progressOf(text: string): TidyProgress {
  const { checked, counts } = stored<Pick<TidyProgress, 'checked' | 'counts'>>({ checked: 0, counts: noCounts }, text);
  const place = nullable({ part: null, cursor: null }, text, { part: 'string', cursor: 'string' });
  return { ...place, checked, counts: stored(noCounts, JSON.stringify(counts)) };
}

function recordOf(row: TidyRow): TidyRecord {
  const { config, parameters, progress, state, ...rest } = row;
  return {
    ...rest,
    config: { ...stored(defaultAutoTidyConfig, config), ...buffer(config) },
    parameters: { ...stored(defaultTidyParameters, parameters), ...buffer(parameters) },
    progress: progressOf(progress),
    state: tidyStates.find((known) => known === state) ?? 'inactive',
  };
}

/** Another process has gone on with the run, or it was ended. */
class Overtaken extends RollbackError {}

/** The rows of `Tidy`: at most one for a mount, so one run of it at a time. */
export class TidyStore {
  constructor(private readonly deps: { readonly database: Database }) {}

  async find(mountId: string): Promise<TidyRecord | null> {
    return this.#find(this.deps.database.client, mountId);
  }

  /** Of mounts that may have work. */
  async every(): Promise<readonly TidyRecord[]> {
    return (await this.deps.database.client.tidy.findMany()).map(recordOf);
  }

  async findIn(tx: TransactionClient, mountId: string): Promise<TidyRecord | null> {
    return this.#find(tx, mountId);
  }

  async configure(tx: TransactionClient, mountId: string, config: AutoTidyConfig, restingSince: Date): Promise<void> {
    const data = { config: JSON.stringify(config), restingSince };
    await tx.tidy.upsert({ where: { mountId }, create: { mountId, ...data }, update: data });
  }

  /** @returns whether it began; not if another one is at work */
  async begin(
    tx: TransactionClient,
    mountId: string,
    parameters: TidyParameters,
    about: { readonly automatic: boolean; readonly now: Date },
  ): Promise<boolean> {
    const { automatic, now } = about;
    // So that there is a row, and one who writes to it.
    await tx.tidy.upsert({ where: { mountId }, create: { mountId, restingSince: now }, update: { mountId } });
    const { count } = await tx.tidy.updateMany({
      where: { mountId, NOT: { state: atWork } },
      data: {
        state: 'running',
        automatic,
        startedAt: now,
        finishedAt: null,
        error: null,
        restingSince: now,
        parameters: JSON.stringify(parameters),
        progress: JSON.stringify(atBeginning),
        step: { increment: 1 },
      },
    });
    return count > 0;
  }

  /** @returns whether there is a run to cancel */
  async cancel(tx: TransactionClient, mountId: string): Promise<boolean> {
    const { count } = await tx.tidy.updateMany({
      where: { mountId, state: atWork },
      data: { state: 'cancelling' },
    });
    return count > 0;
  }

  /**
   * One step: the change, and the note that it was made. What the power takes of both is done again.
   * @returns the record after it; null if the run was cancelled, ended, or went on elsewhere: then nothing changed
   */
  async step(
    record: TidyRecord,
    at: Omit<TidyProgress, 'counts'>,
    change: (tx: TransactionClient) => Promise<Partial<TidyCounts>>,
  ): Promise<TidyRecord | null> {
    const { mountId, step } = record;
    try {
      return await this.deps.database.background.transaction(async (tx) => {
        const mine = { mountId, step, state: 'running' };
        const { count } = await tx.tidy.updateMany({ where: mine, data: { step: step + 1n } });
        if (count === 0) throw new Overtaken();
        const progress = { ...at, counts: added(record.progress.counts, await change(tx)) };
        await tx.tidy.updateMany({ where: { mountId }, data: { progress: JSON.stringify(progress) } });
        return { ...record, step: step + 1n, progress };
      });
    } catch (error) {
      if (error instanceof Overtaken) return null;
      throw error;
    }
  }

  /** @returns whether it was ended here */
  async end(
    tx: TransactionClient,
    { mountId, step, automatic }: TidyRecord,
    how: { readonly state: TidyState; readonly error: string | null; readonly now: Date },
  ): Promise<boolean> {
    const { state, error, now } = how;
    const { count } = await tx.tidy.updateMany({
      where: { mountId, step, state: atWork },
      data: {
        state,
        error,
        finishedAt: now,
        restingSince: now,
        step: step + 1n,
        ...(automatic && { automaticEndedAt: now }),
      },
    });
    return count > 0;
  }

  async #find(client: TransactionClient, mountId: string): Promise<TidyRecord | null> {
    const row = await client.tidy.findUnique({ where: { mountId } });
    return row && recordOf(row);
  }
}
