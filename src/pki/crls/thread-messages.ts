/** The messages between the builder and its thread: pages, then the order; one answer, and only then the next CRL. */
import type { CrlOrder } from './crl-order.js';

export type ToCrlThread =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'build'; readonly order: CrlOrder; readonly baseCount: number };

export type FromCrlThread =
  | { readonly kind: 'built'; readonly der: Uint8Array<ArrayBuffer>; readonly entryCount: number }
  | { readonly kind: 'failed'; readonly message: string };
