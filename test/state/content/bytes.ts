import fc from 'fast-check';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The text as a state is: one chunk. */
export const whole = (text: string): Uint8Array[] => [bytes(text)];

/** Content cut at the given places. */
export function cut(content: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [...new Set(places.map((place) => (content.length === 0 ? 0 : place % content.length)))].sort(
    (a, b) => a - b,
  );
  return [0, ...at].map((from, i) => content.slice(from, at[i] ?? content.length));
}

export const places = fc.array(fc.nat({ max: 100_000 }), { maxLength: 12 });

/** A buffer that is overwritten after every chunk, as one that a socket reuses would be. */
export async function* reused(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    const shared = Uint8Array.from(chunk);
    await Promise.resolve();
    yield shared;
    shared.fill(0x7e);
  }
}

export async function joined(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
