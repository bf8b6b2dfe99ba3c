/** What is read from a state in addition to its bytes. All of it is JSON-safe, and none of it contains attributes of resources. */
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
  /** JSON text of the value without white space between tokens: numbers keep all their digits. Null if `omitted`. */
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
  /** Instances. Deposed objects, which wait to be destroyed, do not count separately. */
  readonly count: number;
}

/** One instance, for indexes of instances. */
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

/** Resources in their stored form, as bytes of JSON text: created where they are read, so that threads do not exchange objects. */
export interface ResourceTexts {
  /** The documents, separated by commas: the content of a list. */
  readonly documents: Uint8Array;
  /** A list of entries in one line, including the line break. Addresses are unique in it: the last one counts. */
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
 * Gets resources in batches as they are found, so that a state with a million of them is never completely in memory. Reading continues when the promise of a
 * call is fulfilled. The resources only count if the result is readable.
 */
export interface InventorySink {
  resources?(batch: readonly InventoryResource[]): void | Promise<void>;
  instances?(batch: readonly InventoryInstance[]): void | Promise<void>;
  /** The resources in their stored form. */
  texts?(batch: ResourceTexts): void | Promise<void>;
  /** The content has a second section of resources: earlier ones do not count. */
  restart?(): void | Promise<void>;
}

export interface InventoryLimits {
  /** Output values that are kept, in bytes of JSON text over all outputs. Further outputs are `omitted`. */
  readonly outputBytes: number;
}

export const defaultInventoryLimits: InventoryLimits = { outputBytes: 16 * 1024 * 1024 };
