import { outsideWork } from '../../platform/work/work.js';

export interface DeferredRecordsDeps<Row> {
  readonly write: (rows: Row[]) => Promise<unknown>;
  /** Called for each record that has to wait, so that it is logged immediately; `kept` says whether it will be written later. */
  readonly waits: (row: Row, kept: boolean, reason: unknown) => void;
  /** The largest number of waiting records: further ones are only logged. */
  readonly most?: number;
  /** Milliseconds between attempts. */
  readonly everyMs?: number;
}

/** Records in one statement. */
const batchSize = 100;

/** Records that could not be written because the database accepts no writes. They are written as soon as it does. */
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

  /** Writes waiting records, once for all concurrent callers. @throws the reason if that does not work yet; nothing is lost */
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
      // The reason was logged when the record began to wait.
      outsideWork(() => this.flush()).catch(() => undefined);
    }, this.deps.everyMs ?? 5_000).unref();
  }
}
