/** Sends load from a process of its own, as the messages say. */
import { Connection, statusOf, written } from './wire.js';
import { Writer } from './writer.js';
import type { WriterSetup } from './writer.js';

/** The same request again and again. */
export interface ReadLoad {
  readonly kind: 'read';
  readonly port: number;
  readonly request: string;
}

/** New state versions, each client in a workspace of its own. */
export interface WriteLoad {
  readonly kind: 'write';
  readonly port: number;
  /** One for each connection. */
  readonly writers: readonly WriterSetup[];
}

export interface Load {
  readonly load: ReadLoad | WriteLoad;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
}

const writers = new Map<string, Writer>();

function requests({ load }: Load, connection: number): () => string {
  if (load.kind === 'read') return () => load.request;
  const setup = load.writers[connection];
  if (!setup) throw new Error('a connection without a writer');
  const writer = writers.get(setup.workspaceId) ?? new Writer(setup);
  writers.set(setup.workspaceId, writer);
  return () => written(writer.next());
}

async function run(load: Load): Promise<LoadResult> {
  const { port } = load.load;
  const connections = await Promise.all(Array.from({ length: load.connections }, () => Connection.open(port)));
  let answered = 0;
  const startedAt = performance.now();
  const until = startedAt + load.seconds * 1000;
  await Promise.all(
    connections.map(async (connection, index) => {
      const next = requests(load, index);
      while (performance.now() < until) {
        const answer = await connection.send(next());
        const status = statusOf(answer);
        if (status !== 200 && status !== 201) throw new Error(`answered ${status}: ${answer.toString()}`);
        answered += 1;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  return { answered, seconds };
}

process.on('message', (message) => {
  void run(message as Load).then((result) => process.send?.(result));
});
