import { selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type {
  EffectiveTagFieldsFragment,
  TagBindingFieldsFragment,
  TagFieldsFragment,
} from '../generated/operations.js';

export function tagResource({ id, key, workspaceCount, createdAt }: TagFieldsFragment, organization: string): Resource {
  return {
    id,
    type: 'tags',
    attributes: { name: key, 'created-at': createdAt, 'instance-count': workspaceCount },
    relationships: { organization: { data: { id: organization, type: 'organizations' } } },
  };
}

/** A workspace's tag in the older, flat form. */
export function flatTagResource({ tagId, key }: TagBindingFieldsFragment): Resource {
  return { id: tagId, type: 'tags', attributes: { name: key } };
}

export function tagBindingResource({ id, key, value }: TagBindingFieldsFragment): Resource {
  return { id, type: 'tag-bindings', attributes: { key, value } };
}

/** They have no routes of their own: each object has a key only once. */
export function effectiveTagResources(ofId: string, tags: readonly EffectiveTagFieldsFragment[]): Resource[] {
  return tags.map(({ key, value, inheritedFrom }) => ({
    id: `${ofId}:${key}`,
    type: 'effective-tag-bindings',
    attributes: { key, value },
    ...(inheritedFrom !== null && { links: { 'inherited-from': selfPath('projects', inheritedFrom) } }),
  }));
}
