import { WaitingLine } from '../../waiting-line.js';
import type { Work } from '../../work/work.js';

/** No connection became free in time. The words are those of the driver. */
const noneInTime = 'timeout exceeded when trying to connect';

/**
 * Who has the connections of a pool. Statements that wait for a lock hold one, and everybody may have a hundred of them at one row: so those who wait take turns by
 * account, and no account has the last few, which are left for all others.
 */
export class ConnectionTurns {
  readonly #of = new Map<string, number>();
  readonly #line = new WaitingLine<void>();
  readonly #mostOfOne: number;
  #taken = 0;

  /** @param deps.waitMs how long one may wait */
  constructor(private readonly deps: { readonly size: number; readonly waitMs: number }) {
    this.#mostOfOne = deps.size - Math.max(1, Math.floor(deps.size / 5));
  }

  /**
   * Takes a turn: a promise if there is none at once. Work that is cancelled meanwhile waits no longer.
   * @throws the reason of the cancellation
   */
  take(work: Work | undefined): Promise<void> | undefined {
    const account = accountOf(work);
    if (this.#hasRoom(account)) {
      this.#begin(account);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const settled = () => {
        clearTimeout(timer);
        forget?.();
      };
      const leave = this.#line.join({
        account,
        resolve: () => {
          settled();
          this.#begin(account);
          resolve();
        },
        reject,
      });
      const giveUp = (reason: Error) => {
        settled();
        leave();
        reject(reason);
      };
      const timer = setTimeout(() => {
        giveUp(new Error(noneInTime));
      }, this.deps.waitMs);
      const forget = work?.stoppable(giveUp);
    });
  }

  /** Gives the turn of that work back, to the next. */
  giveBack(work: Work | undefined): void {
    const account = accountOf(work);
    this.#taken -= 1;
    const left = (this.#of.get(account) ?? 1) - 1;
    if (left > 0) this.#of.set(account, left);
    else this.#of.delete(account);
    this.#line.next((each) => this.#hasRoom(each))?.resolve();
  }

  #hasRoom(account: string): boolean {
    if (this.#taken >= this.deps.size) return false;
    return account === nobody || (this.#of.get(account) ?? 0) < this.#mostOfOne;
  }

  #begin(account: string): void {
    this.#taken += 1;
    this.#of.set(account, (this.#of.get(account) ?? 0) + 1);
  }
}

/** What the server does for itself, for several at once, or to learn who calls. */
const nobody = '';

const accountOf = (work: Work | undefined): string => work?.account ?? nobody;
