/** `modules` of formats 1 to 3: one entry for each module, its resources keyed `type.name` or `type.name.index`. */
import { contentProblem, UnreadableContent } from '../content/problem.js';
import { Capture, SKIP } from '../content/node.js';
import type { Kind, Node, Step } from '../content/node.js';
import { stringOf } from '../content/header.js';
import { modulePathOf, parseLegacyKey } from './address.js';
import type { IndexKey } from './address.js';
import type { InventoryLimits, InventoryOutput } from './inventory.js';
import { OutputsNode } from './outputs.js';
import type { FoundResource, Tally } from './tally.js';

const shortText = new Capture(1024 * 1024);

export class ModulesNode implements Node {
  /** Only outputs of the root module: others are not visible outside. */
  outputs: readonly InventoryOutput[] = [];
  readonly #module: ModuleNode;

  constructor(tally: Tally, limits: InventoryLimits) {
    this.#module = new ModuleNode(tally, limits, (outputs) => {
      this.outputs = outputs;
    });
  }

  restart(): this {
    this.outputs = [];
    return this;
  }

  value(_name: string, kind: Kind): Step {
    if (kind !== 'object') throw malformed('a module is not an object');
    return this.#module.start();
  }
}

class ModuleNode implements Node {
  readonly #outputs: OutputsNode;
  readonly #resources = new LegacyResourcesNode();
  #path: readonly string[] = ['root'];

  constructor(
    private readonly tally: Tally,
    limits: InventoryLimits,
    private readonly rootOutputs: (outputs: readonly InventoryOutput[]) => void,
  ) {
    this.#outputs = new OutputsNode(limits);
  }

  start(): this {
    this.#path = ['root'];
    this.#outputs.restart();
    this.#resources.start();
    return this;
  }

  value(name: string, kind: Kind): Step {
    if (name === 'path') return shortText;
    if (name === 'outputs' && kind === 'object') return this.#outputs.restart();
    return name === 'resources' && kind === 'object' ? this.#resources.start() : SKIP;
  }

  text(_name: string, text: string | undefined): void {
    this.#path = legacyPath(text);
  }

  end(): void {
    if (this.#path.length === 1) this.rootOutputs(this.#outputs.outputs);
    for (const resource of this.#resources.found(modulePathOf(this.#path))) this.tally.add(resource);
  }
}

export function legacyPath(text: string | undefined): readonly string[] {
  const path: unknown = JSON.parse(text ?? 'null');
  if (!Array.isArray(path) || path.length === 0) throw malformed('a module has no path');
  return path.map((name) => {
    if (typeof name !== 'string' || name.includes('\0')) throw malformed('a module path is not a list of names');
    return name;
  });
}

/** `provider.aws` for a type without an explicit provider: terraform derives it from the type's first word. */
export const impliedProvider = (type: string): string => `provider.${type.split('_', 1)[0] ?? type}`;

type OpenResource = Omit<FoundResource, 'modulePath' | 'count' | 'keys'> & { keys: IndexKey[] };

class LegacyResourcesNode implements Node {
  readonly #resource = new LegacyResourceNode(this);
  #found = new Map<string, OpenResource>();

  start(): this {
    this.#found = new Map();
    return this;
  }

  value(key: string, kind: Kind): Step {
    if (kind !== 'object') throw malformed(`resource ${key} is not an object`);
    return this.#resource.start(key);
  }

  add(key: string, provider: string): void {
    const parsed = parseLegacyKey(key);
    if (!parsed) throw malformed(`resource key ${JSON.stringify(key)}`);
    const { mode, type, name, index } = parsed;
    const resource = `${mode}.${type}.${name}`;
    const open = this.#found.get(resource);
    if (open) open.keys.push(index);
    else this.#found.set(resource, { mode, type, name, provider: provider || impliedProvider(type), keys: [index] });
  }

  *found(modulePath: string): Generator<FoundResource> {
    for (const resource of this.#found.values()) yield { ...resource, modulePath, count: resource.keys.length };
    this.#found = new Map();
  }
}

class LegacyResourceNode implements Node {
  #key = '';
  #provider = '';

  constructor(private readonly resources: LegacyResourcesNode) {}

  start(key: string): this {
    this.#key = key;
    this.#provider = '';
    return this;
  }

  value(name: string): Step {
    return name === 'provider' ? shortText : SKIP;
  }

  text(_name: string, text: string | undefined): void {
    this.#provider = stringOf(text) ?? '';
  }

  end(): void {
    this.resources.add(this.#key, this.#provider);
  }
}

function malformed(detail: string): UnreadableContent {
  return new UnreadableContent(contentProblem('MALFORMED', detail));
}
