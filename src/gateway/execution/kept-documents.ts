import { LRUCache } from 'lru-cache';
import type { OperationLimits } from './limits.js';
import type { ReadDocument } from './prepared.js';

/** What documents may take up that are kept ready for some callers. */
export interface Room {
  readonly documents: number;
  /** About. */
  readonly bytes: number;
}

/** Bytes that a parsed document takes for each of its words and signs, about. */
const bytesPerToken = 256;

/** About how many bytes an error takes in addition to its text. */
const bytesPerError = 1_024;

/** Of the room, what those may take that cannot run: they are looked up only so that the same mistake is not looked for again. */
const shareOfRefused = 1 / 16;

/**
 * Documents that were read lately, and what came of them. Those that cannot run have a room of their own: else whoever sends mistakes pushes out what everybody
 * else sends.
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

  /** One always finds room. */
  keep(digest: string, source: string, read: ReadDocument): void {
    const { room, limits } = this;
    if (read.errors) {
      const texts = read.errors.reduce((sum, { message }) => sum + message.length + bytesPerError, source.length);
      this.#refused.set(digest, read, { size: Math.min(room.bytes * shareOfRefused, 1 + texts) });
      return;
    }
    // Its text, and what was made of its words, of which each takes a character.
    const size = 1 + source.length + bytesPerToken * Math.min(source.length, limits.tokens);
    this.#ready.set(digest, read, { size: Math.min(room.bytes, size) });
  }
}
