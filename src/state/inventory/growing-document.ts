import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { once } from 'node:events';
import { newObjectId } from '../../platform/objects/object-id.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';

/** Bytes that are in the object store but in no row yet. */
export interface StoredDocument {
  readonly objectId: ObjectId;
  readonly size: number;
}

/** Bytes that are being written to the object store. */
class Writing {
  readonly objectId = newObjectId();
  readonly #stream = new PassThrough({ highWaterMark: 512 * 1024 });
  readonly #written: Promise<{ readonly size: number }>;

  constructor(private readonly objects: Objects) {
    this.#written = objects.write(this.objectId, this.#stream);
    // A failed write makes later additions and the end fail.
    this.#written.catch((error: unknown) => this.#stream.destroy(error instanceof Error ? error : undefined));
    finished(this.#stream).catch(() => undefined);
  }

  async add(bytes: Uint8Array): Promise<void> {
    if (this.#stream.destroyed) await this.#written;
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain');
  }

  async end(): Promise<StoredDocument> {
    this.#stream.end();
    const { size } = await this.#written;
    return { objectId: this.objectId, size };
  }

  /** Leaves nothing behind, now or after the write has ended. */
  async discard(): Promise<void> {
    this.#stream.destroy(new Error('given up'));
    const left = await this.#written.then(
      () => true,
      () => false,
    );
    if (left) await this.objects.delete(this.objectId).catch(() => undefined);
  }
}

/** A document that grows while it is created. Small ones are held in memory; a larger one is streamed into the object store. */
export class GrowingDocument {
  #held: Uint8Array[] = [];
  #size = 0;
  #writing: Writing | undefined;

  constructor(
    private readonly objects: Objects,
    private readonly heldBytes: number,
  ) {}

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.length;
    if (!this.#writing && this.#size <= this.heldBytes) {
      this.#held.push(bytes);
      return;
    }
    this.#writing ??= new Writing(this.objects);
    for (const held of this.#held.splice(0)) await this.#writing.add(held);
    await this.#writing.add(bytes);
  }

  /** @returns the text if it was small enough */
  async end(): Promise<string | StoredDocument> {
    return this.#writing ? this.#writing.end() : Buffer.concat(this.#held).toString('utf8');
  }

  async discard(): Promise<void> {
    this.#held = [];
    await this.#writing?.discard();
  }
}
