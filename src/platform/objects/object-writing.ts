import { randomBytes } from 'node:crypto';
import type { Seal } from '../seal/seal.js';
import { Cutter } from './cutter.js';
import { encodeFooter, KEY_PURPOSE, ObjectCipher, type Frame } from './envelope.js';
import { compressed, FRAMES_AT_ONCE } from './frames.js';
import { ObjectTooLarge } from './object-errors.js';
import type { ObjectId } from './object-id.js';
import { countPassing } from './passing-buffers.js';
import { pipelined } from './pipeline.js';

/** Sizes in bytes. */
export interface WrittenObject {
  readonly id: ObjectId;
  readonly size: number;
  readonly storedSize: number;
}

/** One object while it is written. */
export class ObjectWriting {
  private readonly key = randomBytes(32);
  private readonly cipher: ObjectCipher;
  private readonly frames: Frame[] = [];
  private size = 0;
  private storedSize = 0;

  constructor(
    private readonly plan: {
      readonly id: ObjectId;
      readonly seal: Seal;
      readonly frameBytes: number;
      readonly maxBytes: number;
    },
  ) {
    this.cipher = new ObjectCipher(plan.id, this.key);
  }

  /** The bytes to store. The last piece contains the last frame and the footer: a small object is one piece. */
  async *sealed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
    const { id, seal, frameBytes } = this.plan;
    const cutter = new Cutter(frameBytes);
    const compressing = pipelined(cutter.cut(this.counted(content)), FRAMES_AT_ONCE, async (plain) => ({
      plain,
      small: await compressed(plain),
    }));
    let last: Buffer = Buffer.alloc(0);
    for await (const { plain, small } of compressing) {
      if (last.length > 0) yield this.stored(last);
      last = this.cipher.sealFrame(this.frames.length, small !== null, small ?? plain);
      this.frames.push({ length: last.length, compressed: small !== null });
      cutter.giveBack(plain);
      // Small contents are left to V8.
      if (plain.length === frameBytes) countPassing(frameBytes);
    }
    const sealedIndex = this.cipher.sealIndex({ size: this.size, frameBytes, frames: this.frames });
    const wrappedKey = seal.wrap(KEY_PURPOSE, this.key, id);
    yield this.stored(Buffer.concat([last, encodeFooter(sealedIndex, wrappedKey)]));
  }

  written(): WrittenObject {
    const { size, storedSize } = this;
    return { id: this.plan.id, size, storedSize };
  }

  private async *counted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of content) {
      this.size += piece.length;
      if (this.size > this.plan.maxBytes) throw new ObjectTooLarge(this.plan.id, this.plan.maxBytes);
      yield piece;
    }
  }

  private stored(piece: Buffer): Buffer {
    this.storedSize += piece.length;
    return piece;
  }
}
