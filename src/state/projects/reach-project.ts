import type { Access } from '../../identity/access/access.js';
import type { ActionOn } from '../../identity/access/actions.js';
import type { Caller } from '../../identity/caller.js';
import type { DatabaseClient } from '../../platform/database/client.js';
import type { ProjectRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { AuditTarget } from '../../identity/audit/target.js';

/** Finds a project for an action and checks whether the caller may do it. */
export class ReachProject {
  constructor(private readonly deps: { client: DatabaseClient; access: Access }) {}

  /** @throws NOT_FOUND */
  async reach(caller: Caller, action: ActionOn<'project'>, id: string): Promise<ProjectRow> {
    const project = ids.project.is(id) ? await this.deps.client.project.findUnique({ where: { id } }) : null;
    if (!project) throw problem('NOT_FOUND');
    await this.deps.access.onProject(caller, action, project);
    return project;
  }
}

/** A project in the audit record. */
export function projectTarget({ id, name, organizationId }: ProjectRow): AuditTarget {
  return { type: 'project', id, name, organizationId };
}
