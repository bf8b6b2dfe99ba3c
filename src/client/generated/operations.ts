/** The operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument, SubscriptionDocument } from '../document.js';
import type * as Types from './types.js';

export const Certificate: QueryDocument<Types.CertificateQuery, Types.CertificateQueryVariables> = {
  kind: "query",
  name: "Certificate",
  hash: "8ac871df97b387a2659bbc80e7127f8eecdfcb7ed8906a2dbe42dc1ab8e69cf0",
  text: "query Certificate($mount:String!=\"pki\"$serialNumber:SerialNumber!){certificate(mount:$mount serialNumber:$serialNumber){...CertificateSummary certificate}}fragment CertificateSummary on Certificate{id mountPath serialNumber commonName names{dns ip email uri}roleName issuerId keyType keyBits status notBefore notAfter revokedAt}",
};
export const CertificateEvents: SubscriptionDocument<Types.CertificateEventsSubscription, Types.CertificateEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "CertificateEvents",
  hash: "aee99314f62dd994f3b1d4d105f57e7bb5ce09bcc366f5921af71957c783446c",
  text: "subscription CertificateEvents($mount:String!=\"pki\"$kinds:[CertificateEventKind!]){certificateEvents(mount:$mount kinds:$kinds){eventId kind occurredAt serialNumber withinDays certificate{...CertificateSummary}}}fragment CertificateSummary on Certificate{id mountPath serialNumber commonName names{dns ip email uri}roleName issuerId keyType keyBits status notBefore notAfter revokedAt}",
};
export const Certificates: QueryDocument<Types.CertificatesQuery, Types.CertificatesQueryVariables> = {
  kind: "query",
  name: "Certificates",
  hash: "21d2bc0b5032a83bd61f2ded346ee9fdd2c1893c3360160152248f31976ecda7",
  text: "query Certificates($mount:String!=\"pki\"$filter:CertificateFilter$orderBy:CertificateOrder$first:Int$after:String){certificates(mount:$mount filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...CertificateSummary}pageInfo{...PageFields}}}fragment CertificateSummary on Certificate{id mountPath serialNumber commonName names{dns ip email uri}roleName issuerId keyType keyBits status notBefore notAfter revokedAt}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const CompareStateVersions: QueryDocument<Types.CompareStateVersionsQuery, Types.CompareStateVersionsQueryVariables> = {
  kind: "query",
  name: "CompareStateVersions",
  hash: "2c1c0b0f186a1a1133fb15e7989274bce06296b1d0e01cc5263f757246154440",
  text: "query CompareStateVersions($from:ID!$to:ID!){compareStateVersions(from:$from to:$to){truncated resources{added changed removed}instances{addedCount changedCount removedCount added{address}removed{address}changed{instance{address}truncated attributes{path before after sensitive}}}outputs{added{...OutputChange}changed{...OutputChange}removed{...OutputChange}}}}fragment OutputChange on ComparedOutput{name before after sensitive}",
};
export const CreateRole: MutationDocument<Types.CreateRoleMutation, Types.CreateRoleMutationVariables> = {
  kind: "mutation",
  name: "CreateRole",
  hash: "fde5bbf461ac8254e464ac4316c9a8da1d0b21ee8b7a2bf9e72bdf72461dbb81",
  text: "mutation CreateRole($input:CreateRoleInput!){createRole(input:$input){role{id name}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const CreateStateVersion: MutationDocument<Types.CreateStateVersionMutation, Types.CreateStateVersionMutationVariables> = {
  kind: "mutation",
  name: "CreateStateVersion",
  hash: "dbe7038342cd9eb7269d3b484644ae2f1e6e1f65f812031315e1c307fdb7eae0",
  text: "mutation CreateStateVersion($input:CreateStateVersionInput!){createStateVersion(input:$input){stateVersion{...StateVersionSummary hostedStateUploadUrl hostedJsonStateUploadUrl}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
};
export const CreateWorkspace: MutationDocument<Types.CreateWorkspaceMutation, Types.CreateWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "CreateWorkspace",
  hash: "6b904d0c43e94360b9dd6328bc922ea6691050f7154cdab860e01f011a894a29",
  text: "mutation CreateWorkspace($input:CreateWorkspaceInput!){createWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const CrlEvents: SubscriptionDocument<Types.CrlEventsSubscription, Types.CrlEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "CrlEvents",
  hash: "dbc0a44649ac7fcf18b702d7d10555d1fb2078c52087e103f7e9f50a991abd7b",
  text: "subscription CrlEvents($mount:String!=\"pki\"){crlEvents(mount:$mount){eventId occurredAt issuerId number delta entryCount nextUpdate}}",
};
export const DeleteWorkspace: MutationDocument<Types.DeleteWorkspaceMutation, Types.DeleteWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "DeleteWorkspace",
  hash: "42496644c0299a8318437e200897101f80be91c44394f5e8102885bf8dbec839",
  text: "mutation DeleteWorkspace($input:DeleteWorkspaceInput!){deleteWorkspace(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ExplainIssuance: QueryDocument<Types.ExplainIssuanceQuery, Types.ExplainIssuanceQueryVariables> = {
  kind: "query",
  name: "ExplainIssuance",
  hash: "fb3bd805e47b5f1c84a5fddfb1bb8e2fa8ff3826154a6f6aec080e82602c53e0",
  text: "query ExplainIssuance($input:ExplainIssuanceInput!){explainIssuance(input:$input){allowed warnings brokenRules{rule field value message}certificate{subject notBefore notAfter keyType keyBits}}}",
};
export const GenerateRoot: MutationDocument<Types.GenerateRootMutation, Types.GenerateRootMutationVariables> = {
  kind: "mutation",
  name: "GenerateRoot",
  hash: "983f8c5a4c3bb921b848a1a510cbff649ea57f84df54987d7385f54a533374b4",
  text: "mutation GenerateRoot($input:GenerateRootInput!){generateRoot(input:$input){root{issuer{id commonName notAfter}certificate warnings}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const IssueCertificate: MutationDocument<Types.IssueCertificateMutation, Types.IssueCertificateMutationVariables> = {
  kind: "mutation",
  name: "IssueCertificate",
  hash: "ab36e9221704dfd7ae9b4cae3e420e8f642fe71a0c162b6f86f782579a009ff7",
  text: "mutation IssueCertificate($input:IssueCertificateInput!){issueCertificate(input:$input){issued{...IssuedFields privateKey privateKeyType}problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber expiration certificate issuingCa caChain warnings}fragment ProblemFields on Problem{code message field}",
};
export const Issuers: QueryDocument<Types.IssuersQuery, Types.IssuersQueryVariables> = {
  kind: "query",
  name: "Issuers",
  hash: "99291f5ba9884f258239dc5bda87543dff2ba4f0c2e2d5dddae02f31474282d9",
  text: "query Issuers($mount:String!=\"pki\"$first:Int$after:String){issuers(mount:$mount first:$first after:$after){nodes{id name commonName subject isDefault isRoot notAfter serialNumber}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const LastEventId: QueryDocument<Types.LastEventIdQuery, Types.LastEventIdQueryVariables> = {
  kind: "query",
  name: "LastEventId",
  hash: "e66d4ae8ef51faad7f05c8c7921bf178b8e3d7d00d9a429d7950dc5e97c3c609",
  text: "query LastEventId{lastEventId}",
};
export const LockWorkspace: MutationDocument<Types.LockWorkspaceMutation, Types.LockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "LockWorkspace",
  hash: "3aca56f3c12b135ce419ad7c61b1d5eac7c12afa45662c8c96f1fcd204835a51",
  text: "mutation LockWorkspace($input:LockWorkspaceInput!){lockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const Me: QueryDocument<Types.MeQuery, Types.MeQueryVariables> = {
  kind: "query",
  name: "Me",
  hash: "ebe73d82bbd74a07cbf3c1175691382e3e9016078c6f09935b96402c87a99638",
  text: "query Me{me{id username email isSiteAdmin}}",
};
export const MountJobEvents: SubscriptionDocument<Types.MountJobEventsSubscription, Types.MountJobEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "MountJobEvents",
  hash: "d830a35354c5d8d1398570be236657c4acf39a773bcc0ce903ac8f6ac731e28e",
  text: "subscription MountJobEvents($mount:String!=\"pki\"){mountJobEvents(mount:$mount){eventId occurredAt kind job progress issuerId}}",
};
export const Mounts: QueryDocument<Types.MountsQuery, Types.MountsQueryVariables> = {
  kind: "query",
  name: "Mounts",
  hash: "c439864ddad5a5f3948fdb2a41996d3de5682803567d8d39a3b9be0e69d25dad",
  text: "query Mounts($first:Int$after:String){mounts(first:$first after:$after){nodes{id path description}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Organizations: QueryDocument<Types.OrganizationsQuery, Types.OrganizationsQueryVariables> = {
  kind: "query",
  name: "Organizations",
  hash: "3fc376f295a471e9ca926cd1ad388e95a3ae25072f99d3b8fb5bd7f52a6525ff",
  text: "query Organizations($filter:OrganizationFilter$first:Int$after:String){organizations(filter:$filter first:$first after:$after){nodes{id name createdAt}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Resources: QueryDocument<Types.ResourcesQuery, Types.ResourcesQueryVariables> = {
  kind: "query",
  name: "Resources",
  hash: "f84a8ac0fab8f0dd2388165c104a7203b60aea9980f74a71849391af09e128f9",
  text: "query Resources($organization:String!$filter:ResourceFilter$first:Int$after:String){resources(organization:$organization filter:$filter first:$first after:$after){nodes{id address type name module provider instanceCount workspaceId}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const RevokeCertificate: MutationDocument<Types.RevokeCertificateMutation, Types.RevokeCertificateMutationVariables> = {
  kind: "mutation",
  name: "RevokeCertificate",
  hash: "27e0ce09e88825e7bb0c171924d31130d2377f2b828060521eeb11c3fbcf9c84",
  text: "mutation RevokeCertificate($input:RevokeCertificateInput!){revokeCertificate(input:$input){revoked{serialNumber revokedAt warnings}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Roles: QueryDocument<Types.RolesQuery, Types.RolesQueryVariables> = {
  kind: "query",
  name: "Roles",
  hash: "15218ec3a41edd3cc4145a69acf1854e80a5a2cee5dc9b41fb4a1b6b020c7c19",
  text: "query Roles($mount:String!=\"pki\"$first:Int$after:String){roles(mount:$mount first:$first after:$after){nodes{id name allowedDomains keyType keyBits ttl maxTtl}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const RollbackStateVersion: MutationDocument<Types.RollbackStateVersionMutation, Types.RollbackStateVersionMutationVariables> = {
  kind: "mutation",
  name: "RollbackStateVersion",
  hash: "d766a2b5f3316ff39b86ac4236d90a0c99dcc9b7251fa42aff5eec1d1b43e4e5",
  text: "mutation RollbackStateVersion($input:RollbackStateVersionInput!){rollbackStateVersion(input:$input){stateVersion{...StateVersionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
};
export const SignCertificate: MutationDocument<Types.SignCertificateMutation, Types.SignCertificateMutationVariables> = {
  kind: "mutation",
  name: "SignCertificate",
  hash: "95426f39e3c725986b5ad4f824875e6c2c1ce3cbc4379e122a0f68fb7c8a1eae",
  text: "mutation SignCertificate($input:SignCertificateInput!){signCertificate(input:$input){issued{...IssuedFields}problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber expiration certificate issuingCa caChain warnings}fragment ProblemFields on Problem{code message field}",
};
export const StateJobEvents: SubscriptionDocument<Types.StateJobEventsSubscription, Types.StateJobEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "StateJobEvents",
  hash: "0240ef33695baa5f17d6a474a994fdde8a1804d9f4ef3c82627b1133928b2333",
  text: "subscription StateJobEvents($workspaceId:ID!){stateJobEvents(workspaceId:$workspaceId){eventId occurredAt kind job progress stateVersionId}}",
};
export const StateVersion: QueryDocument<Types.StateVersionQuery, Types.StateVersionQueryVariables> = {
  kind: "query",
  name: "StateVersion",
  hash: "18d5121c3a5bb24968a8f814223ed08027e80e009d8c5104e6d0608e427b4273",
  text: "query StateVersion($id:ID!){stateVersion(id:$id){...StateVersionSummary outputs(first:100){totalCount nodes{...OutputSummary}}}}fragment OutputSummary on StateVersionOutput{id name type sensitive value}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
};
export const StateVersionDownload: QueryDocument<Types.StateVersionDownloadQuery, Types.StateVersionDownloadQueryVariables> = {
  kind: "query",
  name: "StateVersionDownload",
  hash: "514e5a5d9479476ec69bc4d04fec7dcb010da8c085f8d537e2e500e4b519a98c",
  text: "query StateVersionDownload($id:ID!){stateVersion(id:$id){id size hostedStateDownloadUrl hostedJsonStateDownloadUrl}}",
};
export const StateVersionEvents: SubscriptionDocument<Types.StateVersionEventsSubscription, Types.StateVersionEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "StateVersionEvents",
  hash: "7e439a177fba034145066fdd1722ae5e189e99fdc32e15db3a1aff2411b83298",
  text: "subscription StateVersionEvents($workspaceId:ID!$kinds:[StateVersionEventKind!]){stateVersionEvents(workspaceId:$workspaceId kinds:$kinds){eventId kind occurredAt stateVersionId serial stateVersion{...StateVersionSummary}}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
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
  hash: "c9accc38c348cb1855ecfd3e53a3a1d6bf410cfa398de795a5ccd1a031f58e84",
  text: "query StateVersions($workspaceId:ID!$filter:StateVersionFilter$first:Int$after:String){workspace(id:$workspaceId){stateVersions(filter:$filter first:$first after:$after){nodes{...StateVersionSummary}pageInfo{...PageFields}}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
};
export const StoredStateVersion: QueryDocument<Types.StoredStateVersionQuery, Types.StoredStateVersionQueryVariables> = {
  kind: "query",
  name: "StoredStateVersion",
  hash: "10f9676d5f726110b34b9871af519e1a1efb6a3bbcaa015e3097edfad72b1a9c",
  text: "query StoredStateVersion($id:ID!){stateVersion(id:$id){...StateVersionSummary hostedStateUploadUrl hostedJsonStateUploadUrl}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}",
};
export const UnlockWorkspace: MutationDocument<Types.UnlockWorkspaceMutation, Types.UnlockWorkspaceMutationVariables> = {
  kind: "mutation",
  name: "UnlockWorkspace",
  hash: "d3a271cfffcbe94ab328d77a9e2e397f3897f181e0241a7ac7028e9eccc60a5f",
  text: "mutation UnlockWorkspace($input:UnlockWorkspaceInput!){unlockWorkspace(input:$input){workspace{...WorkspaceSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const WorkspaceByName: QueryDocument<Types.WorkspaceByNameQuery, Types.WorkspaceByNameQueryVariables> = {
  kind: "query",
  name: "WorkspaceByName",
  hash: "2689edcd43f95af57b5f4dd3c4d72645569d4c6869d810eaa3ce6b5effc69b52",
  text: "query WorkspaceByName($organization:String!$name:String!){workspaceByName(organization:$organization name:$name){...WorkspaceSummary currentStateVersion{...StateVersionSummary}permissions{canLock canUnlock canForceUnlock canReadStateVersions canCreateStateVersions}}}fragment StateVersionSummary on StateVersion{id workspaceId number serial lineage md5 size status intermediate createdAt resourceCount resourcesProcessed rollbackOfId createdBy{id username}}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const WorkspaceLockEvents: SubscriptionDocument<Types.WorkspaceLockEventsSubscription, Types.WorkspaceLockEventsSubscriptionVariables> = {
  kind: "subscription",
  name: "WorkspaceLockEvents",
  hash: "447cd6d2db4cc1c495fdc38c2ff1370b2e8d43fab45a3ca6c5312ffc4ad746ab",
  text: "subscription WorkspaceLockEvents($workspaceId:ID$organization:String){workspaceLockEvents(workspaceId:$workspaceId organization:$organization){eventId kind occurredAt workspaceId holderName workspace{...WorkspaceSummary}}}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};
export const Workspaces: QueryDocument<Types.WorkspacesQuery, Types.WorkspacesQueryVariables> = {
  kind: "query",
  name: "Workspaces",
  hash: "d2cbf00b7518c741e2471f5e46f63f9193b66d2a15f0e1ac0ecbd880e3fabe0a",
  text: "query Workspaces($organization:String!$filter:WorkspaceFilter$orderBy:WorkspaceOrder$first:Int$after:String){workspaces(organization:$organization filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...WorkspaceSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment WorkspaceSummary on Workspace{id name description tagNames resourceCount terraformVersion latestChangeAt locked lock{holderName reason at}}",
};