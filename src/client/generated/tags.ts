/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AddTagToWorkspaces: MutationDocument<Types.AddTagToWorkspacesMutation, Types.AddTagToWorkspacesMutationVariables> = {
  kind: "mutation",
  name: "AddTagToWorkspaces",
  hash: "2d91c91743ece753c215ca7b44307b40260fefd62899cde654c9c4ace738f43a",
  text: "mutation AddTagToWorkspaces($input:AddTagToWorkspacesInput!){addTagToWorkspaces(input:$input){tag{id}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const AddWorkspaceTags: MutationDocument<Types.AddWorkspaceTagsMutation, Types.AddWorkspaceTagsMutationVariables> = {
  kind: "mutation",
  name: "AddWorkspaceTags",
  hash: "7f81211db328cc634e19eeeaa8a0463e1649d243f499927384ce39fba176b54b",
  text: "mutation AddWorkspaceTags($input:AddWorkspaceTagsInput!){addWorkspaceTags(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const BindProjectTags: MutationDocument<Types.BindProjectTagsMutation, Types.BindProjectTagsMutationVariables> = {
  kind: "mutation",
  name: "BindProjectTags",
  hash: "b2f536e543d018ed4a8597f76ca520079779bf17a9163bbbbdb5df0b61c35602",
  text: "mutation BindProjectTags($input:BindProjectTagsInput!){bindProjectTags(input:$input){project{...ProjectSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}settingOverwrites{overwritesAgentPool overwritesExecutionMode}updatedAt workspaceCount}",
};
export const BindWorkspaceTags: MutationDocument<Types.BindWorkspaceTagsMutation, Types.BindWorkspaceTagsMutationVariables> = {
  kind: "mutation",
  name: "BindWorkspaceTags",
  hash: "8129b194bdc14029314237907ca1cde7f553511f842a8fef81a185c6f1175a20",
  text: "mutation BindWorkspaceTags($input:BindWorkspaceTagsInput!){bindWorkspaceTags(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const DeleteTags: MutationDocument<Types.DeleteTagsMutation, Types.DeleteTagsMutationVariables> = {
  kind: "mutation",
  name: "DeleteTags",
  hash: "daab81d6caca88e145f6b74223cebf81173adcbf4a3e50f011c5d8d22452ec10",
  text: "mutation DeleteTags($input:DeleteTagsInput!){deleteTags(input:$input){deletedIds problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RemoveWorkspaceTags: MutationDocument<Types.RemoveWorkspaceTagsMutation, Types.RemoveWorkspaceTagsMutationVariables> = {
  kind: "mutation",
  name: "RemoveWorkspaceTags",
  hash: "c3cf40749093522a5c31bffac3719614d446377c01a88475267775ad0af4404f",
  text: "mutation RemoveWorkspaceTags($input:RemoveWorkspaceTagsInput!){removeWorkspaceTags(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const Tags: QueryDocument<Types.TagsQuery, Types.TagsQueryVariables> = {
  kind: "query",
  name: "Tags",
  hash: "10a9ea41a9f304571106c89b46787c7d8ae83256fa21491f7cfb741fbce58f04",
  text: "query Tags($organization:String!$filter:TagFilter$first:Int$after:String){tags(organization:$organization filter:$filter first:$first after:$after){nodes{...TagSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TagSummary on Tag{id createdAt key organizationId workspaceCount}",
};