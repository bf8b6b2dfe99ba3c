import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Bytes of a refused body that are still read: if the connection is closed before the client has sent everything, it is reset, and the client never reads the
 * response.
 */
const mostDropped = 64 * 2 ** 20;

/** Reads the rest of a refused body up to a limit, and then closes the connection. */
export function dropRest({ raw }: FastifyRequest): void {
  let dropped = 0;
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > mostDropped) raw.destroy();
  });
  raw.resume();
}

/** Reads the rest of a document that Fastify refused because of its size: Fastify would close the connection immediately. */
export function receiveRest(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  if (!tooLarge) return;
  reply.removeHeader('connection');
  dropRest(request);
}
