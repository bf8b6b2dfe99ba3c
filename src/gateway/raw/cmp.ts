import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { joinBodies } from '../admission/joined-bodies.js';
import type { CmpServer, SentCmp } from '../../pki/cmp/cmp-server.js';
import type { CmpPlace } from '../../pki/cmp/places.js';
import { maxCmpBytes } from '../../pki/x509/cmp/index.js';
import type { CmpBodyKind } from '../../pki/x509/cmp/index.js';
import type { Log } from '../../platform/log/log.js';
import { problem } from '../../platform/problems.js';
import { originOf } from '../graphql/exchange.js';
import { mediaTypeOf } from '../rest/media-type.js';
import type { RawRoute } from '../rest/vault/route.js';
import { answering } from './pki-answering.js';
import { prefixes, protocolRoutes } from './protocol-routes.js';

export interface CmpRawDeps {
  readonly cmp: CmpServer;
  /** Path of the mount that is found without a name; null for none. */
  readonly defaultMount: () => Promise<string | null>;
  readonly log: Log;
}

const type = 'application/pkixcmp';

/** What paths may say of the request in a message (RFC 9483 §6.1). */
const operations: ReadonlyMap<string, CmpBodyKind> = new Map([
  ...([
    ['initialization', 'ir'],
    ['certification', 'cr'],
    ['keyupdate', 'kur'],
    ['pkcs10', 'p10cr'],
  ] as const),
  ...([
    ['revocation', 'rr'],
    ['getcacerts', 'genm'],
    ['getrootupdate', 'genm'],
    ['getcertreqtemplate', 'genm'],
  ] as const),
  ['getcrls', 'genm'],
]);

/** The protocol of CMP over HTTP (RFC 9811) below a mount, for any mount path. */
export const cmpRoutes = (deps: Pick<CmpRawDeps, 'cmp' | 'log'>): readonly RawRoute[] =>
  protocolRoutes(deps, prefixes.roleAndIssuer, [
    { method: 'POST', path: 'cmp', answer: ({ request, reply, place }) => exchange(deps, request, reply, place) },
  ]);

interface Asked {
  readonly label?: string;
  readonly operation?: string;
}
const labelled = ['/.well-known/cmp/p/:label', '/.well-known/cmp/p/:label/:operation'] as const;

/** `/.well-known/cmp` (RFC 9811 §3.4): the default mount, and with `/p/` and its path, any other. What is asked may follow. */
export async function mountCmp(app: FastifyInstance, deps: CmpRawDeps): Promise<void> {
  await app.register((scope, _options, done) => {
    joinBodies(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxCmpBytes }, (_request, body, parsed) => {
      parsed(null, body);
    });
    for (const path of ['/.well-known/cmp', '/.well-known/cmp/:operation', ...labelled])
      scope.post<{ Params: Asked }>(path, (request, reply) =>
        answering(deps, request, reply, async () => {
          const { label, operation } = request.params;
          const mount = label ?? (await deps.defaultMount());
          if (mount === null) throw problem('NOT_FOUND', 'no mount is the default mount of CMP');
          return exchange(deps, request, reply, { mount }, operation);
        }),
      );
    done();
  });
}

/** A message for a message: clients read only those of status 200, except where there was none. */
async function exchange(
  { cmp }: Pick<CmpRawDeps, 'cmp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  place: CmpPlace,
  operation?: string,
): Promise<FastifyReply> {
  const open = await cmp.open(place);
  if (!open) throw problem('NOT_FOUND', 'CMP is not enabled at this mount');
  const { headers, body } = request;
  if (mediaTypeOf(headers) !== type || !Buffer.isBuffer(body))
    throw problem('INVALID_INPUT', `a message of CMP has the content type ${type}`);
  const kind = operation === undefined ? undefined : operations.get(operation);
  if (operation !== undefined && kind === undefined) throw problem('NOT_FOUND');
  return send(reply, await cmp.answer(open, body, originOf(request), kind));
}

const send = (reply: FastifyReply, { kind, der }: SentCmp): FastifyReply =>
  reply
    .code(kind === 'answered' ? 200 : 400)
    .headers({ 'cache-control': 'no-store', 'content-length': der.length })
    .type(type)
    .send(der);
