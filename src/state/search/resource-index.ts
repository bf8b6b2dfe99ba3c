import type { Database, Provider, TransactionClient } from '../../platform/database/database.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionId, WorkspaceId } from '../../platform/ids.js';
import type { InventoryResource } from '../inventory/inventory.js';

/** What the index keeps of a resource. No attribute of it: those may be secret. */
export interface IndexEntry {
  readonly address: string;
  /** `root`, or the module's path: `module.net`. */
  readonly module: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly provider: string;
  readonly instanceCount: bigint;
}

/** Rows a transaction writes at most: the only writer is not held longer than a moment. */
const batchSize = 500;

/** What is to be written so that the index of one workspace shows one state version. */
export class IndexDifference {
  readonly #before = new Map<string, { id: string; entry: IndexEntry }>();
  #seen = new Map<string, IndexEntry>();

  constructor(rows: readonly (IndexEntry & { id: string })[]) {
    for (const { id, ...entry } of rows) this.#before.set(entry.address, { id, entry });
  }

  add(batch: readonly InventoryResource[]): void {
    for (const resource of batch) this.#seen.set(resource.address, entryOf(resource));
  }

  /** What was added does not count. */
  restart(): void {
    this.#seen = new Map();
  }

  /** Ids of rows that show nothing that is there any more. */
  get removed(): string[] {
    return [...this.#before.values()].filter(({ entry }) => !this.#seen.has(entry.address)).map(({ id }) => id);
  }

  get added(): IndexEntry[] {
    return [...this.#seen.values()].filter(({ address }) => !this.#before.has(address));
  }

  get changed(): { id: string; entry: IndexEntry }[] {
    const changed: { id: string; entry: IndexEntry }[] = [];
    for (const entry of this.#seen.values()) {
      const before = this.#before.get(entry.address);
      if (before && !sameEntry(before.entry, entry)) changed.push({ id: before.id, entry });
    }
    return changed;
  }
}

/** The rows that resource search reads: the resources of the current state version of every workspace. */
export class ResourceIndex {
  constructor(private readonly deps: { database: Database }) {}

  /** Begins to compare the index of a workspace with another state version. */
  async difference(workspaceId: WorkspaceId): Promise<IndexDifference> {
    const rows = await this.deps.database.client.indexedResource.findMany({
      where: { workspaceId },
      omit: { organizationId: true, workspaceId: true },
    });
    return new IndexDifference(rows);
  }

  /**
   * Writes the difference, in transactions of bounded size: repeated after a crash, it ends in the same rows. Stops when the version is no
   * longer current: the version that took its place has its own turn.
   */
  async apply(
    workspaceId: WorkspaceId,
    stateVersionId: StateVersionId,
    difference: IndexDifference,
    managedInstances: number,
  ): Promise<void> {
    const { removed, added, changed } = difference;
    const steps: ((tx: TransactionClient, organizationId: string) => Promise<unknown>)[] = [
      ...batches(removed).map(
        (batch) => (tx: TransactionClient) => tx.indexedResource.deleteMany({ where: { id: { in: batch } } }),
      ),
      ...batches(changed, 50).map((batch) => async (tx: TransactionClient) => {
        for (const { id, entry } of batch) await tx.indexedResource.update({ where: { id }, data: { ...entry } });
      }),
      ...batches(added).map(
        (batch) => (tx: TransactionClient, organizationId: string) =>
          insert(tx, this.deps.database.provider, organizationId, workspaceId, batch),
      ),
      (tx) =>
        tx.workspace.update({
          where: { id: workspaceId },
          data: { indexedStateVersionId: stateVersionId, resourceCount: BigInt(managedInstances) },
        }),
    ];
    for (const step of steps) {
      const current = await this.deps.database.transaction(async (tx) => {
        const workspace = await tx.workspace.findUnique({
          where: { id: workspaceId },
          select: { currentStateVersionId: true, organizationId: true },
        });
        if (workspace?.currentStateVersionId !== stateVersionId) return false;
        await step(tx, workspace.organizationId);
        return true;
      });
      if (!current) return;
    }
  }
}

/** The rows of a list of entries, which travels as one JSON text: Prisma's createMany takes several times as long as the database itself. */
const entries = {
  sqlite: ['json_each(?)', (name: string) => `"value" ->> '${name}'`],
  postgresql: ['json_array_elements($3::json)', (name: string) => `"value" ->> '${name}'`],
} as const;

const texts = ['id', 'address', 'module', 'mode', 'type', 'name', 'provider'] as const;

function insertSql(provider: Provider): string {
  const [list, of] = entries[provider];
  const [organization, workspace] = provider === 'sqlite' ? ['?', '?'] : ['$1', '$2'];
  return `INSERT INTO "IndexedResource" ("organizationId", "workspaceId", ${texts.map((name) => `"${name}"`).join(', ')}, "instanceCount")
    SELECT ${organization}, ${workspace}, ${texts.map(of).join(', ')}, CAST(${of('instanceCount')} AS BIGINT) FROM ${list}`;
}

function insert(
  tx: TransactionClient,
  provider: Provider,
  organizationId: string,
  workspaceId: WorkspaceId,
  added: readonly IndexEntry[],
): Promise<number> {
  const rows = added.map((entry) => ({
    ...entry,
    id: ids.resource.make(),
    instanceCount: entry.instanceCount.toString(),
  }));
  return tx.$executeRawUnsafe(insertSql(provider), organizationId, workspaceId, JSON.stringify(rows));
}

function entryOf(resource: InventoryResource): IndexEntry {
  const { address, mode, resourceType: type, name, provider, count } = resource;
  return { address, module: resource.modulePath || 'root', mode, type, name, provider, instanceCount: BigInt(count) };
}

function sameEntry(one: IndexEntry, other: IndexEntry): boolean {
  return (
    one.module === other.module &&
    one.mode === other.mode &&
    one.type === other.type &&
    one.name === other.name &&
    one.provider === other.provider &&
    one.instanceCount === other.instanceCount
  );
}

function batches<T>(items: readonly T[], size = batchSize): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
