/** Bytes of one token or value, collected from several chunks and copied, because the sender may reuse chunks. */
export class TokenBytes {
  #parts: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(bytes: Buffer): void {
    this.#parts.push(Buffer.from(bytes));
    this.#size += bytes.length;
  }

  /** All of it, followed by `[start, end)` of the chunk, as text. */
  take(chunk: Buffer, start: number, end: number): string {
    if (this.#size === 0) return chunk.toString('utf8', start, end);
    return this.takeBytes(chunk, start, end).toString('utf8');
  }

  /** The same as bytes. */
  takeBytes(chunk: Buffer, start: number, end: number): Buffer {
    const bytes = Buffer.concat([...this.#parts, chunk.subarray(start, end)]);
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}

/** States repeat a few names and values: most are found here without creating a string. */
export class KnownTexts {
  readonly #slots: string[] = new Array<string>(256).fill('');
  readonly #unique = new Uint8Array(256);

  at(chunk: Buffer, start: number, end: number): string {
    const size = end - start;
    if (size === 0) return '';
    if (size > longestKnown) return chunk.toString('utf8', start, end);
    const slot = (size * 31 + (chunk[start] ?? 0) * 7 + (chunk[end - 2] ?? 0) * 3 + (chunk[end - 1] ?? 0)) & 255;
    const known = this.#slots[slot] ?? '';
    if (known.length === size) {
      let same = 0;
      while (same < size && known.charCodeAt(same) === chunk[start + same]) same++;
      if (same === size) return this.#unique[slot] === 1 ? known : this.#repeated(slot, known);
    }
    const text = chunk.toString('utf8', start, end);
    // Characters can only be compared with bytes if each character is one byte.
    if (text.length === size) {
      this.#slots[slot] = text;
      this.#unique[slot] = 0;
    }
    return text;
  }

  /** From the second time on it is the one copy that V8 has for names of properties: to compare two of these is to compare where they are. */
  #repeated(slot: number, text: string): string {
    const [unique = text] = Object.keys({ [text]: null });
    this.#slots[slot] = unique;
    this.#unique[slot] = 1;
    return unique;
  }
}

const longestKnown = 128;

/** A member name whose text has escapes. */
export function unescaped(name: string): string {
  const value: unknown = JSON.parse(`"${name}"`);
  return typeof value === 'string' ? value : '';
}
