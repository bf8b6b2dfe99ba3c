import { availableParallelism } from 'node:os';
import { generateKeyPair, type KeySpec } from '../x509/index.js';
import { madeKey, madeP256, type MadeKey } from './made-key.js';

/** Keys of a size that lie ready: at first, and at most. They cost memory, and time to make that nobody may want. */
const stock: Readonly<Record<number, { readonly first: number; readonly most: number }>> = {
  2048: { first: 4, most: 32 },
  3072: { first: 2, most: 16 },
  4096: { first: 1, most: 8 },
  8192: { first: 0, most: 2 },
};

interface Shelf {
  readonly bits: number;
  readonly ready: MadeKey[];
  readonly asking: { readonly resolve: (key: MadeKey) => void; readonly reject: (reason: unknown) => void }[];
  target: number;
  /** Being made now. */
  making: number;
}

/**
 * Keys for `issue`. RSA keys take a tenth of a second and more: they are made ahead in libuv's pool, for the sizes that roles use, each
 * given out once. The others are made when they are asked for.
 */
export class KeyPool {
  readonly #shelves = new Map<number, Shelf>();
  readonly #threads: number;
  #making = 0;
  #closed = false;

  /** @param deps.threads keys that are made at the same time; libuv has four threads, and signatures need some of them */
  constructor(private readonly deps: { threads?: number; failed: (error: unknown) => void }) {
    this.#threads = deps.threads ?? Math.min(2, availableParallelism());
  }

  /** Makes sure that keys of this kind lie ready from now on. */
  expect(spec: KeySpec): void {
    if (spec.type !== 'rsa') return;
    this.#shelf(spec.bits);
    this.#work();
  }

  /** A key that nobody else has or gets. */
  async take(spec: KeySpec): Promise<MadeKey> {
    if (spec.type === 'ec' && spec.bits === 256) return madeP256();
    if (spec.type !== 'rsa') return madeKey((await generateKeyPair(spec)).privateKey);
    const shelf = this.#shelf(spec.bits);
    // Who is asked for more than it has ready keeps more.
    shelf.target = Math.min(Math.max(shelf.target * 2, 1), stock[spec.bits]?.most ?? 1);
    const ready = shelf.ready.shift();
    const taken =
      ready ??
      new Promise<MadeKey>((resolve, reject) => {
        shelf.asking.push({ resolve, reject });
      });
    this.#work();
    return taken;
  }

  /** Keys of a size that lie ready. */
  ready(bits: number): number {
    return this.#shelves.get(bits)?.ready.length ?? 0;
  }

  /** Makes no more. What is being made is thrown away. */
  close(): void {
    this.#closed = true;
    for (const shelf of this.#shelves.values()) {
      shelf.ready.length = 0;
      for (const { reject } of shelf.asking.splice(0)) reject(new Error('the key pool is closed'));
    }
  }

  #shelf(bits: number): Shelf {
    const known = this.#shelves.get(bits);
    if (known !== undefined) return known;
    const shelf = { bits, ready: [], asking: [], target: stock[bits]?.first ?? 0, making: 0 };
    this.#shelves.set(bits, shelf);
    return shelf;
  }

  #work(): void {
    while (!this.#closed && this.#making < this.#threads) {
      const asked = this.#next((shelf) => shelf.asking.length > shelf.making);
      // Keys for nobody yet take one thread, so that they slow down as little as they can.
      const next = asked ?? (this.#making === 0 ? this.#next(isShort) : undefined);
      if (next === undefined) return;
      void this.#make(next);
    }
  }

  #next(wanted: (shelf: Shelf) => boolean): Shelf | undefined {
    return [...this.#shelves.values()].find(wanted);
  }

  async #make(shelf: Shelf): Promise<void> {
    this.#making += 1;
    shelf.making += 1;
    try {
      const key = madeKey((await generateKeyPair({ type: 'rsa', bits: shelf.bits })).privateKey);
      const asking = shelf.asking.shift();
      if (asking) asking.resolve(key);
      else if (!this.#closed) shelf.ready.push(key);
    } catch (error) {
      const asking = shelf.asking.shift();
      if (asking) asking.reject(error);
      else {
        // Not again until somebody asks.
        shelf.target = 0;
        this.deps.failed(error);
      }
    } finally {
      this.#making -= 1;
      shelf.making -= 1;
      this.#work();
    }
  }
}

const isShort = ({ ready, making, target }: Shelf): boolean => ready.length + making < target;
