/** Bytes of one token or value, gathered over chunks and copied: chunks may be reused by whoever sent them. */
export class Gathered {
  #parts: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(bytes: Buffer): void {
    this.#parts.push(Buffer.from(bytes));
    this.#size += bytes.length;
  }

  /** All of it and `[start, end)` of the chunk behind it, as text. */
  take(chunk: Buffer, start: number, end: number): string {
    if (this.#size === 0) return chunk.toString('utf8', start, end);
    const text = Buffer.concat([...this.#parts, chunk.subarray(start, end)]).toString('utf8');
    this.clear();
    return text;
  }

  clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}

/** States repeat a handful of member names: most are found here without making a string. */
export class KnownNames {
  readonly #slots: ({ readonly bytes: Buffer; readonly name: string } | undefined)[] = new Array<undefined>(256).fill(
    undefined,
  );

  at(chunk: Buffer, start: number, end: number): string {
    const size = end - start;
    if (size === 0) return '';
    const slot = (size * 31 + (chunk[start] ?? 0) * 7 + (chunk[end - 1] ?? 0)) & 255;
    const known = this.#slots[slot];
    if (known?.bytes.length === size) {
      let same = 0;
      while (same < size && known.bytes[same] === chunk[start + same]) same++;
      if (same === size) return known.name;
    }
    const name = chunk.toString('utf8', start, end);
    if (size <= 32) this.#slots[slot] = { bytes: Buffer.from(name), name };
    return name;
  }
}

/** A member name whose text has escapes in it. */
export function unescaped(name: string): string {
  const value: unknown = JSON.parse(`"${name}"`);
  return typeof value === 'string' ? value : '';
}
