import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { ObjectCorrupt } from './object-errors.js';
import type { ObjectId } from './object-id.js';

/*
 * How an object lies in the store:
 *
 *   frame … frame | sealed index | wrapped key | trailer
 *
 * Content is cut into frames of FRAME_BYTES (the last may be shorter); each is compressed if that helps, and sealed
 * (AES-256-GCM: ciphertext, 16-byte tag) under a key that no other object has. The index tells the size of the content
 * and of each frame as stored. All of it is at the end, so that one read of the tail opens the object and a cut file
 * has none. The object's id, a frame's number and whether it is compressed are authenticated with each frame.
 */

/** Plain bytes in a frame. */
export const FRAME_BYTES = 512 * 1024;

/** The seal's purpose for the keys of objects. */
export const KEY_PURPOSE = 'object';

const FORM = 1;
const MAGIC = Buffer.from('TRUSTOBJ');
const TAG_BYTES = 16;
const CHECKSUM_BYTES = 8;
/** Length of the sealed index (4) | of the wrapped key (2) | reserved (1) | form (1) | checksum (8) | magic (8) */
const TRAILER_BYTES = 24;
const INDEX_HEADER_BYTES = 12;
const COMPRESSED = 0x8000_0000;

/** One frame as stored: its length, including the tag. */
export interface Frame {
  readonly length: number;
  readonly compressed: boolean;
}

/** The content of the index. `size` counts plain bytes. */
export interface Index {
  readonly size: number;
  readonly frameBytes: number;
  readonly frames: readonly Frame[];
}

/** Everything after the frames, still sealed. `length` counts its bytes. */
export interface Footer {
  readonly sealedIndex: Buffer;
  readonly wrappedKey: Buffer;
  readonly length: number;
}

/** Seals and opens the parts of one object. Each object has its own key, so counters can be nonces. */
export class ObjectCipher {
  constructor(
    private readonly id: ObjectId,
    private readonly key: Buffer,
  ) {}

  sealFrame(number: number, compressed: boolean, content: Buffer): Buffer {
    return this.seal(compressed ? 'compressed' : 'plain', number, content);
  }

  /** @throws ObjectCorrupt */
  openFrame(number: number, compressed: boolean, sealed: Buffer): Buffer {
    return this.open(compressed ? 'compressed' : 'plain', number, sealed, `frame ${number}`);
  }

  sealIndex(index: Index): Buffer {
    return this.seal('index', 0, encodeIndex(index));
  }

  /** @throws ObjectCorrupt */
  openIndex(sealed: Buffer): Index {
    return decodeIndex(this.id, this.open('index', 0, sealed, 'the index'));
  }

  private seal(part: Part, number: number, content: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(part, number), { authTagLength: TAG_BYTES });
    cipher.setAAD(this.boundTo(part));
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  }

  private open(part: Part, number: number, sealed: Buffer, name: string): Buffer {
    if (sealed.length < TAG_BYTES) throw new ObjectCorrupt(this.id, `${name} is cut`);
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonceOf(part, number), { authTagLength: TAG_BYTES });
    decipher.setAAD(this.boundTo(part));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const content = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch (cause) {
      throw new ObjectCorrupt(this.id, `${name} is not what was written`, { cause });
    }
    return content;
  }

  private boundTo(part: Part): Buffer {
    return Buffer.from(`trustate object ${FORM} ${this.id} ${part}`);
  }
}

type Part = keyof typeof partNumbers;
const partNumbers = { plain: 0, compressed: 1, index: 2 } as const;

/** Part (4) | number (8). A frame is sealed once, plain or compressed, so no nonce is used twice. */
function nonceOf(part: Part, number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(partNumbers[part]);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function encodeIndex({ size, frameBytes, frames }: Index): Buffer {
  const bytes = Buffer.allocUnsafe(INDEX_HEADER_BYTES + 4 * frames.length);
  bytes.writeBigUInt64BE(BigInt(size));
  bytes.writeUInt32BE(frameBytes, 8);
  frames.forEach(({ length, compressed }, number) => {
    bytes.writeUInt32BE(compressed ? COMPRESSED + length : length, INDEX_HEADER_BYTES + 4 * number);
  });
  return bytes;
}

function decodeIndex(id: ObjectId, bytes: Buffer): Index {
  if (bytes.length < INDEX_HEADER_BYTES || bytes.length % 4 !== 0) throw new ObjectCorrupt(id, 'the index is cut');
  const size = Number(bytes.readBigUInt64BE());
  const frameBytes = bytes.readUInt32BE(8);
  const frames: Frame[] = [];
  for (let at = INDEX_HEADER_BYTES; at < bytes.length; at += 4) {
    const entry = bytes.readUInt32BE(at);
    frames.push({ length: entry & ~COMPRESSED, compressed: entry >= COMPRESSED });
  }
  if (frames.length !== Math.ceil(size / frameBytes)) throw new ObjectCorrupt(id, 'the index lacks frames');
  return { size, frameBytes, frames };
}

export function encodeFooter(sealedIndex: Buffer, wrappedKey: Buffer): Buffer {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(sealedIndex.length);
  lengths.writeUInt16BE(wrappedKey.length, 4);
  lengths.writeUInt8(FORM, 7);
  const checked = Buffer.concat([sealedIndex, wrappedKey, lengths]);
  return Buffer.concat([checked, checksumOf(checked), MAGIC]);
}

/**
 * Finds the footer in the last bytes of an object.
 * @returns the footer, or how many of the last bytes are needed to contain it
 * @throws ObjectCorrupt
 */
export function decodeFooter(id: ObjectId, tail: Buffer, storedSize: number): Footer | number {
  if (tail.length < TRAILER_BYTES || !tail.subarray(-MAGIC.length).equals(MAGIC)) {
    throw new ObjectCorrupt(id, 'its end is missing');
  }
  const trailer = tail.subarray(-TRAILER_BYTES);
  const indexLength = trailer.readUInt32BE();
  const keyLength = trailer.readUInt16BE(4);
  const length = indexLength + keyLength + TRAILER_BYTES;
  if (length > storedSize) throw new ObjectCorrupt(id, 'its end is not what was written');
  if (length > tail.length) return length;
  const footer = tail.subarray(-length);
  const checked = footer.subarray(0, -CHECKSUM_BYTES - MAGIC.length);
  // Not for security, which the seals provide: it distinguishes damage from a wrong master key.
  if (!checksumOf(checked).equals(trailer.subarray(8, 8 + CHECKSUM_BYTES))) {
    throw new ObjectCorrupt(id, 'its end is not what was written');
  }
  const form = trailer.readUInt8(7);
  if (form !== FORM) throw new ObjectCorrupt(id, `it has form ${form}; this version knows ${FORM}`);
  const sealedIndex = footer.subarray(0, indexLength);
  const wrappedKey = footer.subarray(indexLength, indexLength + keyLength);
  return { sealedIndex, wrappedKey, length };
}

function checksumOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM_BYTES);
}
