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
  hash: "5dd8141d1a76b1be38e7e255916d020e30d4cee7e36bc8621a80be4997103bc3",
  text: "mutation AddWorkspaceTags($input:AddWorkspaceTagsInput!){addWorkspaceTags(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};
export const BindProjectTags: MutationDocument<Types.BindProjectTagsMutation, Types.BindProjectTagsMutationVariables> = {
  kind: "mutation",
  name: "BindProjectTags",
  hash: "e092aa60b3e5eca969f947a73662067535e4c2b2ac26ccf6b98a3e0a19d2dd85",
  text: "mutation BindProjectTags($input:BindProjectTagsInput!){bindProjectTags(input:$input){project{...ProjectSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ProjectSummary on Project{id name autoDestroyDuration createdAt description isDefault organizationId organizationName permissions{canCreateWorkspace canDestroy canManageTags canManageTeams canMoveWorkspace canRead canReadTeams canUpdate}updatedAt workspaceCount}",
};
export const BindWorkspaceTags: MutationDocument<Types.BindWorkspaceTagsMutation, Types.BindWorkspaceTagsMutationVariables> = {
  kind: "mutation",
  name: "BindWorkspaceTags",
  hash: "a9715003e3a4aa6afdc96566a60539aad3122b96c097dac544c1b7a384ec500e",
  text: "mutation BindWorkspaceTags($input:BindWorkspaceTagsInput!){bindWorkspaceTags(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
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
  hash: "5c22aafa0c0c51676387bdc741816c546fb9d85e0956423001559b1fa6e580b0",
  text: "mutation RemoveWorkspaceTags($input:RemoveWorkspaceTagsInput!){removeWorkspaceTags(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};
export const Tags: QueryDocument<Types.TagsQuery, Types.TagsQueryVariables> = {
  kind: "query",
  name: "Tags",
  hash: "10a9ea41a9f304571106c89b46787c7d8ae83256fa21491f7cfb741fbce58f04",
  text: "query Tags($organization:String!$filter:TagFilter$first:Int$after:String){tags(organization:$organization filter:$filter first:$first after:$after){nodes{...TagSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TagSummary on Tag{id createdAt key organizationId workspaceCount}",
};