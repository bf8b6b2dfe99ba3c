import type { SqlWrite } from '../../platform/database/database.js';
import type { StateVersionRow } from '../../platform/database/models.js';

/** What the row of a version says of what was read of its content, all of it in the row. */
export type InventoryColumns = Pick<
  StateVersionRow,
  | 'resourcesProcessed'
  | 'processingProblem'
  | 'stateFormat'
  | 'engineVersion'
  | 'resourceCount'
  | 'managedCount'
  | 'billableRumCount'
  | 'modules'
  | 'providers'
  | 'resources'
  | 'outputIds'
>;

/** What a version has from its first row on, because its content was read while it arrived. */
export interface ArrivedInventory {
  readonly columns: InventoryColumns;
  /** Its other rows. */
  readonly writes: readonly SqlWrite[];
  /** Its resources, for search. */
  readonly index: string;
}
