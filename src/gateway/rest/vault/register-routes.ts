import { Readable } from 'node:stream';
import { GraphQLError } from 'graphql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem, saysNoMount, saysUnauthenticated } from '../../../platform/problems.js';
import type { Asked } from '../../../identity/policies/parameters.js';
import type { Caller } from '../../../identity/caller.js';
import type { ToWrap, WrapInfo } from '../../../identity/wrapping/wrapping.js';
import type { EndableContext } from '../../context.js';
import { problemsOf } from '../../graphql/problems.js';
import { joinBodies } from '../../admission/joined-bodies.js';
import { acceptAnyType } from '../../admission/any-type.js';
import { boundUnknown } from '../../admission/unknown-bodies.js';
import { receiveRest } from '../../admission/refused-body.js';
import { readOperations } from '../operation-documents.js';
import { dialectOf, envelope, vault } from './dialect.js';
import { everyPage } from './every-page.js';
import { around, everyValue, valuePages } from './every-value.js';
import type { ValueList } from './every-value.js';
import { asksHelp, mountHelp, pathHelp } from './help.js';
import type { Help } from './help.js';
import { pagedAnswer, pagingOf, wholeList } from './list-paging.js';
import type { ListPaging } from './list-paging.js';
import { sentParameters } from './parameters.js';
import { noMount, refuseNamespace } from './no-mount.js';
import type { PathMatch } from './paths.js';
import { noPlace, Places } from './places.js';
import type { Place, ReadyRoute } from './places.js';
import { documentOf, lastOf, pathOf, readWeakly, verbOf } from './request.js';
import type { MountPaths, RawRoute, VaultAnswer, VaultRequest, VaultRoute, VaultTable, VaultVerb } from './route.js';
import type { WeakTable } from './weak.js';
import { wrapTtlOf } from './wrap.js';
import { bytesOf, refused, sendProblems } from '../refused.js';
import { runner } from '../run.js';
import type { RestDeps, Run } from '../run.js';

/** The certificate authority's REST, and how to find the mounts. */
export interface VaultPaths extends VaultTable {
  readonly mounts: MountPaths;
  readonly policies: CalledPaths;
  readonly wrapping: Wrapping;
  readonly raw: readonly RawRoute[];
}

/** Keeps an answer for whoever has its token. */
export interface Wrapping {
  wrap(caller: Caller, asked: ToWrap): Promise<WrapInfo>;
}

/** Whether a caller may call a path. */
export interface CalledPaths {
  /** @throws PERMISSION_DENIED */
  require(caller: Caller, path: string, needed: 'read' | 'list' | 'update' | 'patch' | 'delete'): Promise<void>;
  /** Whether a rule denies everything at a path. */
  denies(caller: Caller, path: string): Promise<boolean>;
  /** Runs the call with what policies look at of its request. */
  asking<T>(
    caller: Caller | null,
    asked: { readonly parameters: () => Asked; readonly byCall: boolean; readonly wrapTtl: number },
    call: () => T | Promise<T>,
  ): Promise<T>;
}

/**
 * Mounts everything below /v1 as one route, because the meaning of a path depends on the mounts, which change. The operations of all routes are prepared, with
 * the mount as a variable.
 * @throws Error for a route whose operation is missing or does not match the schema
 */
