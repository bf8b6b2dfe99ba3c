/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AddTeamProjectAccess: MutationDocument<Types.AddTeamProjectAccessMutation, Types.AddTeamProjectAccessMutationVariables> = {
  kind: "mutation",
  name: "AddTeamProjectAccess",
  hash: "c4f456e6b2ed532d4f189408306b12435c80fe002a482cd734550883058d05c0",
  text: "mutation AddTeamProjectAccess($input:AddTeamProjectAccessInput!){addTeamProjectAccess(input:$input){teamProjectAccess{...TeamProjectAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectId team{id name}teamId updatedAt}",
};
export const AddTeamWorkspaceAccess: MutationDocument<Types.AddTeamWorkspaceAccessMutation, Types.AddTeamWorkspaceAccessMutationVariables> = {
  kind: "mutation",
  name: "AddTeamWorkspaceAccess",
  hash: "93e92b138de50cc47a40c396cdf5b36f8288c2886dc5263e2609882c0b6e3c96",
  text: "mutation AddTeamWorkspaceAccess($input:AddTeamWorkspaceAccessInput!){addTeamWorkspaceAccess(input:$input){teamWorkspaceAccess{...TeamWorkspaceAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runs stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};
export const ProjectTeamAccess: QueryDocument<Types.ProjectTeamAccessQuery, Types.ProjectTeamAccessQueryVariables> = {
  kind: "query",
  name: "ProjectTeamAccess",
  hash: "8bc802404873cc09e4c6ae149ffa37919014dd595b8f459195f195c967226450",
  text: "query ProjectTeamAccess($projectId:ID!$first:Int$after:String){projectTeamAccess(projectId:$projectId first:$first after:$after){nodes{...TeamProjectAccessSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectId team{id name}teamId updatedAt}",
};
export const RemoveTeamProjectAccess: MutationDocument<Types.RemoveTeamProjectAccessMutation, Types.RemoveTeamProjectAccessMutationVariables> = {
  kind: "mutation",
  name: "RemoveTeamProjectAccess",
  hash: "d7b7a2251d074ea7d5262407836a10ac1a1e52725c8dc89542da8075dcaf33be",
  text: "mutation RemoveTeamProjectAccess($input:RemoveTeamProjectAccessInput!){removeTeamProjectAccess(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RemoveTeamWorkspaceAccess: MutationDocument<Types.RemoveTeamWorkspaceAccessMutation, Types.RemoveTeamWorkspaceAccessMutationVariables> = {
  kind: "mutation",
  name: "RemoveTeamWorkspaceAccess",
  hash: "aba5f8aaff07bc3b1c8bf2246498383b3c3c152ec9b39843260ad58b935d4ebf",
  text: "mutation RemoveTeamWorkspaceAccess($input:RemoveTeamWorkspaceAccessInput!){removeTeamWorkspaceAccess(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const TeamProjectAccess: QueryDocument<Types.TeamProjectAccessQuery, Types.TeamProjectAccessQueryVariables> = {
  kind: "query",
  name: "TeamProjectAccess",
  hash: "016a30e4910e500c75bc6cb253f7f962e4c888d99a171644e0548d92b25c276c",
  text: "query TeamProjectAccess($id:ID!){teamProjectAccess(id:$id){...TeamProjectAccessSummary}}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectId team{id name}teamId updatedAt}",
};
export const TeamWorkspaceAccess: QueryDocument<Types.TeamWorkspaceAccessQuery, Types.TeamWorkspaceAccessQueryVariables> = {
  kind: "query",
  name: "TeamWorkspaceAccess",
  hash: "bde64b063107b661be6b7e8131f8f78dd9e7e068dc7e710945388d90593e5a7f",
  text: "query TeamWorkspaceAccess($id:ID!){teamWorkspaceAccess(id:$id){...TeamWorkspaceAccessSummary}}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runs stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};
export const UpdateTeamProjectAccess: MutationDocument<Types.UpdateTeamProjectAccessMutation, Types.UpdateTeamProjectAccessMutationVariables> = {
  kind: "mutation",
  name: "UpdateTeamProjectAccess",
  hash: "13bd6d4157f0c63cff0683d19dc9d1bf24d0ba8057ec4c12bf4a0dba21b9e5d0",
  text: "mutation UpdateTeamProjectAccess($input:UpdateTeamProjectAccessInput!){updateTeamProjectAccess(input:$input){teamProjectAccess{...TeamProjectAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectId team{id name}teamId updatedAt}",
};
export const UpdateTeamWorkspaceAccess: MutationDocument<Types.UpdateTeamWorkspaceAccessMutation, Types.UpdateTeamWorkspaceAccessMutationVariables> = {
  kind: "mutation",
  name: "UpdateTeamWorkspaceAccess",
  hash: "e011220b13b222d8e544c651f1012a96daa6a689c22c4f2a758d20f38cad91b7",
  text: "mutation UpdateTeamWorkspaceAccess($input:UpdateTeamWorkspaceAccessInput!){updateTeamWorkspaceAccess(input:$input){teamWorkspaceAccess{...TeamWorkspaceAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runs stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};
export const WorkspaceTeamAccess: QueryDocument<Types.WorkspaceTeamAccessQuery, Types.WorkspaceTeamAccessQueryVariables> = {
  kind: "query",
  name: "WorkspaceTeamAccess",
  hash: "8de181b12767f5e058efbd3ccd9c9951dac692bcd769b8b647122938cf0f3ef2",
  text: "query WorkspaceTeamAccess($workspaceId:ID!$first:Int$after:String){workspaceTeamAccess(workspaceId:$workspaceId first:$first after:$after){nodes{...TeamWorkspaceAccessSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runs stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};