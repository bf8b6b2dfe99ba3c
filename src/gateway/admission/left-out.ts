import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import type { preParsingAsyncHookHandler } from 'fastify';
import { JoinedBody } from './joined-bodies.js';
import { problem } from '../../platform/problems.js';

/** How many times as large as other documents one may be that is so large because of what is left out of it. */
export const timesLarger = 64;

/**
 * Lets a route take documents that are too large only because of one member: its text is left out while they arrive, so that they cost no more memory than others. A document
 * that fits has it.
 * @param maxBytes of what remains
 */
export function leavingOut(name: string, maxBytes: number): preParsingAsyncHookHandler {
  return (request, _reply, payload) => {
    const announced = Number(request.headers['content-length']);
    if (announced <= maxBytes) return Promise.resolve(payload);
    // Of a document of unknown length nobody knows whether it fits.
    const remaining = new Remaining(announced > maxBytes ? name : null, maxBytes);
    payload.once('error', (error) => remaining.destroy(error));
    return Promise.resolve<unknown>(new JoinedBody(payload.pipe(remaining)));
  };
}

const [quote, backslash, colon, space] = ['"', '\\', ':', ' '].map((sign) => sign.charCodeAt(0));

/** A JSON document without the texts of members of one name, which become null. What is no JSON stays that. */
export class Remaining extends Transform {
  /** What came, which the client announced. */
  receivedEncodedLength = 0;
  #bytes = 0;
  /** Inside a text; and whether it is left out. */
  #inText = false;
  #dropping = false;
  /** The next byte is escaped. */
  #escaped = false;
  /** The beginning of the last text, as long as it may be the name. */
  #text = '';
  /** The last text was the name, and a colon followed. */
  #named = false;

  /** @param name `null` for nothing to leave out */
  constructor(
    private readonly name: string | null,
    private readonly maxBytes: number,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    let from = this.#dropping ? chunk.length : 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (!this.#inText) {
        if (byte === quote) {
          this.#inText = true;
          this.#text = '';
          if (this.#named) {
            this.#dropping = true;
            this.#pass(chunk.subarray(from, at));
          }
        } else if (byte === colon) this.#named = this.name !== null && this.#text === this.name;
        else if (byte > (space ?? 0)) {
          this.#named = false;
          this.#text = '';
        }
      } else if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) {
        this.#escaped = true;
        // Nobody writes this name with escapes.
        this.#text = '\\';
      } else if (byte === quote) {
        this.#inText = false;
        if (this.#dropping) {
          this.#dropping = false;
          this.#pass(Buffer.from('null'));
          from = at + 1;
          this.#text = '';
        }
        this.#named = false;
      } else if (this.#text.length <= (this.name?.length ?? 0)) this.#text += String.fromCharCode(byte);
    }
    if (!this.#dropping) this.#pass(chunk.subarray(from));
    if (this.#bytes <= this.maxBytes) done();
    else {
      const what = this.name === null ? '' : `, also without ${this.name}`;
      const refusal = problem(
        'BODY_TOO_LARGE',
        `The request body is larger than the limit of ${this.maxBytes} bytes${what}`,
      );
      done(Object.assign(refusal, { statusCode: 413 }));
    }
  }

  #pass(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    // Too many are refused; they are not kept for it.
    if (bytes.length > 0 && this.#bytes <= this.maxBytes) this.push(bytes);
  }
}
