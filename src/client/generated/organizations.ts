/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AddOrganizationMember: MutationDocument<Types.AddOrganizationMemberMutation, Types.AddOrganizationMemberMutationVariables> = {
  kind: "mutation",
  name: "AddOrganizationMember",
  hash: "03f630133a933c066ae8928709769198f547e5afb0870a222c8766d00691db51",
  text: "mutation AddOrganizationMember($input:AddOrganizationMemberInput!){addOrganizationMember(input:$input){organizationMembership{...OrganizationMembershipSummary}problems{...ProblemFields}}}fragment OrganizationMembershipSummary on OrganizationMembership{id createdAt email organization{id name}organizationId status user{id username}userId}fragment ProblemFields on Problem{code message field}",
};
export const CreateOrganization: MutationDocument<Types.CreateOrganizationMutation, Types.CreateOrganizationMutationVariables> = {
  kind: "mutation",
  name: "CreateOrganization",
  hash: "870e262d7907c7a5d10acd7865a298ad29749d34d41a9dc015b11e92c03eb994",
  text: "mutation CreateOrganization($input:CreateOrganizationInput!){createOrganization(input:$input){organization{...OrganizationSummary entitlements{...EntitlementFields}}problems{...ProblemFields}}}fragment EntitlementFields on Entitlements{agents auditLogging configurationDesigner costEstimation globalRunTasks operations privateModuleRegistry runTasks selfServeBilling sentinel sso stateStorage teams usageReporting userLimit vcsIntegrations}fragment OrganizationSummary on Organization{id name aggregatedCommitStatusEnabled allowForceDeleteWorkspaces assessmentsEnforced stacksEnabled maxTtlEnabled userTokenMaxTtl teamTokenMaxTtl organizationTokenMaxTtl auditTrailTokenMaxTtl costEstimationEnabled createdAt email memberCount ownersTeamSamlRoleId permissions{canAccessViaTeams canCreateModule canCreateProject canCreateTeam canCreateWorkspace canDestroy canManageOrganizationAccess canManageRunTasks canManageSso canManageSubscription canManageTags canManageVarsets canManageUsers canReadAuditRecords canTraverse canUpdate canUpdateAgentPools canUpdateApiToken canUpdateOauth canUpdateSentinel canUpdateSshKeys}plan projectCount sendPassingStatusesForUntriggeredSpeculativePlans sessionRemember sessionTimeout speculativePlanManagementEnabled storage{quotaBytes quotaKind usedBytes}teamCount updatedAt workspaceCount}fragment ProblemFields on Problem{code message field}",
};
export const DeleteOrganization: MutationDocument<Types.DeleteOrganizationMutation, Types.DeleteOrganizationMutationVariables> = {
  kind: "mutation",
  name: "DeleteOrganization",
  hash: "1287f1de9359052955f3d13b8d091e335bcf3b46ef5c72799e3b88e95cf97cdf",
  text: "mutation DeleteOrganization($input:DeleteOrganizationInput!){deleteOrganization(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Organization: QueryDocument<Types.OrganizationQuery, Types.OrganizationQueryVariables> = {
  kind: "query",
  name: "Organization",
  hash: "5f8de032631b51e41c9c55bd82f589fe687e89258ce4f0e5f72736b8749df633",
  text: "query Organization($name:String!){organization(name:$name){...OrganizationSummary entitlements{...EntitlementFields}}}fragment EntitlementFields on Entitlements{agents auditLogging configurationDesigner costEstimation globalRunTasks operations privateModuleRegistry runTasks selfServeBilling sentinel sso stateStorage teams usageReporting userLimit vcsIntegrations}fragment OrganizationSummary on Organization{id name aggregatedCommitStatusEnabled allowForceDeleteWorkspaces assessmentsEnforced stacksEnabled maxTtlEnabled userTokenMaxTtl teamTokenMaxTtl organizationTokenMaxTtl auditTrailTokenMaxTtl costEstimationEnabled createdAt email memberCount ownersTeamSamlRoleId permissions{canAccessViaTeams canCreateModule canCreateProject canCreateTeam canCreateWorkspace canDestroy canManageOrganizationAccess canManageRunTasks canManageSso canManageSubscription canManageTags canManageVarsets canManageUsers canReadAuditRecords canTraverse canUpdate canUpdateAgentPools canUpdateApiToken canUpdateOauth canUpdateSentinel canUpdateSshKeys}plan projectCount sendPassingStatusesForUntriggeredSpeculativePlans sessionRemember sessionTimeout speculativePlanManagementEnabled storage{quotaBytes quotaKind usedBytes}teamCount updatedAt workspaceCount}",
};
export const OrganizationMembership: QueryDocument<Types.OrganizationMembershipQuery, Types.OrganizationMembershipQueryVariables> = {
  kind: "query",
  name: "OrganizationMembership",
  hash: "ddc9d5d19b7281412206a1e634979d32837fc3ce2f34c176bdf00fd4f56cfe9d",
  text: "query OrganizationMembership($id:ID!){organizationMembership(id:$id){...OrganizationMembershipSummary}}fragment OrganizationMembershipSummary on OrganizationMembership{id createdAt email organization{id name}organizationId status user{id username}userId}",
};
export const Organizations: QueryDocument<Types.OrganizationsQuery, Types.OrganizationsQueryVariables> = {
  kind: "query",
  name: "Organizations",
  hash: "3fc376f295a471e9ca926cd1ad388e95a3ae25072f99d3b8fb5bd7f52a6525ff",
  text: "query Organizations($filter:OrganizationFilter$first:Int$after:String){organizations(filter:$filter first:$first after:$after){nodes{id name createdAt}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const RemoveOrganizationMember: MutationDocument<Types.RemoveOrganizationMemberMutation, Types.RemoveOrganizationMemberMutationVariables> = {
  kind: "mutation",
  name: "RemoveOrganizationMember",
  hash: "76c8ef6814b2142b2e39c8c9a0a8511a5eaa7adfe4d31e8603bede9c58b704e5",
  text: "mutation RemoveOrganizationMember($input:RemoveOrganizationMemberInput!){removeOrganizationMember(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SetOrganizationPlan: MutationDocument<Types.SetOrganizationPlanMutation, Types.SetOrganizationPlanMutationVariables> = {
  kind: "mutation",
  name: "SetOrganizationPlan",
  hash: "2078b065ae51fabaf9c657785085acb90258ed85d2c9fda2cb7d204b4f6fc021",
  text: "mutation SetOrganizationPlan($input:SetOrganizationPlanInput!){setOrganizationPlan(input:$input){organization{id plan}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SetStorageQuota: MutationDocument<Types.SetStorageQuotaMutation, Types.SetStorageQuotaMutationVariables> = {
  kind: "mutation",
  name: "SetStorageQuota",
  hash: "4e2c0141b843ea93b5d02bb48b4bb50fc34d5e9398ea6bc8c068fede43f841ac",
  text: "mutation SetStorageQuota($input:SetStorageQuotaInput!){setStorageQuota(input:$input){organization{...OrganizationSummary entitlements{...EntitlementFields}}problems{...ProblemFields}}}fragment EntitlementFields on Entitlements{agents auditLogging configurationDesigner costEstimation globalRunTasks operations privateModuleRegistry runTasks selfServeBilling sentinel sso stateStorage teams usageReporting userLimit vcsIntegrations}fragment OrganizationSummary on Organization{id name aggregatedCommitStatusEnabled allowForceDeleteWorkspaces assessmentsEnforced stacksEnabled maxTtlEnabled userTokenMaxTtl teamTokenMaxTtl organizationTokenMaxTtl auditTrailTokenMaxTtl costEstimationEnabled createdAt email memberCount ownersTeamSamlRoleId permissions{canAccessViaTeams canCreateModule canCreateProject canCreateTeam canCreateWorkspace canDestroy canManageOrganizationAccess canManageRunTasks canManageSso canManageSubscription canManageTags canManageVarsets canManageUsers canReadAuditRecords canTraverse canUpdate canUpdateAgentPools canUpdateApiToken canUpdateOauth canUpdateSentinel canUpdateSshKeys}plan projectCount sendPassingStatusesForUntriggeredSpeculativePlans sessionRemember sessionTimeout speculativePlanManagementEnabled storage{quotaBytes quotaKind usedBytes}teamCount updatedAt workspaceCount}fragment ProblemFields on Problem{code message field}",
};
export const UpdateOrganization: MutationDocument<Types.UpdateOrganizationMutation, Types.UpdateOrganizationMutationVariables> = {
  kind: "mutation",
  name: "UpdateOrganization",
  hash: "d91e388812b25c016aec84a563b8dabf1ed436a23b0d0f385fa5df3eecf469ab",
  text: "mutation UpdateOrganization($input:UpdateOrganizationInput!){updateOrganization(input:$input){organization{...OrganizationSummary entitlements{...EntitlementFields}}problems{...ProblemFields}}}fragment EntitlementFields on Entitlements{agents auditLogging configurationDesigner costEstimation globalRunTasks operations privateModuleRegistry runTasks selfServeBilling sentinel sso stateStorage teams usageReporting userLimit vcsIntegrations}fragment OrganizationSummary on Organization{id name aggregatedCommitStatusEnabled allowForceDeleteWorkspaces assessmentsEnforced stacksEnabled maxTtlEnabled userTokenMaxTtl teamTokenMaxTtl organizationTokenMaxTtl auditTrailTokenMaxTtl costEstimationEnabled createdAt email memberCount ownersTeamSamlRoleId permissions{canAccessViaTeams canCreateModule canCreateProject canCreateTeam canCreateWorkspace canDestroy canManageOrganizationAccess canManageRunTasks canManageSso canManageSubscription canManageTags canManageVarsets canManageUsers canReadAuditRecords canTraverse canUpdate canUpdateAgentPools canUpdateApiToken canUpdateOauth canUpdateSentinel canUpdateSshKeys}plan projectCount sendPassingStatusesForUntriggeredSpeculativePlans sessionRemember sessionTimeout speculativePlanManagementEnabled storage{quotaBytes quotaKind usedBytes}teamCount updatedAt workspaceCount}fragment ProblemFields on Problem{code message field}",
};