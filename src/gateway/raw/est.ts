import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { estOperations } from '../../pki/est/est-config.js';
import type { EstOperation } from '../../pki/est/est-config.js';
import type { EstPath, EstPlace } from '../../pki/est/est-path.js';
import { EstRefusal, forbidden, notThere } from '../../pki/est/est-refusal.js';
import type { EstRequest } from '../../pki/est/est-request.js';
import type { EstServer, MadeKeyAnswer } from '../../pki/est/est-server.js';
import { transferText } from '../../pki/est/transfer.js';
import type { Log } from '../../platform/log/log.js';
import { saysNoMount } from '../../platform/problems.js';
import { joinBodies } from '../admission/joined-bodies.js';
import { mostOfUnknown } from '../admission/unknown-bodies.js';
import { dropRest } from '../admission/refused-body.js';
import { originOf } from '../graphql/exchange.js';
import { vault } from '../rest/vault/dialect.js';
import { mediaTypeOf } from '../rest/media-type.js';
import { refused } from '../rest/refused.js';
import type { RawRoute } from '../rest/vault/route.js';
import { connectionOf, passwordOf } from './est-connection.js';
import { prefixes, protocolRoutes } from './protocol-routes.js';
import type { ProtocolRoute } from './protocol-routes.js';

export interface EstRawDeps {
  readonly est: EstServer;
  readonly log: Log;
}

/** What a client is answered. */
interface EstAnswer {
  readonly status: 200 | 204;
  readonly type?: string;
  /** In base64 already. */
  readonly text?: string;
}

interface Operation {
  readonly method: 'GET' | 'POST';
  readonly perform: (server: EstServer, asked: Asked) => Promise<EstAnswer>;
}

/** A request that is not read yet. */
interface Asked {
  readonly path: EstPath;
  readonly request: () => EstRequest;
}

/** RFC 7030 §3.2.4. */
const types = {
  certificates: 'application/pkcs7-mime; smime-type=certs-only',
  attributes: 'application/csrattrs',
  request: 'application/pkcs10',
  pkcs8: 'application/pkcs8',
  encrypted: 'application/pkcs7-mime; smime-type=server-generated-key',
} as const;

const certificates = (message: Buffer): EstAnswer => ({
  status: 200,
  type: types.certificates,
  text: transferText(message),
});

const operations: Readonly<Record<EstOperation, Operation>> = {
  cacerts: { method: 'GET', perform: async (est, { path }) => certificates(await est.authorities(path)) },
  csrattrs: {
    method: 'GET',
    perform: async (est, { path }) => {
      const attributes = await est.attributes(path);
      return attributes ? { status: 200, type: types.attributes, text: transferText(attributes) } : { status: 204 };
    },
  },
  simpleenroll: { method: 'POST', perform: async (est, { request }) => certificates(await est.enroll(request())) },
  simplereenroll: { method: 'POST', perform: async (est, { request }) => certificates(await est.renew(request())) },
  serverkeygen: { method: 'POST', perform: async (est, { request }) => inParts(await est.generateKey(request())) },
};

/** RFC 7030 §4.4.2: the key, then its certificate. */
function inParts({ key, certificate }: MadeKeyAnswer): EstAnswer {
  const boundary = `est-${randomBytes(18).toString('hex')}`;
  const keyType = key.kind === 'pkcs8' ? types.pkcs8 : types.encrypted;
  const part = (type: string, der: Buffer) =>
    `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${transferText(der)}\r\n`;
  const text = `${part(keyType, key.der)}${part(types.certificates, certificate)}--${boundary}--\r\n`;
  key.der.fill(0);
  return { status: 200, type: `multipart/mixed; boundary=${boundary}`, text };
}

/** The protocol of EST (RFC 7030) below a mount, for any mount path (Vault API, PKI: "EST Protocol Paths"). */
export function estRoutes(deps: EstRawDeps): readonly RawRoute[] {
  const route = (method: 'GET' | 'POST', operation: EstOperation): ProtocolRoute => ({
    method,
    path: `est/${operation}`,
    answer: ({ request, reply, place }) => answered(deps, request, reply, place, operation),
  });
  return protocolRoutes(
    deps,
    prefixes.role,
    estOperations.flatMap((operation) => [
      route('GET', operation),
      ...(operations[operation].method === 'POST' ? [route('POST', operation)] : []),
    ]),
  );
}

const wellKnown = '/.well-known/est';

