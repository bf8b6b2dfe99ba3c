/** The longest time that a signed certificate waits for others, in milliseconds: a commit takes about as long. */
const longestMs = 2;

/**
 * Certificates that are signed at the same time on other threads are ready one by one. Each waits a moment for the others, so that they are written in one
 * commit: syncing the disk costs more than signing.
 */
export class SigningTogether {
  #underWay = 0;
  #ready: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Signs, and resolves when it is time to write: when nothing is being signed any more, or after a moment. */
  async sign<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    let signed: T;
    try {
      signed = await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#release();
    }
    if (this.#underWay > 0) await this.#others();
    return signed;
  }

  #others(): Promise<void> {
    return new Promise((resolve) => {
      this.#ready.push(resolve);
      this.#timer ??= setTimeout(() => {
        this.#release();
      }, longestMs);
    });
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const resolve of this.#ready.splice(0)) resolve();
  }
}
