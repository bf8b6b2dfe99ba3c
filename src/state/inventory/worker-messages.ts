/** The messages between the reader and its worker. `job` distinguishes late messages of one read from those of the next. */
import type { StateHeaderResult } from '../content/header.js';
import type {
  InventoryInstance,
  InventoryLimits,
  InventoryResource,
  InventoryResult,
  ResourceTexts,
} from './inventory.js';

/** What is computed from the content in addition to its inventory. */
export interface Wants {
  readonly resources: boolean;
  readonly instances: boolean;
  readonly texts: boolean;
  /** The MD5 hash of all bytes. */
  readonly md5: boolean;
}

/** The result for the whole content. */
export interface ReadContent {
  readonly result: InventoryResult;
  /** Both `null` if reading ended before the content did. */
  readonly header: StateHeaderResult | null;
  /** Lower-case hex; also `null` if it was not requested. */
  readonly md5: string | null;
}

export type ToWorker =
  | { readonly kind: 'start'; readonly job: number; readonly limits: InventoryLimits; readonly wants: Wants }
  | { readonly kind: 'chunk'; readonly job: number; readonly block: ArrayBuffer; readonly size: number }
  | { readonly kind: 'end'; readonly job: number }
  /** The sink accepted a batch: continue. */
  | { readonly kind: 'taken'; readonly job: number };

/** Messages for the sink, each answered with `taken`. */
export type ForSink =
  | { readonly kind: 'resources'; readonly job: number; readonly batch: readonly InventoryResource[] }
  | { readonly kind: 'instances'; readonly job: number; readonly batch: readonly InventoryInstance[] }
  | { readonly kind: 'texts'; readonly job: number; readonly batch: ResourceTexts }
  | { readonly kind: 'restart'; readonly job: number };

export type FromWorker =
  /** The chunk was read; its block comes back to be reused. */
  | { readonly kind: 'spent'; readonly job: number; readonly block: ArrayBuffer }
  | ForSink
  | ({ readonly kind: 'result'; readonly job: number } & ReadContent)
  | { readonly kind: 'failed'; readonly job: number; readonly message: string };
