import type { InventoryInstance, InventoryResource, InventorySink } from '../../../src/state/inventory/inventory.js';

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
