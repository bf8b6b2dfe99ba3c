import { newEvent } from '../../platform/events/event-catalogue.js';
import type { WrittenEvents } from '../../platform/events/event-catalogue.js';
import type { NewEvent } from '../../platform/events/event.js';

/** The topic of all policies, which belong to the installation. */
export const allPolicies = 'policies';

/** The events of a policy. */
export const policyEvents = {
  kinds: ['policy.created', 'policy.changed', 'policy.deleted'],
  topic: 'policies of the installation',
  scope: null,
  subject: 'name of the policy',
  facts: [],
} as const satisfies WrittenEvents;
export type PolicyEventKind = (typeof policyEvents.kinds)[number];

/** For the transaction of the change. */
export const policyEvent = (kind: PolicyEventKind, name: string, at: Date): NewEvent =>
  newEvent(policyEvents, { at, kind, topic: allPolicies, subject: name });

/** The topic of all audit records, and of records without an organization. */
export const allRecords = 'audit';
export const siteRecords = 'site';

/** Records are reported when they get their positions in the chain: one event for all records of an organization that got them together. */
export const auditRecordEvents = {
  kinds: ['audit.recorded'],
  topic: 'organization',
  scope: 'audit records of the installation',
  subject: 'position of the first record',
  facts: ['last', 'count'],
} as const satisfies WrittenEvents;
