/** `resources` of format 4: one entry for each resource of each module instance, its instances inside. */
import { contentProblem, UnreadableContent } from '../content/problem.js';
import { Capture, SKIP } from '../content/node.js';
import { NamesRead } from '../content/names-read.js';
import type { Kind, Node, Step } from '../content/node.js';
import { stringOf } from '../content/header.js';
import type { ResourceMode } from './address.js';
import { InstanceKeys, KeyBytes } from './instance-keys.js';
import { remembered } from './resource-texts.js';
import type { Tally } from './tally.js';

/** Module paths, types, names, providers, index keys: real ones are not longer. */
const shortText = new Capture(1024 * 1024);
const shortBytes = new Capture(1024 * 1024, 'bytes');

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
    const { keys } = this.#instances;
    this.tally.add({
      modulePath: this.#module,
      mode,
      type: this.#type,
      name: this.#name,
      provider: this.#provider,
      count: keys.count,
      keys: this.tally.takesKeys ? keys.all() : [],
    });
  }
}

export function modeOf(text: string | undefined): ResourceMode | undefined {
  return text === 'managed' || text === 'data' ? text : undefined;
}

class InstancesNode implements Node {
  readonly keys = new InstanceKeys();
  readonly #instance = new InstanceNode(this.keys);

  start(): this {
    this.keys.clear();
    return this;
  }

  value(_name: string, kind: Kind): Step {
    return kind === 'object' ? this.#instance.start() : SKIP;
  }
}

const instanceNames = new NamesRead('index_key', 'deposed');

class InstanceNode implements Node {
  readonly reads = instanceNames;
  readonly #key = new KeyBytes();
  #deposed = false;

  constructor(private readonly keys: InstanceKeys) {}

  start(): this {
    this.#key.clear();
    this.#deposed = false;
    return this;
  }

  value(name: string): Step {
    if (name === 'index_key') return shortBytes;
    return name === 'deposed' ? shortText : SKIP;
  }

  bytes(_name: string, from: Uint8Array, start: number, end: number): void {
    this.#key.set(from, start, end);
  }

  text(name: string, text: string | undefined): void {
    // A key that is too long is none.
    if (name === 'index_key') this.#key.clear();
    else this.#deposed = (stringOf(text) ?? '') !== '';
  }

  end(): void {
    this.keys.add(this.#key, this.#deposed);
  }
}

function malformed(position: number, what: string): UnreadableContent {
  return new UnreadableContent(contentProblem('MALFORMED', `resource ${position} ${what}`));
}
