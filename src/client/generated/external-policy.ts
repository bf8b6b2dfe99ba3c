/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ConfigureExternalPolicy: MutationDocument<Types.ConfigureExternalPolicyMutation, Types.ConfigureExternalPolicyMutationVariables> = {
  kind: "mutation",
  name: "ConfigureExternalPolicy",
  hash: "83ea38dd2e8ee99414d346a8dfe749b85b555abb5819615e665a086e0ebcf7dc",
  text: "mutation ConfigureExternalPolicy($input:ConfigureExternalPolicyInput!){configureExternalPolicy(input:$input){externalPolicy{...ExternalPolicySummary}problems{...ProblemFields}}}fragment ExternalPolicySummary on ExternalPolicy{enabled externalServiceUrl timeout trustedCa trustedLeafCertificateBundle clientCertificate entityJmespath groupJmespath updatedAt lastSuccessAt}fragment ProblemFields on Problem{code message field}",
};
export const ExternalPolicy: QueryDocument<Types.ExternalPolicyQuery, Types.ExternalPolicyQueryVariables> = {
  kind: "query",
  name: "ExternalPolicy",
  hash: "ca6ac815346c59b322f338d738de33a8694eb473764f3ae963bb526d140024f8",
  text: "query ExternalPolicy($mount:String!=\"pki\"){externalPolicy(mount:$mount){...ExternalPolicySummary}}fragment ExternalPolicySummary on ExternalPolicy{enabled externalServiceUrl timeout trustedCa trustedLeafCertificateBundle clientCertificate entityJmespath groupJmespath updatedAt lastSuccessAt}",
};
export const IssueByExternalPolicy: MutationDocument<Types.IssueByExternalPolicyMutation, Types.IssueByExternalPolicyMutationVariables> = {
  kind: "mutation",
  name: "IssueByExternalPolicy",
  hash: "35814afebca654491559f32716a3b2bcd04a97234998a3f84e67dc38e86b6725",
  text: "mutation IssueByExternalPolicy($input:IssueByExternalPolicyInput!){issueByExternalPolicy(input:$input){issuedCertificate{...IssuedFields privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const SignByExternalPolicy: MutationDocument<Types.SignByExternalPolicyMutation, Types.SignByExternalPolicyMutationVariables> = {
  kind: "mutation",
  name: "SignByExternalPolicy",
  hash: "1c919d8d6eeb2c398ab5faeaabdcc13f576fc2f672d24bb931381521bf2b61d6",
  text: "mutation SignByExternalPolicy($input:SignByExternalPolicyInput!){signByExternalPolicy(input:$input){issuedCertificate{...IssuedFields}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const SignIntermediateByExternalPolicy: MutationDocument<Types.SignIntermediateByExternalPolicyMutation, Types.SignIntermediateByExternalPolicyMutationVariables> = {
  kind: "mutation",
  name: "SignIntermediateByExternalPolicy",
  hash: "c52f3a576f08aaa3f7a53b0eeb18b5a0e3ce5a00017d4f7c9b593a10b93c8bbd",
  text: "mutation SignIntermediateByExternalPolicy($input:SignIntermediateByExternalPolicyInput!){signIntermediateByExternalPolicy(input:$input){issuedCertificate{...IssuedFields}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};