import type { DatabaseClient } from '../../platform/database/database.js';
import type { AuditRecordRow, Prisma } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { bigint, descending, keyset, keysetPage } from '../../platform/graphql/keyset.js';
import { problem } from '../../platform/problems.js';
import type { Access } from '../access/access.js';
import type { Caller } from '../caller.js';
import type { Directory } from '../directory.js';

export type AuditOutcome = 'success' | 'denied' | 'failure';

export interface AuditFilter {
  /** Username or id of who acted. */
  readonly actor?: string | null | undefined;
  /** Id of what it was done to. */
  readonly targetId?: string | null | undefined;
  readonly targetType?: string | null | undefined;
  /** An action, or the beginning of several that ends in a dot: `team.` */
  readonly action?: string | null | undefined;
  readonly outcome?: AuditOutcome | null | undefined;
  /** From this moment on. */
  readonly from?: Date | null | undefined;
  /** Before this moment. */
  readonly to?: Date | null | undefined;
}

const newestFirst = keyset({ id: descending(bigint) });

/** The audit trail, for who may read it. */
export class AuditRecords {
  constructor(private readonly deps: { access: Access; directory: Directory; client: DatabaseClient }) {}

  /** What happened in an organization, newest first. @throws NOT_FOUND */
  async ofOrganization(
    caller: Caller,
    organization: string,
    filter: AuditFilter,
    page: PageAsked,
  ): Promise<Connection<AuditRecordRow>> {
    const { id } = await this.deps.directory.organization(organization);
    await this.deps.access.onOrganization(caller, 'audit.read', id);
    return this.#list({ organizationId: id, ...conditions(filter) }, page);
  }

  /** What happened anywhere, newest first; for site administrators. @throws NOT_FOUND */
  async ofSite(caller: Caller, filter: AuditFilter, page: PageAsked): Promise<Connection<AuditRecordRow>> {
    await this.deps.access.onSite(caller, 'user.manage');
    return this.#list(conditions(filter), page);
  }

  #list(where: Prisma.AuditRecordWhereInput, page: PageAsked): Promise<Connection<AuditRecordRow>> {
    const { auditRecord } = this.deps.client;
    return keysetPage(newestFirst, page, {
      rows: (query) => auditRecord.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => auditRecord.count({ where }),
    });
  }
}

function conditions(filter: AuditFilter): Prisma.AuditRecordWhereInput {
  const { actor, action, targetId, targetType, outcome, from, to } = filter;
  if (from && to && from >= to) throw problem('INVALID_PARAMETER', 'from must lie before to', ['filter', 'from']);
  return {
    ...(actor && { OR: [{ actorName: actor }, { actorId: actor }] }),
    ...(action && { action: action.endsWith('.') ? { startsWith: action } : action }),
    ...(targetId && { targetId }),
    ...(targetType && { targetType }),
    ...(outcome && { outcome }),
    ...((from ?? to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
  };
}
