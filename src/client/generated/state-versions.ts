/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CompareStateVersions: QueryDocument<Types.CompareStateVersionsQuery, Types.CompareStateVersionsQueryVariables> = {
  kind: "query",
  name: "CompareStateVersions",
  hash: "2c1c0b0f186a1a1133fb15e7989274bce06296b1d0e01cc5263f757246154440",
  text: "query CompareStateVersions($from:ID!$to:ID!){compareStateVersions(from:$from to:$to){truncated resources{added changed removed}instances{addedCount changedCount removedCount added{address}removed{address}changed{instance{address}truncated attributes{path before after sensitive}}}outputs{added{...OutputChange}changed{...OutputChange}removed{...OutputChange}}}}fragment OutputChange on ComparedOutput{name before after sensitive}",
};
export const CreateStateVersion: MutationDocument<Types.CreateStateVersionMutation, Types.CreateStateVersionMutationVariables> = {
  kind: "mutation",
  name: "CreateStateVersion",
  hash: "03d9b13f2a29564e1b5582aa078b4d354ea7ab7203aaa38c98b29816b9313823",
  text: "mutation CreateStateVersion($input:CreateStateVersionInput!){createStateVersion(input:$input){stateVersion{...StateVersionSummary hostedStateUploadUrl hostedJsonStateUploadUrl}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const CurrentStateVersion: QueryDocument<Types.CurrentStateVersionQuery, Types.CurrentStateVersionQueryVariables> = {
  kind: "query",
  name: "CurrentStateVersion",
  hash: "22da921f530aad34702f9a04c75e56c004c95a4e2d9a48bad8c5769c28c92bf1",
  text: "query CurrentStateVersion($workspaceId:ID!){currentStateVersion(workspaceId:$workspaceId){...StateVersionSummary}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const CurrentStateVersionOutputs: QueryDocument<Types.CurrentStateVersionOutputsQuery, Types.CurrentStateVersionOutputsQueryVariables> = {
  kind: "query",
  name: "CurrentStateVersionOutputs",
  hash: "2f8144cba994931ed60e064f54c0384a40060650fd694331fc12e1814b297f7c",
  text: "query CurrentStateVersionOutputs($workspaceId:ID!$first:Int$after:String){currentStateVersionOutputs(workspaceId:$workspaceId first:$first after:$after){nodes{...OutputSummary}pageInfo{...PageFields}}}fragment OutputSummary on StateVersionOutput{id name type sensitive value}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Resources: QueryDocument<Types.ResourcesQuery, Types.ResourcesQueryVariables> = {
  kind: "query",
  name: "Resources",
  hash: "f84a8ac0fab8f0dd2388165c104a7203b60aea9980f74a71849391af09e128f9",
  text: "query Resources($organization:String!$filter:ResourceFilter$first:Int$after:String){resources(organization:$organization filter:$filter first:$first after:$after){nodes{id address type name module provider instanceCount workspaceId}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const RollbackStateVersion: MutationDocument<Types.RollbackStateVersionMutation, Types.RollbackStateVersionMutationVariables> = {
  kind: "mutation",
  name: "RollbackStateVersion",
  hash: "80b20c7b459b6cc394210dece73fe140e25ecfff9c0b8c1b7bf748584960aadb",
  text: "mutation RollbackStateVersion($input:RollbackStateVersionInput!){rollbackStateVersion(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const StateVersion: QueryDocument<Types.StateVersionQuery, Types.StateVersionQueryVariables> = {
  kind: "query",
  name: "StateVersion",
  hash: "cb6fe040175d4c7da531d9f8a0dc8adc9cd15ac037a834ecd38be9c2033c899e",
  text: "query StateVersion($id:ID!){stateVersion(id:$id){...StateVersionSummary outputs(first:100){totalCount nodes{...OutputSummary}}}}fragment OutputSummary on StateVersionOutput{id name type sensitive value}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const StateVersionDownload: QueryDocument<Types.StateVersionDownloadQuery, Types.StateVersionDownloadQueryVariables> = {
  kind: "query",
  name: "StateVersionDownload",
  hash: "514e5a5d9479476ec69bc4d04fec7dcb010da8c085f8d537e2e500e4b519a98c",
  text: "query StateVersionDownload($id:ID!){stateVersion(id:$id){id size hostedStateDownloadUrl hostedJsonStateDownloadUrl}}",
};
export const StateVersionOutput: QueryDocument<Types.StateVersionOutputQuery, Types.StateVersionOutputQueryVariables> = {
  kind: "query",
  name: "StateVersionOutput",
  hash: "f76357016c8b85ee17696f6a1487a2ad92104a14cb938d180d780671def17bb0",
  text: "query StateVersionOutput($id:ID!){stateVersionOutput(id:$id){...OutputSummary}}fragment OutputSummary on StateVersionOutput{id name type sensitive value}",
};
export const StateVersionOutputs: QueryDocument<Types.StateVersionOutputsQuery, Types.StateVersionOutputsQueryVariables> = {
  kind: "query",
  name: "StateVersionOutputs",
  hash: "f0d6df68cd2f1e3396db54ec376444e2a46376b60b60efdf9336cb7f637a8cea",
  text: "query StateVersionOutputs($id:ID!$first:Int$after:String){stateVersionOutputs(stateVersionId:$id first:$first after:$after){nodes{...OutputSummary}pageInfo{...PageFields}}}fragment OutputSummary on StateVersionOutput{id name type sensitive value}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const StateVersions: QueryDocument<Types.StateVersionsQuery, Types.StateVersionsQueryVariables> = {
  kind: "query",
  name: "StateVersions",
  hash: "d57f5143a887ef8dae4ae43bcb67854270cf42a067f12a6815be6d4fc11cbf1b",
  text: "query StateVersions($workspaceId:ID!$filter:StateVersionFilter$first:Int$after:String){workspace(id:$workspaceId){stateVersions(filter:$filter first:$first after:$after){nodes{...StateVersionSummary}pageInfo{...PageFields}}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const StoredStateVersion: QueryDocument<Types.StoredStateVersionQuery, Types.StoredStateVersionQueryVariables> = {
  kind: "query",
  name: "StoredStateVersion",
  hash: "352352bd7b987603bc59dadefcce6468c5a166851c039ec0348274f402b587b6",
  text: "query StoredStateVersion($id:ID!){stateVersion(id:$id){...StateVersionSummary hostedStateUploadUrl hostedJsonStateUploadUrl}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};