import type DataLoader from 'dataloader';
import { all, any, condition, equals, oneOf, readBy, within } from '../platform/database/conditions.js';
import type { SqlCondition } from '../platform/database/conditions.js';
import { fewContaining, narrowedTo } from '../platform/database/name-parts.js';
import { searchedIn } from '../platform/database/text-search.js';
import type { Database } from '../platform/database/database.js';
import type {
  AuditRecordRow,
  OrganizationRow,
  TeamProjectAccessRow,
  TeamRow,
  TeamWorkspaceAccessRow,
  UserRow,
} from '../platform/database/models.js';
import { byId as rowsById, byText } from '../platform/graphql/by-id.js';
import { ascending, bigint, instant, keyset, sortedBy, text } from '../platform/graphql/keyset.js';
import type { Keyset } from '../platform/graphql/keyset.js';
import { NestedPages } from '../platform/graphql/nested-pages.js';
import type { Parent } from '../platform/graphql/nested-pages.js';
import type { Access, ProjectPlace } from './access/access.js';
import { recordPages } from './audit/record-pages.js';
import type { RecordPages } from './audit/record-pages.js';
import { recordsWithin } from './audit/record-range.js';
import type { RecordRange } from './audit/record-range.js';
import type { Caller } from './caller.js';
import type { IdentityLoaders } from './loaders.js';
import { fewSearched, membershipConditions } from './memberships/memberships.js';
import type { MembershipFilter, MembershipRow } from './memberships/memberships.js';
import type { TeamFilter, TeamOrder } from './teams/teams.js';
import { seesEveryTeam, visibleTeamsCondition } from './teams/visible-teams.js';
import { visibleTo } from './users/visible-users.js';

/** A list without arguments except for its pages. */
export type Unfiltered = Readonly<Record<string, never>>;

type List<P extends Parent, Filter, Key extends object, Row> = NestedPages<P, Filter, Key, Row>;
/** The same in any order. */
type Pages<P extends Parent, Filter, Row> = Pick<NestedPages<P, Filter, never, Row>, 'connection'>;
interface ById {
  readonly id: string;
}

/**
 * Related objects of one response that one caller may see: lists, each read for all objects together, and objects with their own check. The object that leads
 * to them was checked before.
 */
export interface VisibleIdentity {
  readonly teamsOfOrganization: (order: TeamOrder) => Pages<OrganizationRow, TeamFilter, TeamRow>;
  readonly membershipsOfOrganization: List<OrganizationRow, MembershipFilter, ById, MembershipRow>;
  /** All of the caller's own; of other users only those in common organizations. */
  readonly membershipsOfUser: List<Parent, Unfiltered, ById, MembershipRow>;
  /** For callers who may read them; check first. */
  readonly recordsOfOrganization: RecordPages;
  readonly recordsOfRange: NestedPages<RecordRange, object, { position: bigint; id: bigint }, AuditRecordRow>;
  readonly recordsOfSite: RecordPages;
  /** The teams of a user that the caller can see. */
  readonly teamsOfUser: List<Parent, Unfiltered, { readonly teamId: string }, TeamRow>;
  readonly membershipsOfTeam: List<TeamRow, Unfiltered, ById, MembershipRow>;
  readonly membersOfTeam: List<TeamRow, Unfiltered, { readonly userId: string }, UserRow>;
  /** All of them for a member; for others, those for workspaces whose access they manage, and for projects whose access they may read. */
  readonly workspaceAccessOfTeam: List<TeamRow, Unfiltered, ById, TeamWorkspaceAccessRow>;
  readonly projectAccessOfTeam: List<TeamRow, Unfiltered, ById, TeamProjectAccessRow>;
  /** For callers who manage the access; check first. */
  readonly accessToWorkspace: List<Parent, Unfiltered, ById, TeamWorkspaceAccessRow>;
  /** For callers who may read the access; check first. That of secret teams is for who administers the project. */
  readonly accessToProject: List<ProjectPlace, Unfiltered, ById, TeamProjectAccessRow>;
  /** An account that the caller may see; `null` for others. */
  readonly user: DataLoader<string, UserRow | null>;
  readonly userNamed: DataLoader<string, UserRow | null>;
}

