import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { ListPage } from '../list-page.js';
import type { WeakTable, WeakValues } from './weak.js';
import type { Fitting, Operation } from '../operation.js';
import type { WrapFields } from './wrap.js';

/**
 * The tables of the certificate authority's REST paths. A path is one route:
 *
 * @example
 * // graphql/rest/pki/issuance.graphql
 * //   mutation IssueCertificate($input: IssueCertificateInput!) { payload: issueCertificate(input: $input) { issuedCertificate { … } problems { ...ProblemFields } } }
 * // src/gateway/rest/vault/routes, after `npm run generate`
 * import { IssueCertificate, ListRoles } from '../generated/operations.js';
 *
 * export const issuanceRoutes: readonly VaultRoute[] = [
 *   write({
 *     path: 'issue/:role',
 *     operation: IssueCertificate,
 *     fields: { common_name: weak.text, alt_names: weak.list, ttl: weak.duration, exclude_cn_from_sans: weak.flag },
 *     variables: ({ mount, params, fields }) => ({ input: { mount, role: params.role, ...fields } }),
 *     answer: ({ payload }) => certificateAnswer(made(payload.issuedCertificate)),
 *     issues: true,
 *   }),
 *   list({ path: 'roles', operation: ListRoles, values: 'roleNames', variables: ({ mount }) => ({ mount }), answer: ({ roleNames }) => keysAnswer(roleNames) }),
 * ];
 */
export interface VaultRequest<Fields extends object = object, Params extends object = object> {
  /** Path of the mount, without slashes at its ends; empty on system paths. */
  readonly mount: string;
  /** Path parameters by their names in the route, decoded; an absent optional one has no key. */
  readonly params: Readonly<Params>;
  /** The body, or on reads and deletions the query, read by the route's table. */
  readonly fields: Fields;
  /** One query parameter; the last of several. */
  readonly query: (name: string) => string | undefined;
  /** `vault` for Vault's own clients, `service` for callers of the specification. The forms differ, but never the decisions. */
  readonly dialect: VaultDialect;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent; the query on reads and deletions. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly baseUrl: string;
  /** When it was read. */
  readonly now: Date;
}

type ParamOf<Segment extends string> = Segment extends `:${infer Name}?`
  ? Readonly<Partial<Record<Name, string>>>
  : Segment extends `:${infer Name}` | `*${infer Name}`
    ? Readonly<Record<Name, string>>
    : object;
/** The parameters of a path by their names: of `sign-verbatim/:role?`, a `role` that may be absent. */
type ParamsOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamOf<Segment> & ParamsOf<Rest>
  : ParamOf<Path>;

export type VaultDialect = 'service' | 'vault';

/** The content of a response; the dialect adds its envelope. */
export interface VaultAnswer {
  /** A number called `expiration` becomes text if the dialect requires it. */
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly warnings?: readonly string[];
  readonly lease?: { readonly id: string; readonly seconds: number; readonly renewable?: boolean };
  readonly auth?: Readonly<Record<string, unknown>>;
  /** In place of everything else. */
  readonly wrapInfo?: WrapFields;
  /** Defaults to 200. */
  readonly status?: number;
  /** Sent unchanged, without an envelope. */
  readonly bare?: object;
}

export interface VaultRowOptions {
  /** Accepts callers without a token too, and checks none. */
  readonly anonymous?: boolean;
  /** The token of the request is not that of a caller, unless the body names another one. */
  readonly ownToken?: boolean;
  /** Takes whatever is sent. */
  readonly anyFields?: boolean;
  /** Policies allow its operation at another path. What they deny at the path that is called is denied there all the same, as in Vault. */
  readonly asksElsewhere?: boolean;
  /** A response of issuance: callers of the specification always get `warnings`. */
  readonly issues?: boolean;
  /** The content of `data` is repeated next to it, as old clients expect for some system paths. */
  readonly dataOnTop?: boolean;
  /** The names in policies for fields with another name here, or for path parameters that are fields elsewhere. */
  readonly parameterNames?: Readonly<Record<string, string>>;
}

/** The operation of a request on a path. `update` is POST and PUT, `list` is LIST and `?list=true`. */
export type VaultVerb = 'read' | 'list' | 'update' | 'patch' | 'delete';

