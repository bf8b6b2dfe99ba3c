import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const expectationFailed = 417;

/**
 * What has to wait for the answers of a connection: they are sent in the order of the requests, and those that Node parsed, and maybe answered a moment ago,
 * came before.
 */
export class OwedAnswers {
  readonly #latest = new WeakMap<Duplex, ServerResponse>();
  /** Of an answer that is not sent, the one before it, as long as that is not sent either. */
  readonly #before = new WeakMap<ServerResponse, ServerResponse>();
  /** The answer that is being sent, or is sent next; those after it gather in memory. */
  readonly #current = new WeakMap<Duplex, ServerResponse>();

  constructor(server: Pick<Server, 'on'>) {
    const owe = ({ socket }: IncomingMessage, response: ServerResponse) => {
      const before = this.#latest.get(socket);
      if (before && !before.closed) {
        this.#before.set(response, before);
        before.once('close', () => {
          this.#before.delete(response);
          this.#current.set(socket, response);
        });
      } else this.#current.set(socket, response);
      this.#latest.set(socket, response);
    };
    server.on('request', owe);
    // One that expects what nobody offers: where nobody listens, Node refuses it by itself and announces it to nobody.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      owe(request, response);
      if (!response.headersSent) response.writeHead(expectationFailed).end();
    });
  }

  /**
   * Calls `act` once the next answer on a connection is owed to what follows the requests that were read whole. A request that was not, such as one with a
   * body that breaks off, is followed by nothing: the answer that is owed is its own, unless that has begun.
   * @param act told whether an answer can be sent, which it cannot where one has begun or the caller left
   */
  whenOwed(socket: Duplex, act: (free: boolean) => void): void {
    const latest = this.#latest.get(socket);
    const waits = latest?.req.complete === false ? this.#before.get(latest) : latest;
    if (waits && !waits.closed) waits.once('close', () => act(this.#isFree(socket, latest)));
    else act(this.#isFree(socket, latest));
  }

  /**
   * As {@link whenOwed}, on a connection that Node's HTTP has let go of: its errors are heard here until then, and the answer that is being sent goes on when
   * there is room. Others are not told of that room, or all of each would gather in memory.
   */
  whenOwedOn(socket: Duplex, act: (free: boolean) => void): void {
    const failed = () => socket.destroy();
    const drained = () => this.#current.get(socket)?.emit('drain');
    socket.on('error', failed).on('drain', drained);
    this.whenOwed(socket, (free) => {
      socket.off('error', failed).off('drain', drained);
      act(free);
    });
  }

  #isFree(socket: Duplex, latest: ServerResponse | undefined): boolean {
    return socket.writable && !(latest?.req.complete === false && latest.headersSent);
  }
}
