/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateWorkspaceVariable: MutationDocument<Types.CreateWorkspaceVariableMutation, Types.CreateWorkspaceVariableMutationVariables> = {
  kind: "mutation",
  name: "CreateWorkspaceVariable",
  hash: "080f24d95e4216d3ab3e7c68fe901f53e5bdfaab3b13d93f54a1f4837531d7ec",
  text: "mutation CreateWorkspaceVariable($input:CreateWorkspaceVariableInput!){createWorkspaceVariable(input:$input){variable{...VariableSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId variableSetId}",
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
  hash: "788b14c0b14aa511865611c70eafbcdc1120a17db2fd425ace22029f0e176d57",
  text: "mutation UpdateVariable($input:UpdateVariableInput!){updateVariable(input:$input){variable{...VariableSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId variableSetId}",
};
export const Variable: QueryDocument<Types.VariableQuery, Types.VariableQueryVariables> = {
  kind: "query",
  name: "Variable",
  hash: "af12846d05d304957174b676ae30257c723fe51341a00a3a43bd78f20495f306",
  text: "query Variable($id:ID!){variable(id:$id){...VariableSummary}}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId variableSetId}",
};
export const WorkspaceVariables: QueryDocument<Types.WorkspaceVariablesQuery, Types.WorkspaceVariablesQueryVariables> = {
  kind: "query",
  name: "WorkspaceVariables",
  hash: "c3fb7be06789b1c3569c00c7fc7208ce6a330cff7f39a4f66fe2fb173548c4c8",
  text: "query WorkspaceVariables($workspaceId:ID!$first:Int$after:String){workspace(id:$workspaceId){id variables(first:$first after:$after){nodes{...VariableSummary}pageInfo{...PageFields}}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment VariableSummary on Variable{id key value category description hcl sensitive versionId createdAt updatedAt workspaceId variableSetId}",
};