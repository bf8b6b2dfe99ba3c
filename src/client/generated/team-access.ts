/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AddTeamProjectAccess: MutationDocument<Types.AddTeamProjectAccessMutation, Types.AddTeamProjectAccessMutationVariables> = {
  kind: "mutation",
  name: "AddTeamProjectAccess",
  hash: "6fb927fbd6a3f2e27fa83e7a2cc477a8ddde9d3c896b4747b0d08cfdaeabe6fa",
  text: "mutation AddTeamProjectAccess($input:AddTeamProjectAccessInput!){addTeamProjectAccess(input:$input){teamProjectAccess{...TeamProjectAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectAccess{settings teams variableSets}projectId team{id name}teamId updatedAt workspaceAccess{create delete locking move runTasks runs sentinelMocks stateVersions variables}}",
};
export const AddTeamWorkspaceAccess: MutationDocument<Types.AddTeamWorkspaceAccessMutation, Types.AddTeamWorkspaceAccessMutationVariables> = {
  kind: "mutation",
  name: "AddTeamWorkspaceAccess",
  hash: "4a1f4ac6a824182441c4228e240870ca3b067e12f7b3e86e7aed0e3dd1eb0c4e",
  text: "mutation AddTeamWorkspaceAccess($input:AddTeamWorkspaceAccessInput!){addTeamWorkspaceAccess(input:$input){teamWorkspaceAccess{...TeamWorkspaceAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runTasks runs sentinelMocks stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};
export const ProjectTeamAccess: QueryDocument<Types.ProjectTeamAccessQuery, Types.ProjectTeamAccessQueryVariables> = {
  kind: "query",
  name: "ProjectTeamAccess",
  hash: "a4ab208ea3591fcfeb5582cb1544e800f9c190d7cfcd71df9794cec8478c9638",
  text: "query ProjectTeamAccess($projectId:ID!$first:Int$after:String){projectTeamAccess(projectId:$projectId first:$first after:$after){nodes{...TeamProjectAccessSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectAccess{settings teams variableSets}projectId team{id name}teamId updatedAt workspaceAccess{create delete locking move runTasks runs sentinelMocks stateVersions variables}}",
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
  hash: "9a27a62f3e37c221e885942a69ddff450533ed470f319b51e0a533e0321b4e63",
  text: "query TeamProjectAccess($id:ID!){teamProjectAccess(id:$id){...TeamProjectAccessSummary}}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectAccess{settings teams variableSets}projectId team{id name}teamId updatedAt workspaceAccess{create delete locking move runTasks runs sentinelMocks stateVersions variables}}",
};
export const TeamWorkspaceAccess: QueryDocument<Types.TeamWorkspaceAccessQuery, Types.TeamWorkspaceAccessQueryVariables> = {
  kind: "query",
  name: "TeamWorkspaceAccess",
  hash: "ccb742806875807822a374510ee9db4ea3af3473eb5604cd4a754b10c6f1ddae",
  text: "query TeamWorkspaceAccess($id:ID!){teamWorkspaceAccess(id:$id){...TeamWorkspaceAccessSummary}}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runTasks runs sentinelMocks stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};
export const UpdateTeamProjectAccess: MutationDocument<Types.UpdateTeamProjectAccessMutation, Types.UpdateTeamProjectAccessMutationVariables> = {
  kind: "mutation",
  name: "UpdateTeamProjectAccess",
  hash: "618b6b698ee2bff08c54e4e11265306c32d646f5240dd83836d6c4292409ec8c",
  text: "mutation UpdateTeamProjectAccess($input:UpdateTeamProjectAccessInput!){updateTeamProjectAccess(input:$input){teamProjectAccess{...TeamProjectAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamProjectAccessSummary on TeamProjectAccess{id access createdAt project{id name}projectAccess{settings teams variableSets}projectId team{id name}teamId updatedAt workspaceAccess{create delete locking move runTasks runs sentinelMocks stateVersions variables}}",
};
export const UpdateTeamWorkspaceAccess: MutationDocument<Types.UpdateTeamWorkspaceAccessMutation, Types.UpdateTeamWorkspaceAccessMutationVariables> = {
  kind: "mutation",
  name: "UpdateTeamWorkspaceAccess",
  hash: "95542f2e78dfa01d39240d8011e1a050f7d1567944e29b98fe656ce4fd2e661a",
  text: "mutation UpdateTeamWorkspaceAccess($input:UpdateTeamWorkspaceAccessInput!){updateTeamWorkspaceAccess(input:$input){teamWorkspaceAccess{...TeamWorkspaceAccessSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runTasks runs sentinelMocks stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};
export const WorkspaceTeamAccess: QueryDocument<Types.WorkspaceTeamAccessQuery, Types.WorkspaceTeamAccessQueryVariables> = {
  kind: "query",
  name: "WorkspaceTeamAccess",
  hash: "5ce13e5432be114b6276d4dff545a56cde9cf0f1534df98ae4d3d330bc4b6f85",
  text: "query WorkspaceTeamAccess($workspaceId:ID!$first:Int$after:String){workspaceTeamAccess(workspaceId:$workspaceId first:$first after:$after){nodes{...TeamWorkspaceAccessSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TeamWorkspaceAccessSummary on TeamWorkspaceAccess{id access createdAt runTasks runs sentinelMocks stateVersions team{id name}teamId updatedAt variables workspace{id name}workspaceId workspaceLocking}",
};