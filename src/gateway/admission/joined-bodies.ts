import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Bodies of no more octets may come in as many pieces as they like. */
const fewBytes = 4 * 1024;
/** Fastify reads no bodies of these. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Larger pieces are kept as they are. */
const blockBytes = 16 * 1024;

/**
 * For routes whose bodies are read whole: until the end, Fastify keeps every piece as it came, and each costs an object, and the memory of everything that was
 * read from the connection together with it. A body of one octet a piece took some hundred times its size. So small pieces are joined. To be called after what else looks
 * at the bodies of a scope.
 */
export function joinBodies(scope: FastifyInstance): void {
  scope.addHook('preParsing', (request, _reply, payload) => {
    const announced = request.headers['content-length'];
    const isSmall = announced !== undefined && Number(announced) <= fewBytes;
    return Promise.resolve<unknown>(isSmall || bodiless.has(request.method) ? payload : new JoinedBody(payload));
  });
}

/** As much of a stream as Fastify uses: to make a whole one for each request takes as long as to read most bodies. */
export class JoinedBody extends EventEmitter {
  /** A body of one piece, as most are, is not copied. */
  #only: Buffer | null = null;
  #block: Buffer | null = null;
  #filled = 0;

  constructor(private readonly payload: Readable & { readonly receivedEncodedLength?: number }) {
    super();
  }

  get receivedEncodedLength(): number | undefined {
    return this.payload.receivedEncodedLength;
  }

  /** For what makes another stream of it, which joins its own pieces. */
  pipe<T extends Writable>(other: T): T {
    this.payload.once('error', (error) => this.emit('error', error));
    return this.payload.pipe(other);
  }

  /** Called when all listeners are there. */
  resume(): void {
    this.payload
      .on('data', (piece: Buffer) => {
        this.#take(piece);
      })
      .once('end', () => {
        this.#flush();
        this.emit('end');
      })
      // Those that come when nobody listens any more are of no interest.
      .on('error', (error) => this.listenerCount('error') > 0 && this.emit('error', error))
      .resume();
  }

  #take(piece: Buffer): void {
    if (this.listenerCount('data') === 0) return;
    if (this.#only === null && this.#block === null) {
      this.#only = piece;
      return;
    }
    const before = this.#only;
    this.#only = null;
    if (before !== null) this.#add(before);
    this.#add(piece);
  }

  #add(piece: Buffer): void {
    if (this.#filled + piece.length > blockBytes) this.#flush();
    if (piece.length > blockBytes) {
      this.emit('data', piece);
      return;
    }
    this.#block ??= Buffer.allocUnsafeSlow(blockBytes);
    this.#filled += piece.copy(this.#block, this.#filled);
  }

  #flush(): void {
    const piece = this.#only ?? this.#block?.subarray(0, this.#filled);
    this.#only = null;
    this.#block = null;
    this.#filled = 0;
    if (piece !== undefined && piece.length > 0) this.emit('data', piece);
  }
}
