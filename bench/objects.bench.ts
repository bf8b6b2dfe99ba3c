/*
 * What sealing objects costs. Run with: npm run bench objects
 *
 * Small: writes and reads per second of states of 2, 8 and 20 KB, one at a time and 16 at a time, each write durable.
 * Large: 250 MB written and read, against hashing, compressing and writing the same bytes without sealing them, once
 * frame by frame as the store does it and once through Node's own streams; how much memory each takes and for how long it keeps the event loop.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { Cutter } from '../src/platform/objects/cutter.js';
import { FRAME_BYTES } from '../src/platform/objects/envelope.js';
import { compressed, FRAMES_AT_ONCE } from '../src/platform/objects/frames.js';
import { newObjectId } from '../src/platform/objects/object-id.js';
import { openObjectStore } from '../src/platform/objects/open-object-store.js';
import { pipelined } from '../src/platform/objects/pipeline.js';
import { SealedObjects } from '../src/platform/objects/sealed-objects.js';
import { Seal } from '../src/platform/seal/seal.js';
import { quick, roundsOf, sizeOf } from './settings.js';
import { atMost, less, median, more, tell } from './state-service/report.js';
import { bytesLike, inPieces } from '../test/platform/objects/content.js';

const MB = 1_000_000;
const LARGE = sizeOf('BENCH_MEGABYTES', 250, 8) * MB;
const ROUNDS = roundsOf(3);

const folder = await mkdtemp(join(tmpdir(), 'bench-objects-'));
const objects = new SealedObjects({
  store: await openObjectStore(`file:${join(folder, 'store')}`),
  seal: new Seal({ current: Buffer.alloc(32, 7), earlier: [] }),
});

/** The large content lies in a file, so that memory shows what the pipeline holds and not the content. */
const source = join(folder, 'content');
const plainTarget = join(folder, 'plain');
const fromSource = (): AsyncIterable<Buffer> => createReadStream(source, { highWaterMark: 64 * 1024 });

interface Measured {
  readonly seconds: number;
  /** Of all threads; on a busy machine, what to compare. */
  readonly cpuSeconds: number;
  readonly grownMb: number;
  readonly longestStallMs: number;
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const usedBefore = process.cpuUsage();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(usedBefore);
  const cpuSeconds = (used.user + used.system) / 1e6;
  delay.disable();
  clearInterval(watch);
  return { seconds, cpuSeconds, grownMb: (most - before) / MB, longestStallMs: delay.max / 1e6 };
}

function told(name: string, bytes: number, rounds: readonly Measured[]): number {
  const seconds = median(rounds.map((round) => round.seconds));
  const cpu = median(rounds.map((round) => round.cpuSeconds));
  const grown = Math.max(...rounds.map(({ grownMb }) => grownMb));
  const stall = Math.max(...rounds.map(({ longestStallMs }) => longestStallMs));
  const rate = `${(bytes / MB / seconds).toFixed(0)} MB/s`.padStart(10);
  console.log(
    `${name.padEnd(46)}${rate}  cpu ${cpu.toFixed(2)} s  memory +${grown.toFixed(0)} MB  longest stall ${stall.toFixed(1)} ms`,
  );
  return seconds;
}

async function framesWithoutSeal(): Promise<void> {
  const md5 = createHash('md5');
  const cutter = new Cutter(FRAME_BYTES);
  const file = await open(plainTarget, 'w');
  const frames = pipelined(cutter.cut(fromSource()), FRAMES_AT_ONCE, async (plain) => {
    md5.update(plain);
    return { plain, small: await compressed(plain) };
  });
  for await (const { plain, small } of frames) {
    await file.write(small ?? plain);
    cutter.giveBack(plain);
  }
  await file.sync();
  await file.close();
}

async function streamsWithoutSeal(): Promise<void> {
  const md5 = createHash('md5');
  const hashing = new PassThrough({
    transform(piece: Buffer, _, done) {
      md5.update(piece);
      done(null, piece);
    },
  });
  const compressing = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: FRAME_BYTES });
  await pipeline(fromSource(), hashing, compressing, createWriteStream(plainTarget, { flush: true }));
}