/** The same below `/.well-known/est` (RFC 7030 §3.2.2), where clients look that know only the name of a server. */
export async function mountEst(app: FastifyInstance, deps: EstRawDeps): Promise<void> {
  await app.register(
    (scope, _options, done) => {
      joinBodies(scope);
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostOfUnknown }, (_request, body, parsed) => {
        parsed(null, body);
      });
      scope.setErrorHandler((error, request, reply) => {
        const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
        if (tooLarge) {
          reply.removeHeader('connection');
          dropRest(request);
        }
        return refuse(reply, refusalOf(error, deps, request));
      });
      scope.setNotFoundHandler((_request, reply) => refuse(reply, notThere()));
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url: '/*',
        handler: (request, reply) => {
          const { label, operation } = readPath(request.url);
          return operation === undefined
            ? refuse(reply, notThere())
            : answered(deps, request, reply, { label }, operation);
        },
      });
      done();
    },
    { prefix: wellKnown },
  );
}

/** An operation, with at most one label before it. */
function readPath(url: string): { readonly label: string | undefined; readonly operation: EstOperation | undefined } {
  const path = decoded(url.slice(wellKnown.length).split(/[?#]/, 1)[0] ?? '');
  const [, label, name] = /^\/(?:([^/]+)\/)?([^/]+)\/?$/.exec(path) ?? [];
  return { label, operation: estOperations.find((operation) => operation === name) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** @throws MOUNT_NOT_FOUND for the path of a mount that is not there any more */
async function answered(
  deps: EstRawDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  place: EstPlace,
  name: EstOperation,
): Promise<FastifyReply> {
  const operation = operations[name];
  const gone = new AbortController();
  reply.raw.once('close', () => {
    gone.abort(new Error('nobody waits for the answer any more'));
  });
  try {
    const path = await deps.est.open(place);
    requireSecure(request);
    requireForm(request, operation);
    const asked = { path, request: () => requestOf(request, path, gone.signal) };
    const answer = await operation.perform(deps.est, asked);
    return await send(reply, answer);
  } catch (error) {
    if ('mount' in place && saysNoMount(error)) throw error;
    return refuse(reply, refusalOf(error, deps, request));
  }
}

/** RFC 7030 §3.3: also certificates of authorities are only worth something over a connection that nobody changes. @throws EstRefusal */
function requireSecure({ sender }: FastifyRequest): void {
  if (sender.scheme !== 'https') throw forbidden('EST is spoken over HTTPS only');
}

/** @throws EstRefusal */
function requireForm({ method, headers }: FastifyRequest, { method: wanted }: Operation): void {
  const asked = method === 'HEAD' ? 'GET' : method;
  if (asked !== wanted)
    throw new EstRefusal(405, `this path has the method ${wanted}`, { allow: wanted === 'GET' ? 'GET, HEAD' : wanted });
  if (wanted === 'POST' && mediaTypeOf(headers) !== types.request)
    throw new EstRefusal(415, `a signing request has Content-Type ${types.request}`);
}

const requestOf = (request: FastifyRequest, path: EstPath, signal: AbortSignal): EstRequest => ({
  path,
  signal,
  origin: originOf(request),
  password: passwordOf(request),
  connection: connectionOf(request),
  body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
});

/** RFC 8951 §3 has no use for Content-Transfer-Encoding; clients that are older look for it. */
function send(reply: FastifyReply, { status, type, text }: EstAnswer): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  if (type === undefined || text === undefined) return reply.send();
  if (!type.startsWith('multipart/')) reply.header('content-transfer-encoding', 'base64');
  return reply.header('content-type', type).send(Buffer.from(text, 'latin1'));
}

/** RFC 7030 §4.2.3: a text for people. */
function refuse(reply: FastifyReply, { status, message, headers }: EstRefusal): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('text/plain; charset=utf-8')
    .send(`${message}\n`);
}

/** No client can do anything about an authority that does not sign. */
const unavailable: ReadonlySet<string> = new Set(['ISSUER_NOT_FOUND', 'ISSUER_NOT_USABLE']);

function refusalOf(error: unknown, { log }: EstRawDeps, request: FastifyRequest): EstRefusal {
  if (error instanceof EstRefusal) return error;
  const problems = refused(error, { log }, request);
  const [{ code, message, retryAfter }] = problems;
  const { status } = vault.problem(problems, { headers: request.headers });
  const waiting = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (unavailable.has(code)) return new EstRefusal(503, message, waiting);
  return new EstRefusal(status, code === 'PERMISSION_DENIED' ? 'permission denied' : message, waiting);
}