const manyMembers = 1_000;
const isMemberOf =
  'EXISTS (SELECT 1 FROM "TeamMembership" t WHERE t."teamId" = ? AND t."userId" = "OrganizationMembership"."userId")';

/** Whether what a row names meets a condition: looked up for each row, where a list of all that meet it would be made first. Every row names one. */
const met = (
  table: string,
  column: string,
  of: 'Team' | 'Workspace',
  { sql, parameters }: SqlCondition,
): SqlCondition =>
  sql === all().sql
    ? all()
    : condition(`EXISTS (SELECT 1 FROM "${of}" WHERE "${of}"."id" = "${table}"."${column}" AND ${sql})`, ...parameters);

const byId = keyset<ById>({ id: ascending(text) });
const teamsByName = sortedBy('name', text);
const teamsByTime = sortedBy('createdAt', instant);
const inChain = keyset<{ position: bigint; id: bigint }>({ position: ascending(bigint), id: ascending(bigint) });

export function visibleIdentity(
  deps: { readonly database: Database; readonly access: Access; readonly load: IdentityLoaders },
  caller: Caller,
): VisibleIdentity {
  const { database, access, load } = deps;
  const users = database.client.user;
  const isMember = ({ id, organizationId }: TeamRow) =>
    caller.organizations.get(organizationId)?.teams.some((team) => team === id) ?? false;
  const teams = <Key extends ById>(key: Keyset<Key>) =>
    new NestedPages({
      database,
      table: 'Team',
      key,
      of: async ({ id }: OrganizationRow, { names, search }: TeamFilter) =>
        narrowedTo(
          await fewContaining(database, search, `team/${id}`),
          all(
            visibleTeamsCondition(caller, id),
            ...(names.length > 0 ? [oneOf('name', names)] : []),
            ...(search ? [searchedIn('searchName', search)] : []),
          ),
          { provider: database.provider, column: 'id', index: 'sqlite_autoindex_Team_1' },
        ),
      node: ({ id }: Key) => load.team.load(id),
      known: ({ id, teamCount }, { names, search }) =>
        names.length === 0 && !search && seesEveryTeam(caller, id) ? teamCount : null,
    });
  const teamsInOrder = onceFor(({ field, direction }: TeamOrder): Pages<OrganizationRow, TeamFilter, TeamRow> =>
    field === 'name' ? teams(teamsByName[direction]) : teams(teamsByTime[direction]),
  );
  return {
    teamsOfOrganization: teamsInOrder,
    membershipsOfOrganization: new NestedPages({
      database,
      table: 'OrganizationMembership',
      key: byId,
      of: async ({ id }: OrganizationRow, filter: MembershipFilter) =>
        narrowedTo(
          await fewSearched(database, filter),
          all(equals('organizationId', id), ...membershipConditions(filter)),
          {
            provider: database.provider,
            column: 'userId',
            index: 'OrganizationMembership_organizationId_userId_key',
          },
        ),
      node: ({ id }) => load.membership.load(id),
      known: ({ memberCount }, { status, search, emails }) => (status || search || emails ? null : memberCount),
      counted: ({ id }, { status, search, emails }) =>
        status && !search && !emails ? `membership/${id}/${status}` : null,
    }),
    membershipsOfUser: new NestedPages({
      database,
      table: 'OrganizationMembership',
      key: byId,
      of: ({ id }: Parent) => {
        if (caller.siteAdmin || id === caller.userId) return equals('userId', id);
        const places = [...caller.organizations.keys()].filter((organization) =>
          access.allowsOnOrganization(caller, 'membership.read', organization),
        );
        return all(equals('userId', id), oneOf('organizationId', places));
      },
      node: ({ id }) => load.membership.load(id),
    }),
    recordsOfSite: recordPages(database, load, () => null),
    recordsOfOrganization: recordPages(database, load, ({ id }) => id),
    recordsOfRange: new NestedPages({
      database,
      table: 'AuditRecord',
      key: inChain,
      of: (range: RecordRange) => recordsWithin(database.provider, range),
      node: ({ id }) => load.auditRecord.load(id),
    }),
    teamsOfUser: new NestedPages({
      database,
      table: 'TeamMembership',
      key: keyset<{ teamId: string }>({ teamId: ascending(text) }),
      of: ({ id }: Parent) =>
        all(equals('userId', id), met('TeamMembership', 'teamId', 'Team', visibleTeamsCondition(caller))),
      node: ({ teamId }) => load.team.load(teamId),
    }),
    membershipsOfTeam: new NestedPages({
      database,
      table: 'OrganizationMembership',
      key: byId,
      // Most of an organization are met in its order; few of them are named.
      of: ({ id, organizationId, memberCount }: TeamRow) =>
        memberCount > manyMembers
          ? all(equals('organizationId', organizationId), condition(isMemberOf, id))
          : readBy(
              database.provider,
              'OrganizationMembership_organizationId_userId_key',
              all(
                equals('organizationId', organizationId),
                within('userId', 'SELECT "userId" FROM "TeamMembership"', equals('teamId', id)),
              ),
            ),
      node: ({ id }) => load.membership.load(id),
      known: ({ memberCount }) => memberCount,
    }),
    membersOfTeam: new NestedPages({
      database,
      table: 'TeamMembership',
      key: keyset<{ userId: string }>({ userId: ascending(text) }),
      of: ({ id }: TeamRow) => equals('teamId', id),
      node: ({ userId }) => load.user.load(userId),
      known: ({ memberCount }) => memberCount,
    }),
    workspaceAccessOfTeam: new NestedPages({
      database,
      table: 'TeamWorkspaceAccess',
      key: byId,
      of: async (team: TeamRow) => {
        const managed: SqlCondition[] = isMember(team)
          ? []
          : [
              met(
                'TeamWorkspaceAccess',
                'workspaceId',
                'Workspace',
                await access.visibleCondition(caller, team.organizationId, 'workspace:manage-access'),
              ),
            ];
        return all(equals('teamId', team.id), ...managed);
      },
      node: ({ id }) => load.workspaceAccess.load(id),
    }),
    projectAccessOfTeam: new NestedPages({
      database,
      table: 'TeamProjectAccess',
      key: byId,
      of: (team: TeamRow) => {
        const { id, organizationId } = team;
        const managed = isMember(team)
          ? all()
          : access.projectsCondition(caller, organizationId, 'projectId', 'project:read-access');
        return all(equals('teamId', id), managed);
      },
      node: ({ id }) => load.projectAccess.load(id),
    }),
    accessToWorkspace: new NestedPages({
      database,
      table: 'TeamWorkspaceAccess',
      key: byId,
      of: ({ id }: Parent) => equals('workspaceId', id),
      node: ({ id }) => load.workspaceAccess.load(id),
    }),
    accessToProject: new NestedPages({
      database,
      table: 'TeamProjectAccess',
      key: byId,
      of: ({ id, organizationId }: ProjectPlace) =>
        all(
          equals('projectId', id),
          any(
            access.projectsCondition(caller, organizationId, 'projectId', 'project:see-secret-teams'),
            within('teamId', 'SELECT "id" FROM "Team"', visibleTeamsCondition(caller, organizationId)),
          ),
        ),
      node: ({ id }) => load.projectAccess.load(id),
    }),
    user: rowsById((ids) => users.findMany({ where: { AND: [{ id: { in: ids } }, visibleTo(caller)] } })),
    userNamed: byText(
      ({ username }) => username,
      (names) => users.findMany({ where: { AND: [{ username: { in: names } }, visibleTo(caller)] } }),
    ),
  };
}

/** One list for each order, so that all requests in that order are read together. */
function onceFor<Pages>(make: (order: TeamOrder) => Pages): (order: TeamOrder) => Pages {
  const made = new Map<string, Pages>();
  return (order) => {
    const name = `${order.field} ${order.direction}`;
    const known = made.get(name) ?? make(order);
    made.set(name, known);
    return known;
  };
}
