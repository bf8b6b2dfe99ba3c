import { ids } from '../../platform/ids.js';
import { organizationGrants } from '../caller.js';
import type { Caller, OrganizationGrant, OrganizationRights } from '../caller.js';
import { defaultPolicy, readPolicyNames, rootPolicy } from '../policies/policy-name.js';
import type { Entity } from '../policies/templates.js';
import type { AccountRow, TeamRow, TokenWithOwner } from './callers.store.js';

/** A caller without where its request came from, when it was read, and how long that holds. */
export type CallerIdentity = Omit<Caller, 'origin' | 'epoch' | 'expiresAt'>;

/** Column of a team → the grant it stands for. */
export const grantColumns = {
  'manage-workspaces': 'manageWorkspaces',
  'read-workspaces': 'readWorkspaces',
  'manage-projects': 'manageProjects',
  'read-projects': 'readProjects',
  'manage-membership': 'manageMembership',
  'manage-teams': 'manageTeams',
  'manage-organization-access': 'manageOrganizationAccess',
  'access-secret-teams': 'accessSecretTeams',
} as const satisfies Record<OrganizationGrant, keyof TeamRow>;

/** Who the token speaks for; `null` when that account is gone or suspended. */
export function identityOf(token: TokenWithOwner): CallerIdentity | null {
  const found = ownerOf(token);
  if (!found || token.displayName === null) return found;
  const { entity, ...nobody } = found;
  const identity: CallerIdentity = { ...nobody, ...(entity && token.parentId !== null && { entity }) };
  // A token that was made from another one reaches no further than its policies say, and `root` says everything.
  if (identity.policies.includes(rootPolicy)) return identity;
  return { ...identity, kind: 'restricted', siteAdmin: false, narrowed: true, organizations: new Map() };
}

type Rights = Pick<Caller, 'siteAdmin' | 'policies' | 'narrowed' | 'bound'>;

/** A site administrator is one by a token that carries `root`, and by no other: otherwise the token could give itself what it was not given. */
function rightsOf({ policies, expiresAt, parentId }: TokenWithOwner, siteAdmin: boolean): Rights {
  const whole = siteAdmin ? rootPolicy : defaultPolicy;
  const held =
    policies === null ? [whole] : readPolicyNames(policies).filter((name) => siteAdmin || name !== rootPolicy);
  const narrowed = !held.includes(whole);
  // With `root` there is nothing more to give.
  const granted = whole !== rootPolicy && held.some((name) => name !== whole);
  return {
    siteAdmin: siteAdmin && !narrowed,
    policies: held,
    narrowed,
    bound: expiresAt !== null || parentId !== null || narrowed || granted,
  };
}

function ownerOf(token: TokenWithOwner): CallerIdentity | null {
  if (token.kind === 'user' && token.user) return ofUser(token, token.user);
  if (token.kind === 'team' && token.team) return ofTeam(token, token.team);
  if (token.kind === 'organization' && token.organization) return ofOrganization(token, token.organization);
  return null;
}

function ofUser(token: TokenWithOwner, user: NonNullable<TokenWithOwner['user']>): CallerIdentity | null {
  const account = accountOf(user);
  if (!account) return null;
  // An invitation that nobody accepted gives nothing, and takes nothing away.
  const active = new Set(user.memberships.map(({ organization }) => organization.id));
  const teams = user.teams.map(({ team }) => team).filter(({ organizationId }) => active.has(organizationId));
  const held = user.memberships.map(({ organization }) =>
    organizationRights(
      organization,
      teams.filter(({ organizationId }) => organizationId === organization.id),
    ),
  );
  return {
    kind: 'user',
    tokenId: ids.token.require(token.id),
    ...account,
    ...rightsOf(token, user.siteAdmin),
    entity: entityOf(account, teams),
    organizations: new Map(held.map((each) => [each.organizationId, each])),
  };
}

function ofTeam(token: TokenWithOwner, team: NonNullable<TokenWithOwner['team']>): CallerIdentity | null {
  const account = accountOf(team.serviceUser);
  if (!account) return null;
  const only = organizationRights(team.organization, [team]);
  return {
    kind: 'team',
    tokenId: ids.token.require(token.id),
    ...account,
    teamId: ids.team.require(team.id),
    organizationId: only.organizationId,
    ...rightsOf(token, false),
    entity: entityOf(account, [team]),
    organizations: new Map([[only.organizationId, only]]),
  };
}

/** Organization-wide administration of workspaces, projects and teams; what owners alone may do is not part of it. */
function ofOrganization(
  token: TokenWithOwner,
  organization: NonNullable<TokenWithOwner['organization']>,
): CallerIdentity | null {
  const account = accountOf(organization.serviceUser);
  if (!account) return null;
  const only = {
    ...organizationRights(organization, []),
    grants: new Set(organizationGrants),
  };
  return {
    kind: 'organization',
    tokenId: ids.token.require(token.id),
    ...account,
    organizationId: only.organizationId,
    ...rightsOf(token, false),
    entity: entityOf(account, []),
    organizations: new Map([[only.organizationId, only]]),
  };
}

type Account = Pick<Caller, 'userId' | 'username'>;

function accountOf(user: AccountRow | null): Account | null {
  return user?.suspendedAt === null ? { userId: ids.user.require(user.id), username: user.username } : null;
}

/** Who a policy's placeholders speak of. */
function entityOf({ userId, username }: Account, teams: readonly TeamRow[]): Entity {
  return {
    id: userId,
    name: username,
    teams: new Set(teams.map(({ id }) => ids.team.require(id))),
  };
}

function organizationRights(organization: { id: string; name: string }, teams: readonly TeamRow[]): OrganizationRights {
  return {
    organizationId: ids.organization.require(organization.id),
    organizationName: organization.name,
    owner: teams.some((team) => team.owners),
    teams: teams.map((team) => ids.team.require(team.id)),
    grants: new Set(organizationGrants.filter((grant) => teams.some((team) => team[grantColumns[grant]]))),
  };
}
