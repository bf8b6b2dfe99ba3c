import DataLoader from 'dataloader';
import type { DatabaseClient } from '../platform/database/database.js';
import type {
  AuditRecordRow,
  OrganizationRow,
  TeamProjectAccessRow,
  TeamRow,
  TeamWorkspaceAccessRow,
  UserRow,
} from '../platform/database/models.js';
import { byId, byText } from '../platform/graphql/by-id.js';
import type { MembershipRow } from './memberships/memberships.js';

/** Rows by id. Each is read once in a request, together with the others that the request needs; `null` if it does not exist any more. */
export interface IdentityLoaders {
  readonly organization: DataLoader<string, OrganizationRow | null>;
  readonly organizationNamed: DataLoader<string, OrganizationRow | null>;
  readonly user: DataLoader<string, UserRow | null>;
  readonly team: DataLoader<string, TeamRow | null>;
  readonly membership: DataLoader<string, MembershipRow | null>;
  readonly workspaceAccess: DataLoader<string, TeamWorkspaceAccessRow | null>;
  readonly projectAccess: DataLoader<string, TeamProjectAccessRow | null>;
  readonly auditRecord: DataLoader<bigint, AuditRecordRow | null>;
  /** The teams of a member in its organization, in no order: one statement for all members. */
  readonly teamsOfMembership: DataLoader<MembershipRow, TeamRow[], string>;
}

/** Loaders for one request. They do not authorize: use them only from an object that the caller may see. */
export function identityLoaders(client: DatabaseClient): IdentityLoaders {
  return {
    organization: byId((ids) => client.organization.findMany({ where: { id: { in: ids } } })),
    organizationNamed: byText(
      ({ name }) => name,
      (names) => client.organization.findMany({ where: { name: { in: names } } }),
    ),
    user: byId((ids) => client.user.findMany({ where: { id: { in: ids } } })),
    team: byId((ids) => client.team.findMany({ where: { id: { in: ids } } })),
    membership: byId((ids) => client.organizationMembership.findMany({ where: { id: { in: ids } } })),
    workspaceAccess: byId((ids) => client.teamWorkspaceAccess.findMany({ where: { id: { in: ids } } })),
    projectAccess: byId((ids) => client.teamProjectAccess.findMany({ where: { id: { in: ids } } })),
    auditRecord: byId((ids) => client.auditRecord.findMany({ where: { id: { in: ids } } })),
    teamsOfMembership: new DataLoader((memberships) => teamsOf(client, memberships), { cacheKeyFn: ({ id }) => id }),
  };
}

async function teamsOf(client: DatabaseClient, memberships: readonly MembershipRow[]): Promise<TeamRow[][]> {
  const placeOf = (userId: string, organizationId: string) => `${userId} ${organizationId}`;
  const found = new Map(
    memberships.map(({ userId, organizationId }) => [placeOf(userId, organizationId), new Array<TeamRow>()]),
  );
  // Also those of other organizations, which are few: with a condition on its team, SQLite goes over all teams of the organization.
  const rows = await client.teamMembership.findMany({
    where: { userId: { in: memberships.map(({ userId }) => userId) } },
    include: { team: true },
  });
  for (const { userId, team } of rows) found.get(placeOf(userId, team.organizationId))?.push(team);
  return memberships.map(({ userId, organizationId }) => found.get(placeOf(userId, organizationId)) ?? []);
}
