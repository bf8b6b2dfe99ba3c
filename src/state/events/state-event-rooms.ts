import type { Access, WorkspacePlace } from '../../identity/access/access.js';
import type { Caller } from '../../identity/caller.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { RecordedEvent } from '../../platform/events/event.js';
import { isOf } from '../../platform/events/event-catalogue.js';
import type { AskedEvents, EventRooms, Room } from '../../platform/events/event-catalogue.js';
import { BatchedReads } from '../../platform/batched-reads.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { organizationNamed } from '../organization-named.js';
import type { StateVersionStore } from '../versions/version.store.js';
import { workspaceIdOf } from '../versions/version-input.js';
import { placeOf } from '../versions/versions.js';
import type { VersionHome } from '../versions/version-home.js';
import type { StateAudience } from './state-event-table.js';
import { formerPlace, workspaceEvents } from './state-events.js';
import type { VariableSetAudience } from './variable-set-audience.js';

/** One workspace, or all those of an organization that the caller can see. */
export interface AskedStateEvents extends AskedEvents {
  readonly workspaceId?: string | null | undefined;
  readonly organization?: string | null | undefined;
}

/** Who may see the events of state. */
export class StateEventRooms implements EventRooms<Caller, StateAudience, AskedStateEvents> {
  readonly #homes: BatchedReads<string, VersionHome | null>;

  constructor(
    private readonly deps: {
      access: Access;
      store: Pick<StateVersionStore, 'home'>;
      client: DatabaseClient;
      sets: VariableSetAudience;
    },
  ) {
    this.#homes = new BatchedReads((id) => deps.store.home(ids.workspace.require(id)));
  }

  /** @throws NOT_FOUND; INVALID_PARAMETER unless exactly one of workspace and organization is named */
  async open(caller: Caller, audience: StateAudience, { workspaceId, organization }: AskedStateEvents): Promise<Room> {
    if (audience.on === 'variable-set') {
      const topic = await this.#organization(caller, organization ?? '');
      return { filter: { topic }, place: topic, mixed: true };
    }
    if ((workspaceId == null) === (organization == null)) {
      throw problem('INVALID_PARAMETER', 'Name a workspace or an organization', ['workspaceId']);
    }
    if (workspaceId == null) {
      const scope = await this.#organization(caller, organization ?? '');
      return { filter: { scope }, place: scope, mixed: true };
    }
    const topic = workspaceIdOf(workspaceId);
    const home = await this.deps.store.home(topic);
    if (!home) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(caller, audience.action, placeOf(home));
    return { filter: { topic }, place: topic };
  }

  refusal(): 'NOT_FOUND' {
    return 'NOT_FOUND';
  }

  async sees(caller: Caller, audience: StateAudience, event: RecordedEvent): Promise<boolean | null> {
    const { access } = this.deps;
    if (audience.on === 'variable-set') return this.deps.sets.hears(caller, event);
    const { needs } = audience;
    const home = await this.#homes.get(event.topic);
    const holds = async (place: WorkspacePlace) => (await access.workspaceGrants(caller, place)).has(needs);
    if (home && (await holds(placeOf(home)))) return true;
    const former = formerPlace(event);
    if (!former) return home === null && isOf(workspaceEvents, event) ? null : false;
    // Subscribers who could see the workspace before are told that it is gone.
    const teams = caller.organizations.get(former.organizationId)?.teams ?? [];
    return teams.some((team) => former.teams.includes(team)) || holds(former);
  }

  async #organization(caller: Caller, name: string): Promise<string> {
    const { id } = await organizationNamed(this.deps.client, name);
    await this.deps.access.onOrganization(caller, 'organization.read', id);
    return id;
  }
}
