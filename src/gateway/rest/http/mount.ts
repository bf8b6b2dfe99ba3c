import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../../platform/problems.js';
import { isRecord } from '../../../platform/is-record.js';
import { joinBodies } from '../../admission/joined-bodies.js';
import { acceptAnyType } from '../../admission/any-type.js';
import { parseJson } from '../../admission/json.js';
import { dropRest, receiveRest } from '../../admission/refused-body.js';
import { mostOfUnknown } from '../../admission/unknown-bodies.js';
import type { EndableContext } from '../../context.js';
import { problemsOf } from '../../graphql/problems.js';
import { opened } from '../../raw/opened.js';
import { bytesOf, refused, sendProblems } from '../refused.js';
import type { RestDeps } from '../run.js';
import type { StateContents, StatePlace } from './contents.js';
import { aboutLocks, httpStates } from './dialect.js';
import { releasedId, sentInformation, shownInformation } from './lock-information.js';
import { httpPrefix, httpRoutes } from './routes.js';
import type { HttpWork } from './routes.js';
import { HttpSteps } from './steps.js';

/** What is needed besides operations. */
export interface HttpStates {
  readonly contents: StateContents;
  /** The largest state in bytes. */
  readonly maxContentBytes: number;
}

/** What terraform and tofu say of a lock under which they change what they manage, and then write the state. */
const applying = 'OperationTypeApply';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: EndableContext;
  readonly caller: NonNullable<EndableContext['caller']>;
  readonly place: StatePlace;
}

/**
 * Mounts the paths for the `http` backend of terraform and tofu: a workspace is one document, with a lock.
 * @throws Error for an operation that is missing
 */
export async function mountHttpStates(
  app: FastifyInstance,
  { contents, maxContentBytes }: HttpStates,
  deps: RestDeps,
): Promise<void> {
  const steps = new HttpSteps(deps);

  const works: Readonly<Record<HttpWork, (exchange: Exchange) => Promise<FastifyReply>>> = {
    async read({ request, reply, caller, place }) {
      const found = await contents.current(caller, place);
      if (!found) throw problem('NOT_FOUND', 'The workspace has no state yet');
      const content = request.method === 'HEAD' ? undefined : await opened(deps, request, reply, () => found.open());
      return reply
        .headers({
          'content-length': found.size,
          'content-md5': Buffer.from(found.version.md5, 'hex').toString('base64'),
        })
        .send(content);
    },
    async write({ request, reply, context, caller, place }) {
      const { headers, raw } = request;
      const md5 = md5Of(headers['content-md5']);
      const lockId = lockIdOf(request) ?? null;
      const target = await writable(context, caller, place);
      const { id, serial } = await target.write({
        // Not destroyed if reading stops early: the connection is still needed for the response.
        content: raw.iterator({ destroyOnReturn: false }),
        announcedBytes: Number(headers['content-length'] ?? 0),
        md5,
        lockId,
      });
      return reply.send(bytesOf({ id, serial: Number(serial) }));
    },
    async delete({ reply, context, place }) {
      await steps.delete(context, place);
      return reply.send(bytesOf({}));
    },
    async lock({ request, reply, context, caller, place }) {
      const sent = sentInformation(request.body);
      // A caller who may lock but not write must not have changed anything before the state is refused.
      if (sent.operation === applying) await writable(context, caller, place);
      const lock = await steps.lock(context, place, sent);
      return reply.send(bytesOf(shownInformation(lock)));
    },
    async unlock({ request, reply, context, place }) {
      await steps.unlock(context, place, releasedId(request.body, lockIdOf(request)));
      return reply.send(bytesOf({}));
    },
  };

  /** An organization's token writes no state, so no workspace is made for it. */
  function writable(context: EndableContext, caller: Exchange['caller'], place: StatePlace) {
    const find = () => contents.writable(caller, place);
    return caller.kind === 'organization' ? find() : steps.made(context, place, find);
  }

  async function answer(work: HttpWork, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let context: EndableContext | undefined;
    const place = placeOf(request);
    try {
      reply.header('content-type', httpStates.contentType);
      context = await deps.receive(request, reply);
      const { caller } = context;
      // Before anything is read of a state.
      if (!caller) throw problem('UNAUTHENTICATED');
      return await works[work]({ request, reply, context, caller, place });
    } catch (error) {
      if (work === 'write') dropRest(request);
      const { raw } = request;
      const cut = work === 'write' && raw.destroyed && (!raw.complete || raw.errored !== null);
      const problems = cut ? problem('UPLOAD_INCOMPLETE').problems : problemsOf(error, deps.log, request.id);
      const held = context && aboutLocks.has(problems[0].code) ? await steps.heldLock(context, place) : null;
      if (!held) return sendProblems(reply, httpStates, problems, request);
      const { status, body } = httpStates.problem(problems, request);
      return reply.code(status).send(bytesOf({ ...shownInformation(held), ...body }));
    }
  }

  for (const method of ['LOCK', 'UNLOCK']) app.addHttpMethod(method, { hasBody: true });
  await app.register(
    async (scope) => {
      const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        receiveRest(error, request, reply);
        return sendProblems(reply, httpStates, refused(error, deps, request), request);
      };
      acceptAnyType(scope);
      scope.setErrorHandler(refuse);
      scope.setNotFoundHandler((request, reply) => refuse(problem('NOT_FOUND'), request, reply));
      const route = (inner: FastifyInstance, works: (work: HttpWork) => boolean, bodyLimit: number) => {
        for (const { methods, path, work } of httpRoutes) {
          if (!works(work)) continue;
          const handler = (request: FastifyRequest, reply: FastifyReply) => answer(work, request, reply);
          inner.route({ method: [...methods], url: path, exposeHeadRoute: false, bodyLimit, handler });
        }
      };
      await scope.register((streams, _options, done) => {
        streams.removeAllContentTypeParsers();
        streams.addContentTypeParser('*', (_request, _payload, parsed) => {
          parsed(null);
        });
        route(streams, (work) => work === 'write', maxContentBytes);
        done();
      });
      await scope.register((documents, _options, done) => {
        joinBodies(documents);
        documents.removeAllContentTypeParsers();
        documents.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
          try {
            parsed(null, Buffer.isBuffer(body) ? parseJson(body) : undefined);
          } catch (error) {
            parsed(error instanceof Error ? error : new Error('the body could not be read'));
          }
        });
        // Lock information has some hundred bytes, so nobody needs more, with or without a token.
        route(documents, (work) => work !== 'write', mostOfUnknown);
        done();
      });
    },
    { prefix: httpPrefix },
  );
}

function placeOf({ params }: FastifyRequest): StatePlace {
  const named = isRecord(params) ? params : {};
  const { organization, workspace } = named;
  return {
    organization: typeof organization === 'string' ? organization : '',
    name: typeof workspace === 'string' ? workspace : '',
  };
}

/** `?ID=`, with which a client says under which of its locks it writes. */
function lockIdOf({ query }: FastifyRequest): string | undefined {
  const id = isRecord(query) ? query['ID'] : undefined;
  const last: unknown = Array.isArray(id) ? id.at(-1) : id;
  return typeof last === 'string' && last !== '' ? last : undefined;
}

/** @returns hex. @throws INVALID_PARAMETER */
function md5Of(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = typeof header === 'string' ? header.trim() : '';
  if (/^[A-Za-z0-9+/]{22}==$/.test(text)) return Buffer.from(text, 'base64').toString('hex');
  throw problem('INVALID_PARAMETER', 'Content-MD5 must be the base64 of an MD5 hash', ['Content-MD5']);
}
