import type { Arguments, Document } from './document.js';
import { Endpoint } from './endpoint.js';
import type { ClientOptions, RequestOptions } from './endpoint.js';
import type { Cost, Done, Failure, Outcome, Problem } from './outcome.js';
import { pagesOf } from './pages.js';
import type { ConnectionOf, PageVariables } from './pages.js';
import { ruleProblems } from './reading.js';
import type { Reading } from './reading.js';
import { routesOf } from './subscriptions/routes.js';
import { subscribe } from './subscriptions/subscribe.js';
import type { SubscriptionOptions } from './subscriptions/subscribe.js';

/** Runs operations of GraphQL at one server with one token. */
export interface Client {
  /** Where requests go. */
  readonly endpoint: Endpoint;

  /** Runs a query. Takes a document of this package, or your own: of the same shape, or a `TypedDocumentNode` or `TypedDocumentString` of any generator. */
  query<Data, Variables>(
    document: Document<'query', Data, Variables>,
    ...rest: Arguments<Variables, RequestOptions>
  ): Promise<Outcome<Data>>;

  /** Runs a mutation. If a rule prevents it, the outcome is a failure with problems of the kind `rule`. */
  mutate<Data, Variables>(
    document: Document<'mutation', Data, Variables>,
    ...rest: Arguments<Variables, RequestOptions>
  ): Promise<Outcome<Done<Data>>>;

  /**
   * All objects of a list. Each page is read when the previous one is used up: `for await (const workspace of client.each(Workspaces, { organization: 'acme' },
   * (data) => data.workspaces))`.
   * @param connection returns the list in the data
   * @throws TrustateError from the iteration, if a page cannot be read or the list is missing
   */
  each<Data, Variables extends PageVariables, Node>(
    document: Document<'query', Data, Variables>,
    variables: Variables,
    connection: (data: Data) => ConnectionOf<Node> | null | undefined,
    options?: RequestOptions,
  ): AsyncIterableIterator<Node>;

  /**
   * Events as they happen: `for await (const { stateVersionEvents } of client.subscribe(StateVersionEvents, { workspaceId }))`. If WebSocket is available, all
   * subscriptions share one. A lost connection is opened again, and no event is missed.
   * @throws TrustateError from the iteration, if continuing makes no sense
   */
  subscribe<Data, Variables>(
    document: Document<'subscription', Data, Variables>,
    ...rest: Arguments<Variables, SubscriptionOptions>
  ): AsyncIterableIterator<Data>;
}

export function createClient(options: ClientOptions): Client {
  const endpoint = new Endpoint(options);
  const routes = routesOf(endpoint, options.webSocket);
  return {
    endpoint,
    query: async (document, ...[variables, request]) =>
      outcomeOf(document, await endpoint.run(document, variables, request ?? {})),
    mutate: async (document, ...[variables, request]) =>
      doneOf(document, await endpoint.run(document, variables, request ?? {})),
    each: (document, variables, connection, request = {}) =>
      pagesOf(async (page) => outcomeOf(document, await endpoint.run(document, page, request)), variables, connection),
    subscribe: (document, ...[variables, options]) => subscribe(routes, document, variables, options ?? {}),
  };
}

/** A response with errors is a failure as a whole: partial data is not reliable. */
function outcomeOf<Data, Variables>(document: Document<'query', Data, Variables>, answer: Reading): Outcome<Data> {
  const { data, problems, cost } = answer;
  return failed(problems, cost) ?? (holds(document, data) ? { ok: true, data, cost } : empty(cost));
}

function doneOf<Data, Variables>(
  document: Document<'mutation', Data, Variables>,
  answer: Reading,
): Outcome<Done<Data>> {
  const { data, cost } = answer;
  const problems = [...answer.problems, ...(data ? ruleProblems(data) : [])];
  return failed(problems, cost) ?? (isDone(document, data) ? { ok: true, data, cost } : empty(cost));
}

function failed([first, ...others]: readonly Problem[], cost: Cost | null): Failure | null {
  return first ? { ok: false, problems: [first, ...others], cost } : null;
}

// The server checked the document against its schema, so its response has the shape of the document.
const holds = <Data, Variables>(_: Document<'query', Data, Variables>, data: unknown): data is Data => data !== null;
const isDone = <Data, Variables>(_: Document<'mutation', Data, Variables>, data: unknown): data is Done<Data> =>
  data !== null;

function empty(cost: Cost | null): Failure {
  const message = 'The answer has neither data nor errors';
  return { ok: false, problems: [{ kind: 'connection', code: 'NOT_UNDERSTOOD', message, cause: null }], cost };
}
