import type { DatabaseClient } from '../../platform/database/client.js';
import type { Prisma, RunRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { descending, instant, keyset, keysetPage, text } from '../../platform/graphql/keyset.js';
import type { RunStatus } from './run-status.js';

export interface RunSearch {
  /** Any of these. */
  readonly statuses?: readonly RunStatus[] | null | undefined;
}

const newestFirst = keyset({ createdAt: descending(instant), id: descending(text) });

export class RunStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  byId(id: string): Promise<RunRow | null> {
    return this.deps.client.run.findUnique({ where: { id } });
  }

  /** In the order of `ids`, with gaps where there is none. */
  async byIds(ids: readonly string[]): Promise<(RunRow | null)[]> {
    const rows = await this.deps.client.run.findMany({ where: { id: { in: [...ids] } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  list(workspaceId: string, search: RunSearch, page: { skip: number; take: number }): Promise<RunRow[]> {
    return this.deps.client.run.findMany({
      where: whereRuns(workspaceId, search),
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      ...page,
    });
  }

  count(workspaceId: string, search: RunSearch): Promise<number> {
    return this.deps.client.run.count({ where: whereRuns(workspaceId, search) });
  }

  connection(workspaceId: string, search: RunSearch, page: PageAsked): Promise<Connection<RunRow>> {
    return keysetPage(newestFirst, page, {
      rows: ({ where, orderBy, take }) =>
        this.deps.client.run.findMany({ where: { AND: [whereRuns(workspaceId, search), where] }, orderBy, take }),
      count: () => this.count(workspaceId, search),
    });
  }
}

function whereRuns(workspaceId: string, { statuses }: RunSearch): Prisma.RunWhereInput {
  return { workspaceId, ...(statuses != null && { status: { in: [...statuses] } }) };
}
