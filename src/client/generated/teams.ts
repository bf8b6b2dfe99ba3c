/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AddTeamMembers: MutationDocument<Types.AddTeamMembersMutation, Types.AddTeamMembersMutationVariables> = {
  kind: "mutation",
  name: "AddTeamMembers",
  hash: "5b01eb99d673d8eb52bd938b996730cbf08dff213a3b7363ae7f10cddbf1eec4",
  text: "mutation AddTeamMembers($input:AddTeamMembersInput!){addTeamMembers(input:$input){team{...TeamSummary organizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const CreateTeam: MutationDocument<Types.CreateTeamMutation, Types.CreateTeamMutationVariables> = {
  kind: "mutation",
  name: "CreateTeam",
  hash: "4f0961b6153536d86794e3ae326080ddc79e6e8c0599863aaf162dab9f3082f8",
  text: "mutation CreateTeam($input:CreateTeamInput!){createTeam(input:$input){team{...TeamSummary organizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
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
  hash: "adc9bcfcb8389286b1c4045c7b172ee6dbca2e85504fecf0af3d89a3979bf2c5",
  text: "mutation RemoveTeamMembers($input:RemoveTeamMembersInput!){removeTeamMembers(input:$input){team{...TeamSummary organizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const Team: QueryDocument<Types.TeamQuery, Types.TeamQueryVariables> = {
  kind: "query",
  name: "Team",
  hash: "3bc48b3f60a5ace7b999264290b4925fa901e093c1e7d88a371854158286e353",
  text: "query Team($id:ID!){team(id:$id){...TeamSummary organizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}}}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const UpdateTeam: MutationDocument<Types.UpdateTeamMutation, Types.UpdateTeamMutationVariables> = {
  kind: "mutation",
  name: "UpdateTeam",
  hash: "36a6faaefc7cf56e35de904baabd6013329d1df0c56bc3bbd6d3e5ee1e7b576f",
  text: "mutation UpdateTeam($input:UpdateTeamInput!){updateTeam(input:$input){team{...TeamSummary organizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};