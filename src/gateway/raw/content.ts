import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import parseRange from 'range-parser';
import type { Log } from '../../platform/log/log.js';
import { problem, ProblemError } from '../../platform/problems.js';
import { contentPath } from '../../state/backing-data/content-url.js';
import type { Downloadable, Downloads } from '../../state/backing-data/downloads.js';
import type { Uploads } from '../../state/backing-data/uploads.js';
import { presentedToken } from '../context.js';
import { originOf } from '../graphql/exchange.js';
import { problemsOf } from '../graphql/problems.js';
import { acceptAnyType } from '../admission/any-type.js';
import { dropRest } from '../admission/refused-body.js';
import { opened } from './opened.js';
import { jsonApi } from '../rest/terraform/json-api.js';
import type { GatewayPorts } from '../ports.js';
import { anonymous } from '../../identity/audit/actor.js';
import type { RemoteActor } from '../../identity/audit/actor.js';

export interface ContentDeps {
  readonly uploads: Pick<Uploads, 'requireSigned' | 'receive'>;
  readonly downloads: Pick<Downloads, 'requireSigned' | 'find'>;
  /** Failures are counted. @throws LIMIT_EXCEEDED */
  readonly signIn: GatewayPorts['authenticate'];
  readonly log: Log;
  /** The largest upload in bytes. */
  readonly maxContentBytes: number;
}

/**
 * The signed URLs of state content: upload and download. The signature authorizes them. A valid token in addition identifies the caller for the record, and any
 * other token is ignored. Tokens are only checked after the signature.
 */
export async function mountContent(app: FastifyInstance, deps: ContentDeps): Promise<void> {
  await app.register((scope, _options, done) => {
    acceptAnyType(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => {
      parsed(null);
    });
    const url = `${contentPath}:object_id`;
    scope.route({
      method: 'PUT',
      url,
      bodyLimit: deps.maxContentBytes,
      handler: (request, reply) => answering(deps, request, reply, () => upload(deps, request, reply)),
    });
    scope.route({
      method: 'GET',
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => answering(deps, request, reply, () => download(deps, request, reply)),
    });
    scope.route({
      method: 'HEAD',
      url,
      handler: (request, reply) => answering(deps, request, reply, () => download(deps, request, reply)),
    });
    done();
  });
}

function segmentOf(request: FastifyRequest): string {
  const { params } = request;
  const named = typeof params === 'object' && params !== null && 'object_id' in params ? params.object_id : '';
  return typeof named === 'string' ? named : '';
}

async function answering(
  { log }: ContentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    dropRest(request);
    // A request of HTTP/2 counts as complete when it is closed, for any reason.
    const cut = request.raw.destroyed && (!request.raw.complete || request.raw.errored !== null);
    const problems = cut ? problem('UPLOAD_INCOMPLETE').problems : problemsOf(error, log, request.id);
    const { status, body } = jsonApi.problem(problems, { headers: request.headers });
    const { retryAfter } = problems[0];
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.code(status).type(jsonApi.contentType).send(JSON.stringify(body));
  }
}

/** Clients send their token to download URLs, although these need none: if tokens are not checked any more, the URL still works. */
async function actorOf({ signIn }: ContentDeps, request: FastifyRequest): Promise<RemoteActor> {
  const origin = originOf(request);
  const token = presentedToken(request.headers);
  try {
    return (token === null ? null : await signIn(token, origin)) ?? anonymous(origin);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'LIMIT_EXCEEDED') return anonymous(origin);
    throw error;
  }
}

async function upload(deps: ContentDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const segment = segmentOf(request);
  deps.uploads.requireSigned(segment);
  await deps.uploads.receive({
    segment,
    // Not destroyed if reading stops early: the connection is still needed for the response.
    announcedBytes: Number(request.headers['content-length'] ?? 0),
    content: request.raw.iterator({ destroyOnReturn: false }),
    actor: await actorOf(deps, request),
  });
  return reply.code(200).send();
}

const types = { raw: 'application/octet-stream', json: 'application/json' } as const;

async function download(deps: ContentDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const segment = segmentOf(request);
  deps.downloads.requireSigned(segment);
  const found = await deps.downloads.find(segment, await actorOf(deps, request));
  const head = {
    'content-type': types[found.kind],
    etag: found.etag,
    'last-modified': found.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    // State must not be cached: it contains secrets, and soft-deleted content must not come from a cache.
    'cache-control': 'no-store',
  };
  reply.headers(head);
  if (!holds(request, found)) throw problem('PRECONDITION_FAILED');
  if (fresh(request.headers, { etag: head.etag, 'last-modified': head['last-modified'] })) {
    return reply.removeHeader('content-type').code(304).send();
  }
  const range = rangeOf(request, found, head['last-modified']);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${found.size}`);
    throw problem('RANGE_NOT_SATISFIABLE');
  }
  const length = range ? range.end - range.start + 1 : found.size;
  const content =
    request.method === 'HEAD' ? undefined : await opened(deps, request, reply, () => found.open(range ?? undefined));
  reply.header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
  return reply.send(content);
}

/** RFC 9110 §13.2.2: `If-Match`, or without it `If-Unmodified-Since`, is checked before anything else. An invalid date is ignored. */
function holds({ headers }: FastifyRequest, { etag, lastModified }: Downloadable): boolean {
  const match = headers['if-match'];
  if (match !== undefined) {
    const tags = match.split(',').map((tag) => tag.trim());
    return tags.includes('*') || tags.includes(etag);
  }
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(since) || Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/** RFC 9110 §14, of GET alone: one range is served; several ranges, or an invalid one, get the whole content. `If-Range` must still match. */
function rangeOf(
  { headers, method }: FastifyRequest,
  { size, etag }: Downloadable,
  lastModified: string,
): { start: number; end: number } | 'unsatisfiable' | null {
  const asked = method === 'GET' ? headers.range : undefined;
  if (asked === undefined || size === 0) return null;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag && condition !== lastModified) return null;
  const [, last] = /^bytes=-(\d+)$/.exec(asked) ?? [];
  // More last bytes than exist mean all of them (RFC 9110 §14.1.2); the parser would begin before the first.
  if (Number(last) > size) return { start: 0, end: size - 1 };
  const ranges = parseRange(size, asked);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
