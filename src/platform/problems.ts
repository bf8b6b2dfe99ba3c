/**
 * The one catalogue of what can go wrong for a caller. A domain throws {@link ProblemError} with one of these codes; each dialect
 * (GraphQL, JSON:API, Vault) maps the code in one table of its own. Texts given by the specification stand here word for word;
 * `<…>` marks what the thrower fills in.
 */
export const problems = {
  // Who is calling
  UNAUTHENTICATED: 'A valid token is required',
  NOT_FOUND: 'The requested resource was not found, or you are not authorized to perform this action',
  TOKEN_KIND_REFUSED: 'Organization tokens may not create or roll back state versions; use a user or team token',
  PERMISSION_DENIED: 'permission denied',

  // What was sent
  MALFORMED_BODY: 'The request body is not valid JSON',
  UNSUPPORTED_MEDIA_TYPE: 'The content type of the request is not supported',
  BODY_TOO_LARGE: 'The request body is larger than the limit',
  INVALID_INPUT: 'The input is not valid',
  MISSING_INPUT: 'A required input is missing',
  INVALID_PARAMETER: 'A query parameter is not valid',
  INVALID_INCLUDE: 'Invalid include parameter',
  NAME_TAKEN: 'Name has already been taken',
  CONFLICT: 'The object was changed by somebody else; read it again and repeat the request',
  UNSUPPORTED_PATH: 'unsupported path',
  UNSUPPORTED_OPERATION: 'unsupported operation',

  // Locks
  ALREADY_LOCKED: 'Unable to lock workspace. The workspace is already locked.',
  NOT_LOCKED: 'Unable to unlock workspace. The workspace is not locked.',
  UNLOCK_HELD_BY_OTHER: 'Unable to unlock workspace. The workspace is locked by <who>.',
  LATEST_VERSION_PENDING: 'Unable to unlock workspace: latest state version is still pending',
  LOCK_REQUIRED: 'This workspace is not locked and will only accept state uploads when locked',
  LOCK_HELD_BY_OTHER: 'This workspace is locked by <who> and will only accept state uploads from them while locked.',

  // State versions
  MD5_CONFLICT: 'The MD5 hash of the state provided does not match what is currently known for the same serial number',
  LINEAGE_CONFLICT:
    'The lineage provided in the state file does not match the value currently known for this workspace',
  SERIAL_STALE: 'The serial provided in the state file is not greater than the serial currently known remotely',
  CONTENT_MISMATCH: 'The content does not match what was declared for it',
  CONTENT_NOT_STATE: 'The content is not a state file',
  TOO_MANY_OUTPUTS: 'The content has too many outputs',
  STORAGE_QUOTA_EXCEEDED:
    'The organization has no room for this content: it would pass its quota of stored bytes. Its owners can delete the backing data of old state versions for good, and a site administrator can raise the quota',
  CONTENT_UNAVAILABLE: 'The content of this state version is not available',
  NOT_PROCESSED: 'The state version is still being processed; try again shortly',

  // Uploads and downloads
  SIGNATURE_INVALID: 'This URL is not valid',
  SIGNATURE_EXPIRED: 'This URL has expired',
  ALREADY_UPLOADED: 'Content was already uploaded to this URL',
  UPLOAD_CLOSED: 'The state version no longer accepts content',
  UPLOAD_INCOMPLETE: 'The upload ended before all announced bytes arrived',
  PRECONDITION_FAILED: 'The content is not, or no longer, what the condition of the request names',
  RANGE_NOT_SATISFIABLE: 'The requested range lies outside the content',

  // Backing data and deletion
  TRANSITION_NOT_ALLOWED: 'transition not allowed',
  NOT_IN_DEPLOYMENT: 'This action is not available in this deployment',
  WORKSPACE_LOCKED: 'The workspace is locked and cannot be deleted safely',
  WORKSPACE_PROCESSING:
    'The state of the workspace is still being processed; it is not yet known whether deleting it is safe',
  WORKSPACE_MANAGES_RESOURCES: 'The workspace still has resources under management and cannot be deleted safely',
  IN_USE: 'The object is still in use',

  // Certificate authority
  MOUNT_NOT_FOUND: 'no handler for route "<path>". route entry not found.',
  PATH_IN_USE: 'path is already in use at <path>/',
  ISSUER_NOT_FOUND: 'unable to find PKI issuer for reference: <reference>',
  KEY_NOT_FOUND: 'unable to find PKI key for reference: <reference>',
  ISSUER_NOT_USABLE: 'this issuer cannot be used for that: <usage>',
  UNKNOWN_ROLE: 'unknown role: <name>',
  CERTIFICATE_NOT_FOUND: 'certificate with serial <serial> not found',
  ISSUER_ON_OWN_CRL: 'adding issuer (id: <id>) to its own CRL is not allowed',
  CRL_TOO_LARGE: 'The CRL would hold more entries than max_crl_entries allows',
  REQUEST_REFUSED: 'The request breaks a rule of the role or of the authority',

  // Events
  EVENT_GONE: 'What came after this event is no longer kept: read anew what you show, and subscribe without it',
  SUBSCRIBER_TOO_SLOW: 'Events waited too long to be taken: subscribe again after the last one that you have',

  // Limits and ourselves
  LIMIT_EXCEEDED: 'A limit was exceeded',
  UNAVAILABLE: 'The service is not available right now; try again shortly',
  STORAGE_FULL: 'There is no room to write anything: what is stored can be read, and changes are refused',
  CONTENT_DAMAGED: 'The stored content is damaged: its operator has to restore it from a backup',
  INTERNAL: 'Something went wrong on our side',
} as const;

