/** The far side of {@link InventoryReader}: reads what it is sent, hands back what it finds. */
import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { UnreadableContent } from '../content/problem.js';
import type { InventoryResult, InventorySink } from './inventory.js';
import { InventoryRun } from './read-inventory.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** One read: from its start until its result is sent. */
class WorkerRun {
  readonly #run: InventoryRun;
  #taken: (() => void) | undefined;
  #over = false;

  constructor(
    private readonly port: MessagePort,
    private readonly start: ToWorker & { kind: 'start' },
  ) {
    const { job, wants } = start;
    const sink: InventorySink = {
      ...(wants.resources && { resources: (batch) => this.#offer({ kind: 'resources', job, batch }) }),
      ...(wants.instances && { instances: (batch) => this.#offer({ kind: 'instances', job, batch }) }),
      restart: () => this.#offer({ kind: 'restart', job }),
    };
    this.#run = new InventoryRun(sink, start.limits);
  }

  get job(): number {
    return this.start.job;
  }

  taken(): void {
    this.#taken?.();
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#guard(async () => {
      await this.#run.write(bytes);
      return undefined;
    });
  }

  async end(): Promise<void> {
    await this.#guard(() => this.#run.end());
  }

  /** Any result ends the run: the content's problems are an answer, everything else a failure. */
  async #guard(step: () => Promise<InventoryResult | undefined>): Promise<void> {
    if (this.#over) return;
    try {
      const result = await step();
      if (result) this.#settle({ kind: 'result', job: this.job, result });
    } catch (error) {
      if (error instanceof UnreadableContent) {
        this.#settle({ kind: 'result', job: this.job, result: { readable: false, problems: error.problems } });
      } else {
        this.#settle({
          kind: 'failed',
          job: this.job,
          message: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  #settle(message: FromWorker): void {
    this.#over = true;
    this.port.postMessage(message);
  }

  async #offer(message: FromWorker): Promise<void> {
    const taken = new Promise<void>((resolve) => {
      this.#taken = resolve;
    });
    this.port.postMessage(message);
    await taken;
  }
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
