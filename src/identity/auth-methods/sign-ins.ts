import type { Caller, RequestOrigin } from '../caller.js';
import type { AuthMethod, MethodType } from './auth-method.js';

export type { AuthMethod } from './auth-method.js';

/** Where a request comes from: refusals are counted by its address. */
export type Origin = RequestOrigin;

/** Who proved something, and what that allows: a caller without a stored token, living as long as the request. */
export interface SignedIn {
  readonly caller: Caller;
  readonly method: AuthMethod;
  readonly displayName: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * How a protocol that has its own way to say who asks (EST, CMP, SCEP) has somebody signed in. A wrong name, password, certificate or challenge is one and the
 * same refusal, SIGN_IN_REFUSED, after the same time. Refusals are recorded, and above the limit on failed sign-ins nothing is checked: LIMIT_EXCEEDED.
 */
export interface SignIns {
  /**
   * userpass.
   * @param accessor of the method: auth_userpass_…
   * @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED
   */
  byPassword(accessor: string, name: string, password: string, from: Origin): Promise<SignedIn>;
  /**
   * cert.
   * @param role null to try every role of the method, by name
   * @param presented DER certificates, leaf first; that the caller has the key of the leaf is already proved (TLS, or a signature over the message)
   * @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED
   */
  byCertificate(
    accessor: string,
    role: string | null,
    presented: readonly Uint8Array[],
    from: Origin,
  ): Promise<SignedIn>;
  /**
   * scep. A challenge for one request is used up before this resolves: never twice, also among several servers.
   * @throws SIGN_IN_REFUSED, LIMIT_EXCEEDED
   */
  byChallenge(accessor: string, role: string | null, challenge: string, from: Origin): Promise<SignedIn>;
  /** For what names a method: is there one of this kind with this accessor? */
  find(kind: MethodType, accessor: string): Promise<AuthMethod | null>;
}
