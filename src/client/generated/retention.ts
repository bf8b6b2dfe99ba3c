/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const OrganizationDataRetentionPolicy: QueryDocument<Types.OrganizationDataRetentionPolicyQuery, Types.OrganizationDataRetentionPolicyQueryVariables> = {
  kind: "query",
  name: "OrganizationDataRetentionPolicy",
  hash: "fc675f78a0a056239c659a39cdfb65502bf6bce549667d531bde2e0ea91c6c05",
  text: "query OrganizationDataRetentionPolicy($organization:String!){organizationDataRetentionPolicy(organization:$organization){...DataRetentionPolicyFields}}fragment DataRetentionPolicyFields on DataRetentionPolicy{deleteOlderThanNDays kind targetId}",
};
export const PermanentlyDeleteBackingData: MutationDocument<Types.PermanentlyDeleteBackingDataMutation, Types.PermanentlyDeleteBackingDataMutationVariables> = {
  kind: "mutation",
  name: "PermanentlyDeleteBackingData",
  hash: "ee925bc1be5e3c20cb94ed273507953d77970b2bed67a5d6643106e811950631",
  text: "mutation PermanentlyDeleteBackingData($input:PermanentlyDeleteBackingDataInput!){permanentlyDeleteBackingData(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const RemoveDataRetentionPolicy: MutationDocument<Types.RemoveDataRetentionPolicyMutation, Types.RemoveDataRetentionPolicyMutationVariables> = {
  kind: "mutation",
  name: "RemoveDataRetentionPolicy",
  hash: "47ebc2a4788c674235af11ecd375b85d1280ff5a35e17f4e4b0a05267a0c4d2a",
  text: "mutation RemoveDataRetentionPolicy($input:RemoveDataRetentionPolicyInput!){removeDataRetentionPolicy(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RestoreBackingData: MutationDocument<Types.RestoreBackingDataMutation, Types.RestoreBackingDataMutationVariables> = {
  kind: "mutation",
  name: "RestoreBackingData",
  hash: "a8b9485223f700bed5246647625f9442ec4769e666cc1b847bd68f9b4c3c0693",
  text: "mutation RestoreBackingData($input:RestoreBackingDataInput!){restoreBackingData(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const SetDataRetentionPolicy: MutationDocument<Types.SetDataRetentionPolicyMutation, Types.SetDataRetentionPolicyMutationVariables> = {
  kind: "mutation",
  name: "SetDataRetentionPolicy",
  hash: "f41c2b4f7c40ae5e2e88c93a47d146d2a8df668a25da199916b2c3a972531bdb",
  text: "mutation SetDataRetentionPolicy($input:SetDataRetentionPolicyInput!){setDataRetentionPolicy(input:$input){dataRetentionPolicy{...DataRetentionPolicyFields}problems{...ProblemFields}}}fragment DataRetentionPolicyFields on DataRetentionPolicy{deleteOlderThanNDays kind targetId}fragment ProblemFields on Problem{code message field}",
};
export const SoftDeleteBackingData: MutationDocument<Types.SoftDeleteBackingDataMutation, Types.SoftDeleteBackingDataMutationVariables> = {
  kind: "mutation",
  name: "SoftDeleteBackingData",
  hash: "c0a9290475240ed274bd4c26658260cc720043791ba54b8c96e4dfd30ef8ea28",
  text: "mutation SoftDeleteBackingData($input:SoftDeleteBackingDataInput!){softDeleteBackingData(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};