import { listOf, optional, readFields, readIds, record, required, text, truth } from '../../fields.js';
import { found } from '../../found.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { del, get, patch, post, put } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import type { WholeList } from '../whole-lists.js';
import { unpaged } from './unpaged.js';
import { changedVariable, changes, given, gone, oneVariable } from './variable-fields.js';
import { variableResource } from './variable.document.js';
import {
  includedWithSet,
  variableSetIncludes,
  variableSetNeverIncluded,
  variableSetResource,
} from './variable-set.document.js';
import type { ShownVariableSet } from './variable-set.document.js';
import {
  AssignVariableSet,
  CreateVariableSet,
  CreateVariableSetVariable,
  DeleteVariable,
  DeleteVariableSet,
  FurtherEffectiveVariables,
  FurtherProjectsOfSet,
  FurtherVariablesOfSet,
  FurtherWorkspacesOfSet,
  ListEffectiveVariables,
  ListProjectVariableSets,
  ListVariableSets,
  ListVariablesOfSet,
  ListWorkspaceVariableSets,
  ReadVariable,
  ReadVariableSet,
  UnassignVariableSet,
  UpdateVariable,
  UpdateVariableSet,
} from '../generated/operations.js';
import type {
  ListEffectiveVariablesQuery,
  ListVariablesOfSetQuery,
  ListProjectVariableSetsQuery,
  ListVariableSetsQuery,
  ListWorkspaceVariableSetsQuery,
  ReadVariableSetQuery,
} from '../generated/operations.js';

const attribute = 'data.attributes';
const parts = {
  description: optional(text, `${attribute}.description`),
  global: optional(truth, `${attribute}.global`),
  priority: optional(truth, `${attribute}.priority`),
};
const newFields = { name: required(text, `${attribute}.name`), ...parts };
const changeFields = { name: optional(text, `${attribute}.name`), ...parts };
const parent = {
  type: optional(text, 'data.relationships.parent.data.type'),
  id: optional(text, 'data.relationships.parent.data.id'),
};
const related = {
  workspaces: optional(listOf(record), 'data.relationships.workspaces.data'),
  projects: optional(listOf(record), 'data.relationships.projects.data'),
  vars: optional(listOf(record), 'data.relationships.vars.data'),
};
const items = { items: required(listOf(record), 'data') };

/** What a document says of the objects that a set has, and is for. @throws INVALID_INPUT */
function relatives(request: RestRequest) {
  const { workspaces, projects, vars } = request.fields(related);
  return {
    ...(workspaces && { workspaceIds: readIds(workspaces, 'data.relationships.workspaces.data') }),
    ...(projects && { projectIds: readIds(projects, 'data.relationships.projects.data') }),
    ...(vars && {
      variables: vars.map((variable) => given({ fields: (table) => readFields(table, { data: variable }) })),
    }),
  };
}

/** The project that is to own a set: a parent that is an organization is the one of the path. */
function ownerOf(request: RestRequest) {
  const { type, id } = request.fields(parent);
  return type === 'projects' && id != null ? { projectId: id } : {};
}

const pointers = {
  projectId: '/data/relationships/parent/data/id',
  workspaceIds: '/data/relationships/workspaces/data',
  projectIds: '/data/relationships/projects/data',
  variables: '/data/relationships/vars/data',
};
const ofList = { workspaceIds: '/data', projectIds: '/data' };

const filterOf = (request: RestRequest) => {
  const search = request.query('q');
  return { filter: { ...(search !== undefined && search !== '' && { search }) } };
};
const one = (set: ShownVariableSet | null) => {
  const shown = found(set);
  return resourceDocument(variableSetResource(shown), includedWithSet(shown));
};
interface Changed {
  readonly payload: { readonly variableSet: ShownVariableSet | null };
}
const changed = ({ payload }: Changed) => one(payload.variableSet);

type Page = NonNullable<ListVariableSetsQuery['variableSetPage']>;
const paged = (page: Page | null, request: RestRequest<string>) => {
  const { items: sets, pagination } = found(page);
  return pageDocument(sets.map(variableSetResource), pagination, request, sets.flatMap(includedWithSet));
};

const wholeSets = <Data extends object>(of: (data: Data) => readonly ShownVariableSet[]): WholeList<Data>[] => {
  const begun = (name: 'variables' | 'workspaces' | 'projects') => (data: Data) =>
    of(data).map((set) => ({ id: set.id, page: set[name] }));
  return [
    { begun: begun('variables'), further: FurtherVariablesOfSet },
    { begun: begun('workspaces'), further: FurtherWorkspacesOfSet },
    { begun: begun('projects'), further: FurtherProjectsOfSet },
  ];
};
const alone = (set: ShownVariableSet | null) => (set ? [set] : []);
const include = variableSetIncludes;
const neverIncluded = variableSetNeverIncluded;
const update = (method: typeof patch): Route =>
  method(
    '/varsets/:varset_id',
    UpdateVariableSet,
    (request) => ({
      input: { id: request.params.varset_id, ...request.fields(changeFields), ...relatives(request) },
      ...request.include,
    }),
    changed,
    { include, neverIncluded, pointers, whole: wholeSets(({ payload }: Changed) => alone(payload.variableSet)) },
  );

