import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import { authenticated, presentedToken } from '../context.js';
import { originOf } from '../graphql/exchange.js';
import type { GatewayPorts } from '../ports.js';

/** Bytes of a document without a valid token: public requests need far less. */
export const mostOfUnknown = 64 * 1024;

/**
 * Without a valid token, only small documents are accepted. For a large one, or one of unknown size, the token is checked before any of it is read.
 *
 * A request is refused with BODY_TOO_LARGE without a token, and with UNAUTHENTICATED for an invalid one.
 */
export function boundUnknown(scope: FastifyInstance, { authenticate }: Pick<GatewayPorts, 'authenticate'>): void {
  scope.addHook('preParsing', async (request, _reply, payload) => {
    const announced = announcedBytes(request);
    if (announced !== null && announced <= mostOfUnknown) return payload;
    // Too large for everybody: the token does not matter.
    if (announced !== null && announced > request.routeOptions.bodyLimit) return payload;
    const caller = isOfOurs(request) ? await authenticated(request.headers, originOf(request), authenticate) : null;
    if (caller) return payload;
    if (announced !== null) throw tooLarge();
    const bounded = new Bounded();
    payload.once('error', (error) => bounded.destroy(error));
    return payload.pipe(bounded);
  });
}

/** A name and a password say who somebody is only at paths that know of them. */
const isOfOurs = ({ headers }: FastifyRequest): boolean => presentedToken(headers) !== '';

/** `null` if only the end of the body tells its length. */
function announcedBytes({ headers, raw }: FastifyRequest): number | null {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  // In HTTP/2, the head itself says whether a body follows.
  const isOpen = raw.httpVersionMajor > 1 ? !endsWithHead(raw) : headers['transfer-encoding'] !== undefined;
  return isOpen ? null : 0;
}

function endsWithHead(raw: object): boolean {
  const stream: unknown = 'stream' in raw ? raw.stream : undefined;
  return (
    typeof stream === 'object' && stream !== null && 'endAfterHeaders' in stream && stream.endAfterHeaders === true
  );
}

function tooLarge(): ProblemError {
  const refusal = problem(
    'BODY_TOO_LARGE',
    `Without a valid token a request body may have at most ${mostOfUnknown} bytes`,
  );
  return Object.assign(refusal, { statusCode: 413 });
}

/** Passes bytes on until there are too many. */
class Bounded extends Transform {
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > mostOfUnknown) done(tooLarge());
    else done(null, chunk);
  }
}
