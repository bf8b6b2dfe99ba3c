import { SealError } from './seal-error.js';

/** A key outside of this process that opens master keys. */
export interface SealingToken {
  /** The key that wraps now. */
  readonly label: string;
  /** Generates that key, if there is none. */
  prepare(): Promise<void>;
  wrap(bytes: Uint8Array, bound: Uint8Array): Promise<{ readonly nonce: Uint8Array; readonly bytes: Uint8Array }>;
  unwrap(label: string, nonce: Uint8Array, bytes: Uint8Array, bound: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

/** `wrapped.` and, in base64url, the label of the token's key, the nonce, and the sealed master key. */
export const wrappedKey = /^wrapped\.([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{64})$/;

/** What a wrapped master key is bound to: nothing else that the token's key opens is taken for one. */
const boundTo = (label: string): Buffer => Buffer.from(`trustate master key\0${label}`);

/** A master key that only the token opens, as a line of a key file. @throws SealError */
export async function wrapMasterKey(token: SealingToken, key: Uint8Array): Promise<string> {
  const wrapped = await asked(token, () => token.wrap(key, boundTo(token.label)));
  const parts = [Buffer.from(token.label), wrapped.nonce, wrapped.bytes];
  return ['wrapped', ...parts.map((part) => Buffer.from(part).toString('base64url'))].join('.');
}

/** @throws SealError */
export async function unwrapMasterKey(token: SealingToken | undefined, text: string, source: string): Promise<Buffer> {
  const [label = '', nonce = '', bytes = ''] = (wrappedKey.exec(text) ?? []).slice(1);
  if (!token)
    throw new SealError('bad-master-key', `A master key in ${source} is wrapped by a token: set TRUSTATE_SEAL_TOKEN`);
  const name = Buffer.from(label, 'base64url').toString();
  const opened = await asked(token, () =>
    token.unwrap(name, Buffer.from(nonce, 'base64url'), Buffer.from(bytes, 'base64url'), boundTo(name)),
  );
  return Buffer.from(opened);
}

/** @throws SealError with what the token says */
export async function asked<T>(token: SealingToken, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SealError('bad-master-key', `The token of TRUSTATE_SEAL_TOKEN (key "${token.label}") fails: ${why}`, {
      cause,
    });
  }
}
