/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AuthMethod: QueryDocument<Types.AuthMethodQuery, Types.AuthMethodQueryVariables> = {
  kind: "query",
  name: "AuthMethod",
  hash: "3530e3351c928e10773025fcd1827c3305659615bbf380a7c1fe2ed6b7bed01f",
  text: "query AuthMethod($path:String!){authMethod(path:$path){...AuthMethodSummary}}fragment AuthMethodSummary on AuthMethod{accessor path type description tuning{defaultLeaseTtl maxLeaseTtl tokenType listingVisibility}}",
};
export const AuthMethods: QueryDocument<Types.AuthMethodsQuery, Types.AuthMethodsQueryVariables> = {
  kind: "query",
  name: "AuthMethods",
  hash: "3e26a20505bf1f8318f36c2ee9461c535c49571f65424ffbcea218148152cf1e",
  text: "query AuthMethods($first:Int$after:String){authMethods(first:$first after:$after){nodes{...AuthMethodSummary}pageInfo{hasNextPage endCursor}}}fragment AuthMethodSummary on AuthMethod{accessor path type description tuning{defaultLeaseTtl maxLeaseTtl tokenType listingVisibility}}",
};
export const AuthRole: QueryDocument<Types.AuthRoleQuery, Types.AuthRoleQueryVariables> = {
  kind: "query",
  name: "AuthRole",
  hash: "8daa6859dfc8d0be84a898145ec47dc28168eff7f202f990a95e4ccb655201db",
  text: "query AuthRole($method:String!$name:String!$methodType:AuthMethodType){authRole(method:$method name:$name methodType:$methodType){...AuthRoleSummary}}fragment AuthRoleSummary on AuthRole{name hasSecret terms{...SignInTermsSummary}certificateRule{certificate displayName allowedNames allowedCommonNames allowedDnsSans allowedEmailSans allowedUriSans allowedOrganizationalUnits requiredExtensions allowedMetadataExtensions}}fragment SignInTermsSummary on SignInTerms{policies ttl maxTtl explicitMaxTtl period numUses noDefaultPolicy type boundCidrs strictlyBindIp}",
};
export const AuthRoleNames: QueryDocument<Types.AuthRoleNamesQuery, Types.AuthRoleNamesQueryVariables> = {
  kind: "query",
  name: "AuthRoleNames",
  hash: "98d03b60b0b670124ac7e29c5572f6a70bbde39c2a68acba79148f18770afaea",
  text: "query AuthRoleNames($method:String!$methodType:AuthMethodType$first:Int!$after:String){authRoleNames(method:$method methodType:$methodType first:$first after:$after)}",
};
export const AuthRoles: QueryDocument<Types.AuthRolesQuery, Types.AuthRolesQueryVariables> = {
  kind: "query",
  name: "AuthRoles",
  hash: "f95f1c2a2c3fba7fb83eff8794b4d6e686743e039eb4ac7b426ccc0e25608b5e",
  text: "query AuthRoles($method:String!$first:Int$after:String){authRoles(method:$method first:$first after:$after){nodes{...AuthRoleSummary}pageInfo{hasNextPage endCursor}}}fragment AuthRoleSummary on AuthRole{name hasSecret terms{...SignInTermsSummary}certificateRule{certificate displayName allowedNames allowedCommonNames allowedDnsSans allowedEmailSans allowedUriSans allowedOrganizationalUnits requiredExtensions allowedMetadataExtensions}}fragment SignInTermsSummary on SignInTerms{policies ttl maxTtl explicitMaxTtl period numUses noDefaultPolicy type boundCidrs strictlyBindIp}",
};
export const CertAuthConfig: QueryDocument<Types.CertAuthConfigQuery, Types.CertAuthConfigQueryVariables> = {
  kind: "query",
  name: "CertAuthConfig",
  hash: "b3b1037f5d7c0cc39d128fec6268318f17b5a62f6645b33a472c4dd5a4e9186c",
  text: "query CertAuthConfig($path:String!){certAuthConfig(path:$path){disableBinding enableIdentityAliasMetadata}}",
};
export const ConfigureCertAuth: MutationDocument<Types.ConfigureCertAuthMutation, Types.ConfigureCertAuthMutationVariables> = {
  kind: "mutation",
  name: "ConfigureCertAuth",
  hash: "06fbe5a2fb7de9f4406e8ae61bd695603aae8b97ab4f1ca62359a0e3312593a9",
  text: "mutation ConfigureCertAuth($input:ConfigureCertAuthInput!){configureCertAuth(input:$input){certAuthConfig{disableBinding enableIdentityAliasMetadata}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const CreateAuthChallenge: MutationDocument<Types.CreateAuthChallengeMutation, Types.CreateAuthChallengeMutationVariables> = {
  kind: "mutation",
  name: "CreateAuthChallenge",
  hash: "42df7ad6b0b5943158dbbfca329ef14e3306ad66102d76c5f396bb0e78e436d2",
  text: "mutation CreateAuthChallenge($input:CreateAuthChallengeInput!){createAuthChallenge(input:$input){authChallenge{challenge expiresAt}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const DeleteAuthRole: MutationDocument<Types.DeleteAuthRoleMutation, Types.DeleteAuthRoleMutationVariables> = {
  kind: "mutation",
  name: "DeleteAuthRole",
  hash: "4ce2350d9da2af06c0aa7742b5815597f5bc8e5f2cbd49e28a4d0a773c80b424",
  text: "mutation DeleteAuthRole($input:DeleteAuthRoleInput!){deleteAuthRole(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const DisableAuthMethod: MutationDocument<Types.DisableAuthMethodMutation, Types.DisableAuthMethodMutationVariables> = {
  kind: "mutation",
  name: "DisableAuthMethod",
  hash: "709610bc981cdff85abc919661c472484acfa9fc0261eb241fcabd5fff46dee7",
  text: "mutation DisableAuthMethod($input:DisableAuthMethodInput!){disableAuthMethod(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const EnableAuthMethod: MutationDocument<Types.EnableAuthMethodMutation, Types.EnableAuthMethodMutationVariables> = {
  kind: "mutation",
  name: "EnableAuthMethod",
  hash: "b1fd3058e6a7e999e9b06eee6b29691576ad3c63a9a4404507b06ee0b6310caa",
  text: "mutation EnableAuthMethod($input:EnableAuthMethodInput!){enableAuthMethod(input:$input){authMethod{...AuthMethodSummary}problems{...ProblemFields}}}fragment AuthMethodSummary on AuthMethod{accessor path type description tuning{defaultLeaseTtl maxLeaseTtl tokenType listingVisibility}}fragment ProblemFields on Problem{code message field}",
};
export const SetAuthPassword: MutationDocument<Types.SetAuthPasswordMutation, Types.SetAuthPasswordMutationVariables> = {
  kind: "mutation",
  name: "SetAuthPassword",
  hash: "43d2053931478f8d23169122be23e374db65c74cca1327565ebff68048fffa6e",
  text: "mutation SetAuthPassword($input:SetAuthPasswordInput!){setAuthPassword(input:$input){authRole{...AuthRoleSummary}problems{...ProblemFields}}}fragment AuthRoleSummary on AuthRole{name hasSecret terms{...SignInTermsSummary}certificateRule{certificate displayName allowedNames allowedCommonNames allowedDnsSans allowedEmailSans allowedUriSans allowedOrganizationalUnits requiredExtensions allowedMetadataExtensions}}fragment ProblemFields on Problem{code message field}fragment SignInTermsSummary on SignInTerms{policies ttl maxTtl explicitMaxTtl period numUses noDefaultPolicy type boundCidrs strictlyBindIp}",
};
export const SetAuthPolicies: MutationDocument<Types.SetAuthPoliciesMutation, Types.SetAuthPoliciesMutationVariables> = {
  kind: "mutation",
  name: "SetAuthPolicies",
  hash: "745947b79e3356ff12ef43a0e6ccf124786ff54d77a6d276fe70dc431815fd41",
  text: "mutation SetAuthPolicies($input:SetAuthPoliciesInput!){setAuthPolicies(input:$input){authRole{...AuthRoleSummary}problems{...ProblemFields}}}fragment AuthRoleSummary on AuthRole{name hasSecret terms{...SignInTermsSummary}certificateRule{certificate displayName allowedNames allowedCommonNames allowedDnsSans allowedEmailSans allowedUriSans allowedOrganizationalUnits requiredExtensions allowedMetadataExtensions}}fragment ProblemFields on Problem{code message field}fragment SignInTermsSummary on SignInTerms{policies ttl maxTtl explicitMaxTtl period numUses noDefaultPolicy type boundCidrs strictlyBindIp}",
};
export const SignIn: MutationDocument<Types.SignInMutation, Types.SignInMutationVariables> = {
  kind: "mutation",
  name: "SignIn",
  hash: "f5f3ac981a93077bef6a10a9f669ec0dd892fe34000fd11db3580d8d0ce835d7",
  text: "mutation SignIn($input:SignInInput!){signIn(input:$input){issued{text token{accessor displayName expiresAt policies}}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SignInWithCertificate: MutationDocument<Types.SignInWithCertificateMutation, Types.SignInWithCertificateMutationVariables> = {
  kind: "mutation",
  name: "SignInWithCertificate",
  hash: "ebf0dce9dc55d0743b9be7f48cc394c75aab7790ac113767f02760ef4db9fd40",
  text: "mutation SignInWithCertificate($input:SignInWithCertificateInput!){signInWithCertificate(input:$input){issued{text token{accessor displayName expiresAt policies}}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const TuneAuthMethod: MutationDocument<Types.TuneAuthMethodMutation, Types.TuneAuthMethodMutationVariables> = {
  kind: "mutation",
  name: "TuneAuthMethod",
  hash: "632cf190ad0bd8751222102e433080f685204fcae8867a2c279a137a06ea7e43",
  text: "mutation TuneAuthMethod($input:TuneAuthMethodInput!){tuneAuthMethod(input:$input){authMethod{...AuthMethodSummary}problems{...ProblemFields}}}fragment AuthMethodSummary on AuthMethod{accessor path type description tuning{defaultLeaseTtl maxLeaseTtl tokenType listingVisibility}}fragment ProblemFields on Problem{code message field}",
};
export const TunedAuthMethod: QueryDocument<Types.TunedAuthMethodQuery, Types.TunedAuthMethodQueryVariables> = {
  kind: "query",
  name: "TunedAuthMethod",
  hash: "7949321ad290fb60b7d632737c9fac86bf3061f7283789bc1bd05770c24c9347",
  text: "query TunedAuthMethod($path:String!){tunedAuthMethod(path:$path){...AuthMethodSummary}}fragment AuthMethodSummary on AuthMethod{accessor path type description tuning{defaultLeaseTtl maxLeaseTtl tokenType listingVisibility}}",
};
export const WriteAuthRole: MutationDocument<Types.WriteAuthRoleMutation, Types.WriteAuthRoleMutationVariables> = {
  kind: "mutation",
  name: "WriteAuthRole",
  hash: "1b55059e2a0136ea892133615b269891d115ef9979c219e078a81044a469a351",
  text: "mutation WriteAuthRole($input:WriteAuthRoleInput!){writeAuthRole(input:$input){authRole{...AuthRoleSummary}problems{...ProblemFields}}}fragment AuthRoleSummary on AuthRole{name hasSecret terms{...SignInTermsSummary}certificateRule{certificate displayName allowedNames allowedCommonNames allowedDnsSans allowedEmailSans allowedUriSans allowedOrganizationalUnits requiredExtensions allowedMetadataExtensions}}fragment ProblemFields on Problem{code message field}fragment SignInTermsSummary on SignInTerms{policies ttl maxTtl explicitMaxTtl period numUses noDefaultPolicy type boundCidrs strictlyBindIp}",
};