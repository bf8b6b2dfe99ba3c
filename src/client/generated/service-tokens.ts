/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const DeleteTokenRole: MutationDocument<Types.DeleteTokenRoleMutation, Types.DeleteTokenRoleMutationVariables> = {
  kind: "mutation",
  name: "DeleteTokenRole",
  hash: "961b0560e55e6dcc511c8c3ec64edaafdae2112be6815cd69dbe5fc698ed7b2c",
  text: "mutation DeleteTokenRole($input:DeleteTokenRoleInput!){deleteTokenRole(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RenewServiceToken: MutationDocument<Types.RenewServiceTokenMutation, Types.RenewServiceTokenMutationVariables> = {
  kind: "mutation",
  name: "RenewServiceToken",
  hash: "747884e765d0fdcaa76b17c0e4e65af75944e9ef0b052c910393c865effc0eed",
  text: "mutation RenewServiceToken($input:RenewServiceTokenInput!){renewServiceToken(input:$input){serviceToken{...ServiceTokenSummary}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ServiceTokenSummary on ServiceToken{accessor boundCidrs createdAt displayName expiresAt explicitMaxTtl orphan path period policies renewable role ttl type usesLeft}",
};
export const RevokeServiceToken: MutationDocument<Types.RevokeServiceTokenMutation, Types.RevokeServiceTokenMutationVariables> = {
  kind: "mutation",
  name: "RevokeServiceToken",
  hash: "97ba2c3d5f0a176e4b55270b5c1b7f5811ea91c3abdcb0edbff95d5421ff59f1",
  text: "mutation RevokeServiceToken($input:RevokeServiceTokenInput!){revokeServiceToken(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RevokeTokenAlone: MutationDocument<Types.RevokeTokenAloneMutation, Types.RevokeTokenAloneMutationVariables> = {
  kind: "mutation",
  name: "RevokeTokenAlone",
  hash: "039b9d83054417f18416e6d4d46a42856672f96eb2fc2905b589f833d0029c76",
  text: "mutation RevokeTokenAlone($input:RevokeTokenAloneInput!){revokeTokenAlone(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ServiceToken: QueryDocument<Types.ServiceTokenQuery, Types.ServiceTokenQueryVariables> = {
  kind: "query",
  name: "ServiceToken",
  hash: "585655643af4c798ae06f06b60cd53407811183c5292a4cd67b6bf332e9bca13",
  text: "query ServiceToken($token:ServiceTokenRef!){serviceToken(token:$token){...ServiceTokenSummary}}fragment ServiceTokenSummary on ServiceToken{accessor boundCidrs createdAt displayName expiresAt explicitMaxTtl orphan path period policies renewable role ttl type usesLeft}",
};
export const TokenAccessors: QueryDocument<Types.TokenAccessorsQuery, Types.TokenAccessorsQueryVariables> = {
  kind: "query",
  name: "TokenAccessors",
  hash: "6744c20bcd8fa3da0912afe6c2930785cf589fc5bda0d6223bd94860b54eccdd",
  text: "query TokenAccessors($first:Int!$after:String){tokenAccessors(first:$first after:$after)}",
};
export const TokenRole: QueryDocument<Types.TokenRoleQuery, Types.TokenRoleQueryVariables> = {
  kind: "query",
  name: "TokenRole",
  hash: "7d56727d8436137d8dfcdf2a6c15ce23f187e15e56175700c2dba3853dbb8ded",
  text: "query TokenRole($name:String!){tokenRole(name:$name){...TokenRoleSummary}}fragment TokenRoleSummary on TokenRole{name allowedPolicies allowedPoliciesGlob boundCidrs disallowedPolicies disallowedPoliciesGlob explicitMaxTtl noDefaultPolicy numUses orphan pathSuffix period renewable type}",
};
export const TokenRoleNames: QueryDocument<Types.TokenRoleNamesQuery, Types.TokenRoleNamesQueryVariables> = {
  kind: "query",
  name: "TokenRoleNames",
  hash: "7c8afe88266a47f59ee10313d244eed4c8ecc25805302057151c78eb24be4dfb",
  text: "query TokenRoleNames($first:Int!$after:String){tokenRoleNames(first:$first after:$after)}",
};
export const WriteTokenRole: MutationDocument<Types.WriteTokenRoleMutation, Types.WriteTokenRoleMutationVariables> = {
  kind: "mutation",
  name: "WriteTokenRole",
  hash: "e11f596d4afa432965f3efbb3d979aeeaf8298c2177ba70c5c7d9aeb8336df12",
  text: "mutation WriteTokenRole($input:WriteTokenRoleInput!){writeTokenRole(input:$input){tokenRole{...TokenRoleSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment TokenRoleSummary on TokenRole{name allowedPolicies allowedPoliciesGlob boundCidrs disallowedPolicies disallowedPoliciesGlob explicitMaxTtl noDefaultPolicy numUses orphan pathSuffix period renewable type}",
};