/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const AssignVariableSet: MutationDocument<Types.AssignVariableSetMutation, Types.AssignVariableSetMutationVariables> = {
  kind: "mutation",
  name: "AssignVariableSet",
  hash: "67d65d9ab9a0f654ac4a8c5882dca07fab0017cebe630d81beff411a21488e18",
  text: "mutation AssignVariableSet($input:AssignVariableSetInput!){assignVariableSet(input:$input){variableSet{...VariableSetSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSetSummary on VariableSet{id name description global priority organizationId projectId variableCount createdAt updatedAt}",
};
export const CreateVariableSet: MutationDocument<Types.CreateVariableSetMutation, Types.CreateVariableSetMutationVariables> = {
  kind: "mutation",
  name: "CreateVariableSet",
  hash: "298a14071b00e01b2f8f854dbc80dabe7fbc54e377774857cd2e12905860bc5c",
  text: "mutation CreateVariableSet($input:CreateVariableSetInput!){createVariableSet(input:$input){variableSet{...VariableSetSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSetSummary on VariableSet{id name description global priority organizationId projectId variableCount createdAt updatedAt}",
};
export const CreateVariableSetVariable: MutationDocument<Types.CreateVariableSetVariableMutation, Types.CreateVariableSetVariableMutationVariables> = {
  kind: "mutation",
  name: "CreateVariableSetVariable",
  hash: "470f639b14c3ed897ee3a88b4304683b7b3547ee58a439bea7bb6f3566f5d857",
  text: "mutation CreateVariableSetVariable($input:CreateVariableSetVariableInput!){createVariableSetVariable(input:$input){variable{...VariableSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId variableSetId}",
};
export const DeleteVariableSet: MutationDocument<Types.DeleteVariableSetMutation, Types.DeleteVariableSetMutationVariables> = {
  kind: "mutation",
  name: "DeleteVariableSet",
  hash: "3ca63779617e8e053c2046b1bae73c8727ca55a09979c3f0595a647f79bf954a",
  text: "mutation DeleteVariableSet($input:DeleteVariableSetInput!){deleteVariableSet(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const EffectiveVariables: QueryDocument<Types.EffectiveVariablesQuery, Types.EffectiveVariablesQueryVariables> = {
  kind: "query",
  name: "EffectiveVariables",
  hash: "4d17b6bd7513fe026e748a023251f2f5287a55220482cc33cc2f5020a899c06a",
  text: "query EffectiveVariables($workspaceId:ID!$first:Int$after:String){workspace(id:$workspaceId){id effectiveVariables(first:$first after:$after){nodes{...VariableSummary}pageInfo{...PageFields}}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId variableSetId}",
};
export const UnassignVariableSet: MutationDocument<Types.UnassignVariableSetMutation, Types.UnassignVariableSetMutationVariables> = {
  kind: "mutation",
  name: "UnassignVariableSet",
  hash: "b038de57eb7bbc433a2dfb169ac50348fa09560fb052696d0712a34f4d83bfae",
  text: "mutation UnassignVariableSet($input:UnassignVariableSetInput!){unassignVariableSet(input:$input){variableSet{...VariableSetSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSetSummary on VariableSet{id name description global priority organizationId projectId variableCount createdAt updatedAt}",
};
export const UpdateVariableSet: MutationDocument<Types.UpdateVariableSetMutation, Types.UpdateVariableSetMutationVariables> = {
  kind: "mutation",
  name: "UpdateVariableSet",
  hash: "7c72cd6095a91215b49a147a86bd9435e3249cf569191f3574b2f0ca91362074",
  text: "mutation UpdateVariableSet($input:UpdateVariableSetInput!){updateVariableSet(input:$input){variableSet{...VariableSetSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSetSummary on VariableSet{id name description global priority organizationId projectId variableCount createdAt updatedAt}",
};
export const VariableSet: QueryDocument<Types.VariableSetQuery, Types.VariableSetQueryVariables> = {
  kind: "query",
  name: "VariableSet",
  hash: "c7788a8426914544d5b5b3e1a3d49105d132cb8015b7852e8fbc9c1f8adf4efd",
  text: "query VariableSet($id:ID!$first:Int$after:String){variableSet(id:$id){...VariableSetSummary variables(first:$first after:$after){nodes{...VariableSummary}pageInfo{...PageFields}}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment VariableSetSummary on VariableSet{id name description global priority organizationId projectId variableCount createdAt updatedAt}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId variableSetId}",
};
export const VariableSets: QueryDocument<Types.VariableSetsQuery, Types.VariableSetsQueryVariables> = {
  kind: "query",
  name: "VariableSets",
  hash: "00d13b5953896e273b8e7a082aeb437f22ddf2faadd5ae5e1446e12bae885f41",
  text: "query VariableSets($organization:String!$filter:VariableSetFilter$first:Int$after:String){variableSets(organization:$organization filter:$filter first:$first after:$after){nodes{...VariableSetSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment VariableSetSummary on VariableSet{id name description global priority organizationId projectId variableCount createdAt updatedAt}",
};