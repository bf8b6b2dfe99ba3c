/** Outputs in the common form of formats 2 to 4 and the JSON representation, and the plain strings of format 1. */
import type { ContentProblem } from '../content/problem.js';
import { contentProblem, UnreadableContent } from '../content/problem.js';
import { compactJson } from '../content/json-text.js';
import { Capture, SKIP } from '../content/node.js';
import { scan } from '../content/scan.js';
import type { Kind, Node, Step } from '../content/node.js';
import type { Content } from '../content/scan.js';
import { DocumentNode, mostOutputs, tooManyOutputs } from '../content/header.js';
import { defaultInventoryLimits } from './inventory.js';
import type { InventoryLimits, InventoryOutput } from './inventory.js';

const flagText = new Capture(16);
/** Types of real outputs are short; for a longer one, the value decides. */
const typeText = new Capture(256 * 1024);

/** Reads a map of outputs. A second section starts over, because the last of two members with one name counts. */
export class OutputsNode implements Node {
  #outputs = new Map<string, InventoryOutput>();
  #bytesLeft: number;

  constructor(private readonly limits: InventoryLimits = defaultInventoryLimits) {
    this.#bytesLeft = limits.outputBytes;
  }

  get outputs(): readonly InventoryOutput[] {
    return [...this.#outputs.values()];
  }

  restart(): this {
    this.#outputs = new Map();
    this.#bytesLeft = this.limits.outputBytes;
    return this;
  }

  value(name: string, kind: Kind): Step {
    if (kind === 'object') return new OutputNode(this, name);
    return kind === 'string' ? this.room() : SKIP;
  }

  /** An output of format 1: only its value. */
  text(name: string, text: string | undefined): void {
    this.add(name, { sensitive: false, type: '"string"', value: text ?? null, omitted: text === undefined });
  }

  /** Step for a value: captured as long as there is space for it. */
  room(): Capture {
    return new Capture(this.#bytesLeft);
  }

  add(name: string, output: { sensitive: boolean; type: string; value: string | null; omitted: boolean }): void {
    this.#bytesLeft -= output.value?.length ?? 0;
    const { sensitive, type, omitted } = output;
    const value = output.value === null ? null : compactJson(output.value);
    if (this.#outputs.size >= mostOutputs && !this.#outputs.has(name)) throw tooManyOutputs();
    this.#outputs.set(name, { name, sensitive, type: typeWord(type, value), detailedType: type, value, omitted });
  }
}

class OutputNode implements Node {
  #sensitive = false;
  #type: string | undefined;
  #value: string | undefined;
  #omitted = false;

  constructor(
    private readonly outputs: OutputsNode,
    private readonly name: string,
  ) {}

  value(name: string): Step {
    switch (name) {
      case 'sensitive':
        return flagText;
      case 'type':
        return typeText;
      case 'value':
        return this.outputs.room();
      default:
        return SKIP;
    }
  }

  text(name: string, text: string | undefined): void {
    if (name === 'sensitive') this.#sensitive = text === 'true';
    else if (name === 'type') this.#type = text;
    else {
      this.#value = text;
      this.#omitted = text === undefined;
    }
  }

  end(): void {
    const value = this.#omitted ? null : (this.#value ?? 'null');
    const type = exactType(this.#type, value);
    this.outputs.add(this.name, { sensitive: this.#sensitive, type, value, omitted: this.#omitted });
  }
}

/** Types of formats 2 and 3 that say nothing about their contents: the value decides. */
const vagueTypes = new Set(['"list"', '"map"', 'null']);

function exactType(declared: string | undefined, value: string | null): string {
  if (declared !== undefined && !vagueTypes.has(declared)) return compactJson(declared);
  if (value === null) return '"dynamic"';
  const parsed: unknown = JSON.parse(value);
  return JSON.stringify(impliedType(parsed));
}

/** The type that terraform gives to a plain JSON value: arrays are tuples, objects are objects. */
function impliedType(value: unknown): unknown {
  if (value === null) return 'dynamic';
  if (Array.isArray(value)) return ['tuple', value.map(impliedType)];
  if (typeof value === 'object') {
    return ['object', Object.fromEntries(Object.entries(value).map(([name, member]) => [name, impliedType(member)]))];
  }
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const words: ReadonlyMap<unknown, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['bool', 'boolean'],
  ['list', 'array'],
  ['set', 'array'],
  ['tuple', 'array'],
  ['map', 'object'],
  ['object', 'object'],
]);

/** The simple word for an exact type; for `dynamic`, from the value. */
function typeWord(type: string, value: string | null): string {
  const parsed: unknown = JSON.parse(type);
  const constructor: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  return words.get(constructor) ?? valueWord(value);
}

function valueWord(value: string | null): string {
  switch (value?.[0]) {
    case undefined:
    case 'n':
      return 'null';
    case '"':
      return 'string';
    case '[':
      return 'array';
    case '{':
      return 'object';
    case 't':
    case 'f':
      return 'boolean';
    default:
      return 'number';
  }
}

export type OutputsResult =
  | { readonly readable: true; readonly outputs: readonly InventoryOutput[] }
  | { readonly readable: false; readonly problems: readonly ContentProblem[] };

/** Every member must be an output: the content has no context that would show what it is. */
class GivenOutputs extends OutputsNode {
  override value(name: string, kind: Kind): Step {
    if (kind !== 'object') throw new UnreadableContent(contentProblem('MALFORMED', `output ${name} is not an object`));
    return super.value(name, kind);
  }
}

/** `json-state-outputs`: the `values.outputs` of `terraform show -json`. */
export async function readJsonStateOutputs(content: Content): Promise<OutputsResult> {
  const outputs = new GivenOutputs();
  try {
    await scan(content, new DocumentNode(outputs));
    return { readable: true, outputs: outputs.outputs };
  } catch (error) {
    if (error instanceof UnreadableContent) return { readable: false, problems: error.problems };
    throw error;
  }
}
