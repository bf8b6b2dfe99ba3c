import { selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { VariableSetFieldsFragment, VariableSetIncludesFragment } from '../generated/operations.js';
import { projectResource } from './project.document.js';
import { variableResource } from './variable.document.js';
import { workspaceResource } from './workspace.document.js';

/** A set with the objects for `include`. */
export type ShownVariableSet = VariableSetFieldsFragment & VariableSetIncludesFragment;

/** Valid values of `include`. */
export const variableSetIncludes = ['vars', 'workspaces', 'projects'] as const;
/** Values that clients know, of what there is nothing here. */
export const variableSetNeverIncluded = ['stacks'];

const identifiers = (ids: readonly string[], type: string) => ({ data: ids.map((id) => ({ id, type })) });

export function variableSetResource(set: VariableSetFieldsFragment): Resource {
  const { id, organizationName, projectId, variableIds, workspaceIds, projectIds } = set;
  const organization = { id: organizationName ?? '', type: 'organizations' };
  return {
    id,
    type: 'varsets',
    attributes: {
      name: set.name,
      description: set.description,
      global: set.global,
      priority: set.priority,
      'updated-at': set.updatedAt,
      'var-count': variableIds.length,
      'workspace-count': workspaceIds.length,
      'project-count': projectIds.length,
    },
    relationships: {
      organization: { data: organization },
      parent: { data: projectId === null ? organization : { id: projectId, type: 'projects' } },
      vars: identifiers(variableIds, 'vars'),
      workspaces: identifiers(workspaceIds, 'workspaces'),
      projects: identifiers(projectIds, 'projects'),
    },
    links: { self: selfPath('varsets', id) },
  };
}

/** The objects for `include`. */
export function includedWithSet({ variables, workspaces, projects }: ShownVariableSet): Resource[] {
  return [
    ...(variables?.nodes ?? []).map(variableResource),
    ...(workspaces?.nodes ?? []).map(workspaceResource),
    ...(projects?.nodes ?? []).map(projectResource),
  ];
}
