import { identifier, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { NotificationFieldsFragment } from '../generated/operations.js';

/** What is told here, by the name that it has beside the triggers of Terraform Enterprise. */
export const ownTriggers = {
  'state_version:finalized': 'STATE_VERSION_FINALIZED',
  'workspace:locked': 'WORKSPACE_LOCKED',
  'workspace:unlocked': 'WORKSPACE_UNLOCKED',
  'workspace:force_unlocked': 'WORKSPACE_FORCE_UNLOCKED',
} as const;

type Verification = NonNullable<NotificationFieldsFragment['lastVerification']>;

export function notificationResource(webhook: NotificationFieldsFragment): Resource {
  const { id, lastVerification } = webhook;
  const told = webhook.events.flatMap((event) =>
    Object.entries(ownTriggers).flatMap(([trigger, known]) => (known === event ? [trigger] : [])),
  );
  return {
    id,
    type: 'notification-configurations',
    attributes: {
      enabled: webhook.enabled,
      name: webhook.name,
      url: webhook.url,
      'destination-type': 'generic',
      // It is never shown, whether there is one or not.
      token: null,
      triggers: [...webhook.otherTriggers, ...told],
      'delivery-responses': lastVerification?.lastAttemptAt == null ? [] : [responseOf(lastVerification)],
      'created-at': webhook.createdAt,
      'updated-at': webhook.updatedAt,
    },
    relationships: { subscribable: { data: subscribableOf(webhook) } },
    links: { self: selfPath('notification-configurations', id) },
  };
}

function subscribableOf({ workspaceId, projectId, teamId }: NotificationFieldsFragment) {
  if (projectId !== null) return identifier(projectId, 'projects');
  return teamId === null ? identifier(workspaceId, 'workspaces') : identifier(teamId, 'teams');
}

function responseOf({
  url,
  deliveryState,
  status,
  answerBeginning,
  answerHeaders,
  failure,
  lastAttemptAt,
}: Verification) {
  const headers: unknown = JSON.parse(answerHeaders ?? '{}');
  return {
    url,
    body: answerBeginning ?? failure ?? '',
    code: status === null ? '' : String(status),
    headers,
    'sent-at': lastAttemptAt,
    successful: String(deliveryState === 'DELIVERED'),
  };
}
