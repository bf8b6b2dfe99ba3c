/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AddTeamMembers: MutationDocument<Types.AddTeamMembersMutation, Types.AddTeamMembersMutationVariables> = {
  kind: "mutation",
  name: "AddTeamMembers",
  hash: "e18baf7a346542ad4b590df49c290532024cca74e2d68b9329bd9fde08dccd22",
  text: "mutation AddTeamMembers($input:AddTeamMembersInput!){addTeamMembers(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const CreateTeam: MutationDocument<Types.CreateTeamMutation, Types.CreateTeamMutationVariables> = {
  kind: "mutation",
  name: "CreateTeam",
  hash: "bb9700bf45fe9e729a0aba50f8c20ba689f11463de938f2a432d08c118677638",
  text: "mutation CreateTeam($input:CreateTeamInput!){createTeam(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
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
  hash: "dca8db355d9203d6adfc06ba5aa17beba8e055e976af875ce72b7da9d3c7330b",
  text: "mutation RemoveTeamMembers($input:RemoveTeamMembersInput!){removeTeamMembers(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const Team: QueryDocument<Types.TeamQuery, Types.TeamQueryVariables> = {
  kind: "query",
  name: "Team",
  hash: "009feed2a8e914055160be10e1b269026b529eca38bbbd15131e0f263256138b",
  text: "query Team($id:ID!){team(id:$id){...TeamSummary organizationAccess{...OrganizationAccessFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};
export const UpdateTeam: MutationDocument<Types.UpdateTeamMutation, Types.UpdateTeamMutationVariables> = {
  kind: "mutation",
  name: "UpdateTeam",
  hash: "58d8558ab561951cb0d117e38f6b0ed4b1a4819f509aa947c513b9a6eb2a45c7",
  text: "mutation UpdateTeam($input:UpdateTeamInput!){updateTeam(input:$input){team{...TeamSummary organizationAccess{...OrganizationAccessFields}}problems{...ProblemFields}}}fragment OrganizationAccessFields on OrganizationAccess{accessSecretTeams manageMembership manageOrganizationAccess manageProjects manageTeams manageWorkspaces readProjects readWorkspaces}fragment ProblemFields on Problem{code message field}fragment TeamSummary on Team{id name allowMemberTokenManagement createdAt memberCount organizationId owners permissions{canDestroy canUpdateApiToken canUpdateMemberTokenManagement canUpdateMembership canUpdateName canUpdateOrganizationAccess canUpdateSsoTeamId canUpdateVisibility canViewApiToken}ssoTeamId updatedAt visibility}",
};