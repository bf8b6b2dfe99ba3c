import { countLabel, instanceAddress, moduleName, resourceAddress, typeLabel } from './address.js';
import type { IndexKey, ResourceMode } from './address.js';
import { remembered, ResourceTextMaker } from './resource-texts.js';
import type { InventoryInstance, InventoryResource, InventorySink, ResourceTexts, TypeCounts } from './inventory.js';

/** A resource from the reader of a format. */
export interface FoundResource {
  readonly modulePath: string;
  readonly mode: ResourceMode;
  readonly type: string;
  readonly name: string;
  readonly provider: string;
  /** Of instances. */
  readonly count: number;
  /** One for each instance, if {@link Tally.takesKeys}. */
  readonly keys: readonly IndexKey[];
}

/** Terraform Enterprise's billable resources: managed resources that are not billed. */
const unbilledTypes = new Set(['null_resource', 'terraform_data']);

/** Entries in one call of a sink. */
const BATCH = 500;

type Counts = Map<string, Map<string, number>>;

interface Batch {
  readonly found: readonly FoundResource[];
  readonly texts: ResourceTexts | null;
}

/** Collects what the readers of resources find, until it is passed on. */
export class Tally {
  resourceCount = 0;
  instanceCount = 0;
  managedCount = 0;
  billableRumCount = 0;
  /** Set when a section was read a second time; cleared when that was passed on. */
  restarted = false;
  #modules: Counts = new Map();
  #providers: Counts = new Map();
  /** Complete ones, and what the next one has so far. */
  #batches: Batch[] = [];
  #found: FoundResource[] = [];
  #inBatch = 0;
  readonly #texts: ResourceTextMaker | null;
  readonly #keepsFound: boolean;
  readonly takesKeys: boolean;
  readonly #moduleName = remembered(moduleName);
  readonly #labels = {
    managed: remembered((type) => countLabel('managed', type)),
    data: remembered((type) => countLabel('data', type)),
  };

  /** @param sink what it does not take is not collected */
  constructor(sink: InventorySink) {
    this.#texts = sink.texts ? new ResourceTextMaker() : null;
    this.takesKeys = !!sink.instances;
    this.#keepsFound = !!sink.resources || this.takesKeys;
  }

  add(resource: FoundResource): void {
    const { mode, type, count } = resource;
    if (count === 0) return;
    this.resourceCount++;
    this.instanceCount += count;
    if (mode === 'managed') this.managedCount += count;
    if (mode === 'managed' && !unbilledTypes.has(type)) this.billableRumCount += count;
    const label = this.#labels[mode](type);
    addTo(this.#modules, resource.modulePath, label, count);
    addTo(this.#providers, resource.provider, label, count);
    if (this.#keepsFound) this.#found.push(resource);
    this.#texts?.add(resource, count);
    if (++this.#inBatch === BATCH) this.#endBatch();
  }

  restart(): void {
    this.resourceCount = this.instanceCount = this.managedCount = this.billableRumCount = 0;
    this.#modules = new Map();
    this.#providers = new Map();
    this.#batches = [];
    this.#found = [];
    this.#inBatch = 0;
    this.#texts?.clear();
    this.restarted = true;
  }

  get modules(): Readonly<Record<string, TypeCounts>> {
    return asRecord(this.#modules, moduleName);
  }

  get providers(): Readonly<Record<string, TypeCounts>> {
    return asRecord(this.#providers);
  }

  /** Passes on what was found since the last call: only full batches, except for the `last` one. */
  async handOn(sink: InventorySink, last: boolean): Promise<void> {
    if (this.restarted) {
      this.restarted = false;
      await sink.restart?.();
    }
    if (last && this.#inBatch > 0) this.#endBatch();
    const batches = this.#batches;
    if (batches.length === 0) return;
    this.#batches = [];
    for (const { found, texts } of batches) {
      await sink.resources?.(found.map((resource) => this.#resource(resource)));
      if (texts) await sink.texts?.(texts);
    }
    if (!sink.instances) return;
    for (const batch of instanceBatches(batches.flatMap(({ found }) => found))) await sink.instances(batch);
  }

  #endBatch(): void {
    this.#batches.push({ found: this.#found, texts: this.#texts?.take() ?? null });
    this.#found = [];
    this.#inBatch = 0;
  }

  #resource({ modulePath, mode, type, name, provider, count }: FoundResource): InventoryResource {
    return {
      address: resourceAddress(modulePath, mode, type, name),
      module: this.#moduleName(modulePath),
      modulePath,
      mode,
      resourceType: type,
      type: typeLabel(mode, type),
      name,
      provider,
      count,
    };
  }
}

function addTo(counts: Counts, group: string, label: string, instances: number): void {
  let labels = counts.get(group);
  if (!labels) counts.set(group, (labels = new Map<string, number>()));
  labels.set(label, (labels.get(label) ?? 0) + instances);
}

function asRecord(counts: Counts, named = (group: string): string => group): Readonly<Record<string, TypeCounts>> {
  return Object.fromEntries([...counts].map(([group, labels]) => [named(group), Object.fromEntries(labels)]));
}

function* instanceBatches(found: readonly FoundResource[]): Generator<InventoryInstance[]> {
  let batch: InventoryInstance[] = [];
  for (const { modulePath, mode, type, name, provider, keys } of found) {
    const address = resourceAddress(modulePath, mode, type, name);
    for (const indexKey of keys) {
      batch.push({
        address: instanceAddress(address, indexKey),
        resourceAddress: address,
        modulePath,
        mode,
        resourceType: type,
        name,
        indexKey,
        provider,
      });
      if (batch.length === BATCH) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}
