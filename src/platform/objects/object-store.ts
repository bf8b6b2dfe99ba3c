import type { ObjectId } from './object-id.js';

/** Keeps blobs under names: what `SealedObjects` writes through. Knows nothing of what is in them. */
export interface ObjectStore {
  /**
   * Stores content, replacing what had the id. Resolves when it is durable; until then nothing is visible under the
   * id, and if `content` throws or the store fails, nothing is left. Pulls no faster than it stores. What did not answer in time may be there later, whole.
   */
  put(id: ObjectId, content: AsyncIterable<Buffer>): Promise<void>;

  /**
   * Stores other bytes of an object that is there, atomically: a reader sees the old bytes or the new ones. On failure the old ones are still there, or after a time-out
   * all of what is.
   * @param size of `content` in bytes: where it ends with fewer or more, what was is there still
   * @returns false where it is gone meanwhile: then nothing is stored
   */
  replace(id: ObjectId, content: AsyncIterable<Buffer>, size: number): Promise<boolean>;

  /** Opens an object at its end: `tail` holds its last `tailBytes`, or all of it. `null` if there is none. */
  open(id: ObjectId, tailBytes: number): Promise<StoredObject | null>;

  /** Removes an object, if it is there. */
  delete(id: ObjectId): Promise<void>;

  /** Every object, in no order. What is written or deleted meanwhile may or may not be among them. */
  list(): AsyncIterable<StoredObjectName>;

  /** Names of what is being written now, and of what interrupted writes left behind. */
  temporary(): AsyncIterable<string>;

  /** Removes one of them, if it is there. */
  removeTemporary(name: string): Promise<void>;

  /** Names next to the objects that say which installation the store belongs to (`installation/store-record.ts`). */
  notes(): Promise<string[]>;

  /** Durable when it resolves; no harm where it stands there already. @param name letters, digits and `-` */
  addNote(name: string): Promise<void>;

  /** Removes a note, if it is there. */
  removeNote(name: string): Promise<void>;

  /** Resolves when the store is there and takes objects. */
  ping(): Promise<void>;

  /** Lets go of connections. */
  close(): void;
}

/** One state of one object: reading it keeps seeing that state, or fails. */
export interface StoredObject {
  /** Bytes in the store. */
  readonly size: number;
  readonly tail: Buffer;
  /** Bytes `start` to `end`, exclusive, in pieces of the store's choice. */
  read(start: number, end: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface StoredObjectName {
  readonly id: ObjectId;
  readonly writtenAt: Date;
}
