import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { optional, required, text } from '../../fields.js';
import type { ListPage } from '../../list-page.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import type { WholeList } from '../whole-lists.js';
import { changedVariable, changes, given, gone, oneVariable } from './variable-fields.js';
import { variableResource } from './variable.document.js';
import {
  CreateWorkspaceVariable,
  DeleteVariable,
  FurtherWorkspaceVariables,
  ListVariables,
  ListWorkspaceVariables,
  ReadVariable,
  UpdateVariable,
} from '../generated/operations.js';
import type { ListWorkspaceVariablesQuery, VariableFieldsFragment } from '../generated/operations.js';

interface Listed {
  readonly workspace: {
    readonly id: string;
    readonly variables: ListPage<VariableFieldsFragment> | null;
  } | null;
}
const listed = ({ workspace }: Listed) => found(found(workspace).variables).nodes.map(variableResource);
/** Terraform Enterprise has no pages of them. */
const whole: WholeList<ListWorkspaceVariablesQuery> = {
  begun: ({ workspace }) => (workspace?.variables ? [{ id: workspace.id, page: workspace.variables }] : []),
  further: FurtherWorkspaceVariables,
};

/** Of the paths with the variable's id alone, which are older. */
const relationship = { workspaceId: optional(text, 'data.relationships.workspace.data.id') };
const names = {
  organization: required(text, 'filter.organization.name'),
  name: required(text, 'filter.workspace.name'),
};

/** The workspace of a new variable, as the older path has it. @throws MISSING_INPUT */
function workspaceOf(request: RestRequest) {
  const { workspaceId } = request.fields(relationship);
  return workspaceId == null ? { named: request.fields(names) } : { id: workspaceId };
}

/** @throws INVALID_PARAMETER */
function filterOf(request: RestRequest, name: 'organization' | 'workspace'): string {
  const parameter = `filter[${name}][name]`;
  const value = request.query(parameter);
  if (value === undefined || value === '') throw problem('INVALID_PARAMETER', `${parameter} is missing`, [parameter]);
  return value;
}

export const variableRoutes: readonly Route[] = [
  get(
    '/workspaces/:workspace_id/vars',
    ListWorkspaceVariables,
    ({ params }) => ({ id: params.workspace_id }),
    (data) => ({ data: listed(data) }),
    { whole: [whole] },
  ),
  post(
    '/workspaces/:workspace_id/vars',
    CreateWorkspaceVariable,
    (request) => ({ input: { workspace: { id: request.params.workspace_id }, ...given(request) } }),
    changedVariable,
    { status: 201 },
  ),
  get(
    '/workspaces/:workspace_id/vars/:variable_id',
    ReadVariable,
    ({ params }) => ({ id: params.variable_id }),
    ({ variable }, { params }) => oneVariable(found(variable).workspace?.id === params.workspace_id ? variable : null),
  ),
  patch(
    '/workspaces/:workspace_id/vars/:variable_id',
    UpdateVariable,
    (request) => ({
      input: { id: request.params.variable_id, ofId: request.params.workspace_id, ...changes(request) },
    }),
    changedVariable,
  ),
  del(
    '/workspaces/:workspace_id/vars/:variable_id',
    DeleteVariable,
    ({ params }) => ({ input: { id: params.variable_id, ofId: params.workspace_id } }),
    gone,
    { status: 204 },
  ),
  get(
    '/vars',
    ListVariables,
    (request) => ({ organization: filterOf(request, 'organization'), workspace: filterOf(request, 'workspace') }),
    (data) => ({ data: listed(data) }),
    { whole: [whole] },
  ),
  post(
    '/vars',
    CreateWorkspaceVariable,
    (request) => ({ input: { workspace: workspaceOf(request), ...given(request) } }),
    changedVariable,
    { status: 201 },
  ),
  patch(
    '/vars/:variable_id',
    UpdateVariable,
    (request) => ({ input: { id: request.params.variable_id, ...changes(request) } }),
    changedVariable,
  ),
  del('/vars/:variable_id', DeleteVariable, ({ params }) => ({ input: { id: params.variable_id } }), gone, {
    status: 204,
  }),
];
