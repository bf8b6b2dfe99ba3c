/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateProject: MutationDocument<Types.CreateProjectMutation, Types.CreateProjectMutationVariables> = {
  kind: "mutation",
  name: "CreateProject",
  hash: "ac107d9fc7315afd15beeb1a3e2e60f42cf9fc79f6ae76179523dc8fb968dbe8",
  text: "mutation CreateProject($input:CreateProjectInput!){createProject(input:$input){project{...ProjectSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}settingOverwrites{overwritesAgentPool overwritesExecutionMode}updatedAt workspaceCount}",
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
  hash: "bf988567cb3c85d5e1c519bf08588da2a58a21f32e501a947efe0da28eef634b",
  text: "query Project($id:ID!){project(id:$id){...ProjectSummary}}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}settingOverwrites{overwritesAgentPool overwritesExecutionMode}updatedAt workspaceCount}",
};
export const Projects: QueryDocument<Types.ProjectsQuery, Types.ProjectsQueryVariables> = {
  kind: "query",
  name: "Projects",
  hash: "802875fa28929a1a3dd109a1a099e4e2ddbd19db3577b84a8be610f95c4e2d96",
  text: "query Projects($organization:String!$filter:ProjectFilter$first:Int$after:String){projects(organization:$organization filter:$filter first:$first after:$after){nodes{...ProjectSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}settingOverwrites{overwritesAgentPool overwritesExecutionMode}updatedAt workspaceCount}",
};
export const UpdateProject: MutationDocument<Types.UpdateProjectMutation, Types.UpdateProjectMutationVariables> = {
  kind: "mutation",
  name: "UpdateProject",
  hash: "0ffeb0966940d7d071eecb7e494d37fade32aca6a4e46c51ea156d1b27aff075",
  text: "mutation UpdateProject($input:UpdateProjectInput!){updateProject(input:$input){project{...ProjectSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}settingOverwrites{overwritesAgentPool overwritesExecutionMode}updatedAt workspaceCount}",
};