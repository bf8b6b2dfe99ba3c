/** The messages between the builder and its thread: pages, each of which is confirmed, then the order; one answer, and only then the next CRL. */
import type { SentOrder, UnsignedCrl } from './crl-order.js';
import type { EntryPart } from './parts/part-list.js';

export type ToCrlThread =
  | { readonly kind: 'page'; readonly page: string }
  | {
      readonly kind: 'build';
      readonly order: SentOrder;
      readonly baseCount: number;
      /** The base is the CRL that the thread built last, and is not sent again. */
      readonly onLast: boolean;
    };

interface Counted {
  readonly entryCount: number;
  readonly parts: readonly EntryPart[];
}

export type FromCrlThread =
  | { readonly kind: 'added' }
  | ({ readonly kind: 'built'; readonly der: Uint8Array<ArrayBuffer> } & Counted)
  | ({ readonly kind: 'unsigned' } & Counted & UnsignedCrl)
  | { readonly kind: 'failed'; readonly message: string };
