/** What is read from a state in addition to its bytes. All of it is JSON-safe, and none of it holds a resource's attributes. */
import type { ContentProblem } from '../content/problem.js';
import type { IndexKey, ResourceMode } from './address.js';

/** Instances by type label: `{"null-resource": 1, "data.terraform-remote-state": 1}`. */
export type TypeCounts = Readonly<Record<string, number>>;

export interface InventoryOutput {
  readonly name: string;
  readonly sensitive: boolean;
  /** Simple word for the value's type: `string`, `number`, `boolean`, `array`, `object`, `null`. */
  readonly type: string;
  /** JSON text of the exact type: `"string"`, `["list","string"]`, `["object",{"a":"number"}]`. */
  readonly detailedType: string;
  /** JSON text of the value, without space between its tokens: numbers keep all their digits. Null when `omitted`. */
  readonly value: string | null;
  /** The value was larger than {@link InventoryLimits} allow. */
  readonly omitted: boolean;
}

/** One resource of one module. */
export interface InventoryResource {
  /** `module.net.aws_vpc.main`, without an index. */
  readonly address: string;
  /** `root`, `root.net`, `root.net["eu"].subnet`. */
  readonly module: string;
  /** `module.net`, or '' in the root module. */
  readonly modulePath: string;
  readonly mode: ResourceMode;
  /** Type without a prefix: `aws_vpc`. */
  readonly resourceType: string;
  /** Type as documents show it: `aws_vpc`, `data.aws_ami`. */
  readonly type: string;
  readonly name: string;
  /** As the state has it: `provider["registry.terraform.io/hashicorp/aws"].west`; formats 1 to 3: `provider.aws`. */
  readonly provider: string;
  /** Instances. Objects that wait to be destroyed (deposed) are not counted in addition to their instance. */
  readonly count: number;
}

/** One instance, for those who index instances. */
export interface InventoryInstance {
  readonly address: string;
  readonly resourceAddress: string;
  readonly modulePath: string;
  readonly mode: ResourceMode;
  readonly resourceType: string;
  readonly name: string;
  readonly indexKey: IndexKey;
  readonly provider: string;
}

/** Resources as what is kept of them, in bytes of JSON text: made where they are read, so that no thread hands objects to another. */
export interface ResourceTexts {
  /** What documents show, one after the other with commas between: the inside of a list. */
  readonly documents: Uint8Array;
  /** A list of entries in one line, its end included. No two of them have the same address: the last one counts. */
  readonly index: Uint8Array;
}

export interface Inventory {
  /** Version of the state format, 1 to 4. */
  readonly stateFormat: number;
  readonly engineVersion: string | null;
  /** By module name. */
  readonly modules: Readonly<Record<string, TypeCounts>>;
  /** By provider address. */
  readonly providers: Readonly<Record<string, TypeCounts>>;
  readonly outputs: readonly InventoryOutput[];
  /** Resources with at least one instance. */
  readonly resourceCount: number;
  readonly instanceCount: number;
  /** Instances of managed resources. */
  readonly managedCount: number;
  /** Instances of managed resources without `null_resource` and `terraform_data`. */
  readonly billableRumCount: number;
}

export type InventoryResult =
  | { readonly readable: true; readonly inventory: Inventory }
  | { readonly readable: false; readonly problems: readonly ContentProblem[] };

/**
 * Takes resources as they are found, in batches, so that a state with a million of them is never held whole. The content is
 * read on only when a call's promise is fulfilled. What was taken counts when the result is readable, and not otherwise.
 */
export interface InventorySink {
  resources?(batch: readonly InventoryResource[]): void | Promise<void>;
  instances?(batch: readonly InventoryInstance[]): void | Promise<void>;
  /** The resources as what is kept of them. */
  texts?(batch: ResourceTexts): void | Promise<void>;
  /** The content names the section of resources a second time: what was taken before does not count. */
  restart?(): void | Promise<void>;
}

export interface InventoryLimits {
  /** Output values kept, in bytes of JSON text over all outputs. Beyond it an output is `omitted`. */
  readonly outputBytes: number;
}

export const defaultInventoryLimits: InventoryLimits = { outputBytes: 16 * 1024 * 1024 };
