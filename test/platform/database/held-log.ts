import { LogFile } from '../../../src/platform/database/sqlite/log-file.js';
import type { DurableLog } from '../../../src/platform/database/sqlite/log-file.js';

/** A log whose syncs wait or fail as the test says. */
export class HeldLog implements DurableLog {
  syncs = 0;
  rewrites = 0;
  hold: Promise<void> = Promise.resolve();
  failure: Error | null = null;
  readonly #real: LogFile;

  constructor(file: string) {
    this.#real = new LogFile(file);
  }

  get leftOver(): boolean {
    return this.#real.leftOver;
  }

  async sync(): Promise<void> {
    this.syncs += 1;
    await this.hold;
    if (this.failure) throw this.failure;
    await this.#real.sync();
  }

  async rewrite(): Promise<void> {
    this.rewrites += 1;
    if (this.failure) throw this.failure;
    await this.#real.rewrite();
  }

  requirePlace(): void {
    this.#real.requirePlace();
  }

  salts(): string | null {
    return this.#real.salts();
  }

  close(): void {
    this.#real.close();
  }
}

export const inputOutput = Object.assign(new Error('i/o error'), { code: 'EIO' });
