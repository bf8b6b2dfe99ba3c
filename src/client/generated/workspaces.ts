/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ChangeRemoteStateConsumers: MutationDocument<Types.ChangeRemoteStateConsumersMutation, Types.ChangeRemoteStateConsumersMutationVariables> = {
  kind: "mutation",
  name: "ChangeRemoteStateConsumers",
  hash: "4665fcd8a1b3ebcd4f79f59ad1a49ab0b31d6d78190838ea122cf6cc5d988990",
  text: "mutation ChangeRemoteStateConsumers($input:ChangeRemoteStateConsumersInput!){changeRemoteStateConsumers(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const CreateWorkspace: MutationDocument<Types.CreateWorkspaceMutation, Types.CreateWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "CreateWorkspace",
  hash: "6b904d0c43e94360b9dd6328bc922ea6691050f7154cdab860e01f011a894a29",
  text: "mutation CreateWorkspace($input:CreateWorkspaceInput!){createWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const DeleteWorkspace: MutationDocument<Types.DeleteWorkspaceMutation, Types.DeleteWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "DeleteWorkspace",
  hash: "42496644c0299a8318437e200897101f80be91c44394f5e8102885bf8dbec839",
  text: "mutation DeleteWorkspace($input:DeleteWorkspaceInput!){deleteWorkspace(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ForceUnlockWorkspace: MutationDocument<Types.ForceUnlockWorkspaceMutation, Types.ForceUnlockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "ForceUnlockWorkspace",
  hash: "e7e2ebae43783e51094cb02e60ea18c6f7e403892342cdb514100010c6dfe731",
  text: "mutation ForceUnlockWorkspace($input:ForceUnlockWorkspaceInput!){forceUnlockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const LockWorkspace: MutationDocument<Types.LockWorkspaceMutation, Types.LockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "LockWorkspace",
  hash: "3aca56f3c12b135ce419ad7c61b1d5eac7c12afa45662c8c96f1fcd204835a51",
  text: "mutation LockWorkspace($input:LockWorkspaceInput!){lockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const UnlockWorkspace: MutationDocument<Types.UnlockWorkspaceMutation, Types.UnlockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "UnlockWorkspace",
  hash: "d3a271cfffcbe94ab328d77a9e2e397f3897f181e0241a7ac7028e9eccc60a5f",
  text: "mutation UnlockWorkspace($input:UnlockWorkspaceInput!){unlockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const UpdateWorkspace: MutationDocument<Types.UpdateWorkspaceMutation, Types.UpdateWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "UpdateWorkspace",
  hash: "ca0c5204727ede0c1b50c21de4a8bbb643b63ddd847cb510781d0314599ecc9b",
  text: "mutation UpdateWorkspace($input:UpdateWorkspaceInput!){updateWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const WorkspaceByName: QueryDocument<Types.WorkspaceByNameQuery, Types.WorkspaceByNameQueryVariables> = {
  kind: "query",
  name: "WorkspaceByName",
  hash: "2689edcd43f95af57b5f4dd3c4d72645569d4c6869d810eaa3ce6b5effc69b52",
  text: "query WorkspaceByName($organization:String!$name:String!){workspaceByName(organization:$organization name:$name){...WorkspaceSummary currentStateVersion{...StateVersionSummary}permissions{canLock canUnlock canForceUnlock canReadStateVersions canCreateStateVersions}}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const Workspaces: QueryDocument<Types.WorkspacesQuery, Types.WorkspacesQueryVariables> = {
  kind: "query",
  name: "Workspaces",
  hash: "d2cbf00b7518c741e2471f5e46f63f9193b66d2a15f0e1ac0ecbd880e3fabe0a",
  text: "query Workspaces($organization:String!$filter:WorkspaceFilter$orderBy:WorkspaceOrder$first:Int$after:String){workspaces(organization:$organization filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...WorkspaceSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};