import type { Server, Socket } from 'node:net';
import type { Log } from '../../platform/log/log.js';
import { networkOf, plainAddress } from '../../platform/networks.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { Senders } from './senders.js';

export interface ConnectionLimitsDeps {
  readonly senders: Senders;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Open connections: in total, and of one address. */
  readonly most: number;
  readonly mostPerAddress: number;
}

/** Milliseconds between two log lines. */
const saidEvery = 60_000;

/**
 * Limits the number of open connections, in total and of one address, for all listeners together. One too many is closed before it costs a handshake. A trusted
 * proxy has no limit of its own.
 */
export class ConnectionLimits {
  readonly #open = new Map<string, number>();
  /** A connection whose request is parsed again (`upgrades.ts`) is reported twice, and counts once. */
  readonly #counted = new WeakSet<Socket>();
  readonly #refused;
  #all = 0;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ConnectionLimitsDeps) {
    this.#refused = deps.metrics.counter(
      'trustate_connections_refused_total',
      'Connections closed immediately, by limit.',
      ['limit'],
    );
    deps.metrics.gauge('trustate_connections', 'Connections that are open.', () => this.#all);
  }

  watch(server: Server): void {
    server.prependListener('connection', (socket: Socket) => {
      this.#accepted(socket);
    });
  }

  #accepted(socket: Socket): void {
    if (this.#counted.has(socket)) return;
    const address = plainAddress(socket.remoteAddress ?? '');
    const network = networkOf(address);
    const ofNetwork = (this.#open.get(network) ?? 0) + 1;
    const { most, mostPerAddress, senders } = this.deps;
    const limit =
      this.#all >= most ? 'all' : ofNetwork > mostPerAddress && !senders.isProxy(address) ? 'address' : null;
    if (limit) {
      this.#refuse(socket, limit, address);
      return;
    }
    this.#counted.add(socket);
    this.#all += 1;
    this.#open.set(network, ofNetwork);
    socket.once('close', () => {
      this.#all -= 1;
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    });
  }

  #refuse(socket: Socket, limit: 'all' | 'address', address: string): void {
    socket.destroy();
    this.#refused.inc({ limit });
    const now = performance.now();
    if (now - this.#saidAt < saidEvery) return;
    this.#saidAt = now;
    this.deps.log.warn(
      { limit, remoteAddress: address, open: this.#all },
      'too many connections: some were closed immediately',
    );
  }
}
