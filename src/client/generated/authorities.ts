/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateRole: MutationDocument<Types.CreateRoleMutation, Types.CreateRoleMutationVariables> = {
  kind: "mutation",
  name: "CreateRole",
  hash: "fde5bbf461ac8254e464ac4316c9a8da1d0b21ee8b7a2bf9e72bdf72461dbb81",
  text: "mutation CreateRole($input:CreateRoleInput!){createRole(input:$input){role{id name}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const GenerateRoot: MutationDocument<Types.GenerateRootMutation, Types.GenerateRootMutationVariables> = {
  kind: "mutation",
  name: "GenerateRoot",
  hash: "fff46cf647d7f6e0f2cdb64f6668083c34f15fb653fc545655de1777b4424d90",
  text: "mutation GenerateRoot($input:GenerateRootInput!){generateRoot(input:$input){generatedRoot{issuer{id commonName notAfter}certificate}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Issuers: QueryDocument<Types.IssuersQuery, Types.IssuersQueryVariables> = {
  kind: "query",
  name: "Issuers",
  hash: "99291f5ba9884f258239dc5bda87543dff2ba4f0c2e2d5dddae02f31474282d9",
  text: "query Issuers($mount:String!=\"pki\"$first:Int$after:String){issuers(mount:$mount first:$first after:$after){nodes{id name commonName subject isDefault isRoot notAfter serialNumber}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Mounts: QueryDocument<Types.MountsQuery, Types.MountsQueryVariables> = {
  kind: "query",
  name: "Mounts",
  hash: "c439864ddad5a5f3948fdb2a41996d3de5682803567d8d39a3b9be0e69d25dad",
  text: "query Mounts($first:Int$after:String){mounts(first:$first after:$after){nodes{id path description}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Roles: QueryDocument<Types.RolesQuery, Types.RolesQueryVariables> = {
  kind: "query",
  name: "Roles",
  hash: "15218ec3a41edd3cc4145a69acf1854e80a5a2cee5dc9b41fb4a1b6b020c7c19",
  text: "query Roles($mount:String!=\"pki\"$first:Int$after:String){roles(mount:$mount first:$first after:$after){nodes{id name allowedDomains keyType keyBits ttl maxTtl}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};