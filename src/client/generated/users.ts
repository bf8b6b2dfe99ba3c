/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateUser: MutationDocument<Types.CreateUserMutation, Types.CreateUserMutationVariables> = {
  kind: "mutation",
  name: "CreateUser",
  hash: "ed53b41c2d7b35d02619c4f64cac129ed59943eaffd3afb22c26aee7c5e2601f",
  text: "mutation CreateUser($input:CreateUserInput!){createUser(input:$input){user{...UserSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment UserSummary on User{id username createdAt email isServiceAccount isSiteAdmin isSuspended unconfirmedEmail}",
};
export const UpdateUser: MutationDocument<Types.UpdateUserMutation, Types.UpdateUserMutationVariables> = {
  kind: "mutation",
  name: "UpdateUser",
  hash: "4e06d3e04f1f7b17663a02fd8a4000b442a1de004991f7d0c34cd2f88c5ff770",
  text: "mutation UpdateUser($input:UpdateUserInput!){updateUser(input:$input){user{...UserSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment UserSummary on User{id username createdAt email isServiceAccount isSiteAdmin isSuspended unconfirmedEmail}",
};
export const User: QueryDocument<Types.UserQuery, Types.UserQueryVariables> = {
  kind: "query",
  name: "User",
  hash: "7d7dda1bc7111244039b6bc804a8008ec3cfd796980fc1a8d9051e0f8dbd73ee",
  text: "query User($username:String!){user(username:$username){...UserSummary}}fragment UserSummary on User{id username createdAt email isServiceAccount isSiteAdmin isSuspended unconfirmedEmail}",
};
export const Users: QueryDocument<Types.UsersQuery, Types.UsersQueryVariables> = {
  kind: "query",
  name: "Users",
  hash: "52811c2dc8b097d2091dbc1f5f1f78f8702eb305fd682426a07bf26adbafed17",
  text: "query Users($filter:UserFilter$first:Int$after:String){users(filter:$filter first:$first after:$after){nodes{...UserSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment UserSummary on User{id username createdAt email isServiceAccount isSiteAdmin isSuspended unconfirmedEmail}",
};