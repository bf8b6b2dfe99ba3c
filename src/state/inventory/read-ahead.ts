import { LRUCache } from 'lru-cache';
import type { ObjectId } from '../../platform/objects/object-id.js';
import { rowBytes } from './inventory-documents.js';
import type { StoredDocument } from './growing-document.js';
import type { StoredInventory } from './inventory-documents.js';
import type { Inventory, InventorySink, ResourceTexts } from './inventory.js';

/** What may be held at once, in characters and what else objects take, and of how many contents at most. */
const heldSize = 4 * 2 ** 20;
const mostHeld = 500;
/** What an output takes besides its texts. */
const outputSize = 150;
/** Bytes of the index of one content: a larger one is read again, and stored while it is. */
const indexBytes = 256 * 1024;

/**
 * What was read in small contents while they arrived, until their jobs ask for it: reading it again would take opening, expanding and scanning the content. A job
 * that finds nothing here, because another process stored the content or too much came since, reads the content.
 */
export class ReadAhead {
  readonly #held = new LRUCache<ObjectId, StoredInventory>({ max: mostHeld, maxSize: heldSize });

  keep(id: ObjectId, read: StoredInventory): void {
    this.#held.set(id, read, { size: sizeOf(read) });
  }

  /** Gives it once. */
  take(id: ObjectId): StoredInventory | null {
    const read = this.#held.get(id) ?? null;
    this.forget(id);
    return read;
  }

  /** No row will refer to the content. */
  forget(id: ObjectId): void {
    this.#held.delete(id);
  }
}

const isText = (document: string | StoredDocument): document is string => typeof document === 'string';

function sizeOf({ inventory, documents }: StoredInventory): number {
  const outputs = inventory.outputs.map(({ name, value, detailedType }) => [name, value ?? '', detailedType]);
  const texts = Object.values(documents).filter(isText);
  // These are held as texts and as objects.
  const twice = [documents.modules, documents.providers].filter(isText);
  const others = outputs.length * outputSize + 1;
  return [...texts, ...twice, ...outputs.flat()].reduce((sum, text) => sum + text.length, others);
}

/** Collects the documents of a content that is small, in memory alone. */
export class SmallDocuments implements InventorySink {
  #documents: Uint8Array[] = [];
  #index: Uint8Array[] = [];

  texts({ documents, index }: ResourceTexts): void {
    this.#documents.push(documents);
    this.#index.push(index);
  }

  restart(): void {
    this.#documents = [];
    this.#index = [];
  }

  /** `null` where any of them is not for a row. */
  end(inventory: Inventory): StoredInventory | null {
    const documents = {
      modules: JSON.stringify(inventory.modules),
      providers: JSON.stringify(inventory.providers),
      resources: `[${this.#documents.map(textOf).join(',')}]`,
      index: this.#index.map(textOf).join(''),
    };
    const { index, ...shown } = documents;
    const fits = Object.values(shown).every((text) => Buffer.byteLength(text) <= rowBytes);
    return fits && Buffer.byteLength(index) <= indexBytes ? { inventory, documents } : null;
  }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
