import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hugeAttributes, manyInstances, manyResources } from '../content-states.js';
import { roundsOf, secondsOf, sizeOf } from '../settings.js';
import { Client } from './client.js';
import type { LoadResult } from './load.js';
import { residentBytes } from './process-times.js';
import { CompiledServer, Helper, newFolder } from './processes.js';
import { atMost, less, tell } from './report.js';
import { ratios } from './rounds.js';
import { written } from './wire.js';
import { Writer } from './writer.js';

const MB = 1024 * 1024;
const megabytes = sizeOf('BENCH_MEGABYTES', 250, 8);
const rounds = roundsOf(3);

const states: Readonly<Record<string, (megabytes: number) => Iterable<Uint8Array>>> = {
  'many resources': (mb) => manyResources(Math.round((mb * MB) / 1770)),
  'many instances': (mb) => manyInstances(Math.round((mb * MB) / 1360)),
  'huge attributes': (mb) => hugeAttributes(10, (mb * MB) / 10),
};

/**
 * Upload with inventory, and download, of one large state, against hashing, compressing, sealing and writing the same bytes; and what readers of small
 * documents notice of it.
 */
export async function measureContent(): Promise<void> {
  const folder = newFolder();
  const hasher = Helper.start('hash-compress-seal-write.ts');
  try {
    for (const [name, make] of Object.entries(states)) {
      const file = path.join(folder, 'state');
      await pipeline(Readable.from(make(megabytes)), createWriteStream(file));
      await measureState(name, file, hasher);
      await measureReaders(name, file);
    }
  } finally {
    await hasher.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureState(name: string, file: string, hasher: Helper): Promise<void> {
  const server = await CompiledServer.start(newFolder());
  const took = {
    baseline: [] as number[],
    upload: [] as number[],
    inventory: [] as number[],
    download: [] as number[],
  };
  let grew = 0;
  try {
    const client = new Client(server, server.token);
    await warmUp(client);
    // What the server has once it is warm; everything above it is growth.
    const before = residentBytes(server.pid);
    const sampler = setInterval(() => (grew = Math.max(grew, residentBytes(server.pid) - before)), 10);
    const md5 = await md5Of(file);
    for (let round = 0; round < rounds; round += 1) {
      took.baseline.push(await hasher.ask<number>({ file, to: `${file}.gz` }));
      const once = await roundTrip(client, `large-${round}`, file, md5);
      for (const part of ['upload', 'inventory', 'download'] as const) took[part].push(once[part]);
    }
    clearInterval(sampler);
  } finally {
    await server.discard();
  }
  const { baseline, upload, inventory, download } = took;
  const all = baseline.map((one, i) => ((upload[i] ?? 0) + (inventory[i] ?? 0) + (download[i] ?? 0)) / one);
  tell(`${megabytes} MB, ${name}: hash, gzip -1, write, sealed`, baseline, 's');
  tell(`${megabytes} MB, ${name}: upload`, upload, 's', less);
  tell(`${megabytes} MB, ${name}: inventory after it`, inventory, 's', less);
  tell(`${megabytes} MB, ${name}: download`, download, 's', less);
  tell(`${megabytes} MB, ${name}: all three`, all, '× hash, gzip -1, seal, write', atMost(1.5));
  tell(`${megabytes} MB, ${name}: growth`, grew / MB, 'MB', atMost(64));
}

const readers = 32;

/** The current state version of a small state, read while a large one is uploaded, read into inventory and downloaded, against the same with nothing beside it. */
async function measureReaders(name: string, file: string): Promise<void> {
  const server = await CompiledServer.start(newFolder());
  const loader = Helper.start('load.ts');
  try {
    const client = new Client(server, server.token);
    await warmUp(client);
    const { port, token } = server;
    const request = written({ path: `/api/v2/workspaces/${await small(client)}/current-state-version`, token });
    const md5 = await md5Of(file);
    const p99 = async (seconds: number) =>
      (await loader.ask<LoadResult>({ load: { kind: 'read', port, request }, connections: readers, seconds })).most;
    const took = { idle: [] as number[], beside: [] as number[] };
    await p99(secondsOf(2));
    for (let round = 0; round < rounds; round += 1) {
      took.idle.push(await p99(secondsOf(4)));
      const all = roundTrip(client, `beside-${round}`, file, md5);
      // As long as the round trip may take, so that each reader meets it.
      const [met] = await Promise.all([p99(secondsOf(4)), all]);
      took.beside.push(met);
    }
    tell(`${megabytes} MB, ${name}: p99 of ${readers} readers with nothing beside them`, took.idle, 'ms', less);
    tell(`${megabytes} MB, ${name}: p99 of ${readers} readers beside it`, took.beside, 'ms', less);
    tell(
      `${megabytes} MB, ${name}: p99 of ${readers} readers beside it`,
      ratios(took.beside, took.idle),
      '× idle',
      atMost(2),
    );
  } finally {
    await Promise.all([server.discard(), loader.stop()]);
  }
}

/** A workspace with a small state. */
async function small(client: Client): Promise<string> {
  const workspaceId = await client.lockedWorkspace('small');
  const { path: to, body = '' } = new Writer({
    ...{ workspaceId, token: client.token, lineage: 'bench', serial: 0, padding: 0 },
  }).next();
  await client.ask('POST', to, JSON.parse(body));
  await client.processed(workspaceId);
  return workspaceId;
}

/** Loads and compiles what a round trip needs: a small one, several times. */
async function warmUp(client: Client): Promise<void> {
  const file = path.join(newFolder(), 'state');
  await pipeline(Readable.from(manyResources(2_000)), createWriteStream(file));
  const md5 = await md5Of(file);
  for (let round = 0; round < 5; round += 1) await roundTrip(client, `small-${round}`, file, md5);
  rmSync(path.dirname(file), { recursive: true });
}

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Seconds from the first byte of the upload to its answer, from there to the inventory, and of the download. */
async function roundTrip(client: Client, workspace: string, file: string, md5: string) {
  const workspaceId = await client.lockedWorkspace(workspace);
  const writer = new Writer({ workspaceId, token: client.token, lineage: 'unused', serial: 0, padding: 0 });
  const { path: to } = writer.next();
  const { serial, lineage } = await headOf(file);
  const { data } = await client.ask<{ data: { attributes: Readonly<Record<string, string>> } }>('POST', to, {
    data: { type: 'state-versions', attributes: { serial, lineage, md5 } },
  });
  const uploadUrl = new URL(data.attributes['hosted-state-upload-url'] ?? '');
  const startedAt = performance.now();
  await upload(uploadUrl, file);
  const uploadedAt = performance.now();
  await client.processed(workspaceId);
  const processedAt = performance.now();
  const current = await client.ask<{ data: { attributes: Readonly<Record<string, string>> } }>(
    'GET',
    `/api/v2/workspaces/${workspaceId}/current-state-version`,
  );
  const beforeDownload = performance.now();
  const size = await download(new URL(current.data.attributes['hosted-state-download-url'] ?? ''));
  const downloadedAt = performance.now();
  if (size !== statSync(file).size) throw new Error(`downloaded ${size} bytes`);
  return {
    upload: (uploadedAt - startedAt) / 1000,
    inventory: (processedAt - uploadedAt) / 1000,
    download: (downloadedAt - beforeDownload) / 1000,
  };
}

/** Both stand at the beginning of a state. */
async function headOf(file: string): Promise<{ serial: number; lineage: string }> {
  for await (const chunk of createReadStream(file, { end: 1_000 })) {
    const text = String(chunk);
    const [, serial] = /"serial": (\d+)/.exec(text) ?? [];
    const [, lineage] = /"lineage": "([^"]*)"/.exec(text) ?? [];
    if (serial !== undefined && lineage !== undefined) return { serial: Number(serial), lineage };
  }
  throw new Error('a state without serial and lineage');
}

async function upload(url: URL, file: string): Promise<void> {
  const outgoing = request(url, { method: 'PUT', headers: { 'content-length': statSync(file).size } });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  await pipeline(createReadStream(file, { highWaterMark: MB }), outgoing);
  const answer = await answered;
  answer.resume();
  if (answer.statusCode !== 200 && answer.statusCode !== 204) throw new Error(`upload: ${String(answer.statusCode)}`);
}

function download(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, (incoming) => {
      let size = 0;
      incoming.on('data', (chunk: Buffer) => (size += chunk.length));
      incoming.on('end', () => resolve(size));
      incoming.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
