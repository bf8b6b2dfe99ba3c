import { isRecord } from '../../../../platform/is-record.js';
import { problem } from '../../../../platform/problems.js';
import { ListAuditTrail } from '../generated/operations.js';
import type { ListAuditTrailQuery } from '../generated/operations.js';
import { get } from '../route.js';
import type { Route } from '../route.js';
import { instantText } from './words.js';

type Shown = ListAuditTrailQuery['auditTrailPage']['items'][number];

/** @throws INVALID_PARAMETER */
function instantOf(since: string | undefined): { since?: string } {
  if (since === undefined || since === '') return {};
  const read = instantText.read(since);
  if (read === undefined) throw problem('INVALID_PARAMETER', `since must be ${instantText.expected}`, ['since']);
  return { since: read };
}

/** Terraform Enterprise API, Audit Trails: `workspace.add-team-access` is the action `add-team-access` on a `workspace`. */
function event(record: Shown) {
  const failed = record.outcome === 'SUCCESS' ? {} : { outcome: record.outcome.toLowerCase(), problem: record.problem };
  const meta = { ...(isRecord(record.details) && record.details), ...failed };
  return {
    id: String(record.number),
    version: '0',
    type: 'Resource',
    timestamp: record.recordedAt,
    auth: {
      accessor_id: record.actorId,
      description: record.actorName,
      type: record.actorKind === 'SYSTEM' ? 'System' : 'Client',
      impersonator_id: null,
      organization_id: record.organizationId,
    },
    request: { id: record.requestId },
    resource: {
      id: record.targetId,
      type: record.targetType.toLowerCase().replaceAll('_', '-'),
      action: record.action.slice(record.action.indexOf('.') + 1),
      meta: Object.keys(meta).length > 0 ? meta : null,
    },
  };
}

export const auditTrailRoutes: readonly Route[] = [
  get(
    '/organization/audit-trail',
    ListAuditTrail,
    (request) => ({ ...instantOf(request.query('since')), ...request.page }),
    ({ auditTrailPage: { items, pagination } }) => ({
      data: items.map(event),
      pagination: {
        current_page: pagination.currentPage,
        prev_page: pagination.prevPage,
        next_page: pagination.nextPage,
        total_pages: pagination.totalPages,
        total_count: pagination.totalCount,
      },
    }),
  ),
];