async function* generated(kind: 'state' | 'noise'): AsyncGenerator<Buffer> {
  for (let n = 0; n < LARGE / MB; n += 1) yield await Promise.resolve(bytesLike(kind, MB, String(n)));
}

async function large(kind: 'state' | 'noise'): Promise<void> {
  await pipeline(generated(kind), createWriteStream(source));
  const rounds: Record<'streams' | 'frames' | 'sealed' | 'read', Measured[]> = {
    streams: [],
    frames: [],
    sealed: [],
    read: [],
  };
  let storedMb = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = newObjectId();
    rounds.sealed.push(
      await measured(async () => (storedMb = (await objects.write(id, fromSource())).storedSize / MB)),
    );
    rounds.read.push(
      await measured(async () => {
        await finished((await objects.read(id)).content.resume());
      }),
    );
    await objects.delete(id);
    rounds.frames.push(await measured(framesWithoutSeal));
    rounds.streams.push(await measured(streamsWithoutSeal));
  }
  const plainMb = (await stat(plainTarget)).size / MB;
  console.log(
    `\n${LARGE / MB} MB of ${kind}, ${storedMb.toFixed(0)} MB as stored (streams: ${plainMb.toFixed(0)} MB), median of ${ROUNDS}`,
  );
  const streams = told('streams, hash + compress + write', LARGE, rounds.streams);
  const frames = told('frames, hash + compress + write', LARGE, rounds.frames);
  const sealed = told('sealed object, write', LARGE, rounds.sealed);
  const read = told('sealed object, read', LARGE, rounds.read);
  const grown = Math.max(...[...rounds.sealed, ...rounds.read].map(({ grownMb }) => grownMb));
  tell(`${LARGE / MB} MB of ${kind}, write`, LARGE / MB / sealed, 'MB/s', more);
  tell(`${LARGE / MB} MB of ${kind}, read`, LARGE / MB / read, 'MB/s', more);
  tell(`${LARGE / MB} MB of ${kind}, memory`, grown, 'MB', atMost(40));
  tell(`${LARGE / MB} MB of ${kind}, time`, sealed / frames, '× unsealed frames', atMost(1.3));
  tell(`${LARGE / MB} MB of ${kind}, time`, sealed / streams, '× streams', kind === 'state' ? atMost(1.3) : less);
}

/** A second. */
async function small(size: number, atOnce: number): Promise<{ writes: number; reads: number }> {
  const bytes = bytesLike('state', size);
  const count = (quick ? 4 : 40) * Math.max(atOnce, 10);
  const ids = Array.from({ length: count }, () => newObjectId());
  const inLanes = async (work: (id: (typeof ids)[number]) => Promise<void>): Promise<number> => {
    const rest = ids.values();
    const began = performance.now();
    const lanes = Array.from({ length: atOnce }, async () => {
      for (const id of rest) await work(id);
    });
    await Promise.all(lanes);
    return (count / (performance.now() - began)) * 1000;
  };
  const writes = await inLanes(async (id) => {
    await objects.write(id, inPieces(bytes));
  });
  const reads = await inLanes(async (id) => {
    await finished((await objects.read(id)).content.resume());
  });
  return { writes, reads };
}

/** What the disk allows: a file written and synced, nothing else. */
async function floor(): Promise<void> {
  const began = performance.now();
  const count = 400;
  for (let n = 0; n < count; n += 1) {
    const file = await open(join(folder, `floor-${n}`), 'w');
    await file.write(bytesLike('state', 2000));
    await file.datasync();
    await file.close();
  }
  tell('2 KB, 1 at a time, a bare file written and synced', (count / (performance.now() - began)) * 1000, '/s');
}

try {
  // The first round only warms up.
  await small(2_000, 1);
  await floor();
  for (const atOnce of [1, 16]) {
    for (const size of [2_000, 8_000, 20_000]) {
      const { writes, reads } = await small(size, atOnce);
      tell(`${size / 1000} KB, ${atOnce} at a time, durable writes`, writes, '/s', more);
      tell(`${size / 1000} KB, ${atOnce} at a time, reads`, reads, '/s', more);
    }
  }
  await large('state');
  await large('noise');
} finally {
  await rm(folder, { recursive: true });
}
