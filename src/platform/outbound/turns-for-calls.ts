import type { Ending } from './call-end.js';
import { OutboundFailure } from './outbound-failure.js';

/**
 * How many calls go on at once: in total, and to one host, so that a slow one does not take the turns of the others. Those that find no turn wait for one, in
 * order, until their call ends.
 */
export class TurnsForCalls {
  readonly #ofHost = new Map<string, number>();
  readonly #waiting: { readonly host: string; readonly begin: () => void }[] = [];
  #all = 0;

  constructor(
    private readonly limits: { readonly atOnce: number; readonly perHost: number; readonly waiting: number },
  ) {}

  /** @throws OutboundFailure `busy` if too many wait already; why the call has ended */
  async during<T>(host: string, call: Ending, work: () => Promise<T>): Promise<T> {
    await this.#turn(host, call);
    try {
      return await work();
    } finally {
      this.#end(host);
    }
  }

  async #turn(host: string, call: Ending): Promise<void> {
    call.throwIfEnded();
    if (this.#hasRoom(host)) {
      this.#begin(host);
      return;
    }
    if (this.#waiting.length >= this.limits.waiting) {
      throw new OutboundFailure('busy', `too many calls are under way; ${host} was not called`);
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (reason: Error) => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(reason);
      };
      const waiter = {
        host,
        begin: () => {
          call.forget(giveUp);
          this.#begin(host);
          resolve();
        },
      };
      this.#waiting.push(waiter);
      call.whenEnded(giveUp);
    });
  }

  #hasRoom(host: string): boolean {
    return this.#all < this.limits.atOnce && (this.#ofHost.get(host) ?? 0) < this.limits.perHost;
  }

  #begin(host: string): void {
    this.#all += 1;
    this.#ofHost.set(host, (this.#ofHost.get(host) ?? 0) + 1);
  }

  #end(host: string): void {
    this.#all -= 1;
    const left = (this.#ofHost.get(host) ?? 1) - 1;
    if (left > 0) this.#ofHost.set(host, left);
    else this.#ofHost.delete(host);
    const next = this.#waiting.findIndex((waiter) => this.#hasRoom(waiter.host));
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.begin();
  }
}
