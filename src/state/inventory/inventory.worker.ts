/** The other side of {@link InventoryReader}: reads what it receives, and returns what it finds. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { UnreadableContent } from '../content/problem.js';
import type { InventorySink } from './inventory.js';
import { InventoryRun } from './read-inventory.js';
import type { ForSink, FromWorker, ReadContent, ToWorker } from './worker-messages.js';

/** Batches for which the sink may not have answered yet, before reading waits. */
const batchesAhead = 2;

/** One read: from its start until its result is sent. */
class WorkerRun {
  readonly #run: InventoryRun;
  readonly #md5;
  #offered = 0;
  #taken: (() => void) | undefined;
  #over = false;

  constructor(
    private readonly port: MessagePort,
    private readonly start: ToWorker & { kind: 'start' },
  ) {
    const { job, wants } = start;
    this.#md5 = wants.md5 ? createHash('md5') : null;
    const sink: InventorySink = {
      ...(wants.resources && { resources: (batch) => this.#offer({ kind: 'resources', job, batch }) }),
      ...(wants.instances && { instances: (batch) => this.#offer({ kind: 'instances', job, batch }) }),
      ...(wants.texts && { texts: (batch) => this.#offer({ kind: 'texts', job, batch }) }),
      restart: () => this.#offer({ kind: 'restart', job }),
    };
    this.#run = new InventoryRun(sink, start.limits);
  }

  get job(): number {
    return this.start.job;
  }

  taken(): void {
    this.#offered--;
    this.#taken?.();
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#guard(async () => {
      this.#md5?.update(bytes);
      await this.#run.write(bytes);
      return undefined;
    });
  }

  async end(): Promise<void> {
    await this.#guard(async () => {
      const result = await this.#run.end();
      await this.#untilOffered(0);
      return { result, header: this.#run.header, md5: this.#md5?.digest('hex') ?? null };
    });
  }

  /** Any result ends the run: problems of the content are a result, everything else is a failure. */
  async #guard(step: () => Promise<ReadContent | undefined>): Promise<void> {
    if (this.#over) return;
    const { job } = this;
    try {
      const read = await step();
      if (read) this.#settle({ kind: 'result', job, ...read });
    } catch (error) {
      if (error instanceof UnreadableContent) {
        const result = { readable: false, problems: error.problems } as const;
        this.#settle({ kind: 'result', job, result, header: null, md5: null });
      } else {
        this.#settle({ kind: 'failed', job, message: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  #settle(message: FromWorker): void {
    this.#over = true;
    this.port.postMessage(message);
  }

  /** Sends a batch, which is created while the sink works on the previous one. */
  async #offer(message: ForSink): Promise<void> {
    this.#offered++;
    this.port.postMessage(message, message.kind === 'texts' ? Object.values(message.batch).map(bufferOf) : []);
    await this.#untilOffered(batchesAhead - 1);
  }

  async #untilOffered(most: number): Promise<void> {
    while (this.#offered > most) {
      await new Promise<void>((resolve) => {
        this.#taken = resolve;
      });
    }
  }
}

/** The memory is transferred to the other thread: nothing is copied. */
function bufferOf({ buffer }: Uint8Array): ArrayBuffer {
  if (!(buffer instanceof ArrayBuffer)) throw new Error('a text in shared memory');
  return buffer;
}

function serve(port: MessagePort): void {
  let run: WorkerRun | undefined;
  let inOrder = Promise.resolve();

  const handle = async (message: ToWorker): Promise<void> => {
    if (message.kind === 'start') run = new WorkerRun(port, message);
    const current = run?.job === message.job ? run : undefined;
    if (message.kind === 'end') await current?.end();
    if (message.kind === 'chunk') {
      const { job, block, size } = message;
      await current?.write(new Uint8Array(block, 0, size));
      port.postMessage({ kind: 'spent', job, block } satisfies FromWorker, [block]);
    }
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'taken') {
      if (run?.job === message.job) run.taken();
    } else {
      inOrder = inOrder.then(() => handle(message));
    }
  });
}

if (parentPort) serve(parentPort);
