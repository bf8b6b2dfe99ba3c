import type { ProblemCode } from '../../../platform/problems.js';
import type { Dialect } from '../dialect.js';

/**
 * The statuses of the catalogue in this dialect: docs/http-surface.md, "States by the http backend". All others are errors of the caller: 422. A client takes 404 for a
 * state that is not there yet, so nothing else may have it.
 */
const statuses: Partial<Readonly<Record<ProblemCode, number>>> = {
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  TOKEN_KIND_REFUSED: 404,
  UNSUPPORTED_PATH: 404,
  UNSUPPORTED_OPERATION: 405,
  MALFORMED_BODY: 400,
  INVALID_PARAMETER: 400,
  UPLOAD_INCOMPLETE: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  BODY_TOO_LARGE: 413,
  CONTENT_TOO_LARGE: 413,
  STORAGE_QUOTA_EXCEEDED: 413,

  ALREADY_LOCKED: 423,
  LOCK_HELD_BY_OTHER: 423,
  WORKSPACE_LOCKED: 423,
  NOT_LOCKED: 409,
  LOCK_REQUIRED: 409,
  LOCK_ID_MISMATCH: 409,
  UNLOCK_HELD_BY_OTHER: 409,
  LATEST_VERSION_PENDING: 409,
  MD5_CONFLICT: 409,
  LINEAGE_CONFLICT: 409,
  SERIAL_STALE: 412,
  CONFLICT: 409,
  WORKSPACE_PROCESSING: 409,
  WORKSPACE_MANAGES_RESOURCES: 409,
  IN_USE: 409,

  LIMIT_EXCEEDED: 429,
  // Where there must be a content and there is none, a client must not begin with an empty one.
  CONTENT_UNAVAILABLE: 500,
  CONTENT_DAMAGED: 500,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
};

/** Refusals that are about a lock: they say who holds it. */
export const aboutLocks: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'ALREADY_LOCKED',
  'LOCK_HELD_BY_OTHER',
  'LOCK_ID_MISMATCH',
  'UNLOCK_HELD_BY_OTHER',
  'WORKSPACE_LOCKED',
]);

/** The paths for the `http` backend of terraform and tofu. */
export const httpStates: Dialect = {
  contentType: 'application/json',
  headers: {},
  challenge: 'Basic realm="Trustate", charset="UTF-8"',
  readsContentType: () => true,
  problem: (problems) => {
    const [{ code }] = problems;
    return { status: statuses[code] ?? 422, body: { code, error: problems.map(({ message }) => message).join('; ') } };
  },
};
