import { WaitingLine } from '../../waiting-line.js';
import type { Work } from '../../work/work.js';

/** No connection became free in time. The words are those of the driver. */
const noneInTime = 'timeout exceeded when trying to connect';

/**
 * Who has the connections of a pool. Statements that wait for a lock hold one, and everybody may have a hundred of them at one row: so those who wait take turns by
 * account, and no account has the last few, which are left for all others. Parts of an account, such as its restricted tokens, are accounts by themselves, which
 * it can make as many of as it likes: together they have not all either.
 */
export class ConnectionTurns {
  readonly #ofPart = new Map<string, number>();
  readonly #ofAccount = new Map<string, number>();
  readonly #line = new WaitingLine<void>();
  readonly #mostOfPart: number;
  readonly #mostOfAccount: number;
  #taken = 0;

  /** @param deps.waitMs how long one may wait */
  constructor(private readonly deps: { readonly size: number; readonly waitMs: number }) {
    this.#mostOfPart = deps.size - Math.max(1, Math.floor(deps.size / 5));
    this.#mostOfAccount = deps.size - Math.max(1, Math.floor(deps.size / 10));
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
    add(this.#ofPart, account, -1);
    add(this.#ofAccount, wholeOf(account), -1);
    this.#line.next((each) => this.#hasRoom(each))?.resolve();
  }

  #hasRoom(account: string): boolean {
    if (this.#taken >= this.deps.size) return false;
    return (
      account === nobody ||
      ((this.#ofPart.get(account) ?? 0) < this.#mostOfPart &&
        (this.#ofAccount.get(wholeOf(account)) ?? 0) < this.#mostOfAccount)
    );
  }

  #begin(account: string): void {
    this.#taken += 1;
    add(this.#ofPart, account, 1);
    add(this.#ofAccount, wholeOf(account), 1);
  }
}

function add(counts: Map<string, number>, name: string, more: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + more;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/** What the server does for itself, for several at once, or to learn who calls. */
const nobody = '';

const accountOf = (work: Work | undefined): string => work?.account ?? nobody;

/** The account that a part such as `user-1 token-2` is of. */
const wholeOf = (account: string): string => account.split(' ', 1).join('');
