import type { IncomingHttpHeaders } from 'node:http';
import type { Pagination } from '../../../platform/graphql/numbered-page.js';
import type { Problem, ProblemCode } from '../../../platform/problems.js';
import type { RestRequest, RowOptions } from './route.js';
import type { Dialect } from '../dialect.js';

type Mapping = readonly [status: number, title: string];

const conflict: Mapping = [409, 'Conflict'];
const notFound: Mapping = [404, 'Not Found'];
const badRequest: Mapping = [400, 'Bad Request'];
const preconditionFailed: Mapping = [412, 'Precondition Failed'];
const tooLarge: Mapping = [413, 'Payload Too Large'];
const unprocessable: Mapping = [422, 'Unprocessable Entity'];
const unavailable: Mapping = [503, 'Service Unavailable'];

/** Clients from terraform 1.10 on retry a 400 with this text; older ones, and OpenTofu, only retry 5xx. */
function stillPending(headers: IncomingHttpHeaders): Mapping {
  const version = headers['terraform-version'];
  const [, major, minor] = typeof version === 'string' ? (/^(\d+)\.(\d+)/.exec(version) ?? []) : [];
  const retriesText = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 10);
  const older = version !== undefined && !retriesText;
  return older || /opentofu/i.test(headers['user-agent'] ?? '') ? unavailable : badRequest;
}

/** The statuses of the catalogue in this dialect: docs/http-surface.md, "State service". */
const mapping: Readonly<Record<ProblemCode, Mapping | ((headers: IncomingHttpHeaders) => Mapping)>> = {
  UNAUTHENTICATED: [401, 'Unauthorized'],
  NOT_FOUND: notFound,
  TOKEN_KIND_REFUSED: notFound,
  PERMISSION_DENIED: [403, 'Forbidden'],

  MALFORMED_BODY: badRequest,
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
  BODY_TOO_LARGE: tooLarge,
  INVALID_INPUT: unprocessable,
  MISSING_INPUT: unprocessable,
  INVALID_PARAMETER: badRequest,
  INVALID_INCLUDE: badRequest,
  NAME_TAKEN: unprocessable,
  CONFLICT: conflict,
  UNSUPPORTED_PATH: notFound,
  UNSUPPORTED_OPERATION: [405, 'Method Not Allowed'],

  ALREADY_LOCKED: conflict,
  NOT_LOCKED: conflict,
  UNLOCK_HELD_BY_OTHER: conflict,
  LATEST_VERSION_PENDING: stillPending,
  LOCK_REQUIRED: conflict,
  LOCK_HELD_BY_OTHER: conflict,
  LOCK_ID_MISMATCH: conflict,

  MD5_CONFLICT: conflict,
  LINEAGE_CONFLICT: conflict,
  SERIAL_STALE: preconditionFailed,
  CONTENT_MISMATCH: unprocessable,
  CONTENT_NOT_STATE: unprocessable,
  CONTENT_TOO_LARGE: tooLarge,
  TOO_MANY_OUTPUTS: unprocessable,
  // For an upload, terraform only shows the status. It repeats 5xx such as 507, but nothing changes until somebody frees space.
  STORAGE_QUOTA_EXCEEDED: tooLarge,
  CONTENT_UNAVAILABLE: notFound,
  CONTENT_NOT_READ: unprocessable,
  NOT_PROCESSED: unavailable,

  SIGNATURE_INVALID: notFound,
  SIGNATURE_EXPIRED: notFound,
  ALREADY_UPLOADED: conflict,
  UPLOAD_CLOSED: conflict,
  UPLOAD_INCOMPLETE: badRequest,
  PRECONDITION_FAILED: preconditionFailed,
  RANGE_NOT_SATISFIABLE: [416, 'Range Not Satisfiable'],

  TRANSITION_NOT_ALLOWED: badRequest,
  NOT_IN_DEPLOYMENT: notFound,
  WORKSPACE_LOCKED: conflict,
  WORKSPACE_PROCESSING: conflict,
  WORKSPACE_MANAGES_RESOURCES: conflict,
  IN_USE: conflict,

  MOUNT_NOT_FOUND: notFound,
  PATH_IN_USE: conflict,
  ISSUER_NOT_FOUND: notFound,
  KEY_NOT_FOUND: notFound,
  ISSUER_NOT_USABLE: conflict,
  UNKNOWN_ROLE: unprocessable,
  CERTIFICATE_NOT_FOUND: notFound,
  LEASE_NOT_FOUND: notFound,
  SIGN_IN_REFUSED: notFound,
  TOKEN_NOT_FOUND: notFound,
  ACCESSOR_NOT_FOUND: notFound,
  WRAPPING_TOKEN_INVALID: notFound,
  ISSUER_ON_OWN_CRL: unprocessable,
  CRL_TOO_LARGE: conflict,
  POLICY_NOT_ENABLED: unprocessable,
  POLICY_SERVICE_FAILED: unavailable,
  REQUEST_REFUSED: unprocessable,

  EVENT_GONE: [410, 'Gone'],
  SUBSCRIBER_TOO_SLOW: unavailable,

  LIMIT_EXCEEDED: [429, 'Too Many Requests'],
  UNAVAILABLE: unavailable,
  STORAGE_FULL: [507, 'Insufficient Storage'],
  CONTENT_DAMAGED: [500, 'Internal Server Error'],
  INTERNAL: [500, 'Internal Server Error'],
};

