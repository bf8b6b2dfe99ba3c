import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Stands between a client and a server, and can fail as networks do. */
export class TcpProxy {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #stalled = false;
  #refuses = false;
  #roundTrips = 0;
  /** Told what a client sends, before it passes. */
  sent: (bytes: Buffer) => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {}

  static async to(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const proxy = new TcpProxy(server, { host: hostname, port: Number(port) });
    server.on('connection', (near) => {
      proxy.#join(near);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The same address by way of the proxy. */
  through(url: string): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(url), { port: String(port) }).href;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** How often a client has sent something after the server had said something. */
  get roundTrips(): number {
    return this.#roundTrips;
  }

  /** Nothing passes any more and nobody is told, also of connections that come: the server has vanished. */
  stall(): void {
    this.#stalled = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe();
      far.unpipe();
      near.pause();
      far.pause();
    }
  }

  /** What comes from now on passes; what stood before stays dead. */
  heal(): void {
    this.#stalled = false;
  }

  /** The server is gone: what stands is cut, what comes is ended at once. */
  refuse(): void {
    this.#refuses = true;
    this.cut();
  }

  accept(): void {
    this.#refuses = false;
  }

  /** Ends every connection at once. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #join(near: Socket): void {
    if (this.#refuses) {
      near.on('error', () => undefined);
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.target);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        for (const each of pair) if (!this.#stalled) each.destroy();
      });
    }
    if (this.#stalled) return;
    let answered = true;
    near.on('data', (bytes: Buffer) => {
      this.sent(bytes);
      if (answered) this.#roundTrips += 1;
      answered = false;
    });
    far.on('data', () => {
      answered = true;
    });
    near.pipe(far);
    far.pipe(near);
  }
}
