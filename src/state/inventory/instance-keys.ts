import type { IndexKey } from './address.js';

/** A key in one form: anything but a string or a number is no key. */
function indexKeyOf(text: string | undefined): IndexKey {
  if (text === undefined || text === 'null') return null;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

const firstPageBytes = 256;
const pageBytes = 64 * 1024;
/** Before each key stands how long it is. */
const lengthBytes = 4;

/** Keys as the bytes of their JSON; one without bytes is no key. */
class KeyList {
  count = 0;
  #full: Uint8Array[] = [];
  #page = new Uint8Array(firstPageBytes);
  #used = 0;

  add(from: Uint8Array, start: number, end: number): void {
    const size = end - start;
    if (this.#used + lengthBytes + size > this.#page.length) this.#turn(lengthBytes + size);
    const page = this.#page;
    let at = this.#used;
    for (let shift = 0; shift < 8 * lengthBytes; shift += 8) page[at++] = size >>> shift;
    copyBytes(page, at, from, start, end);
    this.#used = at + size;
    this.count++;
  }

  clear(): void {
    this.count = this.#used = 0;
    if (this.#full.length > 0) this.#full = [];
  }

  *[Symbol.iterator](): Generator<IndexKey> {
    for (const page of [...this.#full, this.#page.subarray(0, this.#used)]) {
      const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
      for (let at = 0; at < bytes.length;) {
        const start = at + lengthBytes;
        at = start + bytes.readUInt32LE(at);
        yield indexKeyOf(start === at ? undefined : bytes.toString('utf8', start, at));
      }
    }
  }

  #turn(needed: number): void {
    this.#full.push(this.#page.subarray(0, this.#used));
    this.#page = new Uint8Array(Math.max(pageBytes, needed));
    this.#used = 0;
  }
}

/**
 * Keys of the instances of one resource, of which there may be a million. Mostly only their number is asked for, so they are not read: they take the room of their
 * bytes.
 */
export class InstanceKeys {
  readonly #keys = new KeyList();
  readonly #deposed = new KeyList();

  add(key: KeyBytes, deposed: boolean): void {
    (deposed ? this.#deposed : this.#keys).add(key.bytes, 0, key.size);
  }

  clear(): void {
    this.#keys.clear();
    this.#deposed.clear();
  }

  /** One for each instance: a deposed object belongs to its instance, and is often its only object. */
  get count(): number {
    return this.#deposed.count === 0 ? this.#keys.count : this.all().length;
  }

  all(): readonly IndexKey[] {
    return this.#deposed.count === 0 ? [...this.#keys] : [...new Set([...this.#keys, ...this.#deposed])];
  }
}

/** The bytes of a key, until it is known of what it is. */
export class KeyBytes {
  bytes = new Uint8Array(firstPageBytes);
  size = 0;

  set(from: Uint8Array, start: number, end: number): void {
    const size = end - start;
    if (size > this.bytes.length) this.bytes = new Uint8Array(2 * size);
    copyBytes(this.bytes, 0, from, start, end);
    this.size = size;
  }

  clear(): void {
    this.size = 0;
  }
}

/** Up to this many bytes a loop is faster than a call. */
const fewBytes = 64;

function copyBytes(to: Uint8Array, at: number, from: Uint8Array, start: number, end: number): void {
  if (end - start > fewBytes) to.set(from.subarray(start, end), at);
  else for (let i = start; i < end; i++) to[at + i - start] = from[i] ?? 0;
}
