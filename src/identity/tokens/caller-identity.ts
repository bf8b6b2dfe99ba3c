import type { BlockList } from 'node:net';
import { ids } from '../../platform/ids.js';
import { organizationGrants } from '../caller.js';
import type { Caller, OrganizationGrant, OrganizationRights } from '../caller.js';
import { defaultPolicy, readPolicyNames, rootPolicy } from '../policies/policy-name.js';
import type { Entity } from '../policies/templates.js';
import { networksIn } from './bound-networks.js';
import type { AccountRow, TeamRow, TokenWithOwner } from './callers.store.js';

/** A caller without its origin, the epoch, and the expiry. */
export type CallerIdentity = Omit<Caller, 'origin' | 'epoch' | 'expiresAt'>;

/** Column of a team → its grant. */
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

/** The owner of the token; `null` if the account is deleted or suspended. */
export function identityOf(token: TokenWithOwner): CallerIdentity | null {
  // It only stands for an answer, and may do nothing else.
  if (token.type === 'wrapping') return null;
  const owned = ownerOf(token);
  if (!owned) return null;
  const found: CallerIdentity = {
    ...owned,
    ...(token.usesLeft !== null && { limited: true }),
    ...(token.type === 'batch' && { batch: true }),
    ...(token.boundCidrs !== null && { networks: networksOf(token.boundCidrs) }),
  };
  if (token.displayName === null) return found;
  const { entity, ...nobody } = found;
  const identity: CallerIdentity = { ...nobody, ...(entity && token.parentId !== null && { entity }) };
  // A token that was created from another one has only the permissions of its policies, and `root` allows everything.
  if (identity.policies.includes(rootPolicy)) return identity;
  return { ...identity, kind: 'restricted', siteAdmin: false, narrowed: true, organizations: new Map() };
}

function networksOf(text: string): BlockList {
  const kept: unknown = JSON.parse(text);
  return networksIn(Array.isArray(kept) ? kept.map(String) : []);
}

type Rights = Pick<Caller, 'siteAdmin' | 'policies' | 'narrowed' | 'bound'>;

/** Only a token with `root` makes its owner a site administrator: otherwise the token could give itself more. */
function rightsOf({ policies, expiresAt, parentId }: TokenWithOwner, siteAdmin: boolean): Rights {
  const whole = siteAdmin ? rootPolicy : defaultPolicy;
  const held =
    policies === null ? [whole] : readPolicyNames(policies).filter((name) => siteAdmin || name !== rootPolicy);
  const narrowed = !held.includes(whole);
  // With `root`, nothing more can be given.
  const granted = whole !== rootPolicy && held.some((name) => name !== whole);
  return {
    siteAdmin: siteAdmin && !narrowed,
    policies: held,
    narrowed,
    bound: expiresAt !== null || parentId !== null || narrowed || granted,
  };
}

/** Whom a token belongs to, whatever it allows; null if the account is deleted or suspended. */
export function ownerOf(token: TokenWithOwner): CallerIdentity | null {
  if (token.kind === 'user' && token.user) return ofUser(token, token.user);
  if (token.kind === 'sign-in' && token.user) return ofSignIn(token, token.user);
  if (token.kind === 'team' && token.team) return ofTeam(token, token.team);
  if (token.kind === 'organization' && token.organization) return ofOrganization(token, token.organization);
  if (token.kind === 'audit-trails' && token.organization) return ofAuditTrail(token, token.organization);
  return null;
}

function ofUser(token: TokenWithOwner, user: NonNullable<TokenWithOwner['user']>): CallerIdentity | null {
  const account = accountOf(user);
  if (!account) return null;
  // An invitation that is not accepted gives nothing, and takes nothing away.
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

/** Whoever signed in by a method: its policies are all that it has, and records tell its name instead of the account's. */
function ofSignIn(token: TokenWithOwner, user: NonNullable<TokenWithOwner['user']>): CallerIdentity | null {
  const account = accountOf(user);
  if (!account) return null;
  return {
    kind: 'restricted',
    tokenId: ids.token.require(token.id),
    ...account,
    username: token.displayName ?? account.username,
    ...rightsOf(token, false),
    organizations: new Map(),
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
    teamName: team.name,
    organizationId: only.organizationId,
    ...rightsOf(token, false),
    entity: entityOf(account, [team]),
    organizations: new Map([[only.organizationId, only]]),
  };
}

/** Organization-wide administration of workspaces, projects and teams; without what only owners may do. */
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

/** No role in the organization and no policy: only what asks for `auditTrailOf` knows it. */
function ofAuditTrail(
  token: TokenWithOwner,
  organization: NonNullable<TokenWithOwner['organization']>,
): CallerIdentity | null {
  const account = accountOf(organization.serviceUser);
  if (!account) return null;
  const organizationId = ids.organization.require(organization.id);
  return {
    kind: 'organization',
    tokenId: ids.token.require(token.id),
    ...account,
    organizationId,
    auditTrailOf: organizationId,
    siteAdmin: false,
    narrowed: true,
    bound: true,
    policies: [],
    organizations: new Map(),
  };
}

type Account = Pick<Caller, 'userId' | 'username'>;

function accountOf(user: AccountRow | null): Account | null {
  return user?.suspendedAt === null ? { userId: ids.user.require(user.id), username: user.username } : null;
}

/** The subject of a policy's placeholders. */
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
