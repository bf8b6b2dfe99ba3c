import type { DatabaseClient, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { longestTransactionMs } from '../../platform/database/transaction-bounds.js';
import { updateOf } from '../../platform/database/writes.js';
import { RawJson } from '../../platform/graphql/raw-json.js';
import type { StateVersionId, StateVersionOutputId } from '../../platform/ids.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { fitTogether, identified } from '../outputs/output.store.js';
import type { CopiedOutputs, OutputStore } from '../outputs/output.store.js';
import type { CopiedInventory } from '../versions/version.store.js';
import type { StateVersion } from '../versions/version.type.js';
import type { ArrivedInventory } from './arrived-inventory.js';
import { countingResources, countResources } from './counted-resources.js';
import type { DocumentKind, ShownDocumentKind, StoredInventory } from './inventory-documents.js';

/** A version as {@link StateVersionStore.withSource} reads it. */
interface SourceWithSealed {
  readonly source: StateVersion;
  readonly sealed: string | null;
}

/** A requested document of a version. */
export interface DocumentAsked {
  readonly stateVersionId: StateVersionId;
  readonly kind: ShownDocumentKind;
}

interface DocumentRow {
  readonly stateVersionId: string;
  readonly kind: string;
  readonly objectId: ObjectId;
  readonly size: bigint;
}

/** What a version's row says once its content is read. */
const rowOf = (inventory: StoredInventory['inventory']) => ({
  resourcesProcessed: true,
  processingProblem: null,
  stateFormat: inventory.stateFormat,
  engineVersion: inventory.engineVersion,
  resourceCount: BigInt(inventory.instanceCount),
  managedCount: BigInt(inventory.managedCount),
  billableRumCount: BigInt(inventory.billableRumCount),
});

/** Outputs that were given with a version. */
export interface GivenIds {
  /** By their names. */
  readonly ids: ReadonlyMap<string, StateVersionOutputId>;
  /** Whether they are rows already. */
  readonly stored: boolean;
}

const noneGiven: GivenIds = { ids: new Map(), stored: false };

/** What was read from the content of state versions: in their rows, or in objects if it is large. */
export class InventoryStore {
  constructor(private readonly deps: { client: DatabaseClient; outputs: OutputStore; objects: Objects }) {}

  /** Stores the inventory of a version. Repeating it replaces the previous one. */
  async keep(tx: TransactionClient, id: StateVersionId, { inventory, documents }: StoredInventory): Promise<void> {
    await countResources(tx, id, BigInt(inventory.managedCount));
    await this.deps.outputs.replace(tx, id, inventory.outputs);
    const inRow = (kind: ShownDocumentKind) => {
      const document = documents[kind];
      return typeof document === 'string' ? document : null;
    };
    await tx.stateVersion.updateMany({
      where: { id },
      data: {
        ...rowOf(inventory),
        modules: inRow('modules'),
        providers: inRow('providers'),
        resources: inRow('resources'),
      },
    });
    const apart = Object.entries(documents).flatMap(([kind, document]) =>
      typeof document === 'string'
        ? []
        : [{ stateVersionId: id, kind, objectId: document.objectId, size: BigInt(document.size) }],
    );
    await tx.inventoryDocument.deleteMany({ where: { stateVersionId: id } });
    if (apart.length > 0) await tx.inventoryDocument.createMany({ data: apart });
  }

  /**
   * The same as a batch for a version of which nothing is known yet, if there is little of it: nothing of the batch is kept if the content is gone, or if something
   * is known by now. `null` where a transaction is needed.
   */
  filling(version: StateVersion, stored: StoredInventory): SqlWrite[] | null {
    const { id, contentObjectId, resourcesProcessed, outputIds } = version;
    if (resourcesProcessed || outputIds.length > 0) return null;
    const arrived = this.arrived(id, stored);
    if (!arrived) return null;
    const known = { id, contentObjectId, resourcesProcessed, outputIds: '[]' };
    return [
      countingResources(id, arrived.columns.managedCount),
      { ...updateOf('StateVersion', arrived.columns, known), changes: 1 },
      ...arrived.writes,
    ];
  }

  /**
   * The same for the batch that makes the row, or gives it its content; `null` where there is too much of it.
   * @param given outputs that were given with the version, whose ids callers may use
   */
  arrived(
    id: StateVersionId,
    { inventory, documents }: StoredInventory,
    given: GivenIds = noneGiven,
  ): ArrivedInventory | null {
    const { modules, providers, resources, index } = documents;
    if (!fitTogether(inventory.outputs)) return null;
    if (typeof modules !== 'string' || typeof providers !== 'string' || typeof resources !== 'string') return null;
    if (typeof index !== 'string') return null;
    const outputs = identified(inventory.outputs, given.ids);
    const outputIds = JSON.stringify(outputs.map((output) => output.id));
    return {
      columns: { ...rowOf(inventory), modules, providers, resources, outputIds },
      writes: this.deps.outputs.replacement(id, outputs, given.stored ? given.ids : noneGiven.ids),
      index,
    };
  }

  /** For the transaction that makes a version of content whose inventory is known: there may be many outputs. */
  keeping(inventory: StoredInventory | null) {
    if (!inventory) return {};
    const after = async <Kept extends Pick<StateVersion, 'id'>>(
      tx: TransactionClient,
      version: Kept,
    ): Promise<Kept> => {
      await this.keep(tx, version.id, inventory);
      return version;
    };
    return { after, timeoutMs: longestTransactionMs };
  }

  /**
   * The inventory of a version for a copy of its content, as a part of the batch that makes the copy; `null` where it is too large for that, or where nothing
   * is known of it.
   */
  copying({ source, sealed }: SourceWithSealed, to: StateVersionId): (CopiedInventory & CopiedOutputs) | null {
    const { resourcesProcessed, outputsGiven, outputIds, modulesJson, providersJson, resourcesJson } = source;
    if ((!resourcesProcessed && !outputsGiven) || sealed === null) return null;
    if (modulesJson === null || providersJson === null || resourcesJson === null) return null;
    return { source, ...this.deps.outputs.copying(outputIds, to, sealed) };
  }

  /** The inventory of a version is also valid for a copy of its content, and uses the same objects. */
  async copy(tx: TransactionClient, from: StateVersionId, to: StateVersionId): Promise<void> {
    const source = await tx.stateVersion.findUniqueOrThrow({
      where: { id: from },
      select: {
        resourcesProcessed: true,
        processingProblem: true,
        resourceCount: true,
        managedCount: true,
        billableRumCount: true,
        modules: true,
        providers: true,
        resources: true,
      },
    });
    if (source.resourcesProcessed) {
      await countResources(tx, to, source.processingProblem === null ? source.managedCount : null);
    }
    await this.deps.outputs.replace(tx, to, await this.deps.outputs.copyOf(tx, from));
    await tx.stateVersion.update({ where: { id: to }, data: source });
    const documents = await tx.inventoryDocument.findMany({ where: { stateVersionId: from } });
    if (documents.length === 0) return;
    await tx.inventoryDocument.createMany({ data: documents.map((row) => ({ ...row, stateVersionId: to })) });
  }

  /** Documents in objects, in the requested order: one statement, and nothing is read before it is sent. */
  async shown(asked: readonly DocumentAsked[]): Promise<(RawJson | Error)[]> {
    const rows = await this.#rows({
      stateVersionId: { in: [...new Set(asked.map(({ stateVersionId }) => stateVersionId))] },
      kind: { in: [...new Set(asked.map(({ kind }) => kind))] },
    });
    const found = new Map(rows.map((row) => [`${row.stateVersionId} ${row.kind}`, row]));
    return asked.map(({ stateVersionId, kind }) => {
      const row = found.get(`${stateVersionId} ${kind}`);
      if (!row) return new Error(`the document ${kind} of ${stateVersionId} is missing`);
      return new RawJson({ size: Number(row.size), open: () => this.#bytes(row.objectId) });
    });
  }

  /** The index of a version, if it was stored. */
  async index(
    stateVersionId: StateVersionId,
  ): Promise<{ readonly entries: AsyncIterable<Uint8Array>; readonly size: number } | null> {
    const [row] = await this.#rows({ stateVersionId, kind: 'index' satisfies DocumentKind });
    return row ? { entries: this.#bytes(row.objectId), size: Number(row.size) } : null;
  }

  async #rows(
    where: NonNullable<Parameters<DatabaseClient['inventoryDocument']['findMany']>[0]>['where'],
  ): Promise<DocumentRow[]> {
    const rows = await this.deps.client.inventoryDocument.findMany({ ...(where && { where }) });
    return rows.map(({ objectId, ...row }) => {
      if (!isObjectId(objectId)) throw new Error('a document is in no object');
      return { ...row, objectId };
    });
  }

  async *#bytes(objectId: ObjectId): AsyncGenerator<Uint8Array> {
    const { content } = await this.deps.objects.read(objectId);
    for await (const chunk of content) yield asBytes(chunk);
  }
}

function asBytes(chunk: unknown): Uint8Array {
  if (!(chunk instanceof Uint8Array)) throw new Error('an object gives something else than bytes');
  return chunk;
}
