import type { Report } from '../jobs/job-progress.js';
import { Unopened } from '../seal/rewrapping.js';
import type { Rewrapped } from '../seal/rewrapping.js';
import { SealError } from '../seal/seal-error.js';
import type { Seal } from '../seal/seal.js';
import type { KeyCounts } from '../seal/sealed-columns.js';
import { encodeFooter, KEY_PURPOSE } from './envelope.js';
import { ObjectCorrupt } from './object-errors.js';
import type { ObjectId } from './object-id.js';
import { OpenedObject, readFooter } from './object-reading.js';
import type { ObjectStore, StoredObject, StoredObjectName } from './object-store.js';
import { pipelined } from './pipeline.js';

/** Enough for the end of most objects. */
const tailBytes = 32 * 1024;
const objectsAtOnce = 4;

/** The keys of objects, each wrapped under a master key at the end of its object. */
export class ObjectKeys {
  constructor(private readonly deps: { readonly store: ObjectStore; readonly seal: Seal }) {}

  /** How many are sealed under each master key. It opens every object; damaged ones are not counted. */
  async count(): Promise<KeyCounts> {
    const counts = new Map<string, number>();
    const keyIdOf = ({ id }: StoredObjectName) =>
      this.#opened(id, async (stored) => {
        const { wrappedKey } = await readFooter(id, stored);
        return wrappedKey.toString('hex', 1, 9);
      }).catch((error: unknown) => {
        if (error instanceof ObjectCorrupt) return undefined;
        throw error;
      });
    for await (const keyId of pipelined(this.deps.store.list(), objectsAtOnce, keyIdOf)) {
      if (keyId !== undefined) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    }
    return counts;
  }

  /**
   * Wraps the keys again that are sealed under earlier master keys. An object is written with the same frames and a new end, and replaces the old one when it
   * is complete, so it can be read at any time. This can be interrupted and repeated.
   */
  async rewrap(report: Report): Promise<Rewrapped> {
    let [wrapped, seen] = [0, 0];
    const unopened = new Unopened('objects');
    const work = ({ id }: StoredObjectName) =>
      this.#rewrap(id).catch((error: unknown) => {
        if (!(error instanceof ObjectCorrupt || error instanceof SealError)) throw error;
        unopened.add(`Object ${id} cannot be opened: ${error.message}`);
        return false;
      });
    for await (const done of pipelined(this.deps.store.list(), objectsAtOnce, work)) {
      if (done) wrapped += 1;
      report((seen += 1), 0);
    }
    return { wrapped, failures: unopened.lines() };
  }

  /** @returns whether it was wrapped again; an object that was deleted in the meantime stays deleted */
  async #rewrap(id: ObjectId): Promise<boolean> {
    const { store, seal } = this.deps;
    const done = await this.#opened(id, async (stored) => {
      const footer = await readFooter(id, stored);
      if (!seal.isOutdated(footer.wrappedKey)) return false;
      // A damaged object is left unchanged for the operator.
      await OpenedObject.open(id, stored, seal);
      const key = seal.unwrap(KEY_PURPOSE, footer.wrappedKey, id);
      const end = encodeFooter(footer.sealedIndex, seal.wrap(KEY_PURPOSE, key, id));
      key.fill(0);
      const frameBytes = stored.size - footer.length;
      return store.replace(id, framesAnd(id, stored, frameBytes, end), frameBytes + end.length);
    });
    return done ?? false;
  }

  async #opened<T>(id: ObjectId, work: (stored: StoredObject) => Promise<T>): Promise<T | undefined> {
    const stored = await this.deps.store.open(id, tailBytes);
    if (!stored) return undefined;
    try {
      return await work(stored);
    } finally {
      await stored.close();
    }
  }
}

/** The frames as stored, followed by a new end. */
async function* framesAnd(id: ObjectId, stored: StoredObject, frameBytes: number, end: Buffer): AsyncGenerator<Buffer> {
  let read = 0;
  // A small object is completely in its tail, and its file is closed.
  const whole = stored.tail.length === stored.size;
  for await (const piece of whole ? [stored.tail.subarray(0, frameBytes)] : stored.read(0, frameBytes)) {
    read += piece.length;
    yield piece;
  }
  if (read !== frameBytes) throw new ObjectCorrupt(id, `${read} of its ${frameBytes} bytes before the end can be read`);
  yield end;
}
