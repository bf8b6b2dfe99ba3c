import type { DatabaseClient } from '../platform/database/database.js';
import type { OrganizationRow, TeamRow, UserRow } from '../platform/database/models.js';
import { ids } from '../platform/ids.js';
import { problem } from '../platform/problems.js';
import type { ProjectPlace, WorkspacePlace } from './access/access.js';
import { textRules } from './names.js';

/** Finds the row for a name from a caller, before any permission is checked. @throws NOT_FOUND, as {@link Access} does */
export class Directory {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  /** @param ref its name, as in REST paths, or its id; names never look like ids */
  async organization(ref: string): Promise<OrganizationRow> {
    const where = ids.organization.is(ref) ? { id: ref } : { name: shaped(textRules.organizationName.shape, ref) };
    return found(await this.deps.client.organization.findUnique({ where }));
  }

  /** @param ref username or id */
  async user(ref: string): Promise<UserRow> {
    const where = ids.user.is(ref) ? { id: ref } : { username: shaped(textRules.username.shape, ref) };
    return found(await this.deps.client.user.findUnique({ where }));
  }

  async team(id: string): Promise<TeamRow> {
    return found(await this.deps.client.team.findUnique({ where: { id: idOf('team', id) } }));
  }

  async workspace(id: string): Promise<WorkspacePlace & { name: string }> {
    const select = { id: true, organizationId: true, projectId: true, name: true } as const;
    return found(await this.deps.client.workspace.findUnique({ where: { id: idOf('workspace', id) }, select }));
  }

  async project(id: string): Promise<ProjectPlace & { name: string }> {
    const select = { id: true, organizationId: true, name: true } as const;
    return found(await this.deps.client.project.findUnique({ where: { id: idOf('project', id) }, select }));
  }
}

export function found<T>(row: T | null): T {
  if (row === null) throw problem('NOT_FOUND');
  return row;
}

/** An id of this kind. Other texts never reach the database. @throws NOT_FOUND */
export function idOf(kind: keyof typeof ids, id: string): string {
  return found(ids[kind].parse(id));
}

function shaped(shape: RegExp, name: string): string {
  return found(shape.test(name) ? name : null);
}
