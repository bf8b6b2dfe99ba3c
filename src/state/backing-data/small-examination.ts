import { createHash } from 'node:crypto';
import { UnreadableContent } from '../content/problem.js';
import { SmallDocuments } from '../inventory/read-ahead.js';
import { InventoryRun } from '../inventory/read-inventory.js';
import { HeaderExamination, refusal } from './examination.js';
import type { ExaminedState, Examination } from './examination.js';

/**
 * Hash, header and inventory of a small state in one pass on this thread. If it cannot be read like that, or is not small after all, it is examined again for
 * its hash and header alone: what is wrong with the whole of it is said as ever, and what is wrong with its inventory is for the job to say.
 */
export class SmallExamination implements Examination {
  readonly #md5 = createHash('md5');
  readonly #documents = new SmallDocuments();
  readonly #run = new InventoryRun(this.#documents);
  #held: Uint8Array[] = [];
  #size = 0;
  #other: HeaderExamination | null = null;

  /** @param mostBytes that are small */
  constructor(private readonly mostBytes: number) {}

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#other) {
      this.#other.write(chunk);
      return;
    }
    // A copy, because the sender may reuse the buffer.
    this.#held.push(Uint8Array.from(chunk));
    this.#size += chunk.length;
    if (this.#size > this.mostBytes) {
      this.#again();
      return;
    }
    this.#md5.update(chunk);
    await this.#reading(() => this.#run.write(chunk));
  }

  async end(): Promise<ExaminedState> {
    const result = await this.#reading(() => this.#run.end());
    if (this.#other) return this.#other.end();
    const { header } = this.#run;
    if (!result || !header) throw new Error('a state was read to its end, but nothing is known of it');
    if (!header.isState) throw refusal(header.problems, 'state');
    const read = result.readable ? this.#documents.end(result.inventory) : null;
    return { md5: this.#md5.digest('hex'), header: header.header, inventory: null, read };
  }

  discard(): void {
    // Nothing is stored.
  }

  async #reading<T>(step: () => Promise<T>): Promise<T | undefined> {
    if (this.#other) return undefined;
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof UnreadableContent)) throw error;
      this.#again();
      return undefined;
    }
  }

  /** @throws CONTENT_NOT_STATE */
  #again(): void {
    const other = (this.#other = new HeaderExamination());
    for (const chunk of this.#held) other.write(chunk);
    this.#held = [];
  }
}
