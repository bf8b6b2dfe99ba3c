import { selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { ConfigurationVersionFieldsFragment, RunFieldsFragment } from '../generated/operations.js';

export function runResource(run: RunFieldsFragment): Resource {
  return {
    id: run.id,
    type: 'runs',
    attributes: {
      status: run.status.toLowerCase(),
      message: run.message,
      source: run.source,
      'trigger-reason': run.triggerReason,
      'is-destroy': run.isDestroy,
      'has-changes': run.hasChanges,
      'auto-apply': run.autoApply,
      'plan-only': run.planOnly,
      refresh: run.refresh,
      'refresh-only': run.refreshOnly,
      'terraform-version': run.terraformVersion,
      'created-at': run.createdAt,
      'updated-at': run.updatedAt,
      // This service executes no runs, so no action on a run is possible.
      actions: {
        'is-cancelable': false,
        'is-confirmable': false,
        'is-discardable': false,
        'is-force-cancelable': false,
      },
    },
    relationships: {
      workspace: { data: { id: run.workspaceId, type: 'workspaces' } },
      'configuration-version': {
        data:
          run.configurationVersionId === null
            ? null
            : { id: run.configurationVersionId, type: 'configuration-versions' },
      },
      'created-by': { data: run.createdById === null ? null : { id: run.createdById, type: 'users' } },
    },
    links: { self: selfPath('runs', run.id) },
  };
}

export function configurationVersionResource(configuration: ConfigurationVersionFieldsFragment): Resource {
  const { id, commitSha } = configuration;
  return {
    id,
    type: 'configuration-versions',
    attributes: {
      status: configuration.status.toLowerCase(),
      source: configuration.source,
      speculative: configuration.speculative,
      provisional: configuration.provisional,
      'auto-queue-runs': configuration.autoQueueRuns,
      'created-at': configuration.createdAt,
      error: null,
      'error-message': null,
      // The content is not stored here: there is no upload.
      'upload-url': null,
    },
    relationships: {
      'ingress-attributes': {
        data: commitSha === null ? null : { id: ingressId(id), type: 'ingress-attributes' },
        links: { related: `${selfPath('configuration-versions', id)}/ingress-attributes` },
      },
    },
    links: { self: selfPath('configuration-versions', id) },
  };
}

export function ingressResource(configuration: ConfigurationVersionFieldsFragment): Resource {
  return {
    id: ingressId(configuration.id),
    type: 'ingress-attributes',
    attributes: {
      branch: configuration.branch,
      'commit-message': configuration.commitMessage,
      'commit-sha': configuration.commitSha,
      'commit-url': configuration.commitUrl,
      identifier: configuration.identifier,
      'sender-username': configuration.senderUsername,
    },
  };
}

/** They are columns of their configuration version, so its letters identify them. */
function ingressId(configurationVersionId: string): string {
  return configurationVersionId.replace(/^cv-/, 'ia-');
}
