/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ChangeRemoteStateConsumers: MutationDocument<Types.ChangeRemoteStateConsumersMutation, Types.ChangeRemoteStateConsumersMutationVariables> = {
  kind: "mutation",
  name: "ChangeRemoteStateConsumers",
  hash: "4bf5bb1c0966ab72a1d24df1a8530e9e9f8c4a40934be4e0adf91180935a8329",
  text: "mutation ChangeRemoteStateConsumers($input:ChangeRemoteStateConsumersInput!){changeRemoteStateConsumers(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};
export const CreateWorkspace: MutationDocument<Types.CreateWorkspaceMutation, Types.CreateWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "CreateWorkspace",
  hash: "51a83688a536cb63d4a3d5116975a6ff9910e69ab63d8156ab0c654f950db469",
  text: "mutation CreateWorkspace($input:CreateWorkspaceInput!){createWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
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
  hash: "14cd440817cf812dac44ea2b7f6122355a0744d3bb721d527502fbcd96d28aa2",
  text: "mutation ForceUnlockWorkspace($input:ForceUnlockWorkspaceInput!){forceUnlockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};
export const LockWorkspace: MutationDocument<Types.LockWorkspaceMutation, Types.LockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "LockWorkspace",
  hash: "4fde7703ebcebc2d5f5c79f93d19a2004f79addbbb7dbef3bf63f16b72410a70",
  text: "mutation LockWorkspace($input:LockWorkspaceInput!){lockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
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
  hash: "548bc02601a3d3bd168fdde501cd2605705c42f1e2297eb6fb5b1b0d0ac24e18",
  text: "mutation UnlockWorkspace($input:UnlockWorkspaceInput!){unlockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};
export const UpdateWorkspace: MutationDocument<Types.UpdateWorkspaceMutation, Types.UpdateWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "UpdateWorkspace",
  hash: "3b70e8cca7694d613eeadc25e974cf8984a191587f7be0bdeed7a66c928b8321",
  text: "mutation UpdateWorkspace($input:UpdateWorkspaceInput!){updateWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};
export const WorkspaceByName: QueryDocument<Types.WorkspaceByNameQuery, Types.WorkspaceByNameQueryVariables> = {
  kind: "query",
  name: "WorkspaceByName",
  hash: "408ebf909e40f00b365ada77608249765a8efa8eb9c6e0b4ab1e9891cf3a1f9d",
  text: "query WorkspaceByName($organization:String!$name:String!){workspaceByName(organization:$organization name:$name){...WorkspaceSummary currentStateVersion{...StateVersionSummary}permissions{canLock canUnlock canForceUnlock canReadStateVersions canCreateStateVersions}}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};
export const Workspaces: QueryDocument<Types.WorkspacesQuery, Types.WorkspacesQueryVariables> = {
  kind: "query",
  name: "Workspaces",
  hash: "d0a8a91e1e5e42d87ef292323b6c4aea418f203aa998c71d21c1a0cf58497490",
  text: "query Workspaces($organization:String!$filter:WorkspaceFilter$orderBy:WorkspaceOrder$first:Int$after:String){workspaces(organization:$organization filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...WorkspaceSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt}}",
};