export interface VaultRoute extends VaultRowOptions {
  readonly verb: VaultVerb;
  /** Below the mount (or below /v1, for system paths). `:name` is one segment, `:name?` an optional one at the end, `*name` one or more. */
  readonly path: string;
  /** Absent if the route needs no operation. */
  readonly operation?: Operation<object, object>;
  /** Name of the list with pages in the data: the operation takes `after`, and the route returns all of them. */
  readonly pages?: string;
  /** The same for a list of values: the operation takes `first` and `after`, the last value of the page before. */
  readonly values?: string;
  /** Where values are objects: the member that says where in the list each is. */
  readonly place?: string;
  /** All values are read before any is sent: the answer has them more than once, or something about each. */
  readonly whole?: boolean;
  readonly fields: WeakTable;
  // Methods, because the parameters of a route are more specific; the builders below make sure that they match.
  variables(request: VaultRequest): object;
  /** `null` for an empty result. May throw a problem: NOT_FOUND for a missing object. */
  answer(data: object, request: VaultRequest): VaultAnswer | null;
}

/** Names of the members of one kind in the data of an operation. */
type NamesOf<Data extends object, Kind> = {
  [Name in keyof Data & string]-?: Data[Name] extends Kind ? Name : never;
}[keyof Data & string];

/** Routes do not set the variables for pages. */
type Asked<Variables extends object> = Omit<Variables, 'first' | 'after'>;

interface Draft<
  Path extends string,
  Data extends object,
  Variables extends object,
  Given extends Asked<NoInfer<Variables>>,
  Table extends WeakTable,
  Null,
> extends VaultRowOptions {
  readonly path: Path;
  readonly operation: Operation<Data, Variables>;
  readonly pages?: NamesOf<Data, ListPage<unknown>>;
  readonly values?: NamesOf<Data, readonly (string | object)[]>;
  readonly place?: string;
  readonly whole?: boolean;
  readonly fields?: Table;
  readonly variables: (
    request: VaultRequest<WeakValues<Table, Null>, ParamsOf<Path>>,
  ) => Fitting<Given, Asked<NoInfer<Variables>>>;
  readonly answer: (
    data: NoInfer<Data>,
    request: VaultRequest<WeakValues<Table, Null>, ParamsOf<Path>>,
  ) => VaultAnswer | null;
}

const none = {} as const satisfies WeakTable;

type Builder<Null> = <
  Path extends string,
  Data extends object,
  Variables extends object,
  Given extends Asked<NoInfer<Variables>>,
  const Table extends WeakTable = typeof none,
>(
  draft: Draft<Path, Data, Variables, Given, Table, Null>,
) => VaultRoute;

const builder =
  <Null = never>(verb: VaultVerb): Builder<Null> =>
  ({ operation: { name }, fields, ...draft }) => ({ ...draft, verb, operation: { name }, fields: fields ?? none });

export const read = builder('read');
export const list = builder('list');
export const write = builder('update');
export const mergePatch = builder<null>('patch');
export const remove = builder('delete');

/** A route without an operation. */
export function plain<const Path extends string>(
  verb: VaultVerb,
  path: Path,
  answer: (request: VaultRequest<object, ParamsOf<Path>>) => VaultAnswer | null,
  options: VaultRowOptions = {},
): VaultRoute {
  return {
    ...options,
    verb,
    path,
    fields: none,
    variables: () => ({}),
    answer: (_data: object, request: VaultRequest<object, ParamsOf<Path>>) => answer(request),
  };
}

/** Public bytes below a mount: a token is not checked, and the handler does everything. A body arrives as a Buffer. */
export interface RawRoute {
  readonly method: 'GET' | 'POST';
  /** As in {@link VaultRoute}. */
  readonly path: string;
  /** Whether it is a protocol with work of its own, which limits are for, and no public document. */
  readonly limited?: boolean;
  readonly handle: (
    request: FastifyRequest,
    reply: FastifyReply,
    place: { readonly mount: string; readonly params: Readonly<Record<string, string>> },
  ) => Promise<FastifyReply>;
}

/** The paths of mounts, which change. */
export interface MountPaths {
  /** Longest path of a mount, in characters. */
  readonly longestPath: number;
  /** The longest mount path that equals the path or a part of it before a slash; `null` for none. */
  longest(path: string): string | null | Promise<string | null>;
  /** Like `longest`, for requests before any limit: one read at a time for any number of requests. */
  longestTogether(path: string): string | null | Promise<string | null>;
  /** Whether a mount that was found still exists: another process may have deleted it. */
  isStillAt(mount: string): boolean | Promise<boolean>;
}

export interface VaultTable {
  /** Folder of graphql/rest with the operations of the routes. */
  readonly operations: string;
  /** Routes below /v1 whose paths begin with `sys` or `auth`. */
  readonly system: readonly VaultRoute[];
  /** Routes below every mount. */
  readonly mount: readonly VaultRoute[];
}
