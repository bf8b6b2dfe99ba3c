/** The objects of a state, one at a time, in the same form for all formats. */
import { contentProblem, UnreadableContent } from '../content/problem.js';
import { Capture, SKIP } from '../content/node.js';
import { scan } from '../content/scan.js';
import type { Kind, Node, Step } from '../content/node.js';
import type { Content } from '../content/scan.js';
import { DocumentNode, stringOf } from '../content/header.js';
import { instanceAddress, modulePathOf, parseLegacyKey, resourceAddress } from '../inventory/address.js';
import type { IndexKey, ResourceMode } from '../inventory/address.js';
import { defaultInventoryLimits } from '../inventory/inventory.js';
import type { InventoryOutput } from '../inventory/inventory.js';
import { OutputsNode } from '../inventory/outputs.js';
import { impliedProvider, legacyPath } from '../inventory/resources-legacy.js';
import { modeOf } from '../inventory/resources-v4.js';
import { sensitiveIn } from './difference.js';
import type { Sensitive } from './difference.js';
import { unflatten } from './flatmap.js';
import type { JsonTree } from './json-tree.js';
import { canonicalText, isNull, member, nullTree, parseTree, stringIn } from './json-tree.js';

/** Identifies an object. JSON-safe. */
export interface ObjectIdentity {
  /** `module.net.aws_vpc.main["a"]`; a deposed one: `… (deposed object 1a2b3c4d)`. */
  readonly address: string;
  readonly resourceAddress: string;
  readonly modulePath: string;
  readonly mode: ResourceMode;
  readonly type: string;
  readonly name: string;
  readonly indexKey: IndexKey;
  readonly deposed: string | null;
  readonly provider: string;
}

export interface ObjectValues {
  /** `tainted`, or null. */
  readonly status: string | null;
  readonly attributes: JsonTree;
  readonly sensitive: Sensitive;
  /** The attributes were stored flat, with all scalars as strings. */
  readonly flat: boolean;
}

/** An object that is being read; values are only computed on request. */
export interface ObjectRecord {
  values(): ObjectValues;
  /** Equal if status and attributes are equal; another order of members may make it differ. Much faster than {@link values}. */
  plainText(): string;
}

/** Gets each object twice: its values when they are read, and its identity when its resource ends. */
export interface ObjectVisitor {
  /** @param record undefined if the object was too large: then it has no identity either */
  record(ordinal: number, record: ObjectRecord | undefined): void;
  identity(ordinal: number, identity: ObjectIdentity): void;
}

/** The JSON text of one object. Larger ones are skipped. */
const objectText = new Capture(64 * 1024 * 1024);
const shortText = new Capture(1024 * 1024);

interface OpenObject {
  readonly ordinal: number;
  readonly indexKey: IndexKey;
  readonly deposed: string | null;
}

/**
 * @param legacy formats 1 to 3
 * @returns the outputs
 * @throws UnreadableContent, and what the content's own stream throws
 */
export async function visitObjects(
  content: Content,
  legacy: boolean,
  visitor: ObjectVisitor,
): Promise<readonly InventoryOutput[]> {
  const counter = { next: 0 };
  const outputs = new OutputsNode(defaultInventoryLimits);
  const modules = new ModuleNode(visitor, counter, outputs);
  const resource = new ResourceNode(visitor, counter);
  const elements = (start: () => Node): Node => ({ value: (_name, kind) => (kind === 'object' ? start() : SKIP) });
  const sections: Node = {
    value(name, kind) {
      if (legacy) return name === 'modules' && kind === 'array' ? elements(() => modules.start()) : SKIP;
      if (name === 'outputs' && kind === 'object') return outputs.restart();
      return name === 'resources' && kind === 'array' ? elements(() => resource.start()) : SKIP;
    },
  };
  await scan(content, new DocumentNode(sections));
  return legacy ? modules.rootOutputs : outputs.outputs;
}

class ResourceNode implements Node {
  #objects: OpenObject[] = [];
  #texts = new Map<string, string | undefined>();
  readonly #instances: Node;

