import { TeamProjectAccessResolver } from './access/project-access.resolver.js';
import { TeamWorkspaceAccessResolver } from './access/team-access.resolver.js';
import { AuditRecordResolver, OrganizationAuditResolver } from './audit/record.resolver.js';
import { AuditRecordEventResolver, PolicyEventResolver } from './events/identity-event.resolver.js';
import { AuthMethodResolver } from './auth-methods/auth-method.resolver.js';
import { AuthRoleResolver } from './auth-methods/auth-role.resolver.js';
import {
  MembershipResolver,
  MembershipsOfUserResolver,
  OrganizationMembersResolver,
} from './memberships/membership.resolver.js';
import { OrganizationResolver } from './organizations/organization.resolver.js';
import { PolicyResolver } from './policies/policy.resolver.js';
import { OrganizationTeamsResolver, TeamResolver } from './teams/team.resolver.js';
import { NamedTokenResolver } from './tokens/named-token.resolver.js';
import { ServiceTokenResolver } from './tokens/service-token.resolver.js';
import { TokenRoleResolver } from './tokens/token-role.resolver.js';
import { TokenResolver } from './tokens/token.resolver.js';
import { UserResolver } from './users/user.resolver.js';
import { WrappingResolver } from './wrapping/wrapping.resolver.js';

/** The resolvers around people and what they may do, for the one schema. */
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
  NamedTokenResolver,
  WrappingResolver,
  TokenRoleResolver,
  AuthMethodResolver,
  AuthRoleResolver,
  PolicyEventResolver,
  AuditRecordEventResolver,
] as const;
