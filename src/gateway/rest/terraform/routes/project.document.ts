import { dasherized, identifier, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';
import type { ProjectFieldsFragment } from '../generated/operations.js';

export function projectResource(project: ProjectFieldsFragment): Resource {
  const self = selfPath('projects', project.id);
  return {
    id: project.id,
    type: 'projects',
    attributes: {
      name: project.name,
      description: project.description,
      'auto-destroy-activity-duration': project.autoDestroyDuration,
      'default-execution-mode': 'local',
      'setting-overwrites': attributesOf(project.settingOverwrites, dasherized),
      'created-at': project.createdAt,
      'is-default': project.isDefault,
      'is-unified': false,
      'workspace-count': project.workspaceCount,
      'team-count': null,
      permissions: attributesOf(project.permissions, dasherized),
    },
    relationships: {
      organization: { data: identifier(project.organizationName, 'organizations') },
      'tag-bindings': { links: { related: `${self}/tag-bindings` } },
      'effective-tag-bindings': { links: { related: `${self}/effective-tag-bindings` } },
    },
    links: { self },
  };
}
