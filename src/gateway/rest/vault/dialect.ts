import type { IncomingHttpHeaders } from 'node:http';
import type { Problem, ProblemCode } from '../../../platform/problems.js';
import type { VaultAnswer, VaultDialect } from './route.js';
import { wrapDocument } from './wrap.js';
import type { Answer, Dialect } from '../dialect.js';

/** The statuses of the catalogue in this dialect: docs/http-surface.md, "Certificate authority". All others are errors of the caller: 400. */
const statuses: Partial<Readonly<Record<ProblemCode, number>>> = {
  UNAUTHENTICATED: 403,
  PERMISSION_DENIED: 403,
  TOKEN_KIND_REFUSED: 403,
  TOKEN_NOT_FOUND: 403,
  NOT_FOUND: 404,
  UNSUPPORTED_PATH: 404,
  MOUNT_NOT_FOUND: 404,
  // Terraform's provider recognizes a deleted issuer by this text and status.
  ISSUER_NOT_FOUND: 500,
  KEY_NOT_FOUND: 500,
  UNSUPPORTED_OPERATION: 405,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  LIMIT_EXCEEDED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  POLICY_SERVICE_FAILED: 502,
  STORAGE_FULL: 507,
  CONTENT_DAMAGED: 500,
};

/** A caller without permission learns nothing more. */
const forbidden = 'permission denied';

function textOf({ code, message }: Problem): readonly string[] {
  if (code === 'NOT_FOUND') return [];
  // Anybody who asks about a token may do so, and is told that it is the token that is wrong.
  return [statuses[code] === 403 && code !== 'TOKEN_NOT_FOUND' ? forbidden : message];
}

function answerOf(problems: readonly [Problem, ...Problem[]]): Answer {
  return { status: statuses[problems[0].code] ?? 400, body: { errors: problems.flatMap(textOf) } };
}

/** The certificate authority's REST dialect: the same form of errors for both kinds of callers. */
export const vault: Dialect = {
  // Without a charset, which JSON has none of (RFC 8259, section 11): some clients compare the whole.
  contentType: 'application/json',
  headers: { 'cache-control': 'no-store' },
  readsContentType: () => true,
  problem: answerOf,
};

/**
 * The kind of caller (docs/http-surface.md, "Certificate authority"): it depends on the header of the token that counts, and `X-Vault-Request: true` decides
 * with any header.
 */
export function dialectOf(headers: IncomingHttpHeaders): VaultDialect {
  if (headers['x-vault-request'] === 'true') return 'vault';
  return headers['x-service-token'] === undefined && headers['x-vault-token'] !== undefined ? 'vault' : 'service';
}

/** The envelope of a successful response. */
export function envelope(
  answer: VaultAnswer,
  {
    dialect,
    issues,
    dataOnTop,
    requestId,
  }: { dialect: VaultDialect; issues: boolean; dataOnTop: boolean; requestId: string },
): object {
  const { lease, auth = null, wrapInfo } = answer;
  const warnings = answer.warnings ?? [];
  const data = answer.data ?? null;
  const leased = {
    lease_id: lease?.id ?? '',
    renewable: lease?.renewable ?? false,
    lease_duration: lease?.seconds ?? 0,
  };
  const top = dataOnTop && data ? data : {};
  if (dialect === 'service') {
    const said = issues || warnings.length > 0 ? { warnings: warnings.join('\n') } : {};
    const wrapped = wrapInfo && { wrap_info: wrapDocument(wrapInfo) };
    return { ...top, ...leased, data: data && withTextExpiration(data), ...wrapped, ...said, auth };
  }
  return {
    ...top,
    // A wrapped answer is not that of a request, as OpenBao has it: the one in it is.
    request_id: wrapInfo ? '' : requestId,
    ...leased,
    data,
    wrap_info: wrapInfo ? wrapDocument(wrapInfo) : null,
    warnings: warnings.length > 0 ? warnings : null,
    auth,
  };
}

/** Vault API, PKI: "Unix time in seconds, carried as a string". */
function withTextExpiration(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { expiration } = data;
  return typeof expiration === 'number' ? { ...data, expiration: String(expiration) } : data;
}
