/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AutoTidyConfig: QueryDocument<Types.AutoTidyConfigQuery, Types.AutoTidyConfigQueryVariables> = {
  kind: "query",
  name: "AutoTidyConfig",
  hash: "0534fd2a5cbace97918027c930de53ce5be7beb508ef5cf8da83de528ad59d01",
  text: "query AutoTidyConfig($mount:String!=\"pki\"){autoTidyConfig(mount:$mount){...AutoTidySummary}}fragment AutoTidySummary on AutoTidyConfig{enabled intervalDuration minStartupBackoffDuration maxStartupBackoffDuration tidyCertStore tidyRevokedCerts tidyInvalidCerts tidyRevokedCertIssuerAssociations tidyExpiredIssuers tidyCertMetadata safetyBuffer revokedSafetyBuffer issuerSafetyBuffer pauseMilliseconds pageSize maintainStoredCertificateCounts publishStoredCertificateCountMetrics}",
};
export const CancelTidy: MutationDocument<Types.CancelTidyMutation, Types.CancelTidyMutationVariables> = {
  kind: "mutation",
  name: "CancelTidy",
  hash: "2fca8bc542176fc100c8a0d948888c91fe2cc595a49ceaba0ddca0eb337330aa",
  text: "mutation CancelTidy($input:CancelTidyInput!){cancelTidy(input:$input){cancelled tidyStatus{...TidySummary}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TidySummary on TidyStatus{mountPath state automatic part checkedCount message error startedAt finishedAt automaticEndedAt nextAt storedCertificateCount storedRevocationCount counts{certStoreDeleted revokedCertDeleted missingIssuerCert certMetadataDeleted}}",
};
export const ConfigureAutoTidy: MutationDocument<Types.ConfigureAutoTidyMutation, Types.ConfigureAutoTidyMutationVariables> = {
  kind: "mutation",
  name: "ConfigureAutoTidy",
  hash: "aa5fe7ce54fe8b477abf31952b290d98964fb237ec370ce312e3cbd0cc9d6194",
  text: "mutation ConfigureAutoTidy($input:ConfigureAutoTidyInput!){configureAutoTidy(input:$input){autoTidyConfig{...AutoTidySummary}problems{...ProblemFields}}}fragment AutoTidySummary on AutoTidyConfig{enabled intervalDuration minStartupBackoffDuration maxStartupBackoffDuration tidyCertStore tidyRevokedCerts tidyInvalidCerts tidyRevokedCertIssuerAssociations tidyExpiredIssuers tidyCertMetadata safetyBuffer revokedSafetyBuffer issuerSafetyBuffer pauseMilliseconds pageSize maintainStoredCertificateCounts publishStoredCertificateCountMetrics}fragment ProblemFields on Problem{code message field}",
};
export const StartTidy: MutationDocument<Types.StartTidyMutation, Types.StartTidyMutationVariables> = {
  kind: "mutation",
  name: "StartTidy",
  hash: "a452244f926ebe6b1f7114ea10cff8c44490a3a603e7b7e7163ce063cb6fae58",
  text: "mutation StartTidy($input:StartTidyInput!){startTidy(input:$input){started tidyStatus{...TidySummary}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TidySummary on TidyStatus{mountPath state automatic part checkedCount message error startedAt finishedAt automaticEndedAt nextAt storedCertificateCount storedRevocationCount counts{certStoreDeleted revokedCertDeleted missingIssuerCert certMetadataDeleted}}",
};
export const TidyStatus: QueryDocument<Types.TidyStatusQuery, Types.TidyStatusQueryVariables> = {
  kind: "query",
  name: "TidyStatus",
  hash: "b21dcca4c0d59102866c942784b29b678378bd9045c3a1ebd2af726ec070221a",
  text: "query TidyStatus($mount:String!=\"pki\"){tidyStatus(mount:$mount){...TidySummary}}fragment TidySummary on TidyStatus{mountPath state automatic part checkedCount message error startedAt finishedAt automaticEndedAt nextAt storedCertificateCount storedRevocationCount counts{certStoreDeleted revokedCertDeleted missingIssuerCert certMetadataDeleted}}",
};