import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect, Pointers } from '../dialect.js';
import type { FieldTable, FieldValues } from '../fields.js';
import type { Fitting, Operation } from '../operation.js';
import type { WholeList } from './whole-lists.js';

export interface PageParameters {
  readonly page: number;
  readonly pageSize: number;
}

/** Names of the parameters of a path: of `/teams/:team_id`, `team_id`. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Pascal<Text extends string> = Text extends `${infer Head}.${infer Tail}`
  ? `${Pascal<Head>}${Pascal<Tail>}`
  : Text extends `${infer Head}_${infer Tail}`
    ? `${Capitalize<Head>}${Pascal<Tail>}`
    : Capitalize<Text>;
/** The variable of an include: `run.created_by` is `includeRunCreatedBy`. */
type IncludeVariable<Include extends string> = `include${Pascal<Include>}`;

/** A parsed request for routes. Everything is read on first use. */
export interface RestRequest<Params extends string = never, Include extends string = never> {
  /** Path parameters by their names in the route, decoded. */
  readonly params: Readonly<Record<Params, string>>;
  /** One query parameter, decoded; the last of several; `undefined` if absent. */
  readonly query: (name: string) => string | undefined;
  /** Query parameters with this prefix, such as `search[…]` and `filter[…]`. */
  readonly queries: (prefix: string) => readonly (readonly [name: string, value: string])[];
  /** `page[number]` and `page[size]`. @throws INVALID_PARAMETER */
  readonly page: PageParameters;
  /** For each include of the route, a variable: `run.created_by` is `includeRunCreatedBy`. @throws INVALID_INCLUDE */
  readonly include: Readonly<Record<IncludeVariable<Include>, boolean>>;
  /** The JSON document of the request; `undefined` for none. */
  readonly body: unknown;
  /** Reads the document by a table of fields. @throws MISSING_INPUT, INVALID_INPUT */
  readonly fields: <Table extends FieldTable>(table: Table) => FieldValues<Table>;
  readonly headers: IncomingHttpHeaders;
  readonly baseUrl: string;
  /** Path and query as sent. */
  readonly url: string;
}

/** A request of any route. */
export type AnyRequest = RestRequest<string, string>;

export interface RowOptions<Include extends string = string> {
  /** Of a success. Defaults to 200. */
  readonly status?: number;
  /** Valid values of `include`, with underscores; dashes are read as those. */
  readonly include?: readonly Include[];
  /** Values of `include` that clients know, and of which there is nothing here. */
  readonly neverIncluded?: readonly string[];
  /** Accepts callers without a token too. */
  readonly anonymous?: boolean;
  /** Headers of every response of this route, including refusals. */
  readonly headers?: (request: AnyRequest) => Readonly<Record<string, string>>;
  /** The position of a problem's field in the request document, if it is not an attribute of its name. */
  readonly pointers?: Pointers;
  /** The name of a member that a document is taken without, if it is too large with it. */
  readonly leavesOut?: string;
}

/**
 * The tables of REST paths. A path is one route, and a route reads like the specification:
 *
 * @example
 * // graphql/rest/state/state-versions.graphql
 * //   query CurrentStateVersion($workspaceId: ID!, $includeCreatedBy: Boolean!) { stateVersion: currentStateVersion(workspaceId: $workspaceId) { … } }
 * import { CreateStateVersion, CurrentStateVersion } from './generated/operations.js';
 *
 * export const stateRoutes: RestTable = {
 *   prefix: '/api/v2', dialect: jsonApi, operations: 'state',
 *   routes: [
 *     get('/workspaces/:workspace_id/current-state-version', CurrentStateVersion,
 *       ({ params, include }) => ({ workspaceId: params.workspace_id, ...include }), stateVersionDocument,
 *       { include: ['created_by', 'run', 'run.created_by', 'run.configuration_version', 'outputs'] }),
 *     post('/workspaces/:workspace_id/state-versions', CreateStateVersion,
 *       ({ params, fields }) => ({ input: { workspaceId: params.workspace_id, ...fields(createFields) } }), stateVersionDocument,
 *       { status: 201, pointers: { runId: '/data/relationships/run/data/id' } }),
 *   ],
 * };
 */
export interface Route extends RowOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'LIST';
  readonly path: string;
  /** Absent if the route needs no operation. */
  readonly operation?: Operation<object, object>;
  /** Lists with pages that the document shows completely. */
  readonly whole?: readonly WholeList<object>[];
  // Methods, because the parameters of a route are more specific; the builders below make sure that they match.
  variables(request: AnyRequest): object;
  /** The document of the response; `null` for none. May throw a problem: NOT_FOUND for a null object. */
  document(data: object, request: AnyRequest): object | null;
}

type Builder = <
  Path extends string,
  Data extends object,
  Variables extends object,
  Given extends NoInfer<Variables>,
  const Include extends string = never,
>(
  path: Path,
  operation: Operation<Data, Variables>,
  variables: (request: RestRequest<ParamsOf<Path>, Include>) => Fitting<Given, NoInfer<Variables>>,
  document: (data: NoInfer<Data>, request: RestRequest<ParamsOf<Path>, Include>) => object | null,
  options?: RowOptions<Include> & { readonly whole?: readonly WholeList<NoInfer<Data>>[] },
) => Route;

const builder =
  (method: Route['method']): Builder =>
  (path, { name }, variables, document, options = {}) => ({
    ...options,
    method,
    path,
    operation: { name },
    variables,
    document,
  });

export const get = builder('GET');
export const post = builder('POST');
export const put = builder('PUT');
export const patch = builder('PATCH');
export const del = builder('DELETE');
export const list = builder('LIST');

/** A route with a constant response. */
export function constant(
  method: Route['method'],
  path: string,
  document: object | null,
  options: RowOptions = {},
): Route {
  return { ...options, method, path, variables: () => ({}), document: () => document };
}

export interface RestTable {
  readonly prefix: string;
  readonly dialect: Dialect;
  /** Folder of graphql/rest with the operations of the routes. */
  readonly operations: string;
  readonly routes: readonly Route[];
}
