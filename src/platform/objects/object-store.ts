import type { SqlWrite } from '../database/database.js';
import type { ObjectId } from './object-id.js';

/** Stores blobs under names, for `SealedObjects`. It knows nothing about their content. */
export interface ObjectStore {
  /**
   * Stores content and replaces what had the id. It is durable when this resolves. Until then nothing is visible under the id, and if `content` throws or the
   * store fails, nothing remains. It reads no faster than it stores. After a time-out, the complete object may still appear later.
   * @param rows where given, what becomes a row of the database is not written: the statement is added to them, for the batch that refers to the object
   */
  put(id: ObjectId, content: AsyncIterable<Buffer>, rows?: SqlWrite[]): Promise<void>;

  /**
   * Replaces the bytes of an existing object atomically: a reader sees the old bytes or the new ones. After a failure the old bytes are still there; after a
   * time-out, either.
   * @param size of `content` in bytes: if it has fewer or more, the old bytes remain
   * @returns false if the object no longer exists: then nothing is stored
   */
  replace(id: ObjectId, content: AsyncIterable<Buffer>, size: number): Promise<boolean>;

  /** Opens an object at its end: `tail` has its last `tailBytes`, or all of it. `null` if it does not exist. */
  open(id: ObjectId, tailBytes: number): Promise<StoredObject | null>;

  /** Removes an object, if it is there. */
  delete(id: ObjectId): Promise<void>;

  /** All objects, in no order. Objects that are written or deleted at the same time may be missing. */
  list(): AsyncIterable<StoredObjectName>;

  /** Names of unfinished writes, and of what interrupted writes left. */
  temporary(): AsyncIterable<string>;

  /** Removes one of them, if it is there. */
  removeTemporary(name: string): Promise<void>;

  /** Names next to the objects that tell which installation the store belongs to (`installation/store-record.ts`). */
  notes(): Promise<string[]>;

  /** Durable when it resolves. An existing note is not an error. @param name letters, digits and `-` */
  addNote(name: string): Promise<void>;

  /** Removes a note, if it is there. */
  removeNote(name: string): Promise<void>;

  /** Resolves if the store is reachable and accepts objects. */
  ping(): Promise<void>;

  /** Closes connections. */
  close(): void;
}

/** One state of one object: reading it always sees that state, or fails. */
export interface StoredObject {
  /** Bytes in the store. */
  readonly size: number;
  readonly tail: Buffer;
  /** Bytes `start` to `end`, exclusive, in pieces of any size. */
  read(start: number, end: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface StoredObjectName {
  readonly id: ObjectId;
  readonly writtenAt: Date;
}
