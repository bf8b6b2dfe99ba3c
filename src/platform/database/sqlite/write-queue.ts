import { setImmediate as nextTurn } from 'node:timers/promises';
import { HeldTransaction } from './held-transaction.js';
import type { Hold } from './held-transaction.js';
import { OutageError, outageOf } from '../../outage.js';
import type { Outage } from '../../outage.js';
import type { Commits, Group } from './commits.js';
import type { Ended, Member } from './member.js';

/** The borders that the queue moves; all synchronous, on the one connection that writes. */
export interface WriteBorders {
  begin(): void;
  commit(): void;
  rollback(): void;
  savepoint(): void;
  /** Keeps what happened since `savepoint`. */
  release(): void;
  /** Undoes what happened since `savepoint`. */
  undo(): void;
  /** False when SQLite has rolled everything back by itself, as it does when the disk is full. */
  isOpen(): boolean;
}

export interface WriteLimits {
  /** Writes and transactions that share one commit, at most. */
  readonly groupSize: number;
  /** Milliseconds after which nothing more joins a group. */
  readonly groupMs: number;
  /** Milliseconds after which a transaction that nobody ended is rolled back. The last resort: Prisma's own timeout comes first. */
  readonly holdMs: number;
}

export const defaultWriteLimits: WriteLimits = { groupSize: 64, groupMs: 20, holdMs: 600_000 };

/** SQLite gave up the whole transaction: disk full, I/O error, out of memory. */
export class GroupLost extends OutageError {
  override readonly name = 'GroupLost';
  readonly outage: Outage;
  /** @param reason of the statement that it happened to, where that is known */
  constructor(reason?: unknown) {
    super('the database rolled back a group of writes: the disk may be full or failing', { cause: reason });
    this.outage = outageOf(reason) ?? 'full';
  }
}

interface OpenGroup extends Group {
  /** Nobody in it has a savepoint. */
  bare: boolean;
}

/**
 * One queue for every write and every transaction. Those that wait together run in one transaction, each kept or undone as a whole, and commit
 * together; each is answered only after that commit is on disk, failures too, since a row that is not on disk yet may have caused them.
 *
 * A transaction that joined a group delays the answers of those before it, so a group is bounded in size and time.
 *
 * What need not be synced is committed without a sync where nothing else waits. The next sync takes it along, so what is lost with the power is always the end of
 * what happened.
 */
export class WriteQueue {
  readonly #waiting: Member[] = [];
  readonly #between: (() => Promise<void>)[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  /** @param deps.take begins a transaction when no other process has one; absent where there is none */
  constructor(
    private readonly deps: {
      readonly borders: WriteBorders;
      readonly commits: Pick<Commits, 'ready' | 'commit' | 'settled'>;
      readonly limits: WriteLimits;
      readonly take?: (begin: () => void) => Promise<void>;
    },
  ) {}

  /**
   * Runs one write, which changes nothing but the database: it may be run twice. Resolves with what `work` returns, once it is committed, and on disk unless
   * `synced` is false.
   * @param trailing runs at the end of its group, once for all who have it. Nobody's write fails with it, unless SQLite gives up the whole group.
   */
  write<T>(work: () => T, synced = true, trailing: Member['trailing'] = []): Promise<T> {
    const { promise, resolve, reject } = settleable<T>();
    const perform = (): Ended => {
      try {
        const value = work();
        return {
          keep: true,
          tell: () => {
            resolve(value);
          },
        };
      } catch (error) {
        return {
          keep: false,
          reason: error,
          tell: () => {
            reject(error);
          },
        };
      }
    };
    this.#enqueue({ perform, fail: reject, repeatable: true, synced, trailing });
    return promise;
  }

