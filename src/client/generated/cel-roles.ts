/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CelRole: QueryDocument<Types.CelRoleQuery, Types.CelRoleQueryVariables> = {
  kind: "query",
  name: "CelRole",
  hash: "51232410394f4a2641da1cf19c9df21e4d0879cec6ee4200d12e6fa90fa705cf",
  text: "query CelRole($name:String!$mount:String!=\"pki\"){celRole(name:$name mount:$mount){...CelRoleSummary}}fragment CelRoleSummary on CelRole{id name mountPath variables{name expression}expression}",
};
export const CelRoles: QueryDocument<Types.CelRolesQuery, Types.CelRolesQueryVariables> = {
  kind: "query",
  name: "CelRoles",
  hash: "8bbbaaf499353b2be93dedbc6a556cfad917b82b94e7c6ae90d67a4992ccc678",
  text: "query CelRoles($mount:String!=\"pki\"$first:Int$after:String){celRoles(mount:$mount first:$first after:$after){nodes{id name}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const CreateCelRole: MutationDocument<Types.CreateCelRoleMutation, Types.CreateCelRoleMutationVariables> = {
  kind: "mutation",
  name: "CreateCelRole",
  hash: "1446c686d413a76026e38735bc21cb9988e167c3e1b533d6f2ff3e47b328aa30",
  text: "mutation CreateCelRole($input:CreateCelRoleInput!){createCelRole(input:$input){celRole{...CelRoleSummary}problems{...ProblemFields}}}fragment CelRoleSummary on CelRole{id name mountPath variables{name expression}expression}fragment ProblemFields on Problem{code message field}",
};
export const DeleteCelRole: MutationDocument<Types.DeleteCelRoleMutation, Types.DeleteCelRoleMutationVariables> = {
  kind: "mutation",
  name: "DeleteCelRole",
  hash: "45f68c2c7c7f8eae52a4705ba19b0e978363504f768abb88702a0a2efa720070",
  text: "mutation DeleteCelRole($input:DeleteCelRoleInput!){deleteCelRole(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ExplainCelIssuance: QueryDocument<Types.ExplainCelIssuanceQuery, Types.ExplainCelIssuanceQueryVariables> = {
  kind: "query",
  name: "ExplainCelIssuance",
  hash: "6c42b5525a6af8301454bea777ac4538f21ff8b0f443a846b80f4b5aca18a4e5",
  text: "query ExplainCelIssuance($input:ExplainCelIssuanceInput!){explainCelIssuance(input:$input){allowed warnings brokenRules{rule field value message}findings{lint source severity message refuses}certificate{subject notBefore notAfter keyType keyBits}}}",
};
export const IssueByCelRole: MutationDocument<Types.IssueByCelRoleMutation, Types.IssueByCelRoleMutationVariables> = {
  kind: "mutation",
  name: "IssueByCelRole",
  hash: "b08c4c91ae99bc73a5992b7eab70dd7c3f6e7357f33bce8f35b7d963641bac58",
  text: "mutation IssueByCelRole($input:IssueByCelRoleInput!){issueByCelRole(input:$input){issuedCertificate{...IssuedFields privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const SignByCelRole: MutationDocument<Types.SignByCelRoleMutation, Types.SignByCelRoleMutationVariables> = {
  kind: "mutation",
  name: "SignByCelRole",
  hash: "85eb96bcb7759eafd5bad521603b9617ead66d113843e45107a1d938f1eda2f5",
  text: "mutation SignByCelRole($input:SignByCelRoleInput!){signByCelRole(input:$input){issuedCertificate{...IssuedFields}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const UpdateCelRole: MutationDocument<Types.UpdateCelRoleMutation, Types.UpdateCelRoleMutationVariables> = {
  kind: "mutation",
  name: "UpdateCelRole",
  hash: "6e6564f7d8022f638ddcb517441819f141a42071103bde85b3faef11cc630c8b",
  text: "mutation UpdateCelRole($input:UpdateCelRoleInput!){updateCelRole(input:$input){celRole{...CelRoleSummary}problems{...ProblemFields}}}fragment CelRoleSummary on CelRole{id name mountPath variables{name expression}expression}fragment ProblemFields on Problem{code message field}",
};