import type { Caller } from '../../identity/caller.js';
import type { RecordedEvent } from '../../platform/events/event.js';
import type { AskedEvents, EventRooms, Room } from '../../platform/events/event-catalogue.js';
import { orNull } from '../../platform/missing.js';
import type { MountAccess, PathPolicies } from '../access.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { PkiAudience } from './pki-event-table.js';

export interface AskedMountEvents extends AskedEvents {
  /** Path. */
  readonly mount: string;
}

/** Who may see the events of a certificate authority. */
export class PkiEventRooms implements EventRooms<Caller, PkiAudience, AskedMountEvents> {
  constructor(private readonly deps: { access: MountAccess; policies: PathPolicies; authorities: AuthorityReader }) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async open(caller: Caller, { needs }: PkiAudience, { mount: path }: AskedMountEvents): Promise<Room> {
    const { access, authorities } = this.deps;
    const { mount } = needs
      ? await access.to(caller, path, needs.path, needs.capability)
      : await authorities.byPath(path);
    return { filter: { topic: mount.id }, place: mount.path };
  }

  /** Rights go by the path that a mount has by now. */
  async moved({ filter }: Room): Promise<Room | null> {
    const authority = await orNull(() => this.deps.authorities.byId(filter.topic ?? ''));
    return authority && { filter, place: authority.mount.path };
  }

  refusal(): 'PERMISSION_DENIED' {
    return 'PERMISSION_DENIED';
  }

  async sees(caller: Caller, { needs }: PkiAudience, _event: RecordedEvent, { place }: Room): Promise<boolean> {
    return needs === null || this.deps.policies.allows(caller, `${place}/${needs.path}`, needs.capability);
  }
}
