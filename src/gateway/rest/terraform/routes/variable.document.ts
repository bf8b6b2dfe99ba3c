import { selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { VariableFieldsFragment } from '../generated/operations.js';

type OfWorkspace = NonNullable<VariableFieldsFragment['workspace']>;

export function variableResource(variable: VariableFieldsFragment): Resource {
  const { id, workspace, variableSetId } = variable;
  return {
    id,
    type: 'vars',
    attributes: {
      key: variable.key,
      value: variable.value,
      sensitive: variable.sensitive,
      category: variable.category.toLowerCase(),
      hcl: variable.hcl,
      'created-at': variable.createdAt,
      description: variable.description,
      'version-id': variable.versionId,
    },
    ...(workspace && ofWorkspace(id, workspace)),
    ...(variableSetId !== null && ofSet(id, variableSetId)),
  };
}

function ofWorkspace(id: string, { id: workspaceId, name, organizationName }: OfWorkspace) {
  const self = selfPath('workspaces', workspaceId);
  const named = `${selfPath('organizations', organizationName ?? '')}/workspaces/${encodeURIComponent(name)}`;
  return {
    relationships: {
      configurable: {
        data: { id: workspaceId, type: 'workspaces' },
        links: { related: organizationName === null ? self : named },
      },
    },
    links: { self: `${self}/vars/${encodeURIComponent(id)}` },
  };
}

function ofSet(id: string, variableSetId: string) {
  const self = selfPath('varsets', variableSetId);
  const set = { data: { id: variableSetId, type: 'varsets' }, links: { related: self } };
  return {
    // Clients read a `configurable` as a workspace, and fail where it is none.
    relationships: { varset: set },
    links: { self: `${self}/relationships/vars/${encodeURIComponent(id)}` },
  };
}
