import { ids } from '../platform/ids.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import { TeamProjectAccessResolver, TeamWorkspaceAccessResolver } from './access/team-access.resolver.js';
import { AuditRecordResolver, OrganizationAuditResolver } from './audit/record.resolver.js';
import { requireCaller } from './context.js';
import type { IdentityContext } from './context.js';
import {
  MembershipResolver,
  MembershipsOfUserResolver,
  OrganizationMembersResolver,
} from './memberships/membership.resolver.js';
import { OrganizationResolver } from './organizations/organization.resolver.js';
import { PolicyResolver } from './policies/policy.resolver.js';
import { OrganizationTeamsResolver, TeamResolver } from './teams/team.resolver.js';
import { ServiceTokenResolver } from './tokens/service-token.resolver.js';
import { TokenResolver } from './tokens/token.resolver.js';
import { UserResolver } from './users/user.resolver.js';

/** The GraphQL faces of this room, for the schema. */
export const identityResolvers = [
  OrganizationResolver,
  OrganizationTeamsResolver,
  OrganizationMembersResolver,
  MembershipsOfUserResolver,
  OrganizationAuditResolver,
  UserResolver,
  MembershipResolver,
  TeamResolver,
  TokenResolver,
  TeamWorkspaceAccessResolver,
  TeamProjectAccessResolver,
  AuditRecordResolver,
  PolicyResolver,
  ServiceTokenResolver,
] as const;

/** What `node(id)` finds in this room. */
export const identityNodes: NodeLoaders<IdentityContext> = {
  org: node('Organization', ({ identity }, caller, id) => identity.organizations.read(caller, id)),
  user: node('User', ({ identity }, caller, id) => (ids.user.is(id) ? identity.edges(caller).user.load(id) : null)),
  ou: node('OrganizationMembership', ({ identity }, caller, id) => identity.memberships.read(caller, id)),
  team: node('Team', ({ identity }, caller, id) => identity.teams.read(caller, id)),
  at: node('Token', ({ identity }, caller, id) => identity.tokens.read(caller, id)),
  tws: node('TeamWorkspaceAccess', ({ identity }, caller, id) => identity.workspaceAccess.read(caller, id)),
  tprj: node('TeamProjectAccess', ({ identity }, caller, id) => identity.projectAccess.read(caller, id)),
};

function node(
  type: string,
  load: (
    context: IdentityContext,
    caller: ReturnType<typeof requireCaller>,
    id: string,
  ) => Promise<object | null> | null,
): NodeLoaders<IdentityContext>[string] {
  return { type, load: (id, context) => load(context, requireCaller(context), id) };
}
