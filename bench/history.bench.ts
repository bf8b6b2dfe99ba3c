/*
 * What listing, reading the current version and creating cost with 100,000 versions in a workspace, against 100: the ratio of medians, measured in turns in one
 * process, for histories of finalized versions, of discarded ones on top, and of every status mixed. Run with: npm run bench history
 */
import { SqliteDatabase } from '../src/platform/database/sqlite/driver.js';
import type { SqliteValue } from '../src/platform/database/sqlite/values.js';
import { ids } from '../src/platform/ids.js';
import type { WorkspaceId } from '../src/platform/ids.js';
import { quick, sizeOf } from './settings.js';
import { atMost, less, median, tell } from './state-service/report.js';
import { openStateService, stateOf } from '../test/state/service.js';

const many = sizeOf('BENCH_VERSIONS', 100_000, 1_000);
const few = 100;
const rounds = quick ? 5 : 150;
const limit = 1.5;

const world = await openStateService();
const { versions } = world.services;

type Mix = (number: number) => string;
const mixes: Readonly<Record<string, Mix>> = {
  finalized: () => 'finalized',
  'discarded on top': (number) => (number <= few / 2 ? 'finalized' : 'discarded'),
  mixed: (number) =>
    ['finalized', 'discarded', 'backing_data_soft_deleted', 'backing_data_permanently_deleted'][number % 4] ?? '',
};

/** A workspace with so many versions, the newest of them made by the service. */
async function history(count: number, mix: Mix): Promise<WorkspaceId> {
  const workspace = await world.workspaceOf();
  const like = await world.create(workspace, stateOf(0));
  await world.settled();
  const row = await world.client.stateVersion.findUniqueOrThrow({ where: { id: like.id } });
  const raw = new SqliteDatabase(world.url);
  const columns = Object.keys(row);
  const insert = raw.prepare(
    `INSERT INTO "StateVersion" (${columns.map((name) => `"${name}"`).join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  const counted = new Map<string, number>();
  raw.immediately(() => {
    const stored = raw.prepare('SELECT * FROM "StateVersion" WHERE "id" = ?').row(like.id);
    for (let number = 2; number <= count; number += 1) {
      const status = mix(number);
      counted.set(status, (counted.get(status) ?? 0) + 1);
      const copy: Readonly<Record<string, SqliteValue>> = {
        ...stored,
        id: ids.stateVersion.make(),
        number,
        serial: number,
        status,
        contentObjectId: null,
      };
      insert.run(...columns.map((name) => copy[name] ?? null));
    }
  });
  raw.close();
  const countOf = (status: string) => BigInt(counted.get(status) ?? 0);
  await world.client.workspace.update({
    where: { id: workspace },
    data: {
      lastNumber: BigInt(count),
      knownSerial: BigInt(count),
      highestSerial: BigInt(count),
      finalizedCount: countOf('finalized') + 1n,
      discardedCount: countOf('discarded'),
      softDeletedCount: countOf('backing_data_soft_deleted'),
      permanentlyDeletedCount: countOf('backing_data_permanently_deleted'),
    },
  });
  return workspace;
}

const page = { number: 1, size: 20, skip: 0 };
const names = new Map<WorkspaceId, string>();
const named = (workspace: WorkspaceId) => ({ organization: world.organization, workspace: names.get(workspace) ?? '' });
const serials = new Map<WorkspaceId, bigint>();
const tasks: Readonly<Record<string, (workspace: WorkspaceId) => Promise<unknown>>> = {
  list: (workspace) => versions.page(world.owner, named(workspace), [], page),
  'list, finalized': (workspace) => versions.page(world.owner, named(workspace), ['finalized'], page),
  'list, pending': (workspace) => versions.page(world.owner, named(workspace), ['pending'], page),
  'list, pending and discarded': (workspace) =>
    versions.page(world.owner, named(workspace), ['pending', 'discarded'], page),
  connection: async (workspace) => {
    const { versionsOfWorkspace } = world.service.scope().visibleTo(world.owner).lists;
    const newest = { from: 'start', size: 20, after: null, before: null } as const;
    return versionsOfWorkspace.connection(await world.row(workspace), { statuses: [] }, newest);
  },
  current: (workspace) => versions.current(world.owner, workspace),
  create: async (workspace) => {
    const serial = (serials.get(workspace) ?? BigInt(many)) + 1n;
    serials.set(workspace, serial);
    await world.create(workspace, stateOf(serial));
  },
  announce: async (workspace) => {
    const serial = (serials.get(workspace) ?? BigInt(many)) + 1n;
    await world.announce(workspace, stateOf(serial));
  },
};

for (const [name, mix] of Object.entries(mixes)) {
  const short = await history(few, mix);
  const long = await history(many, mix);
  for (const id of [short, long]) names.set(id, (await world.row(id)).name);
  for (const [task, run] of Object.entries(tasks)) {
    const times = { short: [] as number[], long: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      for (const [which, workspace] of round % 2
        ? ([
            ['short', short],
            ['long', long],
          ] as const)
        : ([
            ['long', long],
            ['short', short],
          ] as const)) {
        const began = performance.now();
        await run(workspace);
        times[which].push(performance.now() - began);
      }
      if (task === 'create') await world.settled();
    }
    const ratio = median(times.long) / median(times.short);
    tell(`${name}: ${task}, ${few} versions`, median(times.short), 'ms', less);
    tell(`${name}: ${task}, ${many} versions`, ratio, `× of ${few}`, atMost(limit));
  }
}
await world.end();
