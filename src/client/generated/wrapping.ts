/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const RewrapAnswer: MutationDocument<Types.RewrapAnswerMutation, Types.RewrapAnswerMutationVariables> = {
  kind: "mutation",
  name: "RewrapAnswer",
  hash: "d2a75f53ee309f6e9aebc44cf523b7b752bef7e8fcf6a8ed3f1caee9c2f7457e",
  text: "mutation RewrapAnswer($input:RewrapAnswerInput!){rewrapAnswer(input:$input){wrapInfo{accessor createdAt path token ttl}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const UnwrapAnswer: MutationDocument<Types.UnwrapAnswerMutation, Types.UnwrapAnswerMutationVariables> = {
  kind: "mutation",
  name: "UnwrapAnswer",
  hash: "3e53871e889ae7894740e889abf3ed7ac20de93ef163e105f06a84eb8c34eaeb",
  text: "mutation UnwrapAnswer($input:UnwrapAnswerInput!){unwrapAnswer(input:$input){answer problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const WrapData: MutationDocument<Types.WrapDataMutation, Types.WrapDataMutationVariables> = {
  kind: "mutation",
  name: "WrapData",
  hash: "2024549a57a013e54c2c7ced7b5989e2e0281a04365de1ffda92dea8c9134e6a",
  text: "mutation WrapData($input:WrapDataInput!){wrapData(input:$input){wrapInfo{accessor createdAt path token ttl}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const WrappedAnswer: QueryDocument<Types.WrappedAnswerQuery, Types.WrappedAnswerQueryVariables> = {
  kind: "query",
  name: "WrappedAnswer",
  hash: "2dd53af487904c47ebd04e91f036f439dc5c4bb5849ec6378a3dcb5dc0119a02",
  text: "query WrappedAnswer($token:String!){wrappedAnswer(token:$token){createdAt path ttl}}",
};