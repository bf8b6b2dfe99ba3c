/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateProject: MutationDocument<Types.CreateProjectMutation, Types.CreateProjectMutationVariables> = {
  kind: "mutation",
  name: "CreateProject",
  hash: "e992644765a4c49fcbbdecbd7b83d243c17d2c25b209dc1b1a1cbd95d0947cec",
  text: "mutation CreateProject($input:CreateProjectInput!){createProject(input:$input){project{...ProjectSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}updatedAt workspaceCount}",
};
export const DeleteProject: MutationDocument<Types.DeleteProjectMutation, Types.DeleteProjectMutationVariables> = {
  kind: "mutation",
  name: "DeleteProject",
  hash: "622ec78d3eb8412ab0b98d465c46667a420b86c63be911a6180b46e65b8575f7",
  text: "mutation DeleteProject($input:DeleteProjectInput!){deleteProject(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Project: QueryDocument<Types.ProjectQuery, Types.ProjectQueryVariables> = {
  kind: "query",
  name: "Project",
  hash: "fd77593ea299f32ffaad2614595dcccb6f55b513ce711efd667ab075380ed3c7",
  text: "query Project($id:ID!){project(id:$id){...ProjectSummary}}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}updatedAt workspaceCount}",
};
export const Projects: QueryDocument<Types.ProjectsQuery, Types.ProjectsQueryVariables> = {
  kind: "query",
  name: "Projects",
  hash: "94a6cf761ce4c47667b547e718bb5be29690d56510ab38998e6c3de2415108ef",
  text: "query Projects($organization:String!$filter:ProjectFilter$first:Int$after:String){projects(organization:$organization filter:$filter first:$first after:$after){nodes{...ProjectSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}updatedAt workspaceCount}",
};
export const UpdateProject: MutationDocument<Types.UpdateProjectMutation, Types.UpdateProjectMutationVariables> = {
  kind: "mutation",
  name: "UpdateProject",
  hash: "0b7b4fec39a6bd80dbd20f3f89adfba9dafb0a0f1f2d85122bb3a817929f250c",
  text: "mutation UpdateProject($input:UpdateProjectInput!){updateProject(input:$input){project{...ProjectSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}updatedAt workspaceCount}",
};