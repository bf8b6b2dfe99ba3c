import { eventId } from '../../platform/events/event.js';
import type { EventRow, EventTable } from '../../platform/events/event-catalogue.js';
import { eventFields } from '../../platform/graphql/event.js';
import type { ActionOn } from '../access/actions.js';
import type { Capability } from '../policies/rules.js';
import type { AuditRecordEvent, PolicyEvent } from './identity-event.type.js';
import { auditRecordEvents, policyEvents } from './identity-events.js';

/** Callers with a capability at a path below `/v1`; or callers with a permission in the organization, or on the site for all organizations. */
export type IdentityAudience =
  | { readonly on: 'path'; readonly needs: { readonly path: string; readonly capability: Capability } }
  | {
      readonly on: 'organization';
      readonly action: ActionOn<'organization'>;
      readonly onSite: ActionOn<'site'>;
    };

type Row<Shown extends object> = EventRow<IdentityAudience, Shown>;

const policies: Row<PolicyEvent> = {
  ...policyEvents,
  type: 'PolicyEvent',
  audience: { on: 'path', needs: { path: 'sys/policies/acl/', capability: 'list' } },
  show: (event) => {
    const kind = policyEvents.kinds.find((known) => known === event.kind);
    return kind ? { ...eventFields(event), kind, name: event.subject } : null;
  },
};

const records: Row<AuditRecordEvent> = {
  ...auditRecordEvents,
  type: 'AuditRecordEvent',
  audience: { on: 'organization', action: 'audit.read', onSite: 'user.manage' },
  show: (event) => {
    const { last, count } = event.facts;
    const places = { first: BigInt(event.subject), last: BigInt(String(last)) };
    const range = { id: eventId(event), organizationId: event.topic, ...places };
    return { ...eventFields(event), count: Number(count), range };
  },
};

/** The events of identity, by their subscription. */
export const identityEventTable = {
  policyEvents: policies,
  auditRecordEvents: records,
} as const satisfies EventTable<IdentityAudience>;
