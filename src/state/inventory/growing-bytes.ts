const firstBytes = 4 * 1024;
/** Longest form of a character of a JavaScript string in UTF-8. */
const bytesPerUnit = 3;

/** Text in UTF-8 that grows at its end. Its room is used again, so that nothing of it is garbage. */
export class GrowingBytes {
  #room = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(text: string): void {
    const most = this.#size + text.length * bytesPerUnit;
    if (most > this.#room.length) this.#grow(most);
    this.#size += this.#room.write(text, this.#size);
  }

  /** A copy, with memory of its own. */
  copy(start = 0, end = this.#size): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#room.subarray(start, end));
  }

  clear(): void {
    this.#size = 0;
  }

  #grow(most: number): void {
    const room = Buffer.allocUnsafeSlow(Math.max(most, 2 * this.#room.length, firstBytes));
    room.set(this.#room.subarray(0, this.#size));
    this.#room = room;
  }
}
