import { setImmediate as turn } from 'node:timers/promises';
import { Commits } from '../../../src/platform/database/sqlite/commits.js';
import type { DurableLog } from '../../../src/platform/database/sqlite/log-file.js';
import type { Readership } from '../../../src/platform/database/sqlite/readers.js';
import { WriteQueue } from '../../../src/platform/database/sqlite/write-queue.js';
import type { WriteBorders, WriteLimits } from '../../../src/platform/database/sqlite/write-queue.js';

/** A database that is a list of words, with borders and syncs that are recorded. */
export class Words
  implements WriteBorders, Readership, Pick<DurableLog, 'sync' | 'rewrite' | 'requirePlace' | 'leftOver'>
{
  readonly leftOver = false;
  readonly calls: string[] = [];
  committed: string[] = [];
  /** What is still there when the power goes. */
  onDisk: string[] = [];
  /** What readers see. */
  shown: string[] = [];
  words: string[] = [];
  /** Borders and syncs that fail, once each. */
  readonly failing = new Map<string, Error>();
  /** What each sync waits for. */
  syncing: () => Promise<unknown> = () => turn();
  othersWrote = false;
  #marks: string[][] = [];
  #open = false;
  #held = false;
  #before: readonly string[] = [];

  begin = () => {
    this.#call('begin');
    this.#open = true;
    this.words = [...this.committed];
  };
  commit = () => {
    this.#call('commit');
    this.#open = false;
    this.committed = [...this.words];
  };
  rollback = () => {
    this.#call('rollback');
    this.giveUp();
  };
  savepoint = () => {
    this.#call('savepoint');
    this.#marks.push([...this.words]);
  };
  release = () => {
    this.#call('release');
    this.#marks.pop();
  };
  undo = () => {
    this.#call('undo');
    this.words = [...(this.#marks.at(-1) ?? [])];
  };
  isOpen = () => this.#open;

  sync = async () => {
    const written = [...this.committed];
    await this.syncing();
    this.#call('sync');
    this.onDisk = written;
  };
  rewrite = async () => {
    this.#call('rewrite');
    await this.sync();
  };

  requirePlace = () => {
    this.#fail('require place');
  };

  stay = () => {
    this.#held = true;
  };
  beforeCommit = () => {
    this.#before = this.committed;
  };
  afterCommit = () => {
    this.#fail('after commit');
    if (!this.#held) this.shown = [...this.committed];
    return this.committed.length > this.#before.length;
  };
  look = () => {
    const seen = [...this.committed];
    return {
      show: (keep: boolean) => {
        this.shown = seen;
        this.#held = keep;
        this.othersWrote = false;
      },
      drop: () => undefined,
    };
  };
  showAll = () => {
    this.#held = false;
    this.shown = [...this.committed];
  };

  /** As SQLite does when the disk is full. */
  giveUp(): void {
    this.#open = false;
    this.#marks = [];
    this.words = [...this.committed];
  }

  /** How often something was called. */
  count(name: string): number {
    return this.calls.filter((call) => call === name).length;
  }

  #call(name: string): void {
    this.calls.push(name);
    this.#fail(name);
  }

  #fail(name: string): void {
    const failure = this.failing.get(name);
    this.failing.delete(name);
    if (failure !== undefined) throw failure;
  }
}

export function queueOf(words: Words, limits: Partial<WriteLimits> = {}, told = () => undefined): WriteQueue {
  const commits = new Commits({ log: words, readers: words, told });
  return new WriteQueue({
    ...{ borders: words, commits },
    limits: { groupSize: 64, groupMs: 10_000, holdMs: 10_000, ...limits },
  });
}

/** A transaction that writes one word, in a turn of its own. */
export async function transaction(queue: WriteQueue, words: Words, word: string, synced: boolean): Promise<void> {
  const hold = await queue.begin(synced);
  await Promise.resolve();
  hold.run(() => words.words.push(word));
  await hold.commit();
}

export const full = new Error('disk is full');
