import { dasherized, identifier, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';
import { effectiveTagResources } from './tag.document.js';
import type { ProjectFieldsFragment, ProjectIncludesFragment } from '../generated/operations.js';

/** A project; with its tags where they are asked for. */
type ShownProject = ProjectFieldsFragment & ProjectIncludesFragment;

/** The tags for `include`: a project inherits none. */
export const includedWithProject = ({ id, shownTags }: ShownProject): Resource[] =>
  effectiveTagResources(
    id,
    (shownTags?.nodes ?? []).map(({ key, value }) => ({ key, value, inheritedFrom: null })),
  );

export function projectResource(project: ShownProject): Resource {
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
      'effective-tag-bindings': {
        ...(project.shownTags && { data: includedWithProject(project).map(({ id, type }) => ({ id, type })) }),
        links: { related: `${self}/effective-tag-bindings` },
      },
    },
    links: { self },
  };
}
