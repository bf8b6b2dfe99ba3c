/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateWorkspaceVariable: MutationDocument<Types.CreateWorkspaceVariableMutation, Types.CreateWorkspaceVariableMutationVariables> = {
  kind: "mutation",
  name: "CreateWorkspaceVariable",
  hash: "d84d1a7e96214bea2810755939d743f2046a37aa46f2167cf8fddde001006730",
  text: "mutation CreateWorkspaceVariable($input:CreateWorkspaceVariableInput!){createWorkspaceVariable(input:$input){variable{...VariableSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId}",
};
export const DeleteVariable: MutationDocument<Types.DeleteVariableMutation, Types.DeleteVariableMutationVariables> = {
  kind: "mutation",
  name: "DeleteVariable",
  hash: "6e813458f419bf1dd269b462b33c85f9424b656434f208d3a05e863a5630de95",
  text: "mutation DeleteVariable($input:DeleteVariableInput!){deleteVariable(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const UpdateVariable: MutationDocument<Types.UpdateVariableMutation, Types.UpdateVariableMutationVariables> = {
  kind: "mutation",
  name: "UpdateVariable",
  hash: "e9d20788665a523cf1ae6d36212e733da5ed009b0536727648042c450793ccdc",
  text: "mutation UpdateVariable($input:UpdateVariableInput!){updateVariable(input:$input){variable{...VariableSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId}",
};
export const Variable: QueryDocument<Types.VariableQuery, Types.VariableQueryVariables> = {
  kind: "query",
  name: "Variable",
  hash: "f24e30e16e923dd0f74cabd08ba80d10ea74e6ab2528cd63f7078f90cf2a298c",
  text: "query Variable($id:ID!){variable(id:$id){...VariableSummary}}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId}",
};
export const WorkspaceVariables: QueryDocument<Types.WorkspaceVariablesQuery, Types.WorkspaceVariablesQueryVariables> = {
  kind: "query",
  name: "WorkspaceVariables",
  hash: "0e50037aedc718aae9f574bac9e6c3ab80f89a2e5b00f3bd68648a99a06880dd",
  text: "query WorkspaceVariables($workspaceId:ID!$first:Int$after:String){workspace(id:$workspaceId){id variables(first:$first after:$after){nodes{...VariableSummary}pageInfo{...PageFields}}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId}",
};