import type { DatabaseClient, TransactionClient } from '../../platform/database/client.js';
import type { ReservedTagKeyRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { TagValue } from './tag-rules.js';

/** Reads of reserved keys. */
export class ReservedKeyStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  byId(id: string): Promise<ReservedTagKeyRow | null> {
    return this.deps.client.reservedTagKey.findUnique({ where: { id } });
  }

  /** By key. */
  ofOrganization(organizationId: string): Promise<ReservedTagKeyRow[]> {
    return this.deps.client.reservedTagKey.findMany({ where: { organizationId }, orderBy: { key: 'asc' } });
  }

  /** The keys of each organization that workspaces cannot override, of those that are asked for. */
  async fixedKeys(
    organizationIds: readonly string[],
    among?: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const key = among ? { key: { in: [...among] } } : {};
    const rows = await this.deps.client.reservedTagKey.findMany({
      where: { organizationId: { in: [...organizationIds] }, disableOverrides: true, ...key },
      select: { organizationId: true, key: true },
    });
    const found = new Map<string, Set<string>>(organizationIds.map((id) => [id, new Set()]));
    for (const row of rows) found.get(row.organizationId)?.add(row.key);
    return found;
  }
}

/**
 * A workspace may not give another value to a key that its project binds and that is reserved without overrides.
 * @throws INVALID_INPUT naming the first of these tags
 */
export async function requireNoOverride(
  tx: TransactionClient,
  organizationId: string,
  workspaceId: string,
  tags: readonly TagValue[],
): Promise<void> {
  if (tags.length === 0) return;
  const reserved = await tx.reservedTagKey.findMany({
    where: { organizationId, disableOverrides: true, key: { in: tags.map(({ key }) => key) } },
    select: { key: true },
  });
  if (reserved.length === 0) return;
  const bound = await tx.tagBinding.findMany({
    where: {
      project: { workspaces: { some: { id: workspaceId } } },
      tag: { key: { in: reserved.map(({ key }) => key) } },
    },
    select: { value: true, tag: { select: { key: true } } },
  });
  const values = new Map(bound.map(({ tag, value }) => [tag.key, value]));
  const broken = tags.find(({ key, value }) => (values.get(key) ?? value) !== value);
  if (!broken) return;
  const said = `Tag key ${JSON.stringify(broken.key)} is reserved: a workspace cannot override the value that its project gives it`;
  throw problem('INVALID_INPUT', said, ['tags']);
}
