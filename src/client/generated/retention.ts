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
  hash: "83bf4f05c30a57232ef10d19c9c6b355bb067a224286081fa1df8221e2e7ff70",
  text: "mutation PermanentlyDeleteBackingData($input:PermanentlyDeleteBackingDataInput!){permanentlyDeleteBackingData(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
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
  hash: "2fa4ff7bc7c799041970834c7b4658dce918002a6f98c70658080afe1e69788a",
  text: "mutation RestoreBackingData($input:RestoreBackingDataInput!){restoreBackingData(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
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
  hash: "da1e0b2b45c23ea4d79aece372b0c78bcda5978c61ded4a251b90d826fa757b6",
  text: "mutation SoftDeleteBackingData($input:SoftDeleteBackingDataInput!){softDeleteBackingData(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
};