  /** Resolves when it is this transaction's turn; from then on, and until it ends, the writer is its own. */
  begin(synced = true): Promise<Hold> {
    const { promise, resolve, reject } = settleable<Hold>();
    const { borders, limits } = this.deps;
    const { holdMs } = limits;
    this.#enqueue(
      new HeldTransaction({ isOpen: () => borders.isOpen(), holdMs, synced, begun: resolve, refused: reject }),
    );
    return promise;
  }

  /** Runs `work` while everybody has been told and nothing is begun. Rejects as `work` does. */
  async between(work: () => Promise<void>): Promise<void> {
    if (this.#closed) return;
    await new Promise<void>((resolve, reject) => {
      this.#between.push(() => this.deps.commits.settled().then(work).then(resolve, reject));
      this.#draining ??= this.#drain();
    });
  }

  /** Refuses what comes from now on and resolves when everything accepted has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    await this.deps.commits.settled();
  }

  #enqueue(member: Member): void {
    if (this.#closed) {
      member.fail(new Error('the database is closed'));
      return;
    }
    this.#waiting.push(member);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    do {
      await this.#gathered();
      for (let work = this.#between.shift(); work !== undefined; work = this.#between.shift()) await work();
      if (this.#waiting.length > 0) await this.#runGroup();
    } while (this.#waiting.length > 0 || this.#between.length > 0);
    this.#draining = undefined;
  }

  /**
   * Turns of the event loop pass until one brings nobody else: what arrives together then commits together. Requests that wait for something outside come back
   * over several turns, and a commit of its own for each of them costs more than the wait.
   */
  async #gathered(): Promise<void> {
    const { groupSize, groupMs } = this.deps.limits;
    const startedAt = performance.now();
    let known = 0;
    await nextTurn();
    while (this.#waiting.length > known && known < groupSize && performance.now() - startedAt < groupMs) {
      known = this.#waiting.length;
      await nextTurn();
    }
  }

  async #runGroup(): Promise<void> {
    const { borders, commits, limits } = this.deps;
    const members: Member[] = [];
    try {
      // Of a group whose rollback failed.
      if (borders.isOpen()) borders.rollback();
      await commits.ready((work) => this.#alone(work));
      const synced = this.#waiting.some((member) => member.synced);
      const group: OpenGroup = { members, endings: [], synced, bare: true };
      const startedAt = performance.now();
      await this.#begin();
      for (let member = this.#next(group); member !== undefined; member = this.#next(group)) {
        members.push(member);
        await this.#join(group, member);
        if (members.length >= limits.groupSize || performance.now() - startedAt >= limits.groupMs) break;
      }
      this.#trail(group);
      commits.commit(group, () => {
        borders.commit();
      });
    } catch (reason) {
      // When the writer cannot be had at all, the waiting callers would only wait for it again, one after the other.
      if (members.length === 0) members.push(...this.#waiting.splice(0, limits.groupSize));
      this.#giveUp(members, reason);
    }
  }

  /** The writer is taken, but writes nothing. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const { borders } = this.deps;
    await this.#begin();
    try {
      await work();
    } finally {
      borders.rollback();
    }
  }

  async #begin(): Promise<void> {
    const { borders, take } = this.deps;
    const begin = () => {
      borders.begin();
    };
    if (take) await take(begin);
    else begin();
  }

  /** What must be synced begins a group of its own. */
  #next(group: OpenGroup): Member | undefined {
    const [next] = this.#waiting;
    return next?.synced === true && !group.synced ? undefined : this.#waiting.shift();
  }

  /** Notifies all callers, even if the rollback fails too: the next group tries that again, and a caller that is not notified would wait forever. */
  #giveUp(members: readonly Member[], reason: unknown): void {
    const { borders } = this.deps;
    try {
      if (borders.isOpen()) borders.rollback();
    } catch {
      // `begin` says so to those who come next.
    }
    for (const member of members) member.fail(reason);
  }

  /**
   * Writes do without a savepoint as long as none of them fails: what SQLite keeps aside to undo a write of a dozen pages costs half as much as the
   * write. When one fails, all begin again, each with a savepoint of its own.
   */
  async #join(group: OpenGroup, member: Member): Promise<void> {
    const { borders } = this.deps;
    // A caller that needs several turns for its part still does it once.
    group.bare &&= member.repeatable;
    if (!group.bare) {
      group.endings.push(await this.#runMember(member));
      return;
    }
    const part = member.perform();
    const ended = part instanceof Promise ? await part : part;
    if (!borders.isOpen()) throw new GroupLost(ended.reason);
    group.endings.push(ended);
    if (ended.keep) return;
    group.bare = false;
    borders.rollback();
    await this.#begin();
    group.endings.length = 0;
    for (const each of group.members) group.endings.push(await this.#runMember(each));
  }

  #trail({ members, endings }: OpenGroup): void {
    const { borders } = this.deps;
    const kept = members.filter((_member, place) => endings[place]?.keep);
    for (const work of new Set(kept.flatMap(({ trailing }) => trailing))) {
      borders.savepoint();
      try {
        work();
      } catch (reason) {
        if (!borders.isOpen()) throw new GroupLost(reason);
        borders.undo();
      }
      borders.release();
    }
  }

  async #runMember(member: Member): Promise<Ended> {
    const { borders } = this.deps;
    borders.savepoint();
    const part = member.perform();
    const ended = part instanceof Promise ? await part : part;
    if (!borders.isOpen()) throw new GroupLost(ended.reason);
    if (!ended.keep) borders.undo();
    borders.release();
    return ended;
  }
}

function settleable<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  let settle: [(value: T) => void, (reason: unknown) => void] | undefined;
  const promise = new Promise<T>((...both) => {
    settle = both;
  });
  if (settle === undefined) throw new Error('a promise runs its executor at once');
  return { promise, resolve: settle[0], reject: settle[1] };
}
