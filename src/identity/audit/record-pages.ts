import type { Database } from '../../platform/database/database.js';
import type { AuditRecordRow } from '../../platform/database/models.js';
import { all, equals } from '../../platform/database/conditions.js';
import { unsettled } from '../../platform/database/row-counts.js';
import { bigint, descending, instant, keyset } from '../../platform/graphql/keyset.js';
import { NestedPages } from '../../platform/graphql/nested-pages.js';
import type { Parent } from '../../platform/graphql/nested-pages.js';
import type { IdentityLoaders } from '../loaders.js';
import { isOfActorOrTime, recordsOfActorOrTime } from './placed-records.js';
import { recordConditions } from './record-conditions.js';
import type { AuditFilter } from './record-conditions.js';
import { isByAction, recordsByAction } from './records-by-action.js';
import { recordsMatching } from './seldom-records.js';

/** Audit records, newest first. */
export type RecordPages = Pick<NestedPages<Parent, AuditFilter, never, AuditRecordRow>, 'connection' | 'numbered'>;

const byNumber = keyset<{ id: bigint }>({ id: descending(bigint) });
/** Clocks may differ a little, so that a higher number may have an earlier time. */
const byTime = keyset<{ at: Date; id: bigint }>({ at: descending(instant), id: descending(bigint) });

/** @param organizationOf whose records a parent leads to: one organization's, or all */
export function recordPages(
  database: Database,
  load: Pick<IdentityLoaders, 'auditRecord'>,
  organizationOf: (parent: Parent) => string | null,
): RecordPages {
  const node = ({ id }: { readonly id: bigint }) => load.auditRecord.load(id);
  const inOrder = new NestedPages({
    database,
    table: 'AuditRecord',
    key: byNumber,
    of: (parent: Parent, filter: AuditFilter) =>
      isByAction(filter)
        ? recordsByAction(database, filter, organizationOf(parent))
        : recordsMatching(database.provider, filter, organizationOf(parent)),
    node,
    counted: (parent, filter) => {
      if (recordConditions(filter).length > 0) return null;
      const organizationId = organizationOf(parent);
      return organizationId === null ? 'audit' : `audit/${organizationId}`;
    },
    uncounted: (parent) => {
      const organizationId = organizationOf(parent);
      const { auditRecord } = unsettled;
      return organizationId === null
        ? auditRecord
        : { ...auditRecord, of: all(auditRecord.of, equals('organizationId', organizationId)) };
    },
  });
  const ofActorOrTime = new NestedPages({
    database,
    table: 'AuditRecord',
    key: byTime,
    of: (parent: Parent, filter: AuditFilter) =>
      recordsOfActorOrTime(database.provider, filter, organizationOf(parent)),
    node,
  });
  return {
    connection: (parent, filter, page) =>
      (isOfActorOrTime(filter) ? ofActorOrTime : inOrder).connection(parent, filter, page),
    numbered: (parent, filter, window) =>
      (isOfActorOrTime(filter) ? ofActorOrTime : inOrder).numbered(parent, filter, window),
  };
}
