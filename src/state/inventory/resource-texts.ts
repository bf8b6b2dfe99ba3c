import { moduleName, resourceAddress, typeLabel } from './address.js';
import type { ResourceMode } from './address.js';
import { GrowingBytes } from './growing-bytes.js';
import type { ResourceTexts } from './inventory.js';

/**
 * The data of a resource in the index, in this order: an entry is a list, which is half as long as an object with these names. It contains no attribute of the
 * resource, because attributes may be secret.
 */
export const indexEntry = ['address', 'module', 'mode', 'type', 'name', 'provider', 'instanceCount'] as const;

/** What the texts of a resource say. */
export interface TextedResource {
  readonly modulePath: string;
  readonly mode: ResourceMode;
  /** Without a prefix. */
  readonly type: string;
  readonly name: string;
  readonly provider: string;
}

/** What adjacent resources have in common of their texts, as JSON. */
interface Common {
  readonly of: TextedResource;
  readonly count: number;
  /** The beginning of an address, up to the name. */
  readonly address: string;
  /** The same as JSON, with the bracket of an entry and the quote that begins it, and what stands between address and name. */
  readonly entryStart: string;
  readonly entryMiddle: string;
  /** What follows the name. */
  readonly entryEnd: string;
  readonly documentEnd: string;
}

/**
 * Creates the texts of one content's resources, batch by batch. They are written as bytes at once: strings that wait for the end of a batch outlive collections of
 * garbage, each of which copies them.
 */
export class ResourceTextMaker {
  readonly #documents = new GrowingBytes();
  readonly #entries = new GrowingBytes();
  /** Where each entry ends. */
  readonly #ends: number[] = [];
  readonly #places = new Map<string, number>();
  /** Entries that take the place of an earlier one of the same address: hardly any content has such. */
  readonly #later = new Map<number, string>();
  #common: Common | undefined;

  add(resource: TextedResource, count: number): void {
    const { address, entryStart, entryMiddle, entryEnd, documentEnd } = this.#commonOf(resource, count);
    const name = JSON.stringify(resource.name);
    this.#documents.add(`${this.#documents.size === 0 ? '' : ','}{"name":${name}${documentEnd}`);
    const entry = `${entryStart}${name.slice(1)}${entryMiddle}${name}${entryEnd}`;
    const whole = address + resource.name;
    const place = this.#places.get(whole);
    if (place !== undefined) {
      this.#later.set(place, entry);
      return;
    }
    this.#places.set(whole, this.#ends.length);
    this.#entries.add(this.#ends.length === 0 ? `[${entry}` : `,${entry}`);
    this.#ends.push(this.#entries.size);
  }

  /** The texts of all resources since the last call. */
  take(): ResourceTexts {
    const texts = { documents: this.#documents.copy(), index: this.#index() };
    this.clear();
    return texts;
  }

  clear(): void {
    this.#documents.clear();
    this.#entries.clear();
    this.#ends.length = 0;
    this.#places.clear();
    this.#later.clear();
  }

  #index(): Uint8Array {
    if (this.#ends.length === 0) this.#entries.add('[');
    this.#entries.add(']\n');
    if (this.#later.size === 0) return this.#entries.copy();
    const entries = this.#ends.map((end, place) => {
      const later = this.#later.get(place);
      if (later !== undefined) return Buffer.from(`${place === 0 ? '[' : ','}${later}`);
      return this.#entries.copy(this.#ends[place - 1] ?? 0, end);
    });
    return new Uint8Array(Buffer.concat([...entries, Buffer.from(']\n')]));
  }

  #commonOf(resource: TextedResource, count: number): Common {
    const last = this.#common;
    if (last?.count === count && haveInCommon(last.of, resource)) return last;
    return (this.#common = commonOf(resource, count));
  }
}

function haveInCommon(one: TextedResource, other: TextedResource): boolean {
  return (
    one.type === other.type &&
    one.provider === other.provider &&
    one.modulePath === other.modulePath &&
    one.mode === other.mode
  );
}

function commonOf(of: TextedResource, count: number): Common {
  const { modulePath, mode, type } = of;
  const address = resourceAddress(modulePath, mode, type, '');
  const provider = JSON.stringify(of.provider);
  const module = JSON.stringify(moduleName(modulePath));
  return {
    of,
    count,
    address,
    entryStart: `[${JSON.stringify(address).slice(0, -1)}`,
    entryMiddle: `,${JSON.stringify(modulePath || 'root')},"${mode}",${JSON.stringify(type)},`,
    entryEnd: `,${provider},${count}]`,
    documentEnd: `,"type":${JSON.stringify(typeLabel(mode, type))},"count":${count},"module":${module},"provider":${provider}}`,
  };
}

/** The same function with a cache for the last argument: adjacent resources have most in common. */
export function remembered<Answer>(answerOf: (text: string) => Answer): (text: string) => Answer {
  let last: { readonly text: string; readonly answer: Answer } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: answerOf(text) };
    return last.answer;
  };
}
