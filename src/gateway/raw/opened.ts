import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../platform/log/log.js';
import type { ReadObject } from '../../platform/objects/sealed-objects.js';

/** Content whose first bytes are available: if nothing can be read, the response is a problem, without headers of the content. */
export async function opened(
  { log }: { readonly log: Log },
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<ReadObject | Buffer>,
): Promise<Readable | Buffer> {
  try {
    const found = await open();
    if (Buffer.isBuffer(found)) return found;
    const { content } = found;
    const pieces: AsyncIterator<Uint8Array> = content.iterator();
    const first = await pieces.next();
    // Holds nothing itself: what is read ahead waits before it.
    const whole = Readable.from(first.done ? [] : from(first.value, pieces), { objectMode: false, highWaterMark: 0 });
    // A stream that is destroyed before its first read never starts the other.
    whole.once('close', () => content.destroy());
    // The connection is then cut, so that nobody mistakes a part for the whole; the log names the object.
    whole.once('error', (err) => {
      if (!request.raw.destroyed)
        log.error({ err, requestId: request.id }, 'a download ended early: the rest of its content cannot be read');
    });
    return whole;
  } catch (error) {
    for (const name of Object.keys(reply.getHeaders())) if (describing.has(name)) reply.removeHeader(name);
    throw error;
  }
}

/** Headers of content that is not sent. */
const describing = new Set(['etag', 'last-modified', 'accept-ranges']);

async function* from(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
