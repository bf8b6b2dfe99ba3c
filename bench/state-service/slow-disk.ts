import { roundsOf, warmUpOf } from '../settings.js';
import { Client } from './client.js';
import type { LoadResult } from './load.js';
import { canSlowSyncs, CompiledServer, Helper, newFolder } from './processes.js';
import { atMost, less, tell } from './report.js';
import { ratios } from './rounds.js';
import { written } from './wire.js';
import { Writer } from './writer.js';
import type { WriterSetup } from './writer.js';

const rounds = roundsOf(7);
const seconds = 2;
/** As with the jobs of clients: V8 compiles what is done for the first time, beside the reads or before them. */
const warmUp = warmUpOf(8);
/** What a sync takes on a disk that is far away. */
const syncMs = 4;
const readers = 4;

/** Reads of the current version, alone and beside one client that creates versions, where each sync takes four milliseconds. */
export async function measureSlowDisk(): Promise<void> {
  if (!canSlowSyncs()) {
    console.log('reads beside writes on a slow disk are not measured: strace does not run here');
    return;
  }
  const server = await CompiledServer.start(newFolder(), {}, syncMs);
  const [reader, writer] = [Helper.start('load.ts'), Helper.start('load.ts')];
  try {
    const { token, port } = server;
    const client = new Client(server, token);
    const setup = async (name: string): Promise<WriterSetup> => ({
      ...{ token, lineage: `lineage of ${name}`, serial: 0, padding: 2_000 },
      workspaceId: await client.lockedWorkspace(name),
    });
    const [kept, writing] = [await setup('read'), await setup('written')];
    const { path: creation, body: version = '' } = new Writer(kept).next();
    await client.ask('POST', creation, JSON.parse(version));
    await client.processed(kept.workspaceId);

    const request = written({ path: `/api/v2/workspaces/${kept.workspaceId}/current-state-version`, token });
    const reads = (during = seconds) =>
      reader.ask<LoadResult>({ load: { kind: 'read', port, request }, connections: readers, seconds: during });
    const writes = (during = seconds) =>
      writer.ask<LoadResult>({ load: { kind: 'write', port, writers: [writing] }, connections: 1, seconds: during });
    await Promise.all([reads(warmUp), writes(warmUp)]);
    const p99 = { idle: new Array<number>(), beside: new Array<number>() };
    const create = { alone: new Array<number>(), beside: new Array<number>() };
    for (let round = 0; round < rounds; round += 1) {
      p99.idle.push((await reads()).most);
      const [read, created] = await Promise.all([reads(), writes()]);
      p99.beside.push(read.most);
      create.beside.push(created.half);
      create.alone.push((await writes()).half);
    }
    tell('a sync', syncMs, 'ms longer');
    tell('p99 of reads, idle', p99.idle, 'ms', less);
    tell('p99 of reads beside a writer', p99.beside, 'ms', less);
    tell('p99 of reads beside a writer × idle', ratios(p99.beside, p99.idle), '×', atMost(2));
    tell('a create, 1 client', create.alone, 'ms', less);
    tell('a create beside the reads', create.beside, 'ms', less);
  } finally {
    await Promise.all([server.discard(), reader.stop(), writer.stop()]);
  }
}
