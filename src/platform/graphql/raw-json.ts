import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

/** JSON text that is read only when it is sent. */
export interface JsonBytes {
  /** In bytes of UTF-8. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Shorter texts are parsed, because that costs less than inserting them. */
const parsedLength = 2_048;
/** Numbers that `JSON.parse` may change: many digits, or an exponent with three digits. */
const inexact = /\d{16}|[eE][+-]?\d{3}/;

/** JSON text from the database as the value of a resolver: the parsed value, or the text if parsing takes long or would lose digits, or is read later. */
export function jsonOf(text: string | JsonBytes): unknown {
  if (typeof text !== 'string') return new RawJson(text);
  if (text.length > parsedLength || inexact.test(text)) return new RawJson(text);
  return JSON.parse(text);
}

/**
 * JSON text that goes into a response unchanged. A resolver returns it for a field of the scalar JSON, and {@link jsonText} inserts it. The code that creates
 * the text is responsible for it: nothing checks it again.
 */
export class RawJson {
  constructor(readonly content: string | JsonBytes) {}

  toJSON(): unknown {
    if (places) return places.take(this.content);
    if (typeof this.content === 'string') return JSON.parse(this.content);
    throw new Error('JSON text that is kept apart is sent by jsonText only');
  }
}

/** Collects the texts of one response while the rest of it is built. */
class Places {
  readonly contents: (string | JsonBytes)[] = [];
  #token = '';

  /** @returns the placeholder: random, so that no value can be mistaken for one */
  take(content: string | JsonBytes): string {
    this.#token ||= randomUUID();
    return `${this.#token}-${this.contents.push(content) - 1}`;
  }

  /** The text, split at its placeholders, which occur in the order in which they were created. */
  filled(text: string): (string | JsonBytes)[] {
    const pieces: (string | JsonBytes)[] = [];
    let from = 0;
    for (const [index, content] of this.contents.entries()) {
      const place = `"${this.#token}-${index}"`;
      const at = text.indexOf(place, from);
      if (at === -1) throw new Error('a JSON text lost its place');
      pieces.push(text.slice(from, at), content);
      from = at + place.length;
    }
    return [...pieces, text.slice(from)];
  }
}

/** Set only while one value is serialized, which nothing can interrupt. */
let places: Places | undefined;

/** Responses up to this size are joined into one text. */
const joinedLength = 256 * 1024;

/** The JSON text of a response: one text, or pieces if parts of it are large. */
export function jsonText(value: object): string | SplicedJson {
  const taken = new Places();
  const outer = places;
  places = taken;
  let text: string;
  try {
    text = JSON.stringify(value);
  } finally {
    places = outer;
  }
  if (taken.contents.length === 0) return text;
  const pieces = taken.filled(text);
  const short = pieces.every((piece): piece is string => typeof piece === 'string');
  return short && lengthOf(pieces) <= joinedLength ? pieces.join('') : new SplicedJson(pieces);
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Characters that are converted to bytes at a time. */
const sliceLength = 64 * 1024;

const textHeld = new WeakMap<object, number>();

/** Characters that a stream of {@link SplicedJson} holds until it has been read; none of any other. */
export const textHeldBy = (stream: object): number | undefined => textHeld.get(stream);

/** A response in pieces that are opened one after the other, so that it is never in memory as a whole. */
export class SplicedJson {
  /** In bytes. */
  readonly size: number;

  constructor(private readonly pieces: readonly (string | JsonBytes)[]) {
    this.size = pieces.reduce(
      (sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.size),
      0,
    );
  }

  /** The same, with a text at the end. */
  with(end: string): SplicedJson {
    return new SplicedJson([...this.pieces, end]);
  }

  stream(): Readable {
    const stream = Readable.from(bytesOf(this.pieces), { objectMode: false });
    textHeld.set(stream, lengthOf(this.pieces.filter((piece) => typeof piece === 'string')));
    return stream;
  }
}

async function* bytesOf(pieces: readonly (string | JsonBytes)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield* slicesOf(piece);
    else yield* asLongAsSaid(piece);
  }
}

/** The length of the response is sent before it: more would be taken for the next response. */
async function* asLongAsSaid(piece: JsonBytes): AsyncGenerator<Uint8Array> {
  let left = piece.size;
  for await (const bytes of piece.open()) {
    left -= bytes.byteLength;
    if (left < 0) break;
    yield bytes;
  }
  if (left !== 0) throw new Error('a JSON text has changed while it was sent');
}

function* slicesOf(text: string): Generator<Uint8Array> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + sliceLength, text.length);
    // Never between the two halves of a character.
    if (isHighSurrogate(text.charCodeAt(to - 1)) && to < text.length) to += 1;
    yield Buffer.from(text.slice(from, to));
    from = to;
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
