import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationTypeNode } from 'graphql';
import { baseUrlOf, presentedToken } from '../context.js';
import { originOf } from '../graphql/exchange.js';
import { parseJson } from '../admission/json.js';
import { refusalOf, unresolved } from '../execution/operation.js';
import { unreceived } from '../graphql/http-answers.js';
import { EventStream } from './event-stream.js';
import type { EventStreamLimits } from './event-stream.js';
import type { ConnectionOperations } from './connection-operations.js';
import type { Origins } from './origins.js';
import { Session } from './session.js';
import type { SessionDeps } from './session.js';
import type { GatewayPorts } from '../ports.js';

export interface EventStreamsDeps extends Pick<GatewayPorts, 'log' | 'settings'> {
  readonly operations: ConnectionOperations;
  readonly sessions: SessionDeps;
  readonly origins: Origins;
  readonly limits: EventStreamLimits;
}

const mediaType = 'text/event-stream';

/** GraphQL over server-sent events, one stream for each operation ("distinct connections"). Events have ids to continue from. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  readonly #pinging: NodeJS.Timeout;
  #closing = false;

  constructor(private readonly deps: EventStreamsDeps) {
    this.#pinging = setInterval(() => {
      for (const stream of this.#open) stream.keepAlive();
    }, deps.limits.pingMs).unref();
  }

  /** Whether a stream answers a request: it accepts nothing else, or it accepts both and subscribes. */
  wants(request: FastifyRequest): boolean {
    const accept = request.headers.accept ?? '';
    if (!accept.includes(mediaType)) return false;
    if (!/\*\/\*|json/.test(accept)) return true;
    return this.deps.operations.subscribes(documentOf(request));
  }

  async open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origins, sessions, settings, limits } = this.deps;
    if (this.#closing) return refused(reply, 503, 'UNAVAILABLE', 'The server stops: connect again');
    if (!origins.allows(request.headers.origin, request.sender))
      return refused(reply, 403, 'FORBIDDEN', 'Not from this origin');
    const lastEventId = request.headers['last-event-id'];
    const stream = new EventStream(reply.raw, limits);
    let session: Session;
    try {
      session = await Session.open(
        sessions,
        {
          token: presentedToken(request.headers),
          origin: originOf(request),
          baseUrl: baseUrlOf(settings.publicUrl, request.sender),
          ...(typeof lastEventId === 'string' && lastEventId !== '' && { resumeAfter: lastEventId }),
        },
        (error) => {
          stream.fail(error);
        },
      );
    } catch (error) {
      const { status, code, message, retryAfter } = unreceived(error, this.deps, request.id);
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
      return refused(reply, status, code, message);
    }
    reply.hijack();
    reply.raw.once('close', () => {
      session.close();
    });
    this.#open.add(stream);
    stream
      .run(reply, () => this.#start(request, session))
      .catch((error: unknown) => stream.refuse(refusalOf(error, this.deps, session)))
      .finally(() => {
        this.#open.delete(stream);
      })
      .catch((error: unknown) => {
        this.deps.log.error({ err: error, requestId: request.id }, 'an event stream failed');
      });
    return reply;
  }

  /** Ends the streams without `complete`: clients connect again. */
  close(): void {
    this.#closing = true;
    clearInterval(this.#pinging);
    for (const stream of this.#open) stream.end();
  }

  async #start(request: FastifyRequest, session: Session) {
    const { operations } = this.deps;
    const admitted = await operations.admit(documentOf(request), session);
    const mutates = admitted.operation.node.operation === OperationTypeNode.MUTATION;
    if (mutates && request.method !== 'POST') throw unresolved('Mutations are sent by POST');
    return operations.start(admitted, session);
  }
}

/** The content of a request: its body, or the query parameters, of which two are JSON. */
function documentOf({ method, body, query }: FastifyRequest): unknown {
  if (method === 'POST') return body;
  if (typeof query !== 'object' || query === null) return {};
  const parts = Object.entries(query).map(([name, value]: [string, unknown]) => [
    name,
    name === 'variables' || name === 'extensions' ? parsed(value) : value,
  ]);
  return Object.fromEntries(parts);
}

/** An invalid one is not changed, and is refused when the request is read. */
function parsed(value: unknown): unknown {
  try {
    return parseJson(Buffer.from(String(value)));
  } catch {
    return value;
  }
}

function refused(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ errors: [{ message, extensions: { code } }] });
}
