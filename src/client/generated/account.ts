/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AcceptInvitation: MutationDocument<Types.AcceptInvitationMutation, Types.AcceptInvitationMutationVariables> = {
  kind: "mutation",
  name: "AcceptInvitation",
  hash: "35aab5a93707b586e9e9d217c0909b6fe52a0c6f125dd78532bbc3d621890f21",
  text: "mutation AcceptInvitation($input:AcceptInvitationInput!){acceptInvitation(input:$input){organizationMembership{...OrganizationMembershipSummary}problems{...ProblemFields}}}fragment OrganizationMembershipSummary on OrganizationMembership{id createdAt email organization{id name}organizationId status user{id username}userId}fragment ProblemFields on Problem{code message field}",
};
export const Me: QueryDocument<Types.MeQuery, Types.MeQueryVariables> = {
  kind: "query",
  name: "Me",
  hash: "78adf8cdeffd6f74bad8d5333c08f7a26573689cc7fef5b6a562d8e98cba9dd7",
  text: "query Me{me{id username email isSiteAdmin permissions{canCreateOrganizations canChangeEmail canChangeUsername canManageUserTokens}}}",
};
export const MyMemberships: QueryDocument<Types.MyMembershipsQuery, Types.MyMembershipsQueryVariables> = {
  kind: "query",
  name: "MyMemberships",
  hash: "658c7469487d848f3b9a2b4bd2e1417d25f11c429609d923728ee112a2a90478",
  text: "query MyMemberships($first:Int$after:String){myMemberships(first:$first after:$after){nodes{...OrganizationMembershipSummary}pageInfo{...PageFields}}}fragment OrganizationMembershipSummary on OrganizationMembership{id createdAt email organization{id name}organizationId status user{id username}userId}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const UpdateAccount: MutationDocument<Types.UpdateAccountMutation, Types.UpdateAccountMutationVariables> = {
  kind: "mutation",
  name: "UpdateAccount",
  hash: "b05c8655b8c28075128825e8326f815fd6763e45a4e9f044907fa6c0e25f8bde",
  text: "mutation UpdateAccount($input:UpdateAccountInput!){updateAccount(input:$input){user{...UserSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment UserSummary on User{id username createdAt email isServiceAccount isSiteAdmin isSuspended unconfirmedEmail}",
};