  constructor(
    private readonly visitor: ObjectVisitor,
    counter: { next: number },
  ) {
    this.#instances = {
      value: () => objectText,
      text: (_name, text) => {
        const ordinal = counter.next++;
        if (text === undefined) {
          visitor.record(ordinal, undefined);
          return;
        }
        const instance = asObject(JSON.parse(text));
        this.#objects.push({ ordinal, ...instanceKeys(instance) });
        visitor.record(ordinal, {
          values: () => instanceValues(text),
          plainText: () => plainText(instance, text),
        });
      },
    };
  }

  start(): this {
    this.#objects = [];
    this.#texts = new Map();
    return this;
  }

  value(name: string, kind: Kind): Step {
    if (name === 'instances') return kind === 'array' ? this.#instances : SKIP;
    return ['module', 'mode', 'type', 'name', 'provider'].includes(name) ? shortText : SKIP;
  }

  text(name: string, text: string | undefined): void {
    this.#texts.set(name, stringOf(text));
  }

  end(): void {
    const modulePath = this.#texts.get('module') ?? '';
    const mode = modeOf(this.#texts.get('mode'));
    const [type, name, provider = ''] = ['type', 'name', 'provider'].map((field) => this.#texts.get(field));
    if (!mode || !type || !name)
      throw new UnreadableContent(contentProblem('MALFORMED', 'a resource has no mode, type or name'));
    const resource = { modulePath, mode, type, name, provider };
    for (const object of this.#objects) this.visitor.identity(object.ordinal, identityOf(resource, object));
  }
}

type ParsedObject = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): ParsedObject => (isObject(value) ? value : {});
const isObject = (value: unknown): value is ParsedObject => typeof value === 'object' && value !== null;

function instanceKeys(instance: ParsedObject): { indexKey: IndexKey; deposed: string | null } {
  const { index_key: key, deposed } = instance;
  return {
    indexKey: typeof key === 'string' || typeof key === 'number' ? key : null,
    deposed: typeof deposed === 'string' && deposed !== '' ? deposed : null,
  };
}

/** With this many consecutive digits, `JSON.parse` may have rounded. */
const longNumber = /\d{16}/;

function plainText(instance: ParsedObject, text: string): string {
  if (longNumber.test(text)) {
    const { status, attributes } = instanceValues(text);
    return `${status ?? ''} ${canonicalText(attributes)}`;
  }
  const { status, attributes, attributes_flat: flat } = instance;
  return `${typeof status === 'string' ? status : ''} ${JSON.stringify(attributes ?? flat ?? null)}`;
}

function instanceValues(text: string): ObjectValues {
  const instance = parseTree(text);
  const flatAttributes = member(instance, 'attributes_flat');
  const structured = member(instance, 'attributes');
  const flat = (!structured || isNull(structured)) && flatAttributes !== undefined;
  const attributes = flat ? unflatten(flatAttributes) : (structured ?? nullTree);
  return {
    status: stringIn(member(instance, 'status')) ?? null,
    attributes,
    sensitive: sensitiveIn(attributes, member(instance, 'sensitive_attributes')),
    flat,
  };
}

function identityOf(
  resource: Pick<ObjectIdentity, 'modulePath' | 'mode' | 'type' | 'name' | 'provider'>,
  { indexKey, deposed }: Omit<OpenObject, 'ordinal'>,
): ObjectIdentity {
  const address = resourceAddress(resource.modulePath, resource.mode, resource.type, resource.name);
  const instance = instanceAddress(address, indexKey);
  return {
    address: deposed === null ? instance : `${instance} (deposed object ${deposed})`,
    resourceAddress: address,
    ...resource,
    indexKey,
    deposed,
  };
}

/** A module of formats 1 to 3. Each of its resources is one instance: its primary object and its deposed ones. */
class ModuleNode implements Node {
  rootOutputs: readonly InventoryOutput[] = [];
  #path: readonly string[] = ['root'];
  #objects: (OpenObject & { key: string; provider: string })[] = [];
  readonly #resources: Node;

  constructor(
    private readonly visitor: ObjectVisitor,
    counter: { next: number },
    private readonly outputs: OutputsNode,
  ) {
    this.#resources = {
      value: () => objectText,
      text: (key, text) => {
        if (text === undefined) {
          visitor.record(counter.next++, undefined);
          return;
        }
        const resource = parseTree(text);
        const provider = stringIn(member(resource, 'provider')) ?? '';
        for (const { object, deposed } of legacyObjects(resource)) {
          const ordinal = counter.next++;
          this.#objects.push({ ordinal, key, provider, indexKey: null, deposed });
          const values = (): ObjectValues => legacyValues(object);
          visitor.record(ordinal, { values, plainText: () => `${values().status ?? ''} ${canonicalText(object)}` });
        }
      },
    };
  }

  start(): this {
    this.#path = ['root'];
    this.#objects = [];
    this.outputs.restart();
    return this;
  }

  value(name: string, kind: Kind): Step {
    if (name === 'path') return shortText;
    if (kind !== 'object') return SKIP;
    if (name === 'outputs') return this.outputs.restart();
    return name === 'resources' ? this.#resources : SKIP;
  }

  text(_name: string, text: string | undefined): void {
    this.#path = legacyPath(text);
  }

  end(): void {
    if (this.#path.length === 1) this.rootOutputs = this.outputs.outputs;
    const modulePath = modulePathOf(this.#path);
    for (const { ordinal, key, provider, deposed } of this.#objects) {
      const parsed = parseLegacyKey(key);
      if (!parsed) throw new UnreadableContent(contentProblem('MALFORMED', `resource key ${JSON.stringify(key)}`));
      const { mode, type, name, index } = parsed;
      const resource = { modulePath, mode, type, name, provider: provider || impliedProvider(type) };
      this.visitor.identity(ordinal, identityOf(resource, { indexKey: index, deposed }));
    }
  }
}

function* legacyObjects(resource: JsonTree): Generator<{ object: JsonTree; deposed: string | null }> {
  const primary = member(resource, 'primary');
  if (primary && !isNull(primary)) yield { object: primary, deposed: null };
  const deposed = member(resource, 'deposed');
  if (deposed?.kind !== 'array') return;
  for (const [i, object] of deposed.items.entries()) yield { object, deposed: String(i) };
}

function legacyValues(object: JsonTree): ObjectValues {
  const tainted = member(object, 'tainted');
  return {
    status: tainted && canonicalText(tainted) === 'true' ? 'tainted' : null,
    attributes: unflatten(member(object, 'attributes')),
    sensitive: { paths: [], texts: [] },
    flat: true,
  };
}
