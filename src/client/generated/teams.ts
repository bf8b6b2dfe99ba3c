/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AddTeamMembers: MutationDocument<Types.AddTeamMembersMutation, Types.AddTeamMembersMutationVariables> = {
  kind: "mutation",
  name: "AddTeamMembers",
  hash: "f8b415b6ab959f8ac806f5c2e4f70fe4bce2f53ecd3d6aaab6a39e14a33548ed",
  text: "mutation AddTeamMembers($input:AddTeamMembersInput!){addTeamMembers(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams delegatePolicyOverrides manageAgentPools manageMembership manageModules manageOrganizationAccess managePolicies managePolicyOverrides manageProjects manageProviders manageRunTasks manageTeams manageVcsSettings manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const CreateTeam: MutationDocument<Types.CreateTeamMutation, Types.CreateTeamMutationVariables> = {
  kind: "mutation",
  name: "CreateTeam",
  hash: "1dd7dc30d590db20f78cf9240594cca51412c9359d34fff21492504de9b8ef72",
  text: "mutation CreateTeam($input:CreateTeamInput!){createTeam(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams delegatePolicyOverrides manageAgentPools manageMembership manageModules manageOrganizationAccess managePolicies managePolicyOverrides manageProjects manageProviders manageRunTasks manageTeams manageVcsSettings manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const DeleteTeam: MutationDocument<Types.DeleteTeamMutation, Types.DeleteTeamMutationVariables> = {
  kind: "mutation",
  name: "DeleteTeam",
  hash: "37e80c9fba0f030dec7fc03031d32bded9c2ffee0be2fc9180264481dbfee2f0",
  text: "mutation DeleteTeam($input:DeleteTeamInput!){deleteTeam(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RemoveTeamMembers: MutationDocument<Types.RemoveTeamMembersMutation, Types.RemoveTeamMembersMutationVariables> = {
  kind: "mutation",
  name: "RemoveTeamMembers",
  hash: "41fc107d7574abbfa5644058167151a223e060484e4d66401c01f962f5c69fd1",
  text: "mutation RemoveTeamMembers($input:RemoveTeamMembersInput!){removeTeamMembers(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams delegatePolicyOverrides manageAgentPools manageMembership manageModules manageOrganizationAccess managePolicies managePolicyOverrides manageProjects manageProviders manageRunTasks manageTeams manageVcsSettings manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const Team: QueryDocument<Types.TeamQuery, Types.TeamQueryVariables> = {
  kind: "query",
  name: "Team",
  hash: "cdbf342d854eb0ada1cd39b1bdd115ac72b3f3b065b3e4e80198ec043a6cc80a",
  text: "query Team($id:ID!){team(id:$id){...TeamSummary organizationAccess{...OrganizationAccessFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams delegatePolicyOverrides manageAgentPools manageMembership manageModules manageOrganizationAccess managePolicies managePolicyOverrides manageProjects manageProviders manageRunTasks manageTeams manageVcsSettings manageWorkspaces readProjects readWorkspaces}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const UpdateTeam: MutationDocument<Types.UpdateTeamMutation, Types.UpdateTeamMutationVariables> = {
  kind: "mutation",
  name: "UpdateTeam",
  hash: "625d917ff45cc5e10a037ef10e84da8598538262bdae971e1562b6b147e58e7d",
  text: "mutation UpdateTeam($input:UpdateTeamInput!){updateTeam(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams delegatePolicyOverrides manageAgentPools manageMembership manageModules manageOrganizationAccess managePolicies managePolicyOverrides manageProjects manageProviders manageRunTasks manageTeams manageVcsSettings manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};