import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { GrowingDocument } from './growing-document.js';
import type { StoredDocument } from './growing-document.js';
import type { Inventory, InventorySink, ResourceTexts } from './inventory.js';

/** Documents of a version that callers see. */
export const shownDocumentKinds = ['modules', 'providers', 'resources'] as const;
export type ShownDocumentKind = (typeof shownDocumentKinds)[number];
/** `index`: what resource search keeps, in lines of `ResourceTexts.index`. */
export type DocumentKind = ShownDocumentKind | 'index';

/** Bytes of a document that a version's row holds. A larger one is an object, and read by those alone who ask for it. */
export const rowBytes = 64 * 1024;

/** What was read from a content, with its documents as texts or in the object store. No row names it yet: what none comes to name is swept. */
export interface StoredInventory {
  readonly inventory: Inventory;
  readonly documents: Readonly<Record<DocumentKind, string | StoredDocument>>;
}

/** The objects of a stored inventory. */
export function objectsOf({ documents }: StoredInventory): ObjectId[] {
  return Object.values(documents).flatMap((document) => (typeof document === 'string' ? [] : [document.objectId]));
}

/** Takes what is read from a content and stores it as it comes, so that it is never held whole. */
export class DocumentCollector implements InventorySink {
  #resources: GrowingDocument;
  #index: GrowingDocument;

  /** @param indexBytes of the index that are held here: none, where it has to outlive this process */
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
