import { createCipheriv, createHash } from 'node:crypto';

/** Bytes that look like a state file, or like nothing at all; the same for the same seed. */
export function bytesLike(kind: 'state' | 'noise', length: number, seed = 'a'): Buffer {
  const key = createHash('md5').update(seed).digest();
  const noise = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
  if (kind === 'noise') return noise;
  const pieces: Buffer[] = [];
  for (let total = 0, n = 0; total < length; n += 1) {
    const id = noise.toString('hex', 9 * n, 9 * n + 9);
    const piece = Buffer.from(`{"mode":"managed","type":"aws_instance","name":"node_${n}","id":"i-${id}"},\n`);
    pieces.push(piece);
    total += piece.length;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** Content in pieces of a size, each made when it is asked for. */
export async function* inPieces(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
