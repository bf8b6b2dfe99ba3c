import { LRUCache } from 'lru-cache';
import type { OperationLimits } from './limits.js';
import type { ReadDocument } from './prepared.js';

/** The memory for prepared documents of some callers. */
export interface Room {
  readonly documents: number;
  /** Approximately. */
  readonly bytes: number;
}

/** Approximate bytes of a parsed document for each token. */
const bytesPerToken = 256;

/** Approximate bytes of an error in addition to its text. */
const bytesPerError = 1_024;

/** The share for documents that cannot run: they are only kept so that the same errors are not searched again. */
const shareOfRefused = 1 / 16;

/**
 * Documents that were read recently, with the result. Those that cannot run have a separate limit: otherwise a sender of errors would displace the documents of
 * all others.
 */
export class KeptDocuments {
  readonly #ready: LRUCache<string, ReadDocument>;
  readonly #refused: LRUCache<string, ReadDocument>;

  constructor(
    private readonly room: Room,
    private readonly limits: OperationLimits,
  ) {
    this.#ready = new LRUCache({ max: room.documents, maxSize: room.bytes });
    this.#refused = new LRUCache({ max: room.documents, maxSize: room.bytes * shareOfRefused });
  }

  find(digest: string): ReadDocument | undefined {
    return this.#ready.get(digest) ?? this.#refused.get(digest);
  }

  /** There is always space for one. */
  keep(digest: string, source: string, read: ReadDocument): void {
    const { room, limits } = this;
    if (read.errors) {
      const texts = read.errors.reduce((sum, { message }) => sum + message.length + bytesPerError, source.length);
      this.#refused.set(digest, read, { size: Math.min(room.bytes * shareOfRefused, 1 + texts) });
      return;
    }
    // Its text, and the data for its tokens, each of which has at least one character.
    const size = 1 + source.length + bytesPerToken * Math.min(source.length, limits.tokens);
    this.#ready.set(digest, read, { size: Math.min(room.bytes, size) });
  }
}
