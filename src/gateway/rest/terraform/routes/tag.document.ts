import { selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';

export interface TagData {
  readonly id: string;
  readonly key: string;
  readonly workspaceCount: number;
  readonly createdAt: string;
}

export interface TagBindingData {
  readonly id: string;
  readonly tagId: string;
  readonly key: string;
  readonly value: string;
}

export interface EffectiveTagData {
  readonly key: string;
  readonly value: string;
  /** Id of a project. */
  readonly inheritedFrom: string | null;
}

export function tagResource({ id, key, workspaceCount, createdAt }: TagData, organization: string): Resource {
  return {
    id,
    type: 'tags',
    attributes: { name: key, 'created-at': createdAt, 'instance-count': workspaceCount },
    relationships: { organization: { data: { id: organization, type: 'organizations' } } },
  };
}

/** A workspace's tag in the older, flat form. */
export function flatTagResource({ tagId, key }: TagBindingData): Resource {
  return { id: tagId, type: 'tags', attributes: { name: key } };
}

export function tagBindingResource({ id, key, value }: TagBindingData): Resource {
  return { id, type: 'tag-bindings', attributes: { key, value } };
}

/** They have no rows of their own: a key is there once on each object. */
export function effectiveTagResources(ofId: string, tags: readonly EffectiveTagData[]): Resource[] {
  return tags.map(({ key, value, inheritedFrom }) => ({
    id: `${ofId}:${key}`,
    type: 'effective-tag-bindings',
    attributes: { key, value },
    ...(inheritedFrom !== null && { links: { 'inherited-from': selfPath('projects', inheritedFrom) } }),
  }));
}
