/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateOrphanToken: MutationDocument<Types.CreateOrphanTokenMutation, Types.CreateOrphanTokenMutationVariables> = {
  kind: "mutation",
  name: "CreateOrphanToken",
  hash: "f4e375a3a7d9dce02afa53d5ad1ea7f5f8207cdc9b8a4f99a44a295f8aaede25",
  text: "mutation CreateOrphanToken($input:CreateOrphanTokenInput!){createOrphanToken(input:$input){issued{text token{...OwnTokenSummary}}warnings problems{...ProblemFields}}}fragment OwnTokenSummary on OwnToken{accessor createdAt creationTtl displayName expiresAt explicitMaxTtl made orphan period policies renewable ttl}fragment ProblemFields on Problem{code message field}",
};
export const CreateServiceToken: MutationDocument<Types.CreateServiceTokenMutation, Types.CreateServiceTokenMutationVariables> = {
  kind: "mutation",
  name: "CreateServiceToken",
  hash: "1a5999bf88b614e79d6d91933af2f9a1ecc41edbdcd0dfa0ee185565515dfa71",
  text: "mutation CreateServiceToken($input:CreateServiceTokenInput!){createServiceToken(input:$input){issued{text token{...OwnTokenSummary}}warnings problems{...ProblemFields}}}fragment OwnTokenSummary on OwnToken{accessor createdAt creationTtl displayName expiresAt explicitMaxTtl made orphan period policies renewable ttl}fragment ProblemFields on Problem{code message field}",
};
export const CreateTeamToken: MutationDocument<Types.CreateTeamTokenMutation, Types.CreateTeamTokenMutationVariables> = {
  kind: "mutation",
  name: "CreateTeamToken",
  hash: "55ae8bf437f9ec46e47a038e40c9418b4e0813b3158a53bf863e2b811d91ce61",
  text: "mutation CreateTeamToken($input:CreateTeamTokenInput!){createTeamToken(input:$input){issued{text token{id}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const CreateUserToken: MutationDocument<Types.CreateUserTokenMutation, Types.CreateUserTokenMutationVariables> = {
  kind: "mutation",
  name: "CreateUserToken",
  hash: "da6cc45f7b76b35f29a2ca912e1398fc5b81ff45fb282cb46ff4f793f0689ce8",
  text: "mutation CreateUserToken($input:CreateUserTokenInput!){createUserToken(input:$input){issued{text token{id}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const OrganizationToken: QueryDocument<Types.OrganizationTokenQuery, Types.OrganizationTokenQueryVariables> = {
  kind: "query",
  name: "OrganizationToken",
  hash: "2bf8bd1ce28a77b240a5bc99b1f8d717808f379317af4004907de70093ed6910",
  text: "query OrganizationToken($organization:String!$auditTrail:Boolean){organizationToken(organization:$organization auditTrail:$auditTrail){...TokenSummary}}fragment TokenSummary on Token{id createdAt description expiresAt further kind lastUsedAt policies}",
};
export const OwnToken: QueryDocument<Types.OwnTokenQuery, Types.OwnTokenQueryVariables> = {
  kind: "query",
  name: "OwnToken",
  hash: "9da69b9223020b60990ae13a34d73305f873790290968e60ea19996d88e1a801",
  text: "query OwnToken{ownToken{...OwnTokenSummary}}fragment OwnTokenSummary on OwnToken{accessor createdAt creationTtl displayName expiresAt explicitMaxTtl made orphan period policies renewable ttl}",
};
export const PathCapabilities: QueryDocument<Types.PathCapabilitiesQuery, Types.PathCapabilitiesQueryVariables> = {
  kind: "query",
  name: "PathCapabilities",
  hash: "33d5626640cd4c143ed8f71b4060d6f9f7f1d0a12239fd02a80947030881522c",
  text: "query PathCapabilities($paths:[String!]!){pathCapabilities(paths:$paths){path capabilities}}",
};
export const RegenerateOrganizationToken: MutationDocument<Types.RegenerateOrganizationTokenMutation, Types.RegenerateOrganizationTokenMutationVariables> = {
  kind: "mutation",
  name: "RegenerateOrganizationToken",
  hash: "92599a5ea6d46fd7a696b1f507b05851e955a6e127b248c31b0b168535585fdc",
  text: "mutation RegenerateOrganizationToken($input:RegenerateOrganizationTokenInput!){regenerateOrganizationToken(input:$input){issued{text token{id}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RegenerateTeamToken: MutationDocument<Types.RegenerateTeamTokenMutation, Types.RegenerateTeamTokenMutationVariables> = {
  kind: "mutation",
  name: "RegenerateTeamToken",
  hash: "d163af0632d8062a1cef50236a55079092a196e35d9da0476330c6c781cd7c3b",
  text: "mutation RegenerateTeamToken($input:RegenerateTeamTokenInput!){regenerateTeamToken(input:$input){issued{text token{id}}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RenewOwnToken: MutationDocument<Types.RenewOwnTokenMutation, Types.RenewOwnTokenMutationVariables> = {
  kind: "mutation",
  name: "RenewOwnToken",
  hash: "b89bdbccd6f0b826618c40be8378ce7b00a0bd04585291530e8d0353378b8db6",
  text: "mutation RenewOwnToken($input:RenewOwnTokenInput!){renewOwnToken(input:$input){ownToken{...OwnTokenSummary}warnings problems{...ProblemFields}}}fragment OwnTokenSummary on OwnToken{accessor createdAt creationTtl displayName expiresAt explicitMaxTtl made orphan period policies renewable ttl}fragment ProblemFields on Problem{code message field}",
};
export const RevokeOrganizationToken: MutationDocument<Types.RevokeOrganizationTokenMutation, Types.RevokeOrganizationTokenMutationVariables> = {
  kind: "mutation",
  name: "RevokeOrganizationToken",
  hash: "0c9ac5abb67ef34efd3dbec7f569a1611308e398f732a325cb678ddfd80e7a81",
  text: "mutation RevokeOrganizationToken($input:RevokeOrganizationTokenInput!){revokeOrganizationToken(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RevokeOwnToken: MutationDocument<Types.RevokeOwnTokenMutation, Types.RevokeOwnTokenMutationVariables> = {
  kind: "mutation",
  name: "RevokeOwnToken",
  hash: "6d3007b33fb3a1eb4f9f42d5fb54e95fdad1f5b94b45303c92a7e316019ade74",
  text: "mutation RevokeOwnToken($input:RevokeOwnTokenInput!){revokeOwnToken(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RevokeTeamToken: MutationDocument<Types.RevokeTeamTokenMutation, Types.RevokeTeamTokenMutationVariables> = {
  kind: "mutation",
  name: "RevokeTeamToken",
  hash: "d4463cd751579f6f29ea8c70cfa9a1c864c8e31be8527b12d26b4effb6f9e921",
  text: "mutation RevokeTeamToken($input:RevokeTeamTokenInput!){revokeTeamToken(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RevokeToken: MutationDocument<Types.RevokeTokenMutation, Types.RevokeTokenMutationVariables> = {
  kind: "mutation",
  name: "RevokeToken",
  hash: "00f328cdeb8007c3675828d460676abb79e4408bf0a07bbe861c5cb30f32853f",
  text: "mutation RevokeToken($input:RevokeTokenInput!){revokeToken(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const TeamToken: QueryDocument<Types.TeamTokenQuery, Types.TeamTokenQueryVariables> = {
  kind: "query",
  name: "TeamToken",
  hash: "da0b003ac8b58677b1afdcf3c25cbb3aac6a9b0c12a09d93d66312ca869be3cd",
  text: "query TeamToken($teamId:ID!){teamToken(teamId:$teamId){...TokenSummary}}fragment TokenSummary on Token{id createdAt description expiresAt further kind lastUsedAt policies}",
};
export const TeamTokens: QueryDocument<Types.TeamTokensQuery, Types.TeamTokensQueryVariables> = {
  kind: "query",
  name: "TeamTokens",
  hash: "2f28769c22ebd164d7feb58635f5a9698cd7acaad98fecb1a53f67b37531f272",
  text: "query TeamTokens($teamId:ID!$first:Int$after:String){teamTokens(teamId:$teamId first:$first after:$after){nodes{...TokenSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TokenSummary on Token{id createdAt description expiresAt further kind lastUsedAt policies}",
};
export const Token: QueryDocument<Types.TokenQuery, Types.TokenQueryVariables> = {
  kind: "query",
  name: "Token",
  hash: "846ef3dc41d4108c347648b3805f0f50fec1e4dcf224b4421368648f559854e1",
  text: "query Token($id:ID!){token(id:$id){...TokenSummary}}fragment TokenSummary on Token{id createdAt description expiresAt further kind lastUsedAt policies}",
};
export const UserTokens: QueryDocument<Types.UserTokensQuery, Types.UserTokensQueryVariables> = {
  kind: "query",
  name: "UserTokens",
  hash: "1512bb43c2d6cbceccac8cae550b3f816616dc5862a45d46f4b04d71cadfda58",
  text: "query UserTokens($user:String$first:Int$after:String){userTokens(user:$user first:$first after:$after){nodes{...TokenSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment TokenSummary on Token{id createdAt description expiresAt further kind lastUsedAt policies}",
};