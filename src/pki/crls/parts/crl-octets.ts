import { setImmediate as nextTurn } from 'node:timers/promises';
import { octetsOf } from './part-list.js';
import type { EntryPart } from './part-list.js';

/** A part with what is in it. */
export interface HeldPart extends EntryPart {
  readonly content: Uint8Array;
}

/** Octets that are joined in one step. */
const joinedAtOnce = 1024 * 1024;

/** Entries in the stretches that parts say. */
export function heldParts(entries: Uint8Array, parts: readonly EntryPart[]): readonly HeldPart[] {
  let from = 0;
  return parts.map((part) => ({ ...part, content: entries.subarray(from, (from += part.length)) }));
}

/**
 * The DER of a CRL. Its parts are those of the CRL before, where both have them: so a large CRL that follows another takes no megabytes of its own, and nothing
 * collects those of the other.
 */
export class CrlOctets {
  readonly length: number;

  /**
   * @param frame everything but the parts
   * @param at where in it they go
   */
  constructor(
    readonly frame: Uint8Array<ArrayBuffer>,
    readonly at: number,
    readonly parts: readonly HeldPart[],
  ) {
    this.length = frame.length + octetsOf(parts);
  }

  /** One that has no parts. */
  static whole(der: Uint8Array<ArrayBuffer>): CrlOctets {
    return new CrlOctets(der, der.length, []);
  }

  /**
   * One of a piece.
   * @param entries in it
   * @param parts the stretches of them; none for few
   */
  static cut(der: Uint8Array<ArrayBuffer>, entries: Uint8Array, parts: readonly EntryPart[]): CrlOctets {
    if (parts.length === 0) return CrlOctets.whole(der);
    const at = entries.byteOffset - der.byteOffset;
    return new CrlOctets(frameOf(der, entries), at, heldParts(entries, parts));
  }

  /** From the first to the last. */
  *pieces(): Generator<Uint8Array, void, undefined> {
    yield this.frame.subarray(0, this.at);
    for (const { content } of this.parts) yield content;
    yield this.frame.subarray(this.at);
  }

  /** In one piece, which must not be modified. Others get the thread between two steps. */
  async joined(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.parts.length === 0) return this.frame;
    const der = new Uint8Array(this.length);
    let [at, joined] = [0, 0];
    for (const piece of this.pieces()) {
      if (joined + piece.length > joinedAtOnce) {
        await nextTurn();
        joined = 0;
      }
      der.set(piece, at);
      at += piece.length;
      joined += piece.length;
    }
    return der;
  }
}

/** A CRL without its entries, for which it must be a view of the same octets. */
export function frameOf(der: Uint8Array, entries: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = entries.byteOffset - der.byteOffset;
  const frame = new Uint8Array(der.length - entries.length);
  frame.set(der.subarray(0, at));
  frame.set(der.subarray(at + entries.length), at);
  return frame;
}
