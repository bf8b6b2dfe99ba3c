import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterwards } from './scratch.js';

/** Types of the messages that a client waits for an answer after: Sync and Query (PostgreSQL, "Message Formats"). */
const waitedFor = new Set(['S', 'Q']);

/** Counts the round trips of all connections to PostgreSQL that go through it. */
export class RoundTrips {
  count = 0;

  private constructor(readonly url: string) {}

  /** @param after takes what ends it; by default that is after the test */
  static async to(url: string, after: (end: () => Promise<void>) => void = afterwards): Promise<RoundTrips> {
    const target = new URL(url);
    const sockets = new Set<Socket>();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const trips = new RoundTrips(Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href);
    server.on('connection', (near) => {
      const far = connect(Number(target.port), target.hostname);
      const read = trips.#reader();
      near.on('data', read);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
    after(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return trips;
  }

  /** The round trips of a piece of work. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = this.count;
    await work();
    return this.count - before;
  }

  #reader(): (chunk: Buffer) => void {
    let held: Buffer = Buffer.alloc(0);
    let begun = false;
    return (chunk) => {
      held = Buffer.concat([held, chunk]);
      for (;;) {
        // The first message of a connection has a length and no type.
        const head = begun ? 5 : 4;
        if (held.length < head) return;
        const end = held.readInt32BE(head - 4) + head - 4;
        if (held.length < end) return;
        if (begun && waitedFor.has(held.toString('latin1', 0, 1))) this.count += 1;
        begun = true;
        held = held.subarray(end);
      }
    };
  }
}
