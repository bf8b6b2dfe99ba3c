/** The messages between the builder and its thread: pages and parts, each of which is confirmed, then the order; one answer, and only then the next CRL. */
import type { SentOrder, UnsignedCrl } from './crl-order.js';
import type { EntryPart } from './parts/part-list.js';

/** What a CRL is built on. */
export interface SentBase {
  readonly count: number;
  /** They were sent before, or are of the CRL that the thread built last. */
  readonly parts: readonly EntryPart[];
  /** The entries of one that has no parts. */
  readonly entries?: Uint8Array;
}

export type ToCrlThread =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'parts'; readonly parts: readonly SentPart[] }
  | { readonly kind: 'build'; readonly order: SentOrder; readonly base: SentBase };

export interface SentPart {
  readonly digest: string;
  readonly content: Uint8Array;
}

interface Counted {
  readonly entryCount: number;
  readonly parts: readonly EntryPart[];
}

/** A part that the base does not have. */
export interface NewPart extends SentPart {
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A CRL without what is in its parts, of which those that the base has stay where they are. */
export interface BuiltFrame {
  readonly frame: Uint8Array<ArrayBuffer>;
  /** Where in it the parts go. */
  readonly at: number;
  readonly added: readonly NewPart[];
}

export type FromCrlThread =
  | { readonly kind: 'added' }
  | ({ readonly kind: 'built' } & Counted & BuiltFrame)
  | ({ readonly kind: 'unsigned' } & Counted & UnsignedCrl)
  | { readonly kind: 'failed'; readonly message: string };
