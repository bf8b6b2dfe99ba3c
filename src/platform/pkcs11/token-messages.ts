/** Where a token is: a library of its vendor, and a slot of that or the label of the token in it. */
export interface TokenPlace {
  /** The file of the library. */
  readonly library: string;
  /** Decimal; null for any. */
  readonly slot: string | null;
  readonly tokenLabel: string | null;
}

/** How a key is called in a token; at least one is given. */
export interface TokenKeyName {
  readonly label: string | null;
  readonly id: Uint8Array | null;
}

export type TokenCurve = 'P256' | 'P384' | 'P521';

/** A kind of key pair that tokens generate. */
export type TokenKeyShape =
  | { readonly type: 'rsa'; readonly bits: number }
  | { readonly type: 'ec'; readonly curve: TokenCurve };

/** The public half of a key pair. */
export type TokenPublicKey =
  | { readonly type: 'rsa'; readonly modulus: Uint8Array; readonly exponent: Uint8Array }
  /** The uncompressed point. */
  | { readonly type: 'ec'; readonly curve: TokenCurve; readonly point: Uint8Array };

export type TokenHash = 'sha256' | 'sha384' | 'sha512';

/** What a digest is signed with. Tokens pad and sign: they never see what was digested. */
export type TokenScheme = 'pkcs1' | 'pss' | 'ecdsa';

/** Bytes under a secret key of a token (AES-256-GCM). */
interface Sealing {
  readonly label: string;
  readonly nonce: Uint8Array;
  /** What the bytes are bound to. */
  readonly bound: Uint8Array;
  readonly bytes: Uint8Array;
}

/** What a token is asked for. */
export type TokenOrder =
  | { readonly kind: 'find'; readonly key: TokenKeyName; readonly type: TokenKeyShape['type'] }
  | { readonly kind: 'generate'; readonly key: TokenKeyName; readonly shape: TokenKeyShape }
  | {
      readonly kind: 'sign';
      readonly key: TokenKeyName;
      /** Whose private half signs, however many keys have that name. */
      readonly of: TokenPublicKey;
      readonly scheme: TokenScheme;
      readonly hash: TokenHash;
      readonly digest: Uint8Array;
    }
  | { readonly kind: 'makeSecret'; readonly label: string }
  | ({ readonly kind: 'encrypt' } & Sealing)
  | ({ readonly kind: 'decrypt' } & Sealing);

/** What it answers: a signature or sealed or opened bytes, or a public key, null for none. */
export type TokenValue = { readonly bytes: Uint8Array } | { readonly publicKey: TokenPublicKey | null };

/** Why a token did not do what it was asked for. */
const tokenFaults = [
  /** The package that speaks PKCS#11 is not installed. */
  'package',
  /** The library of the vendor cannot be loaded. */
  'library',
  /** There is no such token. */
  'token',
  /** It refuses the PIN. */
  'pin',
  /** It has no such key, or several. */
  'key',
  /** It cannot or must not do this. */
  'refused',
  /** The session ended, the token was removed or failed: it may work after a new start. */
  'lost',
] as const;
export type TokenFault = (typeof tokenFaults)[number];

export interface OpenToken {
  readonly kind: 'open';
  /** The folder in which the package is installed; null for that of the server. */
  readonly packages: string | null;
  readonly place: TokenPlace;
  readonly pin: string;
  /** Whether each session may write: some tokens do nothing in others. */
  readonly writes: boolean;
}

export type ToTokenProcess =
  | OpenToken
  | { readonly kind: 'order'; readonly number: number; readonly order: TokenOrder };

export type FromTokenProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly fault: TokenFault; readonly why: string }
  | { readonly kind: 'done'; readonly number: number; readonly value: TokenValue }
  | { readonly kind: 'failed'; readonly number: number; readonly fault: TokenFault; readonly why: string };
