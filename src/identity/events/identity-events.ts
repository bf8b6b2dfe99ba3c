import { newEvent } from '../../platform/events/event-catalogue.js';
import type { WrittenEvents } from '../../platform/events/event-catalogue.js';
import type { NewEvent } from '../../platform/events/event.js';

/** What followers of all policies follow: they belong to the installation. */
export const allPolicies = 'policies';

/** What can happen to a policy. */
export const policyEvents = {
  kinds: ['policy.created', 'policy.changed', 'policy.deleted'],
  topic: 'policies of the installation',
  scope: null,
  subject: 'name of the policy',
  facts: [],
} as const satisfies WrittenEvents;
export type PolicyEventKind = (typeof policyEvents.kinds)[number];

/** To be recorded in the transaction that does it. */
export const policyEvent = (kind: PolicyEventKind, name: string, at: Date): NewEvent =>
  newEvent(policyEvents, { at, kind, topic: allPolicies, subject: name });

/** What followers of all audit records follow, and the topic of those that concern no organization. */
export const allRecords = 'audit';
export const siteRecords = 'site';

/** Records have their places in the chain: then they are told of, all of an organization that got theirs together by one event. */
export const auditRecordEvents = {
  kinds: ['audit.recorded'],
  topic: 'organization',
  scope: 'audit records of the installation',
  subject: 'position of the first record',
  facts: ['last', 'count'],
} as const satisfies WrittenEvents;
