import type { InventoryResource } from './inventory.js';
import { resourceDocument } from './inventory.js';

/** Resources as what is kept of them, in bytes of JSON text: made where they are read, so that no thread hands objects to another. */
export interface ResourceTexts {
  /** What documents show, one after the other with commas between: the inside of a list. */
  readonly documents: Uint8Array;
  /** A list of {@link IndexEntry} in one line, its end included. No two of them have the same address: the last one counts. */
  readonly index: Uint8Array;
}

/** What the index keeps of a resource. No attribute of it: those may be secret. */
export interface IndexEntry {
  readonly address: string;
  /** `root`, or the module's path: `module.net`. */
  readonly module: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly provider: string;
  readonly instanceCount: number;
}

const encoder = new TextEncoder();

export function resourceTexts(batch: readonly InventoryResource[]): ResourceTexts {
  const entries = new Map(batch.map((resource) => [resource.address, entryOf(resource)]));
  return {
    documents: encoder.encode(JSON.stringify(batch.map(resourceDocument)).slice(1, -1)),
    index: encoder.encode(`${JSON.stringify([...entries.values()])}\n`),
  };
}

function entryOf(resource: InventoryResource): IndexEntry {
  const { address, mode, resourceType: type, name, provider, count: instanceCount } = resource;
  return { address, module: resource.modulePath || 'root', mode, type, name, provider, instanceCount };
}
