/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ApproveScepTransaction: MutationDocument<Types.ApproveScepTransactionMutation, Types.ApproveScepTransactionMutationVariables> = {
  kind: "mutation",
  name: "ApproveScepTransaction",
  hash: "ec30d6f9882d2648b248efa9a4192af0eb33d26d5618098d878c818e4a344033",
  text: "mutation ApproveScepTransaction($input:ApproveScepTransactionInput!){approveScepTransaction(input:$input){scepTransaction{...ScepTransactionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ScepTransactionSummary on ScepTransaction{requestId transactionId status path subject names keyFingerprint requester remoteAddress certificateId reason createdAt decidedAt expiresAt}",
};
export const ConfigureScep: MutationDocument<Types.ConfigureScepMutation, Types.ConfigureScepMutationVariables> = {
  kind: "mutation",
  name: "ConfigureScep",
  hash: "33cdbca2d38e38e5681db173cee3c9d181f14512740e532e8d342ac797ceca09",
  text: "mutation ConfigureScep($input:ConfigureScepInput!){configureScep(input:$input){scepConfig{...ScepConfigSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ScepConfigSummary on ScepConfig{enabled defaultPathPolicy allowedEncryptionAlgorithms allowedDigestAlgorithms restrictCaChainToIssuer authenticators{cert{accessor role}scep{accessor role}}requireApproval logLevel updatedAt}",
};
export const RefuseScepTransaction: MutationDocument<Types.RefuseScepTransactionMutation, Types.RefuseScepTransactionMutationVariables> = {
  kind: "mutation",
  name: "RefuseScepTransaction",
  hash: "19f4ca251ce1579fcde67b0d506ac3908c0b15791f482b3797c94fd154fbce83",
  text: "mutation RefuseScepTransaction($input:RefuseScepTransactionInput!){refuseScepTransaction(input:$input){scepTransaction{...ScepTransactionSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ScepTransactionSummary on ScepTransaction{requestId transactionId status path subject names keyFingerprint requester remoteAddress certificateId reason createdAt decidedAt expiresAt}",
};
export const ScepConfig: QueryDocument<Types.ScepConfigQuery, Types.ScepConfigQueryVariables> = {
  kind: "query",
  name: "ScepConfig",
  hash: "45521d68037c7a9563a9e2ca43c5ccb9c6b60d6eb1931d976ea46f7e379a5094",
  text: "query ScepConfig($mount:String!=\"pki\"){scepConfig(mount:$mount){...ScepConfigSummary}}fragment ScepConfigSummary on ScepConfig{enabled defaultPathPolicy allowedEncryptionAlgorithms allowedDigestAlgorithms restrictCaChainToIssuer authenticators{cert{accessor role}scep{accessor role}}requireApproval logLevel updatedAt}",
};
export const ScepTransactions: QueryDocument<Types.ScepTransactionsQuery, Types.ScepTransactionsQueryVariables> = {
  kind: "query",
  name: "ScepTransactions",
  hash: "dc40fac765b9b258fe9197c62564a72924c0852d855220559862cc13204c015d",
  text: "query ScepTransactions($mount:String!=\"pki\"$filter:ScepTransactionFilter$first:Int$after:String){scepTransactions(mount:$mount filter:$filter first:$first after:$after){nodes{...ScepTransactionSummary}pageInfo{hasNextPage endCursor}}}fragment ScepTransactionSummary on ScepTransaction{requestId transactionId status path subject names keyFingerprint requester remoteAddress certificateId reason createdAt decidedAt expiresAt}",
};