export async function mountVault(app: FastifyInstance, paths: VaultPaths, deps: RestDeps): Promise<void> {
  const operations = (deps.operations ?? readOperations)(paths.operations);
  const ready = (route: VaultRoute): ReadyRoute => ({
    ...route,
    variables: (request) => route.variables(request),
    answer: (data, request) => route.answer(data, request),
    run: route.operation ? runOf(route, runner(route.operation.name, operations, deps)) : null,
  });
  const places = new Places({ ...paths, system: paths.system.map(ready), mount: paths.mount.map(ready) });

  /** The help of an existing path or mount. */
  async function helpAt(path: string, place: Place): Promise<Help | undefined> {
    if (place.kind === 'routes') return place.routes.length > 0 ? pathHelp(path, place.routes) : undefined;
    return (await paths.mounts.longest(path)) === path ? mountHelp(path, paths.mount) : undefined;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request.url);
    let place: Place = path === null ? { kind: 'nothing', mount: '' } : await places.at(request.method, path);
    if (!isOfServer(place)) refuseNamespace(request, path);
    const verb = verbOf(request);
    if (place.kind === 'raw' && verb !== 'list') {
      try {
        return await place.route.handle(request, reply, place);
      } catch (error) {
        // Another process deleted it after it was found here: this is the answer of the next request too.
        if (!saysNoMount(error)) throw error;
        place = noPlace;
      }
    }
    reply.headers(vault.headers).header('content-type', vault.contentType);
    const route = place.kind === 'routes' ? place.routes.find((each) => each.verb === verb) : undefined;
    const anonymous = route?.anonymous === true || (route?.ownToken === true && !namesToken(request));
    const context = await deps.receive(request, reply, { anonymous });
    if (!context.caller && !anonymous) throw problem('UNAUTHENTICATED');
    if (place.kind !== 'raw' && asksHelp(request)) {
      place = await places.present(place);
      const help = await helpAt(path ?? '', place);
      if (help) return reply.send(bytesOf(help));
    }
    if (place.kind === 'nothing' || !route || verb === undefined)
      return refuse(request, reply, { context, path, verb, place });
    const performed = perform(route, {
      request,
      reply,
      context,
      verb,
      place,
      permitted: permission(paths.policies, context, path ?? '', verb),
      policies: paths.policies,
      wrapping: paths.wrapping,
      path: path ?? '',
      now: deps.clock.now(),
    });
    const { mount } = place;
    return performed.catch(async (error: unknown) => {
      const cause = error instanceof GraphQLError ? error.originalError : error;
      // What is public below a mount says nothing else to callers without a token.
      const isGone = saysNoMount(cause) || (anonymous && saysUnauthenticated(cause));
      if (mount === '' || !isGone) throw error;
      return refuse(request, reply, { context, path, verb, place: noPlace });
    });
  }

  /** @throws why nothing is called: only callers who may call a path learn what is mounted there and what can be called */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: {
      readonly context: EndableContext;
      readonly path: string | null;
      readonly verb: VaultVerb | undefined;
      readonly place: Place;
    },
  ): Promise<never> {
    const { path, verb } = asked;
    // Where nothing is called, nothing is anonymous.
    const context = asked.context.caller ? asked.context : await deps.receive(request, reply);
    if (!context.caller) throw problem('UNAUTHENTICATED');
    await permission(paths.policies, context, path ?? '', verb ?? 'read')();
    const place = await places.present(asked.place);
    if (place.mount === null) throw noMount(path);
    throw problem(place.kind === 'nothing' ? 'UNSUPPORTED_PATH' : 'UNSUPPORTED_OPERATION');
  }

  await app.register(
    (scope, _options, done) => {
      boundUnknown(scope, deps);
      joinBodies(scope);
      scope.removeAllContentTypeParsers();
      acceptAnyType(scope);
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
        parsed(null, body);
      });
      const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        receiveRest(error, request, reply);
        return sendProblems(reply, vault, refused(error, deps, request), request);
      };
      scope.setErrorHandler(refuse);
      scope.setNotFoundHandler((request, reply) => refuse(problem('UNSUPPORTED_PATH'), request, reply));
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url: '/*',
        handler: async (request, reply) => {
          try {
            return await answer(request, reply);
          } catch (error) {
            return sendProblems(reply, vault, problemsOf(error, deps.log, request.id), request);
          }
        },
      });
      done();
    },
    { prefix: '/v1' },
  );
}

/** Lists of values are read page by page while they are sent. */
const runOf = ({ pages }: VaultRoute, run: Run): Run => (pages === undefined ? run : everyPage(run, pages));

/** Whether the body has a token besides that of the request. What is wrong with the body is told later. */
function namesToken(request: FastifyRequest): boolean {
  try {
    return 'token' in documentOf(request, 'update');
  } catch {
    return true;
  }
}

