/** The messages between the builder and its thread: pages, then the order; one answer, and only then the next CRL. */
import type { SentOrder, UnsignedCrl } from './crl-order.js';

export type ToCrlThread =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'build'; readonly order: SentOrder; readonly baseCount: number };

export type FromCrlThread =
  | { readonly kind: 'built'; readonly der: Uint8Array<ArrayBuffer>; readonly entryCount: number }
  | ({ readonly kind: 'unsigned'; readonly entryCount: number } & UnsignedCrl)
  | { readonly kind: 'failed'; readonly message: string };
