/** What the reader and its worker say to each other. `job` tells late messages of one read from those of the next. */
import type { StateHeaderResult } from '../content/header.js';
import type {
  InventoryInstance,
  InventoryLimits,
  InventoryResource,
  InventoryResult,
  ResourceTexts,
} from './inventory.js';

/** What is derived from the content in addition to its inventory. */
export interface Wants {
  readonly resources: boolean;
  readonly instances: boolean;
  readonly texts: boolean;
  /** The MD5 hash of all bytes. */
  readonly md5: boolean;
}

/** What an answer says of the content as a whole. */
export interface ReadContent {
  readonly result: InventoryResult;
  /** Both `null` where reading ended before the content did. */
  readonly header: StateHeaderResult | null;
  /** Lower-case hex; `null` where nobody asked, too. */
  readonly md5: string | null;
}

export type ToWorker =
  | { readonly kind: 'start'; readonly job: number; readonly limits: InventoryLimits; readonly wants: Wants }
  | { readonly kind: 'chunk'; readonly job: number; readonly block: ArrayBuffer; readonly size: number }
  | { readonly kind: 'end'; readonly job: number }
  /** The sink took a batch: go on. */
  | { readonly kind: 'taken'; readonly job: number };

/** What is for the sink, each answered with `taken`. */
export type ForSink =
  | { readonly kind: 'resources'; readonly job: number; readonly batch: readonly InventoryResource[] }
  | { readonly kind: 'instances'; readonly job: number; readonly batch: readonly InventoryInstance[] }
  | { readonly kind: 'texts'; readonly job: number; readonly batch: ResourceTexts }
  | { readonly kind: 'restart'; readonly job: number };

export type FromWorker =
  /** The chunk is read; its block comes back to be filled again. */
  | { readonly kind: 'spent'; readonly job: number; readonly block: ArrayBuffer }
  | ForSink
  | ({ readonly kind: 'result'; readonly job: number } & ReadContent)
  | { readonly kind: 'failed'; readonly job: number; readonly message: string };
