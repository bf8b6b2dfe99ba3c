/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateReservedTagKey: MutationDocument<Types.CreateReservedTagKeyMutation, Types.CreateReservedTagKeyMutationVariables> = {
  kind: "mutation",
  name: "CreateReservedTagKey",
  hash: "90e7011d0ffb3d8dd1d6a4067f75f37d0fae3496a381f69d1fd18aca3505261b",
  text: "mutation CreateReservedTagKey($input:CreateReservedTagKeyInput!){createReservedTagKey(input:$input){reservedTagKey{...ReservedTagKeySummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ReservedTagKeySummary on ReservedTagKey{id createdAt disableOverrides key organizationId updatedAt}",
};
export const DeleteReservedTagKey: MutationDocument<Types.DeleteReservedTagKeyMutation, Types.DeleteReservedTagKeyMutationVariables> = {
  kind: "mutation",
  name: "DeleteReservedTagKey",
  hash: "e914c770efe03f152e8625ad88c4fc3d4e80f22d03ceccc8db21ae8e88b33629",
  text: "mutation DeleteReservedTagKey($input:DeleteReservedTagKeyInput!){deleteReservedTagKey(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ReservedTagKey: QueryDocument<Types.ReservedTagKeyQuery, Types.ReservedTagKeyQueryVariables> = {
  kind: "query",
  name: "ReservedTagKey",
  hash: "a2616a658ec0c2608b658f58ffaa13db2833a459c9f296607872153e67e55495",
  text: "query ReservedTagKey($id:ID!){reservedTagKey(id:$id){...ReservedTagKeySummary}}fragment ReservedTagKeySummary on ReservedTagKey{id createdAt disableOverrides key organizationId updatedAt}",
};
export const ReservedTagKeys: QueryDocument<Types.ReservedTagKeysQuery, Types.ReservedTagKeysQueryVariables> = {
  kind: "query",
  name: "ReservedTagKeys",
  hash: "8cb47d122ed6e6453ae7313eb9794a5a26d72bbadfd99ecf96ba68f4251da665",
  text: "query ReservedTagKeys($organization:String!$first:Int$after:String){reservedTagKeys(organization:$organization first:$first after:$after){nodes{...ReservedTagKeySummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment ReservedTagKeySummary on ReservedTagKey{id createdAt disableOverrides key organizationId updatedAt}",
};
export const UpdateReservedTagKey: MutationDocument<Types.UpdateReservedTagKeyMutation, Types.UpdateReservedTagKeyMutationVariables> = {
  kind: "mutation",
  name: "UpdateReservedTagKey",
  hash: "d69c65ec168a9e2b9f578e0388a6e9be3c6ba614fb0e3dd1a2ea75be9861db1e",
  text: "mutation UpdateReservedTagKey($input:UpdateReservedTagKeyInput!){updateReservedTagKey(input:$input){reservedTagKey{...ReservedTagKeySummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment ReservedTagKeySummary on ReservedTagKey{id createdAt disableOverrides key organizationId updatedAt}",
};