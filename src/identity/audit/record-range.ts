import { all, condition, onlyChecked, readBy } from '../../platform/database/conditions.js';
import type { PartOfList } from '../../platform/database/conditions.js';
import type { Provider } from '../../platform/database/engine.js';
import { siteRecords } from '../events/identity-events.js';

/** Records of the chain between two positions. */
export interface RecordRange {
  /** Id of the event. */
  readonly id: string;
  /** {@link siteRecords} for those without an organization. */
  readonly organizationId: string;
  readonly first: bigint;
  readonly last: bigint;
}

/** They are few, and next to each other in the chain, however many the organization has. */
export const recordsWithin = (provider: Provider, { organizationId, first, last }: RecordRange): PartOfList =>
  readBy(
    provider,
    'AuditRecord_position_id_idx',
    all(
      condition('"position" >= ? AND "position" <= ?', first, last),
      onlyChecked('organizationId', organizationId === siteRecords ? null : organizationId),
    ),
  );
