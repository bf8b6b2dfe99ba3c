import { OutageError, outageOf } from '../../outage.js';
import { DatabaseFileGone } from './file-in-place.js';
import type { DurableLog } from './log-file.js';
import type { Ended, Member } from './member.js';
import type { Readership } from './readers.js';

/** Those who commit together. */
export interface Group {
  readonly members: Member[];
  readonly endings: Ended[];
  /** Whether anybody of it waits until it is on disk. */
  readonly synced: boolean;
}

interface Committed extends Group {
  readonly wrote: boolean;
}

interface Asked {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Something is committed that may not be on disk: the disk refused it. It may be there again later, so nothing that it refers to may be removed. */
export class SyncFailed extends OutageError {
  override readonly name = 'SyncFailed';
  readonly outage = 'away';
  constructor(reason: unknown) {
    super('the database could not be synced to disk: the disk may be full or failing', { cause: reason });
  }
}

/** What the log held before this process had it. */
const leftOver = new Error('a process ended without saying what is on disk');

/**
 * Tells those who have committed, after a sync that began when their commit was done. Syncs run one after the other, beside the thread: groups go on committing
 * meanwhile, and share the next one. A group that needs no sync is told at once, or with those before it whose sync is under way.
 *
 * A log that is no longer where it was is as good as one that could not be synced.
 *
 * After a failed sync, nobody is told anything else than that, until the log is written again and that is synced. Whoever finds something in the log at its start
 * begins so: the process that wrote it may have ended after a failed sync.
 */
export class Commits {
  #waiting: Committed[] = [];
  #asked: Asked[] = [];
  #running: Promise<void> | null = null;
  #doubt: SyncFailed | DatabaseFileGone | null = null;

  constructor(
    private readonly deps: {
      readonly log: Pick<DurableLog, 'sync' | 'rewrite' | 'requirePlace' | 'leftOver'>;
      readonly readers: Readership;
      /** Called when those who committed have been told. What it throws is no failure of theirs. */
      readonly told?: () => void;
      /** Called at each attempt to write while the log is no longer there, though its database is. */
      readonly logGone?: () => void;
    },
  ) {
    if (deps.log.leftOver) this.#doubt = new SyncFailed(leftOver);
  }

  get inDoubt(): boolean {
    return this.#doubt !== null;
  }

  /** Whether nobody else will find what is in the log: what it holds was synced, and can only be kept by copying it into the database. */
  get logGone(): boolean {
    return this.#doubt instanceof DatabaseFileGone && this.#doubt.part === 'log';
  }

  /** Whether another program wrote to the database. What the log holds does not belong to what it wrote. Looks once more. */
  isOverwritten(): boolean {
    try {
      this.#requirePlace();
    } catch {
      // It is in doubt now.
    }
    return this.#doubt instanceof DatabaseFileGone && this.#doubt.how === 'overwritten';
  }

  /**
   * Before a group begins. Rejects while it is not known what is on disk, or where that will be gone with the process.
   *
   * The look after the sync comes too late for what others acknowledged: a group without the index that they use may be written over their pages, and one that is
   * committed to a deleted log holds readers back, so that nothing of that log can be copied.
   * @param alone runs work while nobody writes
   */
  async ready(alone: (work: () => Promise<void>) => Promise<void>): Promise<void> {
    this.#requirePlace();
    if (this.#doubt === null) return;
    await alone(async () => {
      try {
        await this.#settled();
      } catch (reason) {
        throw this.#doubted(reason);
      }
    });
    this.#doubt = null;
    await this.shown();
  }

  /** What a start finds is served on a full disk too, as far as the system has it: nothing new is written there. */
  async #settled(): Promise<void> {
    const { log } = this.deps;
    try {
      await log.rewrite();
    } catch (reason) {
      if (this.#doubt?.cause !== leftOver || outageOf(reason) !== 'full') throw reason;
      await log.sync();
    }
  }

  /** Commits a group, and tells its members when it is time. */
  commit(group: Group, commit: () => void): void {
    const { readers } = this.deps;
    const pending = this.#running !== null || this.#waiting.length > 0;
    if (group.synced || pending) readers.stay();
    readers.beforeCommit();
    commit();
    this.#waiting.push({ ...group, wrote: this.#wrote() });
    this.#run();
  }

  /** Resolves when everything is on disk, and shown to readers, that is committed by now. */
  shown(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#run();
    });
  }

  /** Resolves when everybody has been told. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  #run(): void {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
      if (this.#waiting.length > 0 || this.#asked.length > 0) this.#run();
    });
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0 || this.#asked.length > 0) {
      const groups = this.#waiting.splice(0);
      const asked = this.#asked.splice(0);
      try {
        await this.#show(groups, asked.length > 0);
      } catch (reason) {
        const doubt = this.#doubted(reason);
        for (const { members } of groups) for (const member of members) member.fail(doubt);
        for (const { reject } of asked) reject(doubt);
        continue;
      }
      for (const { endings } of groups) for (const ending of endings) ending.tell();
      for (const { resolve } of asked) resolve();
      this.#tellAfterwards();
    }
  }

  #requirePlace(): void {
    try {
      this.deps.log.requirePlace();
    } catch (reason) {
      throw this.#doubted(reason);
    }
  }

  /** What is in doubt for another reason than a file that is gone stays so until the log is written again. */
  #doubted(reason: unknown): SyncFailed | DatabaseFileGone {
    const failed = reason instanceof DatabaseFileGone || reason instanceof SyncFailed ? reason : new SyncFailed(reason);
    if (this.#doubt === null || this.#doubt instanceof DatabaseFileGone) this.#doubt = failed;
    if (this.logGone) this.deps.logGone?.();
    return failed;
  }

  /** Whatever fails here, the commit is done, and its members hear of it after its sync. */
  #wrote(): boolean {
    try {
      return this.deps.readers.afterCommit();
    } catch {
      return true;
    }
  }

  #tellAfterwards(): void {
    try {
      this.deps.told?.();
    } catch {
      // Those who committed have been told, and those who come next are not concerned.
    }
  }

  async #show(groups: readonly Committed[], asked: boolean): Promise<void> {
    const { log, readers } = this.deps;
    if (this.#doubt !== null) throw this.#doubt;
    if (!asked && !readers.othersWrote && !groups.some(({ synced, wrote }) => synced && wrote)) {
      readers.showAll();
      return;
    }
    const { show, drop } = readers.look();
    try {
      await log.sync();
      log.requirePlace();
      show(this.#waiting.length > 0);
    } catch (reason) {
      drop();
      throw reason;
    }
  }
}
