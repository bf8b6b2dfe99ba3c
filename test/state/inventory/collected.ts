import type {
  InventoryInstance,
  InventoryResource,
  InventorySink,
  ResourceTexts,
} from '../../../src/state/inventory/inventory.js';
import { ResourceTextMaker } from '../../../src/state/inventory/resource-texts.js';

/** Keeps what a reader hands on. */
export class Collected implements InventorySink {
  found: InventoryResource[] = [];
  foundInstances: InventoryInstance[] = [];

  resources(batch: readonly InventoryResource[]): void {
    this.found.push(...batch);
  }

  instances(batch: readonly InventoryInstance[]): void {
    this.foundInstances.push(...batch);
  }

  restart(): void {
    this.found = [];
    this.foundInstances = [];
  }

  get addresses(): string[] {
    return this.foundInstances.map((instance) => instance.address);
  }
}

/** The stored texts of resources that were found. */
export function textsOf(found: readonly InventoryResource[]): ResourceTexts {
  const maker = new ResourceTextMaker();
  for (const { resourceType, count, ...resource } of found) maker.add({ ...resource, type: resourceType }, count);
  return maker.take();
}
