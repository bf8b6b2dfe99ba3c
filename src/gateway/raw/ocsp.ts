import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxOcspRequestBytes } from '../../pki/ocsp/responder.js';
import type { OcspAnswer } from '../../pki/ocsp/responder.js';
import type { CrlPath } from '../../pki/crls/served-crls.js';
import { mediaTypeOf } from '../rest/media-type.js';
import type { RawRoute } from '../rest/vault/route.js';
import { answeringBelowMount } from './pki-answering.js';
import type { PkiRawDeps } from './pki-answering.js';

/** As in OpenBao: the body is a DER response with any status. */
const statuses = { signed: 200, malformed: 400, unauthorized: 401 } as const;

/** The longest time in seconds that caches may keep a response, however long it is valid. */
const longestAge = 3600;

const nothing = new Uint8Array();

/** OCSP over HTTP (RFC 6960 A.1, RFC 5019 5). */
export function ocspRoutes(deps: Pick<PkiRawDeps, 'authorities' | 'ocsp' | 'clock' | 'log'>): readonly RawRoute[] {
  const route = (method: 'GET' | 'POST', path: string, read: typeof posted, of: CrlPath): RawRoute => ({
    method,
    path,
    handle: (request, reply, { mount }) =>
      answeringBelowMount(deps, request, reply, async () => {
        const authority = await deps.authorities.byPath(mount);
        const answer = await deps.ocsp.answer(authority, read(request), of);
        return send(reply, answer, method, deps.clock.now());
      }),
  });
  const paths = [
    ['ocsp', 'existing'],
    ['unified-ocsp', 'unified'],
  ] as const;
  return paths.flatMap(([path, of]) => [
    route('POST', path, posted, of),
    route('GET', path, () => nothing, of),
    route('GET', `${path}/*request`, inPath, of),
  ]);
}

/** A body of another type, or one that is too large, counts as malformed, like an empty one. */
function posted({ headers, body }: FastifyRequest): Uint8Array {
  return mediaTypeOf(headers) === 'application/ocsp-request' && Buffer.isBuffer(body) ? body : nothing;
}

/** RFC 6960 A.1: base64, percent-encoded or not. It may end with a slash that does not belong to the path; a mount's path may contain the same words. */
function inPath({ url }: FastifyRequest): Uint8Array {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const text = decoded(/\/(?:unified-)?ocsp\/(M.*)$/.exec(path)?.[1] ?? '');
  if (text === null || text.length > 2 * maxOcspRequestBytes) return nothing;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : nothing;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function send(reply: FastifyReply, answer: OcspAnswer, method: 'GET' | 'POST', now: Date): FastifyReply {
  reply
    .code(statuses[answer.kind])
    .type('application/ocsp-response')
    .headers(caching(answer, method, now));
  return reply.header('content-length', answer.der.length).send(answer.der);
}

/** RFC 5019 6.2: caches may keep responses to GET, unless they are for one caller only. */
function caching(answer: OcspAnswer, method: 'GET' | 'POST', now: Date): Readonly<Record<string, string>> {
  if (answer.kind !== 'signed' || method !== 'GET' || answer.nonce || !answer.nextUpdate)
    return { 'cache-control': 'no-store' };
  const age = Math.min(longestAge, Math.floor((answer.nextUpdate.getTime() - now.getTime()) / 2000));
  return {
    'cache-control': `max-age=${age}, public, no-transform, must-revalidate`,
    'last-modified': answer.producedAt.toUTCString(),
    expires: answer.nextUpdate.toUTCString(),
  };
}
