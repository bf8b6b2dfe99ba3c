import type { Seal } from '../seal/seal.js';
import { SealError } from '../seal/seal-error.js';
import { decodeFooter, KEY_PURPOSE, ObjectCipher, type Footer, type Frame, type Index } from './envelope.js';
import { decompressed, FRAMES_AT_ONCE } from './frames.js';
import { ObjectCorrupt } from './object-errors.js';
import type { ObjectId } from './object-id.js';
import type { StoredObject } from './object-store.js';
import { countPassing } from './passing-buffers.js';
import { collected, pipelined } from './pipeline.js';

/** One object whose index was read and verified. */
export class OpenedObject {
  private constructor(
    private readonly id: ObjectId,
    readonly stored: StoredObject,
    private readonly cipher: ObjectCipher,
    readonly index: Index,
  ) {}

  static async open(id: ObjectId, stored: StoredObject, seal: Seal): Promise<OpenedObject> {
    const footer = await readFooter(id, stored);
    const cipher = new ObjectCipher(id, unwrapKey(id, seal, footer.wrappedKey));
    const index = cipher.openIndex(footer.sealedIndex);
    if (lengthOf(index.frames) + footer.length !== stored.size)
      throw new ObjectCorrupt(id, 'its length is not what was written');
    return new OpenedObject(id, stored, cipher, index);
  }

  /** Whether all of it was read with its end. */
  get isInMemory(): boolean {
    return this.stored.tail.length === this.stored.size;
  }

  /** Plain bytes `start` to `end`, exclusive. */
  async *content(start: number, end: number): AsyncGenerator<Buffer, void, undefined> {
    const { frameBytes } = this.index;
    const first = Math.floor(start / frameBytes);
    const frames = this.sealedFrames(first, Math.ceil(end / frameBytes));
    let at = first * frameBytes;
    for await (const frame of pipelined(frames, FRAMES_AT_ONCE, (sealed) => this.openFrame(sealed))) {
      yield frame.subarray(Math.max(start - at, 0), end - at);
      at += frame.length;
      if (frame.length === frameBytes) countPassing(frameBytes);
    }
  }

  private async openFrame({ number, compressed, bytes }: SealedFrame): Promise<Buffer> {
    const { size, frameBytes } = this.index;
    const length = Math.min(frameBytes, size - number * frameBytes);
    const opened = this.cipher.openFrame(number, compressed, bytes);
    return compressed ? decompressed(opened, length) : opened;
  }

  /** Frames `first` to `end`, exclusive. */
  private async *sealedFrames(first: number, end: number): AsyncGenerator<SealedFrame, void, undefined> {
    const { frames } = this.index;
    const wanted = frames.slice(first, end);
    const from = lengthOf(frames.slice(0, first));
    const bytes = new ByteReader(this.storedBytes(from, from + lengthOf(wanted)));
    try {
      for (const [position, { length, compressed }] of wanted.entries()) {
        const sealed = await bytes.take(length);
        if (!sealed) throw new ObjectCorrupt(this.id, `frame ${first + position} is cut`);
        yield { number: first + position, compressed, bytes: sealed };
      }
    } finally {
      await bytes.close();
    }
  }

  private async *storedBytes(from: number, to: number): AsyncGenerator<Buffer, void, undefined> {
    const { tail, size } = this.stored;
    const tailAt = size - tail.length;
    if (from >= tailAt) yield tail.subarray(from - tailAt, to - tailAt);
    else yield* this.stored.read(from, to);
  }
}

/** Everything after the frames, still sealed. @throws ObjectCorrupt */
export async function readFooter(id: ObjectId, stored: StoredObject): Promise<Footer> {
  let footer = decodeFooter(id, stored.tail, stored.size);
  if (typeof footer === 'number') {
    const longer = Buffer.concat(await collected(stored.read(stored.size - footer, stored.size)));
    footer = decodeFooter(id, longer, stored.size);
  }
  if (typeof footer === 'number') throw new ObjectCorrupt(id, 'its end is missing');
  return footer;
}

interface SealedFrame {
  readonly number: number;
  readonly compressed: boolean;
  readonly bytes: Buffer;
}

function lengthOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, frame) => sum + frame.length, 0);
}

function unwrapKey(id: ObjectId, seal: Seal, wrappedKey: Buffer): Buffer {
  try {
    return seal.unwrap(KEY_PURPOSE, wrappedKey, id);
  } catch (cause) {
    if (cause instanceof SealError && cause.reason !== 'wrong-master-key') {
      throw new ObjectCorrupt(id, 'its key was sealed for something else', { cause });
    }
    throw cause;
  }
}

/** Reads pieces of requested lengths from pieces of any length. */
class ByteReader {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly pieces: AsyncGenerator<Buffer, void, undefined>) {}

  /** The next `length` bytes, or `null` if there are fewer. */
  async take(length: number): Promise<Buffer | null> {
    const taken = [this.rest];
    let missing = length - this.rest.length;
    while (missing > 0) {
      const next = await this.pieces.next();
      if (next.done) return null;
      taken.push(next.value);
      missing -= next.value.length;
    }
    const bytes = taken.length === 1 ? this.rest : Buffer.concat(taken);
    this.rest = bytes.subarray(length);
    return bytes.subarray(0, length);
  }

  async close(): Promise<void> {
    await this.pieces.return();
  }
}
