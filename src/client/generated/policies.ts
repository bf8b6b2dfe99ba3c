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
  hash: "4c9a0a4950410de3142f0d77d8d861bb5b5552e0d44c4897a716607e40038643",
  text: "query Policies($first:Int$after:String){policies(first:$first after:$after){nodes{...PolicyFields}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment PolicyFields on Policy{name text createdAt rules{path allowedParameters capabilities deniedParameters requiredParameters}updatedAt}",
};
export const Policy: QueryDocument<Types.PolicyQuery, Types.PolicyQueryVariables> = {
  kind: "query",
  name: "Policy",
  hash: "a8285f43428e23c4ecbc6ccd0168b37d78801a4bd01651a43a04bd099b4571de",
  text: "query Policy($name:String!){policy(name:$name){...PolicyFields}}fragment PolicyFields on Policy{name text createdAt rules{path allowedParameters capabilities deniedParameters requiredParameters}updatedAt}",
};
export const WritePolicy: MutationDocument<Types.WritePolicyMutation, Types.WritePolicyMutationVariables> = {
  kind: "mutation",
  name: "WritePolicy",
  hash: "b8b76c24725c37cdc1b8d7a8b92c9f34db063061cd65e5e60b6e9b92de85b2c5",
  text: "mutation WritePolicy($input:WritePolicyInput!){writePolicy(input:$input){policy{...PolicyFields}problems{...ProblemFields}}}fragment PolicyFields on Policy{name text createdAt rules{path allowedParameters capabilities deniedParameters requiredParameters}updatedAt}fragment ProblemFields on Problem{code message field}",
};