const variablesOfSet: WholeList<ListVariablesOfSetQuery> = {
  begun: ({ variableSet }) => (variableSet ? [{ id: variableSet.id, page: variableSet.variables }] : []),
  further: FurtherVariablesOfSet,
};
const allVariables: WholeList<ListEffectiveVariablesQuery> = {
  begun: ({ workspace }) =>
    workspace?.effectiveVariables ? [{ id: workspace.id, page: workspace.effectiveVariables }] : [],
  further: FurtherEffectiveVariables,
};

/** The paths of what a set is for. */
const scopeRoutes = (['workspaces', 'projects'] as const).flatMap((scope): Route[] => {
  const path = `/varsets/:varset_id/relationships/${scope}` as const;
  const input = (request: RestRequest<'varset_id'>) => {
    const given = readIds(request.fields(items).items, 'data');
    const scopes = scope === 'workspaces' ? { workspaceIds: given } : { projectIds: given };
    return { input: { id: request.params.varset_id, ...scopes } };
  };
  return [
    post(path, AssignVariableSet, input, gone, { status: 204, pointers: ofList }),
    del(path, UnassignVariableSet, input, gone, { status: 204, pointers: ofList }),
  ];
});

export const variableSetRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/varsets',
    ListVariableSets,
    (request) => ({
      organization: request.params.organization,
      ...filterOf(request),
      ...request.page,
      ...request.include,
    }),
    ({ variableSetPage }, request) => paged(variableSetPage, request),
    {
      include,
      neverIncluded,
      whole: wholeSets(({ variableSetPage }: ListVariableSetsQuery) => variableSetPage?.items ?? []),
    },
  ),
  post(
    '/organizations/:organization/varsets',
    CreateVariableSet,
    (request) => ({
      input: {
        organization: request.params.organization,
        ...request.fields(newFields),
        ...ownerOf(request),
        ...relatives(request),
      },
    }),
    changed,
    { status: 201, pointers },
  ),
  get(
    '/varsets/:varset_id',
    ReadVariableSet,
    ({ params, include: asked }) => ({ id: params.varset_id, ...asked }),
    ({ variableSet }) => one(variableSet),
    {
      include,
      neverIncluded,
      whole: wholeSets(({ variableSet }: ReadVariableSetQuery) => alone(variableSet)),
    },
  ),
  update(patch),
  update(put),
  del('/varsets/:varset_id', DeleteVariableSet, ({ params }) => ({ input: { id: params.varset_id } }), gone, {
    status: 204,
  }),
  ...scopeRoutes,
  get(
    '/varsets/:varset_id/relationships/vars',
    ListVariablesOfSet,
    ({ params }) => ({ id: params.varset_id }),
    ({ variableSet }, request) => unpaged(found(variableSet).variables.nodes.map(variableResource), request),
    { whole: [variablesOfSet] },
  ),
  post(
    '/varsets/:varset_id/relationships/vars',
    CreateVariableSetVariable,
    (request) => ({ input: { variableSetId: request.params.varset_id, ...given(request) } }),
    changedVariable,
    { status: 201 },
  ),
  get(
    '/varsets/:varset_id/relationships/vars/:variable_id',
    ReadVariable,
    ({ params }) => ({ id: params.variable_id }),
    ({ variable }, { params }) => oneVariable(found(variable).variableSetId === params.varset_id ? variable : null),
  ),
  patch(
    '/varsets/:varset_id/relationships/vars/:variable_id',
    UpdateVariable,
    (request) => ({ input: { id: request.params.variable_id, ofId: request.params.varset_id, ...changes(request) } }),
    changedVariable,
  ),
  del(
    '/varsets/:varset_id/relationships/vars/:variable_id',
    DeleteVariable,
    ({ params }) => ({ input: { id: params.variable_id, ofId: params.varset_id } }),
    gone,
    { status: 204 },
  ),
  ...(['/workspaces/:workspace_id/varsets', '/workspaces/:workspace_id/applicable-varsets'] as const).map((path) =>
    get(
      path,
      ListWorkspaceVariableSets,
      (request) => ({ id: request.params.workspace_id, ...filterOf(request), ...request.page, ...request.include }),
      ({ workspace }, request) => paged(found(workspace).variableSetPage, request),
      {
        include,
        neverIncluded,
        whole: wholeSets(({ workspace }: ListWorkspaceVariableSetsQuery) => workspace?.variableSetPage?.items ?? []),
      },
    ),
  ),
  get(
    '/projects/:project_id/varsets',
    ListProjectVariableSets,
    (request) => ({ id: request.params.project_id, ...filterOf(request), ...request.page, ...request.include }),
    ({ project }, request) => paged(found(project).variableSetPage, request),
    {
      include,
      neverIncluded,
      whole: wholeSets(({ project }: ListProjectVariableSetsQuery) => project?.variableSetPage?.items ?? []),
    },
  ),
  get(
    '/workspaces/:workspace_id/all-vars',
    ListEffectiveVariables,
    ({ params }) => ({ id: params.workspace_id }),
    ({ workspace }) => ({ data: found(found(workspace).effectiveVariables).nodes.map(variableResource) }),
    { whole: [allVariables] },
  ),
];
