/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AcmeAccount: QueryDocument<Types.AcmeAccountQuery, Types.AcmeAccountQueryVariables> = {
  kind: "query",
  name: "AcmeAccount",
  hash: "790dccf9a7a4763862c17092991ed6bfc652e2d7f57d8b65dd265a2f9413c4fc",
  text: "query AcmeAccount($mount:String!=\"pki\"$accountId:ID!){acmeAccount(mount:$mount accountId:$accountId){...AcmeAccountSummary}}fragment AcmeAccountSummary on AcmeAccount{accountId directory status contact thumbprint eabKeyId createdAt endedAt}",
};
export const AcmeAccounts: QueryDocument<Types.AcmeAccountsQuery, Types.AcmeAccountsQueryVariables> = {
  kind: "query",
  name: "AcmeAccounts",
  hash: "5c54dfb7815d2cd5afb19d28a383ea1138113dd39e0779492134234010956d29",
  text: "query AcmeAccounts($mount:String!=\"pki\"$first:Int$after:String){acmeAccounts(mount:$mount first:$first after:$after){nodes{...AcmeAccountSummary}pageInfo{hasNextPage endCursor}}}fragment AcmeAccountSummary on AcmeAccount{accountId directory status contact thumbprint eabKeyId createdAt endedAt}",
};
export const AcmeConfig: QueryDocument<Types.AcmeConfigQuery, Types.AcmeConfigQueryVariables> = {
  kind: "query",
  name: "AcmeConfig",
  hash: "f34f56dbe3b0a290a50f969cc8b477472a1bbc04ab77e04200ded5541410068e",
  text: "query AcmeConfig($mount:String!=\"pki\"){acmeConfig(mount:$mount){...AcmeConfigSummary}}fragment AcmeConfigSummary on AcmeConfig{enabled allowedRoles allowRoleExtKeyUsage allowedIssuers defaultDirectoryPolicy dnsResolver eabPolicy maxTtl}",
};
export const AcmeEabKeys: QueryDocument<Types.AcmeEabKeysQuery, Types.AcmeEabKeysQueryVariables> = {
  kind: "query",
  name: "AcmeEabKeys",
  hash: "53d70f9ad0aaa0da45c434f85a24e77d08b3b8cac4657d52a71ef02cf438f04e",
  text: "query AcmeEabKeys($mount:String!=\"pki\"$first:Int$after:String){acmeEabKeys(mount:$mount first:$first after:$after){nodes{kid directory createdAt}pageInfo{hasNextPage endCursor}}}",
};
export const AcmeOrders: QueryDocument<Types.AcmeOrdersQuery, Types.AcmeOrdersQueryVariables> = {
  kind: "query",
  name: "AcmeOrders",
  hash: "c3402fbe2d572c94524daa8fad8dca981be4b73dc8b3bc570d2a0ffe0b0c0c31",
  text: "query AcmeOrders($mount:String!=\"pki\"$filter:AcmeOrderFilter$first:Int$after:String){acmeOrders(mount:$mount filter:$filter first:$first after:$after){nodes{orderId accountId status names profile replaces error{...AcmeErrorSummary}certificateId authorizations{name status challenge attempts error{...AcmeErrorSummary}validatedAt}createdAt expiresAt}pageInfo{hasNextPage endCursor}}}fragment AcmeErrorSummary on AcmeError{type detail}",
};
export const ChangeAcmeAccountStatus: MutationDocument<Types.ChangeAcmeAccountStatusMutation, Types.ChangeAcmeAccountStatusMutationVariables> = {
  kind: "mutation",
  name: "ChangeAcmeAccountStatus",
  hash: "044e461c0d8cc1d664fafa69d47690aca73bdb221aeb3b5546740fcc4255e525",
  text: "mutation ChangeAcmeAccountStatus($input:ChangeAcmeAccountStatusInput!){changeAcmeAccountStatus(input:$input){acmeAccount{...AcmeAccountSummary}problems{...ProblemFields}}}fragment AcmeAccountSummary on AcmeAccount{accountId directory status contact thumbprint eabKeyId createdAt endedAt}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureAcme: MutationDocument<Types.ConfigureAcmeMutation, Types.ConfigureAcmeMutationVariables> = {
  kind: "mutation",
  name: "ConfigureAcme",
  hash: "df8ae40ce298ede4ed84cfe1dadb2f6b05927c30972c7947b217c51f6234b94c",
  text: "mutation ConfigureAcme($input:ConfigureAcmeInput!){configureAcme(input:$input){acmeConfig{...AcmeConfigSummary}problems{...ProblemFields}}}fragment AcmeConfigSummary on AcmeConfig{enabled allowedRoles allowRoleExtKeyUsage allowedIssuers defaultDirectoryPolicy dnsResolver eabPolicy maxTtl}fragment ProblemFields on Problem{code message field}",
};
export const CreateAcmeEabKey: MutationDocument<Types.CreateAcmeEabKeyMutation, Types.CreateAcmeEabKeyMutationVariables> = {
  kind: "mutation",
  name: "CreateAcmeEabKey",
  hash: "fadaaae26fa66114549620cf73032fe8e64cf981da4e6cebf4ea6a54333450fd",
  text: "mutation CreateAcmeEabKey($input:CreateAcmeEabKeyInput!){createAcmeEabKey(input:$input){newAcmeEabKey{kid directory createdAt key}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const DeleteAcmeEabKey: MutationDocument<Types.DeleteAcmeEabKeyMutation, Types.DeleteAcmeEabKeyMutationVariables> = {
  kind: "mutation",
  name: "DeleteAcmeEabKey",
  hash: "d8642c3fc869c50c5cef5ff1c1b4d95fa298fa9bd2f9bf810f24b07979839b85",
  text: "mutation DeleteAcmeEabKey($input:DeleteAcmeEabKeyInput!){deleteAcmeEabKey(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};