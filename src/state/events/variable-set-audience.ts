import type { Access } from '../../identity/access/access.js';
import type { Caller } from '../../identity/caller.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { RecordedEvent } from '../../platform/events/event.js';
import type { ReachVariableSet } from '../variables/reach-variable-set.js';

/** The audience of a variable set's events: callers who may see the set; of one that is gone, those who see all sets of its owner. */
export class VariableSetAudience {
  constructor(
    private readonly deps: { access: Access; client: DatabaseClient; reach: Pick<ReachVariableSet, 'seen'> },
  ) {}

  async hears(caller: Caller, { topic, subject, facts }: RecordedEvent): Promise<boolean> {
    const { access, client, reach } = this.deps;
    if (access.holdsOnEveryProject(caller, topic, 'project:read-variable-sets')) return true;
    // Whoever left the organization hears nothing more, however the set could be reached.
    if (!caller.organizations.has(topic)) return false;
    const set = await client.variableSet.findUnique({ where: { id: subject } });
    if (set) return (await reach.seen(caller, [set])).has(subject);
    const { projectId } = facts;
    if (typeof projectId !== 'string') return false;
    const grants = await access.projectGrants(caller, { id: projectId, organizationId: topic });
    return grants.has('project:read-variable-sets');
  }
}
