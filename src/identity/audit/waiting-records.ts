import { condition } from '../../platform/database/conditions.js';

/** Records that have their place in the chain. */
export const placed = condition('"position" IS NOT NULL');
/** Records that wait for theirs, and the index that has them together. */
export const waiting = condition('"position" IS NULL');
export const indexOfWaiting = 'AuditRecord_position_id_idx';
