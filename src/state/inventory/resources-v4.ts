/** `resources` of format 4: one entry for each resource of each module instance, its instances inside. */
import { contentProblem, UnreadableContent } from '../content/problem.js';
import { Capture, SKIP } from '../content/node.js';
import { NamesRead } from '../content/names-read.js';
import type { Kind, Node, Step } from '../content/node.js';
import { stringOf } from '../content/header.js';
import type { IndexKey, ResourceMode } from './address.js';
import { remembered } from './resource-texts.js';
import type { Tally } from './tally.js';

/** Module paths, types, names, providers, index keys: real ones are not longer. */
const shortText = new Capture(1024 * 1024);

/** A key in one form: anything but a string or a number is no key. */
export function indexKeyOf(text: string | undefined): IndexKey {
  if (text === undefined || text === 'null') return null;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

export class ResourcesNode implements Node {
  readonly #resource: ResourceNode;
  #position = 0;

  constructor(tally: Tally) {
    this.#resource = new ResourceNode(tally);
  }

  value(_name: string, kind: Kind): Step {
    if (kind !== 'object') throw malformed(this.#position, 'is not an object');
    return this.#resource.start(this.#position++);
  }

  restart(): this {
    this.#position = 0;
    return this;
  }
}

/** One object for all resources in turn, because there may be a million. */
class ResourceNode implements Node {
  readonly #instances = new InstancesNode();
  #position = 0;
  #module = '';
  #mode: string | undefined;
  #type: string | undefined;
  #name: string | undefined;
  #provider = '';
  // Adjacent resources have these in common.
  readonly #moduleOf = remembered(stringOf);
  readonly #typeOf = remembered(stringOf);
  readonly #providerOf = remembered(stringOf);

  constructor(private readonly tally: Tally) {}

  start(position: number): this {
    this.#position = position;
    this.#module = this.#provider = '';
    this.#mode = this.#type = this.#name = undefined;
    this.#instances.start();
    return this;
  }

  value(name: string, kind: Kind): Step {
    switch (name) {
      case 'module':
      case 'mode':
      case 'type':
      case 'name':
      case 'provider':
        return shortText;
      case 'instances':
        if (kind === 'array') return this.#instances.start();
        if (kind !== 'literal') throw malformed(this.#position, 'has instances that are not a list');
        return SKIP;
      default:
        return SKIP;
    }
  }

  text(name: string, text = 'null'): void {
    switch (name) {
      case 'module':
        this.#module = this.#moduleOf(text) ?? '';
        break;
      case 'mode':
        this.#mode = stringOf(text);
        break;
      case 'type':
        this.#type = this.#typeOf(text);
        break;
      case 'name':
        this.#name = stringOf(text);
        break;
      default:
        this.#provider = this.#providerOf(text) ?? '';
    }
  }

  end(): void {
    if (!this.#type) throw malformed(this.#position, 'has no type');
    if (!this.#name) throw malformed(this.#position, 'has no name');
    const mode = modeOf(this.#mode);
    if (!mode) throw malformed(this.#position, 'has no mode that is known');
    this.tally.add({
      modulePath: this.#module,
      mode,
      type: this.#type,
      name: this.#name,
      provider: this.#provider,
      keys: this.#instances.keys(),
    });
  }
}

export function modeOf(text: string | undefined): ResourceMode | undefined {
  return text === 'managed' || text === 'data' ? text : undefined;
}

class InstancesNode implements Node {
  readonly #instance = new InstanceNode(this);
  #keys: IndexKey[] = [];
  #deposed: IndexKey[] = [];

  start(): this {
    this.#keys = [];
    this.#deposed = [];
    return this;
  }

  value(_name: string, kind: Kind): Step {
    return kind === 'object' ? this.#instance.start() : SKIP;
  }

  add(key: IndexKey, deposed: boolean): void {
    (deposed ? this.#deposed : this.#keys).push(key);
  }

  /** One for each instance: a deposed object belongs to its instance, and is often its only object. */
  keys(): readonly IndexKey[] {
    return this.#deposed.length === 0 ? this.#keys : [...new Set([...this.#keys, ...this.#deposed])];
  }
}

const instanceNames = new NamesRead('index_key', 'deposed');

class InstanceNode implements Node {
  readonly reads = instanceNames;
  #key: IndexKey = null;
  #deposed = false;

  constructor(private readonly instances: InstancesNode) {}

  start(): this {
    this.#key = null;
    this.#deposed = false;
    return this;
  }

  value(name: string): Step {
    return name === 'index_key' || name === 'deposed' ? shortText : SKIP;
  }

  text(name: string, text: string | undefined): void {
    if (name === 'index_key') this.#key = indexKeyOf(text);
    else this.#deposed = (stringOf(text) ?? '') !== '';
  }

  end(): void {
    this.instances.add(this.#key, this.#deposed);
  }
}

function malformed(position: number, what: string): UnreadableContent {
  return new UnreadableContent(contentProblem('MALFORMED', `resource ${position} ${what}`));
}
