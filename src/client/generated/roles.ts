/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateRole: MutationDocument<Types.CreateRoleMutation, Types.CreateRoleMutationVariables> = {
  kind: "mutation",
  name: "CreateRole",
  hash: "fde5bbf461ac8254e464ac4316c9a8da1d0b21ee8b7a2bf9e72bdf72461dbb81",
  text: "mutation CreateRole($input:CreateRoleInput!){createRole(input:$input){role{id name}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const DeleteRole: MutationDocument<Types.DeleteRoleMutation, Types.DeleteRoleMutationVariables> = {
  kind: "mutation",
  name: "DeleteRole",
  hash: "7952ba093d694c33cf392213aac1b1bdedd7b6063aadd5b04bc4a606de47c6d7",
  text: "mutation DeleteRole($input:DeleteRoleInput!){deleteRole(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Role: QueryDocument<Types.RoleQuery, Types.RoleQueryVariables> = {
  kind: "query",
  name: "Role",
  hash: "5be459f1883bf3a74c56d7a00ccea6c96df14754497513438fae7a38ab520fc7",
  text: "query Role($name:String!$mount:String!=\"pki\"){role(name:$name mount:$mount){...RoleSummary}}fragment RoleSummary on Role{id name mountPath allowAnyName allowBareDomains allowGlobDomains allowIpSans allowLocalhost allowSubdomains allowWildcardCertificates allowedDomains allowedDomainsTemplate allowedIpSansCidr allowedOtherSans allowedSerialNumbers allowedUriSans allowedUriSansTemplate allowGlobsInIdentityTemplates allowedUserIds basicConstraintsValidForNonCa clientFlag cnValidations codeSigningFlag country emailProtectionFlag enforceHostnames extKeyUsage extKeyUsageOids generateLease issuerRef keyBits keyType keyUsage lintProfile lintSeverity locality maxTtl noStore noStoreMetadata notAfter notAfterBound notBefore notBeforeBound notBeforeDuration organization ou policyIdentifiers{oid cps notice}postalCode province requireCn serialNumberSource serverFlag signatureBits streetAddress ttl useCsrCommonName useCsrSans usePss}",
};
export const Roles: QueryDocument<Types.RolesQuery, Types.RolesQueryVariables> = {
  kind: "query",
  name: "Roles",
  hash: "15218ec3a41edd3cc4145a69acf1854e80a5a2cee5dc9b41fb4a1b6b020c7c19",
  text: "query Roles($mount:String!=\"pki\"$first:Int$after:String){roles(mount:$mount first:$first after:$after){nodes{id name allowedDomains keyType keyBits ttl maxTtl}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const UpdateRole: MutationDocument<Types.UpdateRoleMutation, Types.UpdateRoleMutationVariables> = {
  kind: "mutation",
  name: "UpdateRole",
  hash: "77d36eaddb1460ee217b62972448840beb47bed5b36315313c66f450ebc21d5a",
  text: "mutation UpdateRole($input:UpdateRoleInput!){updateRole(input:$input){role{...RoleSummary}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment RoleSummary on Role{id name mountPath allowAnyName allowBareDomains allowGlobDomains allowIpSans allowLocalhost allowSubdomains allowWildcardCertificates allowedDomains allowedDomainsTemplate allowedIpSansCidr allowedOtherSans allowedSerialNumbers allowedUriSans allowedUriSansTemplate allowGlobsInIdentityTemplates allowedUserIds basicConstraintsValidForNonCa clientFlag cnValidations codeSigningFlag country emailProtectionFlag enforceHostnames extKeyUsage extKeyUsageOids generateLease issuerRef keyBits keyType keyUsage lintProfile lintSeverity locality maxTtl noStore noStoreMetadata notAfter notAfterBound notBefore notBeforeBound notBeforeDuration organization ou policyIdentifiers{oid cps notice}postalCode province requireCn serialNumberSource serverFlag signatureBits streetAddress ttl useCsrCommonName useCsrSans usePss}",
};