import { errorCode } from '../operator-error.js';

/**
 * Why a call gave no answer.
 *
 * - `address`: it is not an address that may be called
 * - `unresolved`: its name leads nowhere
 * - `unreachable`: nobody accepts connections there, or the connection broke
 * - `untrusted`: its certificate is not what was asked for
 * - `timeout`: it took too long
 * - `too-large`, `encoded`: the answer is longer than allowed, or compressed although nobody asked for that
 * - `redirected`: it sends the caller elsewhere, which this call does not follow, or too often
 * - `busy`: too many calls are under way
 * - `ended`: the caller gave up
 */
export type OutboundFailureKind =
  | 'address'
  | 'unresolved'
  | 'unreachable'
  | 'untrusted'
  | 'timeout'
  | 'too-large'
  | 'encoded'
  | 'redirected'
  | 'busy'
  | 'ended';

/** A call out that gave no answer. The message is for who gave the address: it names the host as given, never what it resolves to. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  constructor(
    readonly kind: OutboundFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it does not answer',
};

/** What the system, HTTP or TLS says of a broken call. */
export function failureOf(error: unknown, host: string): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = errorCode(error);
  const reason = code === undefined ? undefined : reasons[code];
  if (reason !== undefined) return failure('unreachable', `cannot reach ${host}: ${reason}`, error);
  if (code?.startsWith('HPE_') === true || code === 'UND_ERR_HEADERS_OVERFLOW')
    return failure('unreachable', `${host} does not speak HTTP`, error);
  const isTls = (code: string) => /^(ERR_(SSL|TLS)|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|EPROTO)/.test(code);
  if (code !== undefined && isTls(code))
    return failure('untrusted', `no secure connection to ${host}: ${tlsReason(code)}`, error);
  return failure('unreachable', `cannot reach ${host}`, error);
}

const failure = (kind: OutboundFailureKind, message: string, cause: unknown) =>
  new OutboundFailure(kind, message, { cause });

const tlsReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody that is trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody that is trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by nobody that is trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by nobody that is trusted',
};

const tlsReason = (code: string) => tlsReasons[code] ?? 'the TLS handshake failed';
