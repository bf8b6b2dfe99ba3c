import type { AskedEvents, EventRooms, Room } from '../../platform/events/event-catalogue.js';
import type { RecordedEvent } from '../../platform/events/event.js';
import type { Access } from '../access/access.js';
import type { Caller } from '../caller.js';
import type { Directory } from '../directory.js';
import type { Policies } from '../policies/policies.js';
import type { IdentityAudience } from './identity-event-table.js';
import { allPolicies, allRecords } from './identity-events.js';

export interface AskedIdentityEvents extends AskedEvents {
  /** Name; absent for the site. */
  readonly organization?: string | null | undefined;
}

/** Who may see the events of policies and of audit records. */
export class IdentityEventRooms implements EventRooms<Caller, IdentityAudience, AskedIdentityEvents> {
  constructor(private readonly deps: { access: Access; policies: Policies; directory: Directory }) {}

  /** @throws PERMISSION_DENIED, NOT_FOUND */
  async open(caller: Caller, audience: IdentityAudience, { organization }: AskedIdentityEvents): Promise<Room> {
    const { access, policies, directory } = this.deps;
    if (audience.on === 'path') {
      await policies.require(caller, audience.needs.path, audience.needs.capability);
      return { filter: { topic: allPolicies }, place: allPolicies };
    }
    if (organization == null) {
      await access.onSite(caller, audience.onSite);
      return { filter: { scope: allRecords }, place: allRecords };
    }
    const { id } = await directory.organization(organization);
    await access.onOrganization(caller, audience.action, id);
    return { filter: { topic: id }, place: id };
  }

  async sees(caller: Caller, audience: IdentityAudience, event: RecordedEvent, { filter }: Room): Promise<boolean> {
    const { access, policies } = this.deps;
    if (audience.on === 'path') return policies.allows(caller, audience.needs.path, audience.needs.capability);
    if (filter.topic === undefined) return access.allowsOnSite(caller, audience.onSite);
    return access.allowsOnOrganization(caller, audience.action, event.topic);
  }

  refusal({ on }: IdentityAudience): 'PERMISSION_DENIED' | 'NOT_FOUND' {
    return on === 'path' ? 'PERMISSION_DENIED' : 'NOT_FOUND';
  }
}
