import { all, condition, equals } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { siteRecords } from '../events/identity-events.js';

/** Records of the chain from one place to another. */
export interface RecordRange {
  /** Of the event that tells of them. */
  readonly id: string;
  /** {@link siteRecords} for those that concern none. */
  readonly organizationId: string;
  readonly first: bigint;
  readonly last: bigint;
}

export const rangeCondition = ({ organizationId, first, last }: RecordRange): SqlCondition =>
  all(
    condition('"position" >= ? AND "position" <= ?', first, last),
    organizationId === siteRecords ? condition('"organizationId" IS NULL') : equals('organizationId', organizationId),
  );
