import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SqlWrite } from '../database/database.js';
import type { Seal } from '../seal/seal.js';
import { FRAME_BYTES } from './envelope.js';
import { ObjectMissing, ObjectRangeInvalid } from './object-errors.js';
import { newObjectId } from './object-id.js';
import type { ObjectId } from './object-id.js';
import { OpenedObject } from './object-reading.js';
import type { ObjectStore, StoredObjectName } from './object-store.js';
import { ObjectWriting, type WrittenObject } from './object-writing.js';
import { collected, untilAborted } from './pipeline.js';
import { WriteHealth } from '../write-health.js';

export interface WriteOptions {
  /** Aborts the write with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The largest number of plain bytes to accept. */
  readonly maxBytes?: number | undefined;
  /**
   * For the batch that refers to the object: if it is small, it becomes a row of the database, and the statement is added here instead of being run. Then it is
   * visible and durable with that batch.
   */
  readonly rows?: SqlWrite[] | undefined;
}

/** Offsets of the first and last byte, both inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What comes with `content`: `size` is the size of the whole object; `start` and `end` are the position of `content` in it, `end` exclusive. */
export interface ReadObject {
  readonly size: number;
  readonly start: number;
  readonly end: number;
  /** Must be read to its end or destroyed, because it may hold a file or a connection. */
  readonly content: Readable;
}

/** An object that was found, and as much of it as one read of its end has given: of a small one everything. */
export interface FoundObject {
  /** Sizes in bytes, plain and stored. */
  readonly size: number;
  readonly storedSize: number;
  /** As {@link Objects.read}. Whether it still exists is asked again only if not everything has been read. */
  read(range?: ByteRange): Promise<ReadObject>;
  /** The plain bytes of a small object, or of a range of it; `null` if it is read as a stream. @throws as {@link Objects.read} */
  bytes(range?: ByteRange): Promise<Buffer> | null;
}

/** Content of any size, compressed and sealed, streamed in and out. */
export interface Objects {
  /**
   * Stores content under an id. It is visible and durable when the promise resolves, not before. After a failure nothing remains.
   * @throws ObjectTooLarge; the signal's reason; whatever `content` throws
   */
  write(id: ObjectId, content: AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<WrittenObject>;

  /**
   * Opens an object, or a range of it. A range that goes beyond the object's end is shortened. `content` fails with ObjectCorrupt before any byte of a damaged
   * frame.
   * @throws ObjectMissing, ObjectCorrupt, ObjectRangeInvalid, SealError `wrong-master-key`
   */
  read(id: ObjectId, range?: ByteRange): Promise<ReadObject>;

  /** An object, before it is known what of it is read. `null` if there is none. @throws as `read` */
  find(id: ObjectId): Promise<FoundObject | null>;

  /** The sizes of an object in bytes, plain and stored, if there is one. @throws as `read` */
  stat(id: ObjectId): Promise<{ readonly size: number; readonly storedSize: number } | null>;

  /** Removes an object, if it is there. */
  delete(id: ObjectId): Promise<void>;

  /** All stored objects, in no order. A sweep must spare objects that it sees for the first time, because an object is stored before a row refers to it. */
  list(): AsyncIterable<StoredObjectName>;

  /** Names of unfinished writes, and of what interrupted writes left. */
  temporary(): AsyncIterable<string>;

  /** Removes one of them, if it is there. */
  removeTemporary(name: string): Promise<void>;
}

/** One read of this size opens any object of up to 3 GiB, and reads most objects completely. */
const TAIL_BYTES = 32 * 1024;

/** Plain bytes up to which content that is in memory is opened in one piece: its frames are opened on this thread anyway. */
const SMALL_BYTES = 32 * 1024;

/** Size of a test write: more than what a file system has left in its blocks, and than what is small (`TRUSTATE_SMALL_CONTENT`). */
const ATTEMPT_BYTES = 1024 * 1024 + 1;

export class SealedObjects implements Objects {
  /** Whether writing works. */
  readonly writes = new WriteHealth();

  constructor(
    private readonly deps: {
      readonly store: ObjectStore;
      readonly seal: Seal;
      /** Plain bytes in a frame of written objects. Stored objects contain their own value. */
      readonly frameBytes?: number | undefined;
    },
  ) {}

