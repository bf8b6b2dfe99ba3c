import { errors, flattenedVerify } from 'jose';
import { isRecord } from '../../platform/is-record.js';
import { readAccountKey, signatureAlgorithms } from './account-key.js';
import type { AccountKey } from './account-key.js';
import { AcmeProblem, malformed } from './acme-problem.js';
import { hasControls } from './contacts.js';

/** A JSON Web Signature as ACME has it (RFC 8555 §6.2), whose header is read and whose signature is not verified. */
export interface ReadJws {
  readonly flattened: { readonly protected: string; readonly payload: string; readonly signature: string };
  readonly alg: string;
  readonly url: string;
  readonly nonce: string | undefined;
  /** Exactly one of the two. */
  readonly jwk: unknown;
  readonly kid: string | undefined;
}

/** Bytes of a request: a signing request with a hundred long names fits. */
const mostJwsBytes = 64 * 1024;
const mostHeaderLetters = 16_384;

const base64url = /^[\w-]*$/;

const decoder = new TextDecoder('utf-8', { fatal: true });

function jsonObject(bytes: Buffer, what: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw malformed(`${what} is not JSON`);
  }
  if (!isRecord(value)) throw malformed(`${what} is not a JSON object`);
  return value;
}

/** @throws AcmeProblem `malformed`, `badSignatureAlgorithm` */
export function readJws(body: unknown): ReadJws {
  if (!Buffer.isBuffer(body) || body.length === 0) throw malformed('the request has no body');
  if (body.length > mostJwsBytes)
    throw new AcmeProblem('malformed', `the request has more than ${mostJwsBytes} bytes`, { status: 413 });
  return readFlattened(jsonObject(body, 'the body'));
}

/** @throws AcmeProblem `malformed`, `badSignatureAlgorithm` */
export function readFlattened(
  outer: Readonly<Record<string, unknown>>,
  algorithms: readonly string[] = signatureAlgorithms,
): ReadJws {
  const { protected: header, payload, signature } = outer;
  // RFC 8555 §6.2: one signature, and nothing that it does not cover.
  if ('signatures' in outer || 'header' in outer)
    throw malformed('only one signature and a protected header may be sent');
  const isText = (value: unknown): value is string => typeof value === 'string' && base64url.test(value);
  if (!isText(header) || header === '' || header.length > mostHeaderLetters)
    throw malformed('protected is not a header in base64url');
  if (!isText(payload)) throw malformed('payload is not base64url');
  if (!isText(signature) || signature === '') throw malformed('signature is not base64url');
  const read = jsonObject(Buffer.from(header, 'base64url'), 'the protected header');
  const { alg, url, nonce, jwk, kid } = read;
  if ('crit' in read || 'b64' in read) throw malformed('the protected header has crit or b64');
  if (typeof alg !== 'string' || !algorithms.includes(alg)) throw wrongAlgorithm(alg, algorithms);
  if (typeof url !== 'string') throw malformed('the protected header has no url');
  if (nonce !== undefined && typeof nonce !== 'string') throw malformed('the nonce is not a text');
  if (kid !== undefined && (typeof kid !== 'string' || hasControls(kid))) throw malformed('kid is not a text');
  if ((jwk === undefined) === (kid === undefined)) throw malformed('the protected header must have either jwk or kid');
  return { flattened: { protected: header, payload, signature }, alg, url, nonce, jwk, kid };
}

const wrongAlgorithm = (alg: unknown, algorithms: readonly string[]): AcmeProblem =>
  new AcmeProblem(
    'badSignatureAlgorithm',
    `signatures by ${typeof alg === 'string' ? JSON.stringify(alg.slice(0, 40)) : 'nothing'} are not accepted here`,
    { algorithms },
  );

/** The payload of a JWS that this key signed. @throws AcmeProblem `malformed`, `badSignatureAlgorithm`, `badPublicKey` */
export async function verifiedPayload({ flattened, alg }: ReadJws, key: AccountKey): Promise<Buffer> {
  if (!key.algorithms.includes(alg)) throw wrongAlgorithm(alg, key.algorithms);
  return verified(flattened, await key.verifier(alg), alg);
}

/** @param secret of an external account binding (RFC 8555 §7.3.4) */
export const verifiedBySecret = ({ flattened, alg }: ReadJws, secret: Uint8Array): Promise<Buffer> =>
  verified(flattened, secret, alg);

async function verified(
  flattened: ReadJws['flattened'],
  key: Parameters<typeof flattenedVerify>[1],
  alg: string,
): Promise<Buffer> {
  try {
    const { payload } = await flattenedVerify(flattened, key, { algorithms: [alg] });
    return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error;
    throw new AcmeProblem('malformed', 'the signature is not that of the key', {}, { cause: error });
  }
}

/** The payload as an object; `null` for an empty one (POST-as-GET). @throws AcmeProblem `malformed` */
export const payloadObject = (payload: Buffer): Readonly<Record<string, unknown>> | null =>
  payload.length === 0 ? null : jsonObject(payload, 'the payload');

export const keyIn = (jws: ReadJws): Promise<AccountKey> => readAccountKey(jws.jwk);
