import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { listOf, optional, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { refuseAttributes } from '../refused-attributes.js';
import {
  CreateNotificationConfiguration,
  DeleteNotificationConfiguration,
  ListNotificationConfigurations,
  ReadNotificationConfiguration,
  UpdateNotificationConfiguration,
  VerifyNotificationConfiguration,
} from '../generated/operations.js';
import type {
  CreateNotificationConfigurationMutation,
  ListNotificationConfigurationsQuery,
  NotificationFieldsFragment,
  WebhookPlace,
} from '../generated/operations.js';
import { notificationResource, ownTriggers } from './notification.document.js';

const attribute = 'data.attributes';
const newFields = {
  destinationType: required(text, `${attribute}.destination-type`),
  enabled: required(truth, `${attribute}.enabled`),
  name: required(text, `${attribute}.name`),
  url: required(text, `${attribute}.url`),
  token: optional(text, `${attribute}.token`),
  triggers: optional(listOf(text), `${attribute}.triggers`),
};
const changeFields = {
  enabled: optional(truth, `${attribute}.enabled`),
  name: optional(text, `${attribute}.name`),
  url: optional(text, `${attribute}.url`),
  token: optional(text, `${attribute}.token`),
  triggers: optional(listOf(text), `${attribute}.triggers`),
};
const destination = [
  {
    path: `${attribute}.destination-type`,
    takes: [undefined, 'generic'],
    because: 'notices are sent to webhooks of the type generic',
  },
] as const;
/** The names of fields that problems are about, where documents have them. */
const pointers = { secret: '/data/attributes/token', otherTriggers: '/data/attributes/triggers' };

/** @throws INVALID_INPUT for a trigger that nobody knows: the operation says so */
function eventsOf(triggers: readonly string[] | null | undefined) {
  if (triggers == null) return {};
  const events = Object.entries(ownTriggers).flatMap(([trigger, event]) => (triggers.includes(trigger) ? [event] : []));
  return { events, otherTriggers: triggers.filter((trigger) => !Object.hasOwn(ownTriggers, trigger)) };
}

/** @throws MISSING_INPUT, INVALID_INPUT */
function given(request: RestRequest, of: WebhookPlace) {
  refuseAttributes(destination, request);
  const { destinationType: _generic, token, triggers, ...fields } = request.fields(newFields);
  return {
    ...fields,
    of,
    format: 'TERRAFORM' as const,
    events: [],
    ...eventsOf(triggers),
    ...(token != null && { secret: token }),
  };
}

/** @throws INVALID_INPUT */
function changes(request: RestRequest<'notification_configuration_id'>) {
  refuseAttributes(destination, request);
  const { token, triggers, ...fields } = request.fields(changeFields);
  const id = request.params.notification_configuration_id;
  return { ...fields, id, ...eventsOf(triggers), ...(token != null && { secret: token }) };
}

/** @throws NOT_FOUND for null, and for a webhook that Terraform Enterprise has not */
function one(webhook: NotificationFieldsFragment | null) {
  const shown = found(webhook);
  found(shown.workspaceId ?? shown.projectId ?? shown.teamId);
  return resourceDocument(notificationResource(shown));
}

const ofWorkspace = ({ params }: RestRequest<'workspace_id'>) => ({ workspaceId: params.workspace_id });
const ofProject = ({ params }: RestRequest<'project_id'>) => ({ projectId: params.project_id });
const ofTeam = ({ params }: RestRequest<'team_id'>) => ({ teamId: params.team_id });
const created = ({ payload }: CreateNotificationConfigurationMutation) => one(payload.webhook);

/** There are never more than fit on a page: Terraform Enterprise pages them only for callers that ask for pages. */
function listed(
  { page: { items, pagination } }: ListNotificationConfigurationsQuery,
  request: Pick<RestRequest, 'query' | 'url' | 'baseUrl'>,
) {
  const asked = ['page[number]', 'page[size]'].some((name) => request.query(name) !== undefined);
  const data = items.map(notificationResource);
  return asked ? pageDocument(data, pagination, request) : { data };
}

export const notificationRoutes: readonly Route[] = [
  get(
    '/workspaces/:workspace_id/notification-configurations',
    ListNotificationConfigurations,
    (request) => ({ of: ofWorkspace(request), ...request.page }),
    listed,
  ),
  post(
    '/workspaces/:workspace_id/notification-configurations',
    CreateNotificationConfiguration,
    (request) => ({ input: given(request, ofWorkspace(request)) }),
    created,
    { status: 201, pointers },
  ),
  get(
    '/projects/:project_id/notification-configurations',
    ListNotificationConfigurations,
    (request) => ({ of: ofProject(request), ...request.page }),
    listed,
  ),
  post(
    '/projects/:project_id/notification-configurations',
    CreateNotificationConfiguration,
    (request) => ({ input: given(request, ofProject(request)) }),
    created,
    { status: 201, pointers },
  ),
  get(
    '/teams/:team_id/notification-configurations',
    ListNotificationConfigurations,
    (request) => ({ of: ofTeam(request), ...request.page }),
    listed,
  ),
  post(
    '/teams/:team_id/notification-configurations',
    CreateNotificationConfiguration,
    (request) => ({ input: given(request, ofTeam(request)) }),
    created,
    { status: 201, pointers },
  ),
  get(
    '/notification-configurations/:notification_configuration_id',
    ReadNotificationConfiguration,
    ({ params }) => ({ id: params.notification_configuration_id }),
    ({ webhook }) => one(webhook),
  ),
  patch(
    '/notification-configurations/:notification_configuration_id',
    UpdateNotificationConfiguration,
    (request) => ({ input: changes(request) }),
    ({ payload }) => one(payload.webhook),
    { pointers },
  ),
  del(
    '/notification-configurations/:notification_configuration_id',
    DeleteNotificationConfiguration,
    ({ params }) => ({ input: { id: params.notification_configuration_id } }),
    () => null,
    { status: 204 },
  ),
  post(
    '/notification-configurations/:notification_configuration_id/actions/verify',
    VerifyNotificationConfiguration,
    ({ params }) => ({ input: { id: params.notification_configuration_id } }),
    ({ payload }) => {
      const { deliveryState, failure, webhook } = found(payload.webhookDelivery);
      if (deliveryState === 'DELIVERED') return one(webhook);
      throw problem('INVALID_PARAMETER', `The verification request failed: ${failure ?? 'no answer'}`);
    },
  ),
];
