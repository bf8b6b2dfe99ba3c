import { CloseCode } from 'graphql-ws';
import type { WebSocket as ProtocolSocket } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { badShape } from '../admission/json-shape.js';
import type { BadShape } from '../admission/json-shape.js';
import { mostOfUnknown } from '../admission/unknown-bodies.js';
import { closeCodes } from './close-codes.js';
import { MessageTexts } from './message-texts.js';
import { withDocumentText } from './named-by-hash.js';
import { OperationIds } from './operation-ids.js';

export interface SocketLimits {
  /** Milliseconds between pings. A client that answers neither of two is considered gone. */
  readonly pingMs: number;
  /** Milliseconds that a client may not read while something waits for it. */
  readonly stallMs: number;
  /** Bytes that may wait for a client before its events are held back. */
  readonly waitingBytes: number;
  /** The most bytes that may wait for a client. */
  readonly mostBytes: number;
}

export interface SocketDeps {
  readonly socket: WebSocket;
  readonly limits: SocketLimits;
  /** Whether the client has sent a valid token. */
  readonly isKnown: () => boolean;
  /** Id of the event that the client can continue after. */
  readonly resumeAfter: () => string | null;
  /** It is being closed from this side: nothing more will be sent. */
  readonly closing: () => void;
  /** Called if a message could not be handled, and not because of its sender. */
  readonly failed: (error: unknown) => void;
}

const refusals: Readonly<Record<BadShape, string>> = {
  deep: 'The message is nested too deeply',
  many: 'The message holds too many values',
};

/** One WebSocket for the protocol library: messages wait while the client does not read, but not forever. */
export class Socket implements ProtocolSocket {
  readonly texts = new MessageTexts();
  readonly #ids = new OperationIds();
  #heard = performance.now();

  constructor(private readonly deps: SocketDeps) {
    const heard = () => {
      this.#heard = performance.now();
    };
    deps.socket.on('pong', heard);
    deps.socket.on('message', heard);
  }

  get protocol(): string {
    return this.deps.socket.protocol;
  }

  /** @returns a promise for when the next message may be sent; nothing if immediately */
  send(message: string): Promise<void> | undefined {
    const { socket, limits } = this.deps;
    if (socket.readyState !== socket.OPEN) return undefined;
    if (socket.bufferedAmount > limits.mostBytes) {
      this.#tooSlow();
      socket.terminate();
      return undefined;
    }
    const text = this.#ids.sent(this.texts.filled(message));
    if (text === null) return undefined;
    if (socket.bufferedAmount + text.length <= limits.waitingBytes) {
      socket.send(text);
      return undefined;
    }
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.#tooSlow();
        resolve();
      }, limits.stallMs);
      // Called with an error when the connection ended: there is nobody to tell.
      socket.send(text, () => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  close(code: number, reason: string): void {
    this.deps.socket.close(code, reason);
    this.deps.closing();
  }

  onMessage(taken: (message: string) => Promise<void>): void {
    this.deps.socket.on('message', (data) => {
      // Messages arrive as buffers by default.
      const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
      const refusal = this.#refusalOf(bytes);
      if (refusal !== null) {
        this.close(CloseCode.BadRequest, refusal);
        return;
      }
      const message = this.#ids.received(withDocumentText(bytes.toString()));
      if (message === null) this.close(CloseCode.SubscriberAlreadyExists, 'An operation with this id is open');
      else taken(message).catch(this.deps.failed);
    });
  }

  /** Answers with the same payload. */
  async onPing(payload: unknown): Promise<void> {
    await this.send(JSON.stringify({ type: 'pong', payload }));
  }

  /** Pings, or disconnects a client that does not answer. */
  keepAlive(): void {
    const { socket, limits } = this.deps;
    if (socket.readyState !== socket.OPEN) return;
    // A client with waiting data is not silent but slow.
    const silent = performance.now() - this.#heard > 2 * limits.pingMs && socket.bufferedAmount === 0;
    if (silent) socket.terminate();
    else socket.ping();
  }

  /** Why a message is not even parsed. */
  #refusalOf(bytes: Buffer): string | null {
    if (bytes.length > mostOfUnknown && !this.deps.isKnown()) return 'Too large without a valid token';
    const bad = badShape(bytes);
    return bad && refusals[bad];
  }

  #tooSlow(): void {
    const after = this.deps.resumeAfter();
    this.close(closeCodes.tooSlow, after === null ? 'Too slow' : `Too slow: continue after ${after}`);
  }
}
