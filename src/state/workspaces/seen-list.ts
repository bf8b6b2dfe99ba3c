import type { SeenWorkspaces } from '../../identity/access/seen-workspaces.js';
import type { Database } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { sortedBy, text } from '../../platform/graphql/keyset.js';
import { NestedPages } from '../../platform/graphql/nested-pages.js';
import type { Parent } from '../../platform/graphql/nested-pages.js';
import type { OrderDirection } from '../../platform/graphql/order.js';

export interface ByName {
  readonly name: string;
  readonly id: string;
}

type None = Readonly<Record<string, never>>;
export type SeenList<P extends Parent> = NestedPages<P, None, ByName, WorkspaceRow>;

interface SeenBy {
  readonly database: Pick<Database, 'provider' | 'readSql'>;
  readonly node: (key: ByName) => Promise<WorkspaceRow | null>;
  readonly seen: (organizationId: string) => Promise<SeenWorkspaces>;
}

const byName = sortedBy('name', text);

/** The workspaces of an organization that a caller may see, by name. */
export const seenByName = <P extends Parent>(
  { database, node, seen }: SeenBy,
  { direction = 'ASC', known }: { direction?: OrderDirection; known?: (organization: P) => bigint | null } = {},
): SeenList<P> =>
  new NestedPages({
    database,
    table: 'Workspace',
    key: byName[direction],
    node,
    of: async ({ id }: P, _, skip) => (await seen(id)).parts({ provider: database.provider, skip }),
    ...(known && { known }),
  });
