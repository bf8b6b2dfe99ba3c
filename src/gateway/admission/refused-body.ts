import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Bytes of a refused body that are still taken in: a connection that is closed before the client has sent all it has to send is reset, and
 * the client never comes to read the answer.
 */
const mostDropped = 64 * 2 ** 20;

/** Lets the rest of a refused body come in, up to a bound, and then hangs up. */
export function dropRest({ raw }: FastifyRequest): void {
  let dropped = 0;
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > mostDropped) raw.destroy();
  });
  raw.resume();
}

/** Receives the rest of a document that Fastify refused by its size: it would hang up at once. */
export function receiveRest(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  if (!tooLarge) return;
  reply.removeHeader('connection');
  dropRest(request);
}
