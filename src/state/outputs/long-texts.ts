import type { JsonBytes } from '../../platform/graphql/raw-json.js';
import type { StateVersionOutputId } from '../../platform/ids.js';
import { fittingTogether } from './fitting-together.js';

/** A JSON text of an output: at hand, or read when it is sent. */
export type OutputText = string | JsonBytes;

/** Texts up to this size, in bytes, come with the row. */
export const shortBytes = 4096;
/** Bytes of texts that one statement reads: it takes some milliseconds, and then others get the thread. */
const bytesTogether = 1024 * 1024;
const sliceBytes = 64 * 1024;

export interface LongText {
  readonly id: StateVersionOutputId;
  /** In bytes, as it is sent. */
  readonly size: number;
}

/** Reads the texts of some outputs; what is gone by then is missing. */
export type ReadTexts = (ids: readonly StateVersionOutputId[]) => Promise<ReadonlyMap<string, string | Buffer>>;

/**
 * Long texts of the outputs that one response shows, by the ids of the outputs. A few are read at once. More are read when they are sent, some at a time: so
 * neither memory nor the thread has all of them, however many outputs there are.
 * @param tried whether all are read before as well, so that `read` has seen each before anything is sent: afterwards it is too late to say what is wrong with one
 */
export async function longTexts(
  texts: readonly LongText[],
  read: ReadTexts,
  { tried = false }: { readonly tried?: boolean } = {},
): Promise<(id: StateVersionOutputId) => OutputText | null> {
  const [few = []] = readTogether(texts);
  if (few.length === texts.length) {
    const found = few.length === 0 ? new Map<string, string | Buffer>() : await read(few.map(({ id }) => id));
    return (id) => found.get(id)?.toString() ?? null;
  }
  if (tried) for (const batch of readTogether(texts)) await read(batch.map(({ id }) => id));
  const later = new TextsReadLater(texts, read);
  const places = new Map(texts.map(({ id }, place) => [id, place]));
  return (id) => later.at(places.get(id));
}

const readTogether = (texts: readonly LongText[]) =>
  fittingTogether(texts, { size: bytesTogether }, ({ size }) => size);

class TextsReadLater {
  /** Of the last statement: those that are sent next, most likely. */
  #held: ReadonlyMap<string, string | Buffer> = new Map();

  constructor(
    private readonly texts: readonly LongText[],
    private readonly read: ReadTexts,
  ) {}

  at(place: number | undefined): JsonBytes | null {
    const text = place === undefined ? undefined : this.texts[place];
    return text && place !== undefined ? { size: text.size, open: () => this.#open(text, place) } : null;
  }

  async *#open({ id }: LongText, place: number): AsyncGenerator<Uint8Array> {
    if (!this.#held.has(id)) {
      const [together = []] = readTogether(this.texts.slice(place));
      // Not two batches at once.
      this.#held = new Map();
      this.#held = await this.read(together.map((each) => each.id));
    }
    const text = this.#held.get(id);
    if (text === undefined) throw new Error(`the output ${id} was removed while it was sent`);
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    for (let from = 0; from < bytes.length; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
  }
}
