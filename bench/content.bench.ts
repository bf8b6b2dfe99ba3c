/**
 * Reading of large states: throughput beside hashing + compressing + writing the same bytes, and how much the process grows.
 * Every measurement runs in a process of its own. States are generated while they are read: "generate only" is in every number.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { compareStates } from '../src/state/comparison/compare.js';
import { readStateHeader } from '../src/state/content/header.js';
import { rewriteSerial } from '../src/state/content/serial.js';
import { InventoryReader } from '../src/state/inventory/inventory-reader.js';
import { readInventory } from '../src/state/inventory/read-inventory.js';
import { sizeOf } from './settings.js';
import { atMost, less, more, tell } from './state-service/report.js';
import { hugeAttributes, manyInstances, manyResources } from './content-states.js';

const MB = 1024 * 1024;
type Chunks = () => Iterable<Uint8Array>;

const states: Readonly<Record<string, (megabytes: number) => Chunks>> = {
  'many resources': (mb) => () => manyResources(Math.round((mb * MB) / 1770)),
  'many instances': (mb) => () => manyInstances(Math.round((mb * MB) / 1360)),
  'huge attributes': (mb) => () => hugeAttributes(10, (mb * MB) / 10),
};

async function drain(content: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of content) size += chunk.length;
  return size;
}

async function hashCompressWrite(chunks: Iterable<Uint8Array>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-bench-'));
  const hash = createHash('md5');
  try {
    const hashed = new PassThrough({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(
      Readable.from(chunks),
      hashed,
      createGzip({ level: 1 }),
      createWriteStream(path.join(folder, 'object')),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const thread = new InventoryReader();

const readers: Readonly<Record<string, (make: Chunks) => Promise<unknown>>> = {
  'generate only': (make) => drain(Readable.from(make())),
  'hash, gzip -1, write': (make) => hashCompressWrite(make()),
  header: (make) => readStateHeader(make()),
  'rewrite serial': (make) => drain(rewriteSerial(make(), 8n)),
  'compare with itself': (make) => compareStates(make, make),
  'inventory, inline': (make) => readInventory(make(), { resources: () => undefined }),
  'inventory, thread': (make) => thread.read(make(), { resources: () => undefined, instances: () => undefined }),
};
const baseline = 'hash, gzip -1, write';

interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
  /** Growth of the process, at its highest. */
  readonly grew: number;
}

/** Measures in this process, after a small run of the same that loads and compiles what is needed. */
async function measure(state: string, reader: string, megabytes: number): Promise<Measured> {
  const chunks = states[state]!(megabytes);
  await readers[reader]!(states[state]!(2));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  let size = 0;
  const start = performance.now();
  await readers[reader]!(function* () {
    for (const chunk of chunks()) {
      size += chunk.length;
      yield chunk;
    }
  });
  const seconds = (performance.now() - start) / 1000;
  clearInterval(sampler);
  peak = Math.max(peak, process.memoryUsage.rss());
  await thread.close();
  return { seconds, megabytes: size / MB, grew: (peak - before) / MB };
}

/** Measures in a process of its own. */
function measureApart(state: string, reader: string, megabytes: number): Measured {
  const argv = ['--import', 'tsx', '--expose-gc', fileURLToPath(import.meta.url), String(megabytes), state, reader];
  const { stdout } = spawnSync(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  return JSON.parse(stdout) as Measured;
}

const [megabytes = sizeOf('BENCH_MEGABYTES', 250, 8), state, reader] = process.argv.slice(2);
if (state !== undefined && reader !== undefined) {
  console.log(JSON.stringify(await measure(state, reader, Number(megabytes))));
} else {
  for (const eachState of Object.keys(states)) {
    const results = Object.keys(readers).map((name) => {
      // Comparing reads the content four times, and parses every object.
      const size = Number(megabytes) / (name.startsWith('compare') ? 5 : 1);
      return [name, measureApart(eachState, name, size)] as const;
    });
    const base = new Map(results).get(baseline)!;
    for (const [name, { seconds, megabytes: size, grew }] of results) {
      const limited = name.startsWith('inventory');
      tell(`${eachState}: ${name}`, size / seconds, 'MB/s', more);
      if (limited) tell(`${eachState}: ${name}, time`, seconds / base.seconds, `× ${baseline}`, atMost(3));
      tell(`${eachState}: ${name}, growth`, grew, 'MB', limited ? atMost(100) : less);
    }
  }
}
