/** What the reader and its worker say to each other. `job` tells late messages of one read from those of the next. */
import type { InventoryInstance, InventoryLimits, InventoryResource, InventoryResult } from './inventory.js';

export type ToWorker =
  | {
      readonly kind: 'start';
      readonly job: number;
      readonly limits: InventoryLimits;
      readonly wants: { readonly resources: boolean; readonly instances: boolean };
    }
  | { readonly kind: 'chunk'; readonly job: number; readonly block: ArrayBuffer; readonly size: number }
  | { readonly kind: 'end'; readonly job: number }
  /** The sink took a batch: go on. */
  | { readonly kind: 'taken'; readonly job: number };

export type FromWorker =
  /** The chunk is read; its block comes back to be filled again. */
  | { readonly kind: 'spent'; readonly job: number; readonly block: ArrayBuffer }
  | { readonly kind: 'resources'; readonly job: number; readonly batch: readonly InventoryResource[] }
  | { readonly kind: 'instances'; readonly job: number; readonly batch: readonly InventoryInstance[] }
  | { readonly kind: 'restart'; readonly job: number }
  | { readonly kind: 'result'; readonly job: number; readonly result: InventoryResult }
  | { readonly kind: 'failed'; readonly job: number; readonly message: string };
