import { dasherized, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';

/** The fragment ProjectFields. */
export interface ProjectData {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly autoDestroyDuration: string | null;
  readonly createdAt: string;
  readonly isDefault: boolean;
  readonly workspaceCount: number;
  readonly organizationName: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

export function projectResource(project: ProjectData): Resource {
  const self = selfPath('projects', project.id);
  return {
    id: project.id,
    type: 'projects',
    attributes: {
      name: project.name,
      description: project.description,
      'auto-destroy-activity-duration': project.autoDestroyDuration,
      'created-at': project.createdAt,
      'is-default': project.isDefault,
      'is-unified': false,
      'workspace-count': project.workspaceCount,
      'team-count': null,
      permissions: attributesOf(project.permissions, dasherized),
    },
    relationships: {
      organization: { data: { id: project.organizationName, type: 'organizations' } },
      'tag-bindings': { links: { related: `${self}/tag-bindings` } },
      'effective-tag-bindings': { links: { related: `${self}/effective-tag-bindings` } },
    },
    links: { self },
  };
}