export type ProblemCode = keyof typeof problems;

/** Codes that say of what was asked for that it is not there, or not for this caller: of a lookup by GraphQL, null. */
const absences: ReadonlySet<ProblemCode> = new Set([
  ...(['NOT_FOUND', 'TOKEN_KIND_REFUSED', 'PERMISSION_DENIED'] as const),
  ...(['MOUNT_NOT_FOUND', 'ISSUER_NOT_FOUND', 'KEY_NOT_FOUND', 'UNKNOWN_ROLE', 'CERTIFICATE_NOT_FOUND'] as const),
]);

/** One thing that is wrong. `field` is the path of the input it is about, outermost first: ['serial']. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly field?: readonly string[];
  /** Seconds after which the same request may well be granted: of what is wrong with the moment alone. */
  readonly retryAfter?: number;
}

const longestMessage = 2000;

/** A message as somebody reads it: one that quotes a very long value is cut, and says so. */
export const readable = (message: string): string =>
  message.length <= longestMessage
    ? message
    : `${message.slice(0, longestMessage)}… (${message.length} characters in all)`;

const brief = (problem: Problem): Problem =>
  problem.message.length <= longestMessage ? problem : { ...problem, message: readable(problem.message) };

/** What domain code throws when a caller cannot have what it asked for: one or more problems of the catalogue. */
export class ProblemError extends Error {
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(first: Problem, ...others: Problem[]) {
    super(readable(first.message));
    this.name = 'ProblemError';
    this.problems = [brief(first), ...others.map(brief)];
  }

  get code(): ProblemCode {
    return this.problems[0].code;
  }

  get field(): readonly string[] | undefined {
    return this.problems[0].field;
  }
}

/**
 * A problem to throw. Without a message, the catalogue's text.
 * @example throw problem('INVALID_INPUT', 'serial must be a whole number', ['serial'])
 */
export function problem(
  code: ProblemCode,
  message: string = problems[code],
  field?: readonly string[],
  more: Pick<Problem, 'retryAfter'> = {},
): ProblemError {
  return new ProblemError({ code, message, ...(field && { field }), ...more });
}

/** Whether what was thrown says nothing but that something is not there, or not for this caller. */
export const isAbsence = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problems.every(({ code }) => absences.has(code));
