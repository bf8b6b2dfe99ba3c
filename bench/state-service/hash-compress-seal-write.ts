/** The baseline of large content: reads a file, hashes it (MD5), compresses it (gzip, level 1), encrypts it (AES-256-GCM), writes it and syncs it to disk. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

async function once(file: string, to: string): Promise<number> {
  const startedAt = performance.now();
  const hash = createHash('md5');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const sealing = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12));
  await pipeline(createReadStream(file), hashed, createGzip({ level: 1 }), sealing, createWriteStream(to));
  hash.digest('hex');
  const written = await open(to, 'r+');
  await written.sync();
  await written.close();
  const seconds = (performance.now() - startedAt) / 1000;
  await rm(to);
  return seconds;
}

process.on('message', (message) => {
  const { file, to } = message as { file: string; to: string };
  void once(file, to).then((seconds) => process.send?.(seconds));
});