function mapped(code: ProblemCode, headers: IncomingHttpHeaders): Mapping {
  const known = mapping[code];
  return typeof known === 'function' ? known(headers) : known;
}

/** A text begins with the name of its field if it says what that must be; callers of this dialect know the name in the document. */
function inWords({ code, message, field }: Problem, pointer: string | undefined): string {
  if (takenDescription(code, pointer)) return `Validation failed: ${message}`;
  const name = field?.at(-1);
  if (pointer === undefined || name === undefined || !message.startsWith(`${name} `)) return message;
  const known = pointer.replace(/^\/data\/(?:attributes|relationships)\//, '').replace(/(?:\/data)?(?:\/id)?$/, '');
  return `${(known.split('/').at(-1) ?? '') || 'data'}${message.slice(name.length)}`;
}

const ofAttributes = new Set<ProblemCode>(['INVALID_INPUT', 'NAME_TAKEN']);

/** Terraform Enterprise has another title where the value of an attribute breaks a rule than where a document is malformed. */
function titleOf({ code, field }: Problem, title: string, pointer: string | undefined): string {
  const breaksRule = ofAttributes.has(code) && field?.[0] !== 'data' && pointer?.startsWith('/data/attributes/');
  if (!breaksRule) return title;
  return takenDescription(code, pointer) ? 'invalid attributes' : 'invalid attribute';
}

/** go-tfe knows this refusal by its words. */
const takenDescription = (code: ProblemCode, pointer: string | undefined) =>
  code === 'NAME_TAKEN' && pointer === '/data/attributes/description';

const ofParameters = new Set<ProblemCode>(['INVALID_PARAMETER', 'INVALID_INCLUDE']);

function source(
  { code, field }: Problem,
  pointers: RowOptions['pointers'] = {},
): { parameter?: string; pointer?: string } | undefined {
  if (!field || field.length === 0) return undefined;
  if (ofParameters.has(code)) {
    const [family, ...members] = field;
    const named = [family, ...members.map((member) => `[${dasherized(member)}]`)].join('');
    return { parameter: pointers[field.join('.')] ?? named };
  }
  if (field[0] === 'data') return { pointer: `/${field.join('/')}` };
  return { pointer: pointers[field.join('.')] ?? `/data/attributes/${field.map(dasherized).join('/')}` };
}

/** `vcsCommitSha` → `vcs-commit-sha` */
export function dasherized(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])([A-Z])/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

