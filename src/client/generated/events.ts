/** Operations of graphql/client; written by codegen. */
import type { QueryDocument, SubscriptionDocument } from '../document.js';
import type * as Types from './types.js';

export const AuditRecordEvents: SubscriptionDocument<Types.AuditRecordEventsSubscription, Types.AuditRecordEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "AuditRecordEvents",
  hash: "90c2a40c5a0cc31c2b7487eda81c7a2bd8bd0d15a42636cde0f282e916c23efd",
  text: "subscription AuditRecordEvents($organization:String){auditRecordEvents(organization:$organization){eventId occurredAt count auditRecords(first:100){nodes{...AuditRecordFields}}}}fragment AuditRecordFields on AuditRecord{action actorId actorKind actorName details hash number organizationId outcome position problem recordedAt remoteAddress requestId targetId targetName targetType tokenId}",
};
export const CelRoleEvents: SubscriptionDocument<Types.CelRoleEventsSubscription, Types.CelRoleEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "CelRoleEvents",
  hash: "cf4c91875f794763fae1e3b68ce6fb17461367e7786e20933682d4d6969b5afd",
  text: "subscription CelRoleEvents($mount:String!=\"pki\"$kinds:[CelRoleEventKind!]){celRoleEvents(mount:$mount kinds:$kinds){eventId kind occurredAt mountPath name celRole{...CelRoleSummary}}}fragment CelRoleSummary on CelRole{id name mountPath variables{name expression}expression}",
};
export const CertificateEvents: SubscriptionDocument<Types.CertificateEventsSubscription, Types.CertificateEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "CertificateEvents",
  hash: "aee99314f62dd994f3b1d4d105f57e7bb5ce09bcc366f5921af71957c783446c",
  text: "subscription CertificateEvents($mount:String!=\"pki\"$kinds:[CertificateEventKind!]){certificateEvents(mount:$mount kinds:$kinds){eventId kind occurredAt serialNumber withinDays certificate{...CertificateSummary}}}fragment CertificateSummary on Certificate{id mountPath serialNumber commonName names{dns ip email uri}roleName issuerId keyType keyBits status notBefore notAfter revokedAt}",
};
export const CrlEvents: SubscriptionDocument<Types.CrlEventsSubscription, Types.CrlEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "CrlEvents",
  hash: "65e6a4da01acd9d15fed7ea2c8036bbfd7631b1587b9e9933452343925328a68",
  text: "subscription CrlEvents($mount:String!=\"pki\"){crlEvents(mount:$mount){eventId occurredAt issuerId number delta shard unified entryCount nextUpdate}}",
};
export const LastEventId: QueryDocument<Types.LastEventIdQuery, Types.LastEventIdQueryVariables> = {
  kind: "query",
  name: "LastEventId",
  hash: "e66d4ae8ef51faad7f05c8c7921bf178b8e3d7d00d9a429d7950dc5e97c3c609",
  text: "query LastEventId{lastEventId}",
};
export const MountJobEvents: SubscriptionDocument<Types.MountJobEventsSubscription, Types.MountJobEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "MountJobEvents",
  hash: "d830a35354c5d8d1398570be236657c4acf39a773bcc0ce903ac8f6ac731e28e",
  text: "subscription MountJobEvents($mount:String!=\"pki\"){mountJobEvents(mount:$mount){eventId occurredAt kind job progress issuerId}}",
};
export const PolicyEvents: SubscriptionDocument<Types.PolicyEventsSubscription, Types.PolicyEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "PolicyEvents",
  hash: "44fa98acf40e83717c4b9282faa655d509f8ab98135e1c157269270f78b47fe7",
  text: "subscription PolicyEvents($kinds:[PolicyEventKind!]){policyEvents(kinds:$kinds){eventId kind occurredAt name policy{...PolicyFields}}}fragment PolicyFields on Policy{name text createdAt rules{path allowedParameters capabilities deniedParameters requiredParameters}updatedAt}",
};
export const RoleEvents: SubscriptionDocument<Types.RoleEventsSubscription, Types.RoleEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "RoleEvents",
  hash: "162fbe91584456e3999c60f0aa29aede14987a936f5e13174324d4737a3b6095",
  text: "subscription RoleEvents($mount:String!=\"pki\"$kinds:[RoleEventKind!]){roleEvents(mount:$mount kinds:$kinds){eventId kind occurredAt mountPath name role{...RoleSummary}}}fragment RoleSummary on Role{id name mountPath allowAnyName allowBareDomains allowGlobDomains allowIpSans allowLocalhost allowSubdomains allowWildcardCertificates allowedDomains allowedDomainsTemplate allowedIpSansCidr allowedOtherSans allowedSerialNumbers allowedUriSans allowedUriSansTemplate allowGlobsInIdentityTemplates allowedUserIds basicConstraintsValidForNonCa clientFlag cnValidations codeSigningFlag country emailProtectionFlag enforceHostnames extKeyUsage extKeyUsageOids generateLease issuerRef keyBits keyType keyUsage lintProfile lintSeverity locality maxTtl noStore noStoreMetadata notAfter notAfterBound notBefore notBeforeBound notBeforeDuration organization ou policyIdentifiers{oid cps notice}postalCode province requireCn serialNumberSource serverFlag signatureBits streetAddress ttl useCsrCommonName useCsrSans usePss}",
};
export const StateJobEvents: SubscriptionDocument<Types.StateJobEventsSubscription, Types.StateJobEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "StateJobEvents",
  hash: "0240ef33695baa5f17d6a474a994fdde8a1804d9f4ef3c82627b1133928b2333",
  text: "subscription StateJobEvents($workspaceId:ID!){stateJobEvents(workspaceId:$workspaceId){eventId occurredAt kind job progress stateVersionId}}",
};
export const StateVersionEvents: SubscriptionDocument<Types.StateVersionEventsSubscription, Types.StateVersionEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "StateVersionEvents",
  hash: "ac0f6c862ba1193f92737d50e5fae020879a46ff844bb7df5a04edc33189f25d",
  text: "subscription StateVersionEvents($workspaceId:ID!$kinds:[StateVersionEventKind!]){stateVersionEvents(workspaceId:$workspaceId kinds:$kinds){eventId kind occurredAt stateVersionId serial stateVersion{...StateVersionSummary}}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId previousStateVersionId nextStateVersionId canRestoreBackingData createdBy{id username}}",
};
export const VariableSetEvents: SubscriptionDocument<Types.VariableSetEventsSubscription, Types.VariableSetEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "VariableSetEvents",
  hash: "7106d16277afd7909a0d3c66896c5abb6531cf48fd24b5316b9c8eb438910dfd",
  text: "subscription VariableSetEvents($organization:String!$kinds:[VariableSetEventKind!]){variableSetEvents(organization:$organization kinds:$kinds){eventId kind occurredAt organizationId variableSetId variableSet{id name}}}",
};
export const WorkspaceEvents: SubscriptionDocument<Types.WorkspaceEventsSubscription, Types.WorkspaceEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "WorkspaceEvents",
  hash: "403c5c1f4d2a2ba088a5794056d2ab975dcd130c56ead3fc8bf6575426396848",
  text: "subscription WorkspaceEvents($workspaceId:ID$organization:String$kinds:[WorkspaceEventKind!]){workspaceEvents(workspaceId:$workspaceId organization:$organization kinds:$kinds){eventId kind occurredAt workspaceId workspace{...WorkspaceSummary}}}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};
export const WorkspaceLockEvents: SubscriptionDocument<Types.WorkspaceLockEventsSubscription, Types.WorkspaceLockEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "WorkspaceLockEvents",
  hash: "b823056b16d2272cc71f7a34e6f83e28514db1c6e6ab795004617fdc6f9b7ab9",
  text: "subscription WorkspaceLockEvents($workspaceId:ID$organization:String){workspaceLockEvents(workspaceId:$workspaceId organization:$organization){eventId kind occurredAt workspaceId holderName workspace{...WorkspaceSummary}}}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason lockedAt client{lockId operation who created}}}",
};