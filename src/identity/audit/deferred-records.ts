import { outsideWork } from '../../platform/work/work.js';

export interface DeferredRecordsDeps<Row> {
  readonly write: (rows: Row[]) => Promise<unknown>;
  /** Hears of each record that has to wait, so that it is somewhere at once; `kept` says whether it will be written later. */
  readonly waits: (row: Row, kept: boolean, reason: unknown) => void;
  /** Most records that wait: further ones are only logged. */
  readonly most?: number;
  /** Milliseconds between attempts. */
  readonly everyMs?: number;
}

/** Records that are written by one statement. */
const batchSize = 100;

/** Records that could not be written when they were due, because the database takes none: they are written as soon as it does. */
export class DeferredRecords<Row> {
  #rows: Row[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | null = null;

  constructor(private readonly deps: DeferredRecordsDeps<Row>) {}

  get waiting(): number {
    return this.#rows.length;
  }

  add(rows: readonly Row[], reason: unknown): void {
    const { most = 10_000, waits } = this.deps;
    for (const row of rows) {
      const kept = this.#rows.length < most;
      if (kept) this.#rows.push(row);
      waits(row, kept, reason);
    }
    this.#tryLater();
  }

  /** Writes what waits, once for all who ask meanwhile. @throws why that does not work yet; nothing is lost then */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#rows.length > 0) {
      const rows = this.#rows.splice(0, batchSize);
      try {
        await this.deps.write(rows);
      } catch (error) {
        this.#rows.unshift(...rows);
        this.#tryLater();
        throw error;
      }
    }
  }

  #tryLater(): void {
    this.#timer ??= setTimeout(() => {
      // What prevents the write was logged when it began to wait.
      outsideWork(() => this.flush()).catch(() => undefined);
    }, this.deps.everyMs ?? 5_000).unref();
  }
}
