import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { GrowingDocument } from './growing-document.js';
import type { StoredDocument } from './growing-document.js';
import type { Inventory, InventorySink, ResourceTexts } from './inventory.js';

/** Documents of a version that callers see. */
const shownDocumentKinds = ['modules', 'providers', 'resources'] as const;
export type ShownDocumentKind = (typeof shownDocumentKinds)[number];
/** `index`: the data for resource search, in lines of `ResourceTexts.index`. */
export type DocumentKind = ShownDocumentKind | 'index';

/** Bytes of a document in the row of a version. A larger one is an object, and only read on request. */
export const rowBytes = 64 * 1024;

/** What was read from a content, with its documents as texts or in the object store. No row refers to it yet; if none does later, it is swept. */
export interface StoredInventory {
  readonly inventory: Inventory;
  readonly documents: Readonly<Record<DocumentKind, string | StoredDocument>>;
}

/** The objects of a stored inventory. */
export function objectsOf({ documents }: StoredInventory): ObjectId[] {
  return Object.values(documents).flatMap((document) => (typeof document === 'string' ? [] : [document.objectId]));
}

/** Stores what is read from a content as it arrives, so that it is never completely in memory. */
export class DocumentCollector implements InventorySink {
  #resources: GrowingDocument;
  #index: GrowingDocument;

  /** @param indexBytes of the index that are held in memory: none, if it must survive this process */
  constructor(
    private readonly objects: Objects,
    private readonly indexBytes: number,
  ) {
    this.#resources = new GrowingDocument(objects, rowBytes);
    this.#index = new GrowingDocument(objects, indexBytes);
  }

  async texts({ documents, index }: ResourceTexts): Promise<void> {
    await this.#resources.add(this.#resources.isEmpty ? open : comma);
    await this.#resources.add(documents);
    await this.#index.add(index);
  }

  async restart(): Promise<void> {
    await this.discard();
    this.#resources = new GrowingDocument(this.objects, rowBytes);
    this.#index = new GrowingDocument(this.objects, this.indexBytes);
  }

  async end(inventory: Inventory): Promise<StoredInventory> {
    await this.#resources.add(this.#resources.isEmpty ? empty : close);
    const [resources, index, modules, providers] = await Promise.all([
      this.#resources.end(),
      this.#index.end(),
      this.#small(inventory.modules),
      this.#small(inventory.providers),
    ]);
    return { inventory, documents: { modules, providers, resources, index } };
  }

  async discard(): Promise<void> {
    await Promise.all([this.#resources.discard(), this.#index.discard()]);
  }

  async #small(counts: object): Promise<string | StoredDocument> {
    const document = new GrowingDocument(this.objects, rowBytes);
    await document.add(Buffer.from(JSON.stringify(counts)));
    return document.end();
  }
}

const open = Buffer.from('[');
const comma = Buffer.from(',');
const close = Buffer.from(']');
const empty = Buffer.from('[]');