  async write(id: ObjectId, content: AsyncIterable<Uint8Array>, options: WriteOptions = {}): Promise<WrittenObject> {
    options.signal?.throwIfAborted();
    const source = new Source(options.signal ? untilAborted(content, options.signal) : content);
    const writing = new ObjectWriting({
      id,
      seal: this.deps.seal,
      frameBytes: this.deps.frameBytes ?? FRAME_BYTES,
      maxBytes: options.maxBytes ?? Infinity,
    });
    try {
      await this.deps.store.put(id, writing.sealed(source), options.rows);
      this.writes.succeeded();
    } catch (error) {
      if (!source.failed) this.writes.failed(error);
      throw error;
    }
    return writing.written();
  }

  /** Rejects while nothing can be written. The sweep removes what a kill leaves of an attempt, because no row refers to it. */
  checkWrites(): Promise<void> {
    const { store } = this.deps;
    return this.writes.check(async () => {
      const id = newObjectId();
      await store.put(id, Readable.from([randomBytes(ATTEMPT_BYTES)]));
      await store.delete(id);
    });
  }

  async read(id: ObjectId, range?: ByteRange): Promise<ReadObject> {
    const opened = await this.open(id);
    if (!opened) throw new ObjectMissing(id);
    try {
      return streamed(opened, placeIn(id, opened, range));
    } catch (error) {
      await opened.stored.close();
      throw error;
    }
  }

  async find(id: ObjectId): Promise<FoundObject | null> {
    const opened = await this.open(id);
    if (!opened) return null;
    // Nothing stays open for somebody who may not read it.
    await opened.stored.close();
    const { size } = opened.index;
    return {
      ...{ size, storedSize: opened.stored.size },
      read: async (range) => (opened.isInMemory ? streamed(opened, placeIn(id, opened, range)) : this.read(id, range)),
      bytes: (range) => {
        if (!opened.isInMemory || size > SMALL_BYTES) return null;
        return bytesOf(opened, () => placeIn(id, opened, range));
      },
    };
  }

  async stat(id: ObjectId): Promise<{ size: number; storedSize: number } | null> {
    const opened = await this.open(id);
    if (!opened) return null;
    await opened.stored.close();
    return { size: opened.index.size, storedSize: opened.stored.size };
  }

  delete(id: ObjectId): Promise<void> {
    return this.deps.store.delete(id);
  }

  list(): AsyncIterable<StoredObjectName> {
    return this.deps.store.list();
  }

  temporary(): AsyncIterable<string> {
    return this.deps.store.temporary();
  }

  removeTemporary(name: string): Promise<void> {
    return this.deps.store.removeTemporary(name);
  }

  private async open(id: ObjectId): Promise<OpenedObject | null> {
    const stored = await this.deps.store.open(id, TAIL_BYTES);
    if (!stored) return null;
    try {
      return await OpenedObject.open(id, stored, this.deps.seal);
    } catch (error) {
      await stored.close();
      throw error;
    }
  }
}

/** Offsets in the plain bytes, `end` exclusive. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** @throws ObjectRangeInvalid */
function placeIn(id: ObjectId, { index: { size } }: OpenedObject, range: ByteRange | undefined): Place {
  const start = range?.start ?? 0;
  const end = range ? Math.min(range.end + 1, size) : size;
  if (range && !(Number.isSafeInteger(start) && start >= 0 && start < end)) throw new ObjectRangeInvalid(id, size);
  return { start, end };
}

function streamed(opened: OpenedObject, { start, end }: Place): ReadObject {
  const content = Readable.from(opened.content(start, end), { objectMode: false, highWaterMark: FRAME_BYTES });
  // A stream that is destroyed before its first read never starts its generator, so the file is closed here.
  content.once('close', () => void opened.stored.close().catch(() => undefined));
  return { size: opened.index.size, start, end, content };
}

async function bytesOf(opened: OpenedObject, place: () => Place): Promise<Buffer> {
  const { start, end } = place();
  const [first = Buffer.alloc(0), ...others] = await collected(opened.content(start, end));
  return others.length === 0 ? first : Buffer.concat([first, ...others]);
}

/** Content that is being read. It remembers whether the content itself failed. */
class Source implements AsyncIterable<Uint8Array> {
  failed = false;

  constructor(private readonly content: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* this.content;
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }
}
