import { selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { VariableFieldsFragment } from '../generated/operations.js';

type OfWorkspace = NonNullable<VariableFieldsFragment['workspace']>;

export function variableResource(variable: VariableFieldsFragment): Resource {
  const { workspace } = variable;
  return {
    id: variable.id,
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
    ...(workspace && ofWorkspace(variable.id, workspace)),
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
