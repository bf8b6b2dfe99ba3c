import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AcmeAnswer } from '../../pki/acme/acme-answer.js';
import { AcmeProblem } from '../../pki/acme/acme-problem.js';
import type { AccountOperation, AcmeRequest, AcmeServer } from '../../pki/acme/acme-server.js';
import type { DirectoryPlace } from '../../pki/acme/directory.js';
import type { Log } from '../../platform/log/log.js';
import { saysNoMount } from '../../platform/problems.js';
import type { Problem } from '../../platform/problems.js';
import { originOf } from '../graphql/exchange.js';
import { problemsOf, statusOfOutage } from '../graphql/problems.js';
import { mediaTypeOf } from '../rest/media-type.js';
import { lastOf } from '../rest/vault/request.js';
import type { RawRoute } from '../rest/vault/route.js';
import { prefixes, protocolRoutes } from './protocol-routes.js';
import type { ProtocolRoute } from './protocol-routes.js';

export interface AcmeRawDeps {
  readonly acme: AcmeServer;
  readonly log: Log;
}

type Params = Readonly<Record<string, string>>;
type Answer = (request: AcmeRequest) => Promise<AcmeAnswer>;

/** One path below a directory, by method. */
interface AcmePath {
  /** Below `acme/`. */
  readonly path: string;
  readonly get?: (request: AcmeRequest, method: string) => Promise<AcmeAnswer>;
  readonly post?: Answer;
}

const nothing = (status: number): AcmeAnswer => ({ status, body: null });

/** The protocol of ACME (RFC 8555) below a mount, for any mount path. */
export function acmeRoutes({ acme, log }: AcmeRawDeps): readonly RawRoute[] {
  const by =
    (operation: (server: AcmeServer) => AccountOperation): Answer =>
    (request) =>
      acme.byAccount(request, operation(acme));
  const paths: readonly AcmePath[] = [
    { path: 'directory', get: ({ place }) => acme.directory(place) },
    {
      path: 'new-nonce',
      get: async ({ place }, method) => {
        await acme.open(place);
        return nothing(method === 'HEAD' ? 200 : 204);
      },
      post: by(() => () => Promise.resolve(nothing(204))),
    },
    { path: 'renewal-info/:id', get: ({ place, parts }) => acme.renewalInformation(place, parts.id ?? '') },
    { path: 'new-account', post: (request) => acme.newAccount(request) },
    { path: 'revoke-cert', post: (request) => acme.revokeCertificate(request) },
    { path: 'key-change', post: by(({ keyChange }) => keyChange) },
    { path: 'account/:id', post: by(({ account }) => account) },
    { path: 'new-order', post: by(({ newOrder }) => newOrder) },
    { path: 'orders', post: by(({ orderList }) => orderList) },
    { path: 'order/:id', post: by(({ order }) => order) },
    { path: 'order/:id/finalize', post: by(({ finalize }) => finalize) },
    { path: 'order/:id/cert', post: by(({ certificate }) => certificate) },
    { path: 'order/:id/cert/:chain', post: by(({ certificate }) => certificate) },
    { path: 'authorization/:id', post: by(({ authorization }) => authorization) },
    { path: 'challenge/:id/:type', post: by(({ challenge }) => challenge) },
  ];

  const route = (method: 'GET' | 'POST', { path, get, post }: AcmePath): ProtocolRoute => ({
    method,
    path: `acme/${path}`,
    answer: async ({ request, reply, place, params }) => {
      const asked = requestOf(request, place, path, params);
      const work = method === 'GET' ? get && ((one: AcmeRequest) => get(one, request.method)) : post;
      const answer = await answered(request, () => (work ? posted(request, () => work(asked)) : otherMethod()));
      return send(reply, answer, acme.nonce(), await indexOf(place));
    },
  });

  /** What ACME does not know is told in its own form. @throws what only says that the mount is not there */
  async function answered(request: FastifyRequest, work: () => Promise<AcmeAnswer>): Promise<AcmeAnswer | AcmeProblem> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AcmeProblem) return error;
      if (saysNoMount(error)) throw error;
      return problemFor(problemsOf(error, log, request.id)[0]);
    }
  }

  /** RFC 8555 §7.1: in answers other than the directory. */
  async function indexOf(place: DirectoryPlace): Promise<string | null> {
    try {
      return `${(await acme.open(place)).base}/directory`;
    } catch {
      return null;
    }
  }

  return protocolRoutes(
    { log },
    prefixes.roleAndIssuer,
    paths.flatMap((each) => [route('GET', each), ...(each.post ? [route('POST', each)] : [])]),
  );
}

/** The path as the client signed it: the names of its parts have no letters that a URL escapes. */
function requestOf(request: FastifyRequest, place: DirectoryPlace, path: string, params: Params): AcmeRequest {
  const below = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const query = /\?(.*)$/s.exec(request.url)?.[1];
  const { id, type, chain } = params;
  return {
    place,
    path: query === undefined ? below : `${below}?${query}`,
    body: request.body,
    origin: originOf(request),
    parts: {
      ...(id !== undefined && { id }),
      ...(type !== undefined && { type }),
      ...(chain !== undefined && { chain }),
    },
    cursor: lastOf(request.query, 'cursor') ?? null,
  };
}

/** RFC 8555 §6.2. @throws AcmeProblem for another type */
function posted({ method, headers }: FastifyRequest, work: () => Promise<AcmeAnswer>): Promise<AcmeAnswer> {
  if (method !== 'POST' || mediaTypeOf(headers) === 'application/jose+json') return work();
  throw new AcmeProblem('malformed', 'requests must have Content-Type application/jose+json', { status: 415 });
}

/** A request with another method hardly comes from a client of ACME; Vault's clients look for the words below `errors`. */
function otherMethod(): never {
  throw new AcmeProblem('malformed', 'this path has another method (RFC 8555 §6.3: POST-as-GET)', {
    status: 405,
    errors: ['unsupported operation'],
  });
}

const withRetry = (retryAfter: number | undefined) =>
  retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } };

/** A problem of the catalogue. */
function problemFor({ code, message, retryAfter }: Problem): AcmeProblem {
  const more = withRetry(retryAfter);
  if (code === 'LIMIT_EXCEEDED') return new AcmeProblem('rateLimited', message, more);
  if (code === 'REQUEST_REFUSED') return new AcmeProblem('malformed', message, more);
  // What answers wrongly is behind this server, as for callers of REST.
  const status = code === 'POLICY_SERVICE_FAILED' ? 502 : statusOfOutage.get(code);
  return new AcmeProblem('serverInternal', message, { ...more, ...(status !== undefined && { status }) });
}

async function send(
  reply: FastifyReply,
  answer: AcmeAnswer | AcmeProblem,
  nonce: string,
  index: string | null,
): Promise<FastifyReply> {
  reply.headers({ 'replay-nonce': nonce, 'cache-control': 'no-store' });
  const links = index === null ? [] : [`<${index}>;rel="index"`];
  if (answer instanceof AcmeProblem) {
    reply.headers(answer.headers).header('link', links).type('application/problem+json');
    return reply.code(answer.status).send(Buffer.from(JSON.stringify(answer.document)));
  }
  const { status, body, location, retryAfter } = answer;
  reply.header('link', [...links, ...(answer.links ?? []).map(({ url, rel }) => `<${url}>;rel="${rel}"`)]);
  if (location !== undefined) reply.header('location', location);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (body === null) return reply.code(status).send();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return reply
    .code(status)
    .type(answer.type ?? 'application/json')
    .send(Buffer.from(text));
}
