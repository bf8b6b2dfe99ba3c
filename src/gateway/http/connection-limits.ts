import type { Server, Socket } from 'node:net';
import type { Log } from '../../platform/log/log.js';
import { networkOf, plainAddress } from '../../platform/networks.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import { SharedCounts } from '../../platform/processes/shared-counts.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import type { Senders } from './senders.js';

export interface ConnectionLimitsDeps {
  readonly senders: Senders;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly siblings: Siblings;
  /** Open connections: in total, and of one address. */
  readonly most: number;
  readonly mostPerAddress: number;
}

/** The key of all networks. */
const everywhere = '';

/** Milliseconds between two log lines. */
const saidEvery = 60_000;

/**
 * Limits the number of open connections, in total and of one address, for all listeners and processes together. One too many is closed before it costs a handshake. A trusted
 * proxy has no limit of its own.
 */
export class ConnectionLimits {
  readonly #open: SharedCounts;
  /** A connection whose request is parsed again (`upgrades.ts`) is reported twice, and counts once. */
  readonly #counted = new WeakSet<Socket>();
  readonly #refused;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ConnectionLimitsDeps) {
    this.#open = new SharedCounts({ siblings: deps.siblings, name: 'connections' });
    this.#refused = deps.metrics.counter(
      'trustate_connections_refused_total',
      'Connections closed immediately, by limit.',
      ['limit'],
    );
    const open = () => this.#open.own(everywhere);
    deps.metrics.gauge('trustate_connections', 'Connections that are open.', 'process', open);
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
    const { most, mostPerAddress, senders } = this.deps;
    const limit =
      this.#open.all(everywhere) >= most
        ? 'all'
        : this.#open.all(network) >= mostPerAddress && !senders.isProxy(address)
          ? 'address'
          : null;
    if (limit) {
      this.#refuse(socket, limit, address);
      return;
    }
    this.#counted.add(socket);
    for (const key of [network, everywhere]) this.#open.add(key, 1);
    socket.once('close', () => {
      for (const key of [network, everywhere]) this.#open.add(key, -1);
    });
  }

  #refuse(socket: Socket, limit: 'all' | 'address', address: string): void {
    socket.destroy();
    this.#refused.inc({ limit });
    const now = performance.now();
    if (now - this.#saidAt < saidEvery) return;
    this.#saidAt = now;
    this.deps.log.warn(
      { limit, remoteAddress: address, open: this.#open.all(everywhere) },
      'too many connections: some were closed immediately',
    );
  }
}
