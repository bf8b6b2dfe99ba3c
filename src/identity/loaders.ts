import type DataLoader from 'dataloader';
import type { DatabaseClient } from '../platform/database/database.js';
import type {
  AuditRecordRow,
  OrganizationRow,
  TeamProjectAccessRow,
  TeamRow,
  TeamWorkspaceAccessRow,
  UserRow,
} from '../platform/database/models.js';
import { byId } from '../platform/graphql/by-id.js';
import type { MembershipRow } from './memberships/membership.js';

/** Rows by id, each read once a request and together with the others that the request asks for; `null` for one that is gone. */
export interface IdentityLoaders {
  readonly organization: DataLoader<string, OrganizationRow | null>;
  readonly user: DataLoader<string, UserRow | null>;
  readonly team: DataLoader<string, TeamRow | null>;
  readonly membership: DataLoader<string, MembershipRow | null>;
  readonly workspaceAccess: DataLoader<string, TeamWorkspaceAccessRow | null>;
  readonly projectAccess: DataLoader<string, TeamProjectAccessRow | null>;
  readonly auditRecord: DataLoader<bigint, AuditRecordRow | null>;
}

/** Loaders for one request. They do not authorize: only follow them from an object that the caller was shown. */
export function identityLoaders(client: DatabaseClient): IdentityLoaders {
  return {
    organization: byId((ids) => client.organization.findMany({ where: { id: { in: ids } } })),
    user: byId((ids) => client.user.findMany({ where: { id: { in: ids } } })),
    team: byId((ids) => client.team.findMany({ where: { id: { in: ids } } })),
    membership: byId((ids) => client.organizationMembership.findMany({ where: { id: { in: ids } } })),
    workspaceAccess: byId((ids) => client.teamWorkspaceAccess.findMany({ where: { id: { in: ids } } })),
    projectAccess: byId((ids) => client.teamProjectAccess.findMany({ where: { id: { in: ids } } })),
    auditRecord: byId((ids) => client.auditRecord.findMany({ where: { id: { in: ids } } })),
  };
}
