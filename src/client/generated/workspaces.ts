/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ChangeRemoteStateConsumers: MutationDocument<Types.ChangeRemoteStateConsumersMutation, Types.ChangeRemoteStateConsumersMutationVariables> = {
  kind: "mutation",
  name: "ChangeRemoteStateConsumers",
  hash: "9db05b9f0f0f4debb4cbfa86ba0affbefbe451e67b9f1ecb302a51be72dd5f97",
  text: "mutation ChangeRemoteStateConsumers($input:ChangeRemoteStateConsumersInput!){changeRemoteStateConsumers(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const CreateWorkspace: MutationDocument<Types.CreateWorkspaceMutation, Types.CreateWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "CreateWorkspace",
  hash: "9e5a3154978b96b5bcfe599dd50784208e0c34a22aea701e224ee2abf07e31e9",
  text: "mutation CreateWorkspace($input:CreateWorkspaceInput!){createWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
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
  hash: "8f12b98ac8f405c47abbf295e7d6fab1408cfe32628c68500aad29ede16655b2",
  text: "mutation ForceUnlockWorkspace($input:ForceUnlockWorkspaceInput!){forceUnlockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const LockWorkspace: MutationDocument<Types.LockWorkspaceMutation, Types.LockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "LockWorkspace",
  hash: "9194770940d6f8fa63a0872179e39adfe02729f155c679f5bbd67841b46350b6",
  text: "mutation LockWorkspace($input:LockWorkspaceInput!){lockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const MoveWorkspaces: MutationDocument<Types.MoveWorkspacesMutation, Types.MoveWorkspacesMutationVariables> = {
  kind: "mutation",
  name: "MoveWorkspaces",
  hash: "170254aaa021fdd84830113aca7f87ba9e3fc1e18073fcb5c3bd82f3bc552257",
  text: "mutation MoveWorkspaces($input:MoveWorkspacesInput!){moveWorkspaces(input:$input){workspaceIds problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const UnlockWorkspace: MutationDocument<Types.UnlockWorkspaceMutation, Types.UnlockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "UnlockWorkspace",
  hash: "0cafd8539771d4d1a4403cbf2bff3b8637cc1d73c95243319296d61e26c538ac",
  text: "mutation UnlockWorkspace($input:UnlockWorkspaceInput!){unlockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const UpdateWorkspace: MutationDocument<Types.UpdateWorkspaceMutation, Types.UpdateWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "UpdateWorkspace",
  hash: "c995c2e10a745587defa124bb79b11a7203069f2ddf126b1622687c18ca7159f",
  text: "mutation UpdateWorkspace($input:UpdateWorkspaceInput!){updateWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const WorkspaceByName: QueryDocument<Types.WorkspaceByNameQuery, Types.WorkspaceByNameQueryVariables> = {
  kind: "query",
  name: "WorkspaceByName",
  hash: "b81f854fa086cb7e793b446fc1951afab8d874263748f13280de7ab4609d3927",
  text: "query WorkspaceByName($organization:String!$name:String!){workspaceByName(organization:$organization name:$name){...WorkspaceSummary currentStateVersion{...StateVersionSummary}permissions{canLock canUnlock canForceUnlock canReadStateVersions canCreateStateVersions}}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const Workspaces: QueryDocument<Types.WorkspacesQuery, Types.WorkspacesQueryVariables> = {
  kind: "query",
  name: "Workspaces",
  hash: "43e74d6ddd8244bc54a97b66bef46bf3a7b259573199a78200d3bd41f24258e1",
  text: "query Workspaces($organization:String!$filter:WorkspaceFilter$orderBy:WorkspaceOrder$first:Int$after:String){workspaces(organization:$organization filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...WorkspaceSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};