/** Paths about the server itself, in any namespace: `sys/health` and similar ones. */
const isOfServer = (place: Place): boolean =>
  place.kind === 'routes' && place.mount === '' && place.routes.some(({ anonymous }) => anonymous === true);

interface Performance {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: EndableContext;
  readonly verb: VaultVerb;
  readonly place: { readonly mount: string; readonly params: PathMatch<VaultRoute>['params'] };
  /** @throws PERMISSION_DENIED */
  readonly permitted: () => Promise<void>;
  readonly policies: CalledPaths;
  readonly wrapping: Wrapping;
  readonly path: string;
  readonly now: Date;
}

/** Services check policies themselves. Decisions before or without a service check them here. */
function permission(policies: CalledPaths, { caller }: EndableContext, path: string, verb: VaultVerb) {
  return async (): Promise<void> => {
    if (caller) await policies.require(caller, verb === 'list' ? `${path}/` : path, verb);
  };
}

async function perform(route: ReadyRoute, performance: Performance): Promise<FastifyReply> {
  const { reply, context, permitted, policies } = performance;
  const form = await formOf(route, performance);
  const { asked, variables, paging } = form;
  const called = { parameters: form.parameters, byCall: true, wrapTtl: form.wrapTtl };
  if (!route.run && !route.anonymous) await policies.asking(context.caller, called, permitted);
  if (route.asksElsewhere && (await isDenied(performance))) await policies.asking(context.caller, called, permitted);
  const { run: unasked } = route;
  const run: Run | null =
    unasked && ((own, given) => policies.asking(context.caller, called, () => unasked(own, given)));
  const list = route.values === undefined ? null : { name: route.values, place: route.place };
  if (run && list && paging && route.whole !== true) return sendValues(route, { run, list, form, paging }, performance);
  const data = run
    ? await (list ? everyValue(run, list, { context, variables }, paging ?? wholeList) : run(context, variables))
    : {};
  const answer = route.answer(data, asked);
  // Values were read from their place to their limit.
  const paged = paging && !list ? pagedAnswer(answer, paging) : answer;
  return sendAnswer(route, reply, await wrapped(route, paged, form, performance), form, performance);
}

/** Whether a rule denies the path of the call; a list's may be written without its slash. */
async function isDenied({ context: { caller }, path, policies, verb }: Performance): Promise<boolean> {
  if (!caller) return false;
  return (await policies.denies(caller, path)) || (verb === 'list' && (await policies.denies(caller, `${path}/`)));
}

/** What is sent in place of an answer that is to be wrapped. Errors, empty answers and what everybody may read are sent as they are. */
async function wrapped(
  route: ReadyRoute,
  answer: VaultAnswer | null,
  form: Form,
  performance: Performance,
): Promise<VaultAnswer | null> {
  const { caller } = performance.context;
  const isSentAsIs = !answer || answer.wrapInfo !== undefined || answer.bare !== undefined || !caller;
  if (form.wrapTtl === 0 || isSentAsIs) return answer;
  const accessor = answer.auth?.['accessor'];
  const wrapInfo = await performance.wrapping.wrap(caller, {
    // OpenBao repeats data next to `data` when it sends an answer, and not in what it wraps.
    answer: JSON.stringify(documentOfAnswer({ ...route, dataOnTop: false }, answer, form, performance)),
    path: performance.verb === 'list' ? `${performance.path}/` : performance.path,
    ttl: form.wrapTtl,
    wrappedAccessor: typeof accessor === 'string' ? accessor : null,
  });
  // The warnings are in the answer.
  return { wrapInfo };
}

/**
 * A list of values: one page like any response; further pages as they are read, so that a million values are never in memory, and a slow client is waited for.
 */
async function sendValues(
  route: ReadyRoute,
  { run, list, form, paging }: { run: Run; list: ValueList; form: Form; paging: ListPaging },
  performance: Performance,
): Promise<FastifyReply> {
  const { context, reply } = performance;
  const pages = valuePages(run, list, { context, variables: form.variables }, paging);
  const { value: first } = await pages.next();
  if (!first) throw new Error(`there is no page of ${list.name}`);
  const { data: found, values: firstValues } = first;
  if (first.isLast) {
    const answer = await wrapped(route, route.answer(first.data, form.asked), form, performance);
    return sendAnswer(route, reply, answer, form, performance);
  }
  if (form.wrapTtl > 0) throw problem('INVALID_INPUT', 'a list this long cannot be wrapped: ask for a part of it');
  const [before, after] = around(list.name, found, (data) =>
    documentOfAnswer(route, route.answer(data, form.asked), form, performance),
  );
  async function* text(): AsyncGenerator<string> {
    yield before + innerText(firstValues);
    for await (const { values } of pages) if (values.length > 0) yield `,${innerText(values)}`;
    yield after;
  }
  return reply.send(Readable.from(text()));
}

/** A list without its brackets. */
const innerText = (values: readonly unknown[]): string => JSON.stringify(values).slice(1, -1);

function documentOfAnswer(
  route: ReadyRoute,
  answer: VaultAnswer | null,
  { asked, warnings }: Form,
  { request }: Performance,
): object {
  const said = answer?.wrapInfo ? [] : [...(answer?.warnings ?? []), ...warnings];
  const { issues = false, dataOnTop = false } = route;
  return (
    answer?.bare ??
    envelope({ ...answer, warnings: said }, { dialect: asked.dialect, issues, dataOnTop, requestId: request.id })
  );
}

function sendAnswer(
  route: ReadyRoute,
  reply: FastifyReply,
  answer: VaultAnswer | null,
  form: Form,
  performance: Performance,
): FastifyReply {
  const { warnings } = form;
  const said = [...(answer?.warnings ?? []), ...warnings];
  if (!answer && said.length === 0) return reply.removeHeader('content-type').code(204).send();
  const { status = 200 } = answer ?? {};
  return reply.code(status).send(bytesOf(documentOfAnswer(route, answer, form, performance)));
}

interface Form {
  readonly asked: VaultRequest;
  readonly variables: object;
  readonly warnings: readonly string[];
  /** Seconds; 0 if the answer is not to be wrapped. */
  readonly wrapTtl: number;
  /** In the form for policies. */
  readonly parameters: () => Asked;
  /** For a list. */
  readonly paging: ListPaging | null;
}

/** The parsed input. Only callers who may call the path learn what is wrong with it. @throws PERMISSION_DENIED, and what `readForm` throws */
async function formOf(route: ReadyRoute, performance: Performance): Promise<Form> {
  try {
    return readForm(route, performance);
  } catch (error) {
    if (!route.anonymous && performance.context.caller) await performance.permitted();
    throw error;
  }
}

/** @throws INVALID_INPUT, MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE, and what the route throws */
function readForm(route: ReadyRoute, { request, context, verb, now, place: { mount, params } }: Performance): Form {
  const sent = {
    ...(verb === 'update' || verb === 'patch' ? {} : queryOf(request, route.fields)),
    ...documentOf(request, verb),
  };
  const wrapTtl = route.anonymous ? 0 : wrapTtlOf(request.headers);
  const { values, warnings } = readWeakly(route.fields, sent, { params, keepNull: verb === 'patch' });
  const dialect = dialectOf(request.headers);
  const asked: VaultRequest = {
    mount,
    params,
    fields: values,
    query: (name) => lastOf(request.query, name),
    dialect,
    headers: request.headers,
    body: sent,
    baseUrl: context.baseUrl,
    now,
  };
  const paging = verb === 'list' ? pagingOf(request.query) : null;
  const parameters = () => sentParameters(route, sent, params);
  const said = route.anyFields ? [] : warnings;
  return { asked, variables: route.variables(asked), warnings: said, wrapTtl, parameters, paging };
}

/** On reads, lists and deletions the query contains the fields. Other query parameters are not an error, and are not mentioned. */
function queryOf({ query }: FastifyRequest, table: WeakTable): Readonly<Record<string, unknown>> {
  const entries = Object.keys(table).map((name) => [name, lastOf(query, name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