const mediaTypes = /^(?:application\/(?:[\w.+-]*json|x-www-form-urlencoded|octet-stream))?$/;

/** JSON:API in the form of Terraform Enterprise. */
export const jsonApi: Dialect = {
  contentType: 'application/vnd.api+json; charset=utf-8',
  headers: {
    'tfp-api-version': '2.6',
    'tfp-appname': 'Terraform Enterprise',
    // terraform's tfe provider keeps tokens' policies and stacks of variable sets from servers that do not say they are new enough.
    'x-tfe-current-version': '2.0.1',
    // Clients slow down to two thirds of the limit, so it is one that they do not reach; all three must be numbers.
    'x-ratelimit-limit': '10000',
    'x-ratelimit-remaining': '10000',
    'x-ratelimit-reset': '0',
  },
  // Clients wait this many seconds before the next request.
  waiting: (seconds) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(seconds) }),
  readsContentType: (type) => mediaTypes.test(type),
  problem: (problems, { headers, pointers }) => {
    const errors = problems.map((problem) => {
      const [status, title] = mapped(problem.code, headers);
      const about = source(problem, pointers);
      return {
        status: String(status),
        title: titleOf(problem, title, about?.pointer),
        detail: inWords(problem, about?.pointer),
        ...(about && { source: about }),
      };
    });
    return { status: Number(errors[0]?.status ?? 500), body: { errors } };
  },
};

export interface ResourceIdentifier {
  readonly id: string;
  readonly type: string;
}

export interface Resource extends ResourceIdentifier {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, Relationship>>;
  readonly links?: Readonly<Record<string, string | null>>;
}

export interface Relationship {
  readonly data?: ResourceIdentifier | readonly ResourceIdentifier[] | null;
  readonly meta?: Readonly<Record<string, readonly string[]>>;
  readonly links?: Readonly<Record<string, string | null>>;
}

/** The data of a relationship to one object; `null` if there is none. */
export const identifier = (id: string | null, type: string): ResourceIdentifier | null =>
  id === null ? null : { id, type };

/** Path of a resource below `/api/v2`, with its id encoded. */
export function selfPath(collection: string, id: string): string {
  return `/api/v2/${collection}/${encodeURIComponent(id)}`;
}

/** The document of one resource. Each included resource appears once. */
export function resourceDocument(data: Resource | null, included: readonly Resource[] = []) {
  return included.length === 0 ? { data } : { data, included: distinct(included) };
}

/** The document of a numbered page, with its links and numbers. */
export function pageDocument(
  data: readonly Resource[],
  pagination: Readonly<Pick<Pagination, keyof Pagination>>,
  request: Pick<RestRequest, 'baseUrl' | 'url'>,
  included: readonly Resource[] = [],
) {
  const { currentPage, pageSize, prevPage, nextPage, totalPages, totalCount } = pagination;
  const link = pageLink(request, pageSize);
  return {
    data,
    ...(included.length > 0 && { included: distinct(included) }),
    links: {
      self: link(currentPage),
      first: link(1),
      prev: prevPage === null ? null : link(prevPage),
      next: nextPage === null ? null : link(nextPage),
      last: link(totalPages),
    },
    meta: {
      pagination: {
        'current-page': currentPage,
        'page-size': pageSize,
        'prev-page': prevPage,
        'next-page': nextPage,
        'total-pages': totalPages,
        'total-count': totalCount,
      },
    },
  };
}

/** The same list at another page, with all other parameters. */
function pageLink({ baseUrl, url }: Pick<RestRequest, 'baseUrl' | 'url'>, size: number): (page: number) => string {
  const [path, query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('page[size]', String(size));
  return (page) => {
    parameters.set('page[number]', String(page));
    return `${baseUrl}${path ?? ''}?${parameters.toString()}`;
  };
}

function distinct(resources: readonly Resource[]): readonly Resource[] {
  return [...new Map(resources.map((resource) => [`${resource.type} ${resource.id}`, resource])).values()];
}
