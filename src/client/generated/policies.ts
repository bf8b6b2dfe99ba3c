/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const DeletePolicy: MutationDocument<Types.DeletePolicyMutation, Types.DeletePolicyMutationVariables> = {
  kind: "mutation",
  name: "DeletePolicy",
  hash: "70cbe4d778e334ea202e6be8a9d6127f30687064105225cd1a1d1db9ea2af4bf",
  text: "mutation DeletePolicy($input:DeletePolicyInput!){deletePolicy(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Policies: QueryDocument<Types.PoliciesQuery, Types.PoliciesQueryVariables> = {
  kind: "query",
  name: "Policies",
  hash: "87751c5caa915b0ff0bab91664472e7570edb0b5181c3e0ebff0b4579ebf24af",
  text: "query Policies($first:Int$after:String){policies(first:$first after:$after){nodes{name text createdAt rules{path allowedParameters capabilities deniedParameters requiredParameters}updatedAt}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Policy: QueryDocument<Types.PolicyQuery, Types.PolicyQueryVariables> = {
  kind: "query",
  name: "Policy",
  hash: "53d83630e368e2ae3733075e13548fe67c98c239df4956260aace22838728459",
  text: "query Policy($name:String!){policy(name:$name){name text createdAt rules{path allowedParameters capabilities deniedParameters requiredParameters}updatedAt}}",
};
export const WritePolicy: MutationDocument<Types.WritePolicyMutation, Types.WritePolicyMutationVariables> = {
  kind: "mutation",
  name: "WritePolicy",
  hash: "64dbaa0bc978d998cb1bb39c814d15dfda01b847ec0b1f7e73980d6e4cee286d",
  text: "mutation WritePolicy($input:WritePolicyInput!){writePolicy(input:$input){policy{name text createdAt rules{path allowedParameters capabilities deniedParameters requiredParameters}updatedAt}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};