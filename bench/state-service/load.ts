/** Sends load from a process of its own, as the messages say. */
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { stepOf } from '../jobs/steps.js';
import type { JobLoad } from '../jobs/steps.js';
import { percentile } from './report.js';
import { Connection, shownOf, statusOf, written } from './wire.js';
import type { Address } from './wire.js';
import { Writer } from './writer.js';
import type { WriterSetup } from './writer.js';

/** The same request again and again. */
export interface ReadLoad {
  readonly kind: 'read';
  readonly port: number;
  readonly request: string;
  /** A file of SQLite in which something is committed before each request, so that no answer is one that was kept. */
  readonly touching?: string;
}

/** New state versions, each client in a workspace of its own. */
export interface WriteLoad {
  readonly kind: 'write';
  readonly port: number;
  /** One for each connection. */
  readonly writers: readonly WriterSetup[];
}

export interface Load {
  readonly load: ReadLoad | WriteLoad | JobLoad;
  readonly connections: number;
  readonly seconds: number;
  /** How many requests there may be, whatever time is left. */
  readonly atMost?: number;
  /** Requests that begin in a second, of all connections together; each as soon as the one before is answered where nothing is said. */
  readonly perSecond?: number;
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds that a request took at most, of half of them and of 99 in 100. */
  readonly half: number;
  readonly most: number;
}

const writers = new Map<string, Writer>();

/** What one connection does again and again. */
interface Step {
  /** Comes first, and is not part of what is measured. */
  readonly before?: () => void;
  readonly once: () => Promise<void>;
}

function step({ load }: Load, connection: Connection, index: number): Step {
  if (load.kind === 'job') return { once: stepOf(load, connection, index) };
  const next = load.kind === 'read' ? () => load.request : writing(load, index);
  return {
    async once() {
      const answer = await connection.send(next());
      const status = statusOf(answer);
      if (status !== 200 && status !== 201) throw new Error(`answered ${shownOf(answer)}`);
    },
    ...(load.kind === 'read' && load.touching !== undefined && { before: touching(load.touching) }),
  };
}

const touched = new Map<string, () => void>();

function touching(file: string): () => void {
  const known = touched.get(file);
  if (known) return known;
  const database = new SqliteDatabase(file);
  // It need not outlive anything.
  database.exec('PRAGMA synchronous = OFF');
  const touch = () =>
    database.exec(
      `INSERT OR REPLACE INTO "InstallationFact" ("key", "value") VALUES ('bench', '${performance.now()}')`,
    );
  touched.set(file, touch);
  return touch;
}

function writing({ writers: setups }: WriteLoad, index: number): () => string {
  const setup = setups[index];
  if (!setup) throw new Error('a connection without a writer');
  const writer = writers.get(setup.workspaceId) ?? new Writer(setup);
  writers.set(setup.workspaceId, writer);
  return () => written(writer.next());
}

const addressOf = ({ load }: Load): Address => (load.kind === 'job' ? load.address : { port: load.port });

async function run(load: Load): Promise<LoadResult> {
  const { atMost = Infinity, perSecond } = load;
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => Connection.open(addressOf(load))),
  );
  const took: number[] = [];
  let begun = 0;
  const startedAt = performance.now();
  const until = startedAt + load.seconds * 1000;
  try {
    await Promise.all(
      connections.map(async (connection, index) => {
        const { before, once } = step(load, connection, index);
        while (performance.now() < until && begun < atMost) {
          const due = perSecond === undefined ? 0 : startedAt + (begun * 1000) / perSecond;
          begun += 1;
          // What would begin after the end is left out.
          if (due >= until) break;
          if (due > performance.now()) await pause(due - performance.now());
          before?.();
          const from = performance.now();
          await once();
          took.push(performance.now() - from);
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    return { answered: took.length, seconds, half: percentile(took, 0.5), most: percentile(took, 0.99) };
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** What goes wrong is told to whoever asked: this process goes on. */
process.on('message', (message) => {
  run(message as Load).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failed: error instanceof Error ? error.message : String(error) }),
  );
});
