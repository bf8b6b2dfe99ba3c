import { all, condition, equals } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
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

export const rangeCondition = ({ organizationId, first, last }: RecordRange): SqlCondition =>
  all(
    condition('"position" >= ? AND "position" <= ?', first, last),
    organizationId === siteRecords ? condition('"organizationId" IS NULL') : equals('organizationId', organizationId),
  );
