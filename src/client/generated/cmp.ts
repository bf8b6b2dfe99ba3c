/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CmpConfig: QueryDocument<Types.CmpConfigQuery, Types.CmpConfigQueryVariables> = {
  kind: "query",
  name: "CmpConfig",
  hash: "ecf4bf96397d63a5a3c55024dd7642a38a0731a037bb086cdbfc64fbbff95a43",
  text: "query CmpConfig($mount:String!=\"pki\"){cmpConfig(mount:$mount){...CmpConfigSummary}}fragment CmpConfigSummary on CmpConfig{enabled defaultMount defaultPathPolicy authenticators{cert{accessor certRole}}enableSentinelParsing auditFields disabledValidations updatedAt}",
};
export const CmpSecret: QueryDocument<Types.CmpSecretQuery, Types.CmpSecretQueryVariables> = {
  kind: "query",
  name: "CmpSecret",
  hash: "7fbfae418f10649424d5bb5fee779bd1ad134983994b7aface3692452f8abbc5",
  text: "query CmpSecret($mount:String!=\"pki\"$reference:String!){cmpSecret(mount:$mount reference:$reference){...CmpSecretSummary}}fragment CmpSecretSummary on CmpSecret{reference role maxUses uses registrationAuthority createdAt expiresAt}",
};
export const CmpSecrets: QueryDocument<Types.CmpSecretsQuery, Types.CmpSecretsQueryVariables> = {
  kind: "query",
  name: "CmpSecrets",
  hash: "20798853566e3629c128786b537d23c277b4226d1183d284b1b6d4d9564335ec",
  text: "query CmpSecrets($mount:String!=\"pki\"$first:Int$after:String){cmpSecrets(mount:$mount first:$first after:$after){nodes{...CmpSecretSummary}pageInfo{hasNextPage endCursor}}}fragment CmpSecretSummary on CmpSecret{reference role maxUses uses registrationAuthority createdAt expiresAt}",
};
export const ConfigureCmp: MutationDocument<Types.ConfigureCmpMutation, Types.ConfigureCmpMutationVariables> = {
  kind: "mutation",
  name: "ConfigureCmp",
  hash: "aeed48ef0dcd0fc4dfc4e469c5f76a836d6bcfbaf2b06ed4a8e408a3ac762441",
  text: "mutation ConfigureCmp($input:ConfigureCmpInput!){configureCmp(input:$input){cmpConfig{...CmpConfigSummary}warnings problems{...ProblemFields}}}fragment CmpConfigSummary on CmpConfig{enabled defaultMount defaultPathPolicy authenticators{cert{accessor certRole}}enableSentinelParsing auditFields disabledValidations updatedAt}fragment ProblemFields on Problem{code message field}",
};
export const CreateCmpSecret: MutationDocument<Types.CreateCmpSecretMutation, Types.CreateCmpSecretMutationVariables> = {
  kind: "mutation",
  name: "CreateCmpSecret",
  hash: "fe55cae12b8336d87d2820b38602543f7eec059073f273814eb78647d7b61322",
  text: "mutation CreateCmpSecret($input:CreateCmpSecretInput!){createCmpSecret(input:$input){newCmpSecret{reference role maxUses uses registrationAuthority createdAt expiresAt secret}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const DeleteCmpSecret: MutationDocument<Types.DeleteCmpSecretMutation, Types.DeleteCmpSecretMutationVariables> = {
  kind: "mutation",
  name: "DeleteCmpSecret",
  hash: "7d56e887ed567caaa9e7ec93c007a4f93785b700ece19a199244e1ea2f30bd82",
  text: "mutation DeleteCmpSecret($input:DeleteCmpSecretInput!){deleteCmpSecret(input:$input){deletedReference problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};