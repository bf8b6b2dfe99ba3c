/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AutoTidyConfig: QueryDocument<Types.AutoTidyConfigQuery, Types.AutoTidyConfigQueryVariables> = {
  kind: "query",
  name: "AutoTidyConfig",
  hash: "60f4cc3e74fdcfce3a15c51de7800d61a92a1ceda3c78499cc695eeb09c6bd32",
  text: "query AutoTidyConfig($mount:String!=\"pki\"){autoTidyConfig(mount:$mount){...AutoTidySummary}}fragment AutoTidySummary on AutoTidyConfig{enabled intervalDuration minStartupBackoffDuration maxStartupBackoffDuration tidyCertStore tidyRevokedCerts tidyInvalidCerts tidyRevokedCertIssuerAssociations tidyExpiredIssuers tidyCertMetadata tidyRevocationQueue tidyAcme safetyBuffer revokedSafetyBuffer issuerSafetyBuffer revocationQueueSafetyBuffer acmeAccountSafetyBuffer pauseMilliseconds pageSize maintainStoredCertificateCounts publishStoredCertificateCountMetrics}",
};
export const CancelTidy: MutationDocument<Types.CancelTidyMutation, Types.CancelTidyMutationVariables> = {
  kind: "mutation",
  name: "CancelTidy",
  hash: "ea299bebbe9dc403946c7d85c99cd13c4385b554b34a58957f7fa4ee080cd576",
  text: "mutation CancelTidy($input:CancelTidyInput!){cancelTidy(input:$input){cancelled tidyStatus{...TidySummary}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TidySummary on TidyStatus{mountPath state automatic part checkedCount message error startedAt finishedAt automaticEndedAt nextAt storedCertificateCount storedRevocationCount counts{certStoreDeleted revokedCertDeleted missingIssuerCert certMetadataDeleted revocationQueueDeleted acmeAccounts acmeAccountsRevoked acmeAccountsDeleted acmeOrdersDeleted acmeEabKeysDeleted}}",
};
export const ConfigureAutoTidy: MutationDocument<Types.ConfigureAutoTidyMutation, Types.ConfigureAutoTidyMutationVariables> = {
  kind: "mutation",
  name: "ConfigureAutoTidy",
  hash: "5ee1ccbe965839c422623de7dbb3180c162818bdf60df7363009ab199ae8597c",
  text: "mutation ConfigureAutoTidy($input:ConfigureAutoTidyInput!){configureAutoTidy(input:$input){autoTidyConfig{...AutoTidySummary}problems{...ProblemFields}}}fragment AutoTidySummary on AutoTidyConfig{enabled intervalDuration minStartupBackoffDuration maxStartupBackoffDuration tidyCertStore tidyRevokedCerts tidyInvalidCerts tidyRevokedCertIssuerAssociations tidyExpiredIssuers tidyCertMetadata tidyRevocationQueue tidyAcme safetyBuffer revokedSafetyBuffer issuerSafetyBuffer revocationQueueSafetyBuffer acmeAccountSafetyBuffer pauseMilliseconds pageSize maintainStoredCertificateCounts publishStoredCertificateCountMetrics}fragment ProblemFields on Problem{code message field}",
};
export const StartTidy: MutationDocument<Types.StartTidyMutation, Types.StartTidyMutationVariables> = {
  kind: "mutation",
  name: "StartTidy",
  hash: "9c84aeed3c60785413aa7be609dbde680309fedb063e4e27cb037a2ad5c65a6e",
  text: "mutation StartTidy($input:StartTidyInput!){startTidy(input:$input){started tidyStatus{...TidySummary}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TidySummary on TidyStatus{mountPath state automatic part checkedCount message error startedAt finishedAt automaticEndedAt nextAt storedCertificateCount storedRevocationCount counts{certStoreDeleted revokedCertDeleted missingIssuerCert certMetadataDeleted revocationQueueDeleted acmeAccounts acmeAccountsRevoked acmeAccountsDeleted acmeOrdersDeleted acmeEabKeysDeleted}}",
};
export const TidyStatus: QueryDocument<Types.TidyStatusQuery, Types.TidyStatusQueryVariables> = {
  kind: "query",
  name: "TidyStatus",
  hash: "8b4202b0ce48a6879b6c50e1fe7c61d252a5759d747f62ccd3ffc1236b0c9ec8",
  text: "query TidyStatus($mount:String!=\"pki\"){tidyStatus(mount:$mount){...TidySummary}}fragment TidySummary on TidyStatus{mountPath state automatic part checkedCount message error startedAt finishedAt automaticEndedAt nextAt storedCertificateCount storedRevocationCount counts{certStoreDeleted revokedCertDeleted missingIssuerCert certMetadataDeleted revocationQueueDeleted acmeAccounts acmeAccountsRevoked acmeAccountsDeleted acmeOrdersDeleted acmeEabKeysDeleted}}",
};