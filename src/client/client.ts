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

  /** Reads. A document of this package, or your own: of the same shape, or a `TypedDocumentNode` or `TypedDocumentString` of any generator. */
  query<Data, Variables>(
    document: Document<'query', Data, Variables>,
    ...rest: Arguments<Variables, RequestOptions>
  ): Promise<Outcome<Data>>;

  /** Changes something. Where a rule stands in the way, the outcome is a failure with problems of the kind `rule`. */
  mutate<Data, Variables>(
    document: Document<'mutation', Data, Variables>,
    ...rest: Arguments<Variables, RequestOptions>
  ): Promise<Outcome<Done<Data>>>;

  /**
   * Every object of a list, page after page, each page read when the one before is used up:
   * `for await (const workspace of client.each(Workspaces, { organization: 'acme' }, (data) => data.workspaces))`.
   * @param connection where in the data the list is
   * @throws TrustateError from the iteration, where a page cannot be read or the list is not there
   */
  each<Data, Variables extends PageVariables, Node>(
    document: Document<'query', Data, Variables>,
    variables: Variables,
    connection: (data: Data) => ConnectionOf<Node> | null | undefined,
    options?: RequestOptions,
  ): AsyncIterableIterator<Node>;

  /**
   * What happens, as it happens: `for await (const { stateVersionEvents } of client.subscribe(StateVersionEvents, { workspaceId }))`. All subscriptions share one
   * WebSocket where there is one. A connection that is lost is made again, and nothing is missed.
   * @throws TrustateError from the iteration, where going on is of no use
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

/** An answer with errors is a failure as a whole: what is half there is nothing to go by. */
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

// The server checked the document against its schema, so what it answers has the document's shape: there is nothing to add to that here.
const holds = <Data, Variables>(_: Document<'query', Data, Variables>, data: unknown): data is Data => data !== null;
const isDone = <Data, Variables>(_: Document<'mutation', Data, Variables>, data: unknown): data is Done<Data> =>
  data !== null;

function empty(cost: Cost | null): Failure {
  const message = 'The answer has neither data nor errors';
  return { ok: false, problems: [{ kind: 'connection', code: 'NOT_UNDERSTOOD', message, cause: null }], cost };
}
