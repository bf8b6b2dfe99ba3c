import { isUtf8 } from 'node:buffer';

/** Length of the sequence that a leading byte starts; 1 for other bytes, so that the check refuses them. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Checks UTF-8 in chunks that may be cut anywhere, even inside a character. */
export class Utf8Check {
  readonly #cut = Buffer.alloc(4);
  #have = 0;
  #need = 0;

  /** False as soon as the bytes so far cannot be the beginning of a valid text. */
  accepts(chunk: Uint8Array): boolean {
    let from = 0;
    while (this.#have < this.#need && from < chunk.length) this.#cut[this.#have++] = chunk[from++] ?? 0;
    if (this.#have < this.#need) return true;
    if (this.#need > 0 && !isUtf8(this.#cut.subarray(0, this.#need))) return false;
    this.#have = this.#need = 0;

    const tail = openTail(chunk, from);
    for (let i = tail; i < chunk.length; i++) this.#cut[this.#have++] = chunk[i] ?? 0;
    if (this.#have > 0) this.#need = sequenceLength(this.#cut[0] ?? 0);
    return isUtf8(chunk.subarray(from, tail));
  }

  /** True if no character is incomplete. */
  get complete(): boolean {
    return this.#need === 0;
  }
}

/** Index of a character that the chunk does not complete, or the chunk's length. */
function openTail(chunk: Uint8Array, from: number): number {
  for (let back = 1; back <= 3 && chunk.length - back >= from; back++) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? chunk.length - back : chunk.length;
  }
  return chunk.length;
}
