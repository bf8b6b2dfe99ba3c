import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../../platform/problems.js';
import type { WholeList } from './whole-lists.js';

/**
 * The tables of REST paths. A path is one row, and a row reads like the specification:
 *
 * @example
 * // graphql/rest/state/CurrentStateVersion.graphql
 * //   query CurrentStateVersion($workspaceId: ID!, $includeCreatedBy: Boolean!) { workspace(id: $workspaceId) { … } }
 * const CurrentStateVersion = operation<CurrentStateVersionData, { workspaceId: string }>('CurrentStateVersion');
 *
 * export const stateRoutes: RestTable = {
 *   prefix: '/api/v2', dialect: jsonApi, operations: 'state',
 *   rows: [
 *     get('/workspaces/:workspace_id/current-state-version', CurrentStateVersion,
 *       ({ params, include }) => ({ workspaceId: params.workspace_id, ...include }), stateVersionDocument,
 *       { include: ['created_by', 'run', 'run.created_by', 'run.configuration_version', 'outputs'] }),
 *     post('/workspaces/:workspace_id/state-versions', CreateStateVersion,
 *       ({ params, fields }) => ({ input: { workspaceId: params.workspace_id, ...fields(createFields) } }), stateVersionDocument,
 *       { status: 201, pointers: { runId: '/data/relationships/run/data/id' } }),
 *   ],
 * };
 */
export interface Operation<Data extends object, Variables extends object> {
  /** As in graphql/rest. */
  readonly name: string;
  /** Never there: carries the types. */
  readonly types?: (variables: Variables) => Data;
}

/** An operation of graphql/rest by its name, with the types of its variables and of what it answers. */
export function operation<Data extends object, Variables extends object>(name: string): Operation<Data, Variables> {
  return { name };
}

export interface PageParameters {
  readonly page: number;
  readonly pageSize: number;
}

/** A parsed request, as rows see it. Everything is read when it is asked for. */
export interface RestRequest {
  /** Parts of the path by their names in the row, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** One query parameter, decoded; the last of several; `undefined` when absent. */
  readonly query: (name: string) => string | undefined;
  /** Query parameters whose names start so, as `search[…]` and `filter[…]` do. */
  readonly queries: (prefix: string) => readonly (readonly [name: string, value: string])[];
  /** `page[number]` and `page[size]`. @throws INVALID_PARAMETER */
  readonly page: PageParameters;
  /** For each include of the row, a variable: `run.created_by` is `includeRunCreatedBy`. @throws INVALID_INCLUDE */
  readonly include: Readonly<Record<string, boolean>>;
  /** The JSON document that was sent; `undefined` for none. */
  readonly body: unknown;
  /** Reads the document by a table of fields. @throws MISSING_INPUT, INVALID_INPUT */
  readonly fields: <Table extends FieldTable>(table: Table) => FieldValues<Table>;
  readonly headers: IncomingHttpHeaders;
  readonly baseUrl: string;
  /** Path and query as sent. */
  readonly url: string;
}

/** A field of a request document: where it is, what it must be, and whether it must be there. */
export interface Field<T, Required extends boolean> {
  /** From the root of the document: `['data', 'attributes', 'serial']`. */
  readonly path: readonly string[];
  readonly required: Required;
  /** `undefined` for a value of another type. */
  readonly read: (value: unknown) => T | undefined;
  /** As in "must be …". */
  readonly expected: string;
}
export type FieldTable = Readonly<Record<string, Field<unknown, boolean>>>;

type Value<F> = F extends Field<infer T, boolean> ? T : never;
type RequiredNames<Table> = { [K in keyof Table]: Table[K] extends Field<unknown, true> ? K : never }[keyof Table];
/** An optional field that is absent has no key; one that is null is null. */
export type FieldValues<Table extends FieldTable> = { [K in RequiredNames<Table>]: Value<Table[K]> } & {
  [K in Exclude<keyof Table, RequiredNames<Table>>]?: Value<Table[K]> | null;
};

export interface RowOptions {
  /** Of a success; 200 unless said. */
  readonly status?: number;
  /** Values that `include` may have. */
  readonly include?: readonly string[];
  /** Answers callers without a token too. */
  readonly anonymous?: boolean;
  /** Headers of every answer of this row, refusals too. */
  readonly headers?: (request: RestRequest) => Readonly<Record<string, string>>;
  /** Where a field of a problem is in the request document, for those that are not attributes of its name. */
  readonly pointers?: Readonly<Record<string, string>>;
}

export interface Row extends RowOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'LIST';
  readonly path: string;
  /** Absent where there is nothing to ask. */
  readonly operation?: Operation<object, object>;
  /** Lists by pages that the document has whole. */
  readonly whole?: readonly WholeList<object>[];
  variables(request: RestRequest): object;
  /** The document of the answer; `null` for none. May throw a problem: NOT_FOUND for a null object. */
  document(data: object, request: RestRequest): object | null;
}

type Builder = <Data extends object, Variables extends object>(
  path: string,
  operation: Operation<Data, Variables>,
  variables: (request: RestRequest) => Variables,
  document: (data: Data, request: RestRequest) => object | null,
  options?: RowOptions & { readonly whole?: readonly WholeList<Data>[] },
) => Row;

const builder =
  (method: Row['method']): Builder =>
  (path, { name }, variables, document, options = {}) => ({
    ...options,
    method,
    path,
    operation: { name },
    variables,
    // A method: the row trusts its operation's declared type.
    document,
  });

export const get = builder('GET');
export const post = builder('POST');
export const put = builder('PUT');
export const patch = builder('PATCH');
export const del = builder('DELETE');
export const list = builder('LIST');

/** A row that always answers the same. */
export function constant(method: Row['method'], path: string, document: object | null, options: RowOptions = {}): Row {
  return { ...options, method, path, variables: () => ({}), document: () => document };
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** How a family of REST paths speaks. */
export interface Dialect {
  readonly contentType: string;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of a refusal that is worth another try after so many seconds, beside `Retry-After`. */
  readonly waiting?: (seconds: number) => Readonly<Record<string, string>>;
  /** Content types whose bytes are read as JSON; others with content are refused. */
  readonly readsContentType: (type: string) => boolean;
  readonly problem: (
    problems: readonly [Problem, ...Problem[]],
    request: { readonly headers: IncomingHttpHeaders; readonly pointers?: RowOptions['pointers'] },
  ) => Answer;
}

export interface RestTable {
  readonly prefix: string;
  readonly dialect: Dialect;
  /** Folder of graphql/rest with the operations of the rows. */
  readonly operations: string;
  readonly rows: readonly Row[];
}
