import { propagation, ROOT_CONTEXT } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endSpan, SpanKind, startSpan } from '../../platform/tracing/spans.js';
import { Work, within } from '../../platform/work/work.js';
import { turnsOf } from '../execution/turns.js';

const works = new WeakMap<FastifyRequest, Work>();

/** The work of a request, if works are followed. */
export const workOfRequest = (request: FastifyRequest): Work | undefined => works.get(request);

/** The work of a request, which takes turns by its address: what it knows of its caller, only its operations know. It begins when its body is read: the stream of a connection knows nothing of requests. */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    works.set(request, new Work({ span: spanOf(request, reply), account: turnsOf(request.sender.address) }));
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const work = workOfRequest(request);
    if (work) within(work, done);
    else done();
  });
}

/** The route and never the path, which may contain signed URLs and identifiers. */
function spanOf(request: FastifyRequest, reply: FastifyReply) {
  const { method, headers, routeOptions, sender } = request;
  const route = routeOptions.url;
  const attributes = {
    'http.request.method': method,
    ...(route !== undefined && { 'http.route': route }),
    'url.scheme': sender.scheme,
    'trustate.request.id': request.id,
  };
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const name = route === undefined ? method : `${method} ${route}`;
  const span = startSpan(name, { kind: SpanKind.SERVER, attributes, parent });
  if (!span) return undefined;
  const { raw } = reply;
  raw.once('close', () => {
    span.setAttribute('http.response.status_code', raw.statusCode);
    const failed = raw.writableFinished ? raw.statusCode >= 500 && String(raw.statusCode) : 'client disconnected';
    endSpan(span, failed === false ? {} : { failed });
  });
  return span;
}
