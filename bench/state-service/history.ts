import path from 'node:path';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { roundsOf, secondsOf, sizeOf } from '../settings.js';
import { Client } from './client.js';
import type { ReadLoad, WriteLoad } from './load.js';
import { CompiledServer, Helper, newFolder } from './processes.js';
import { atMost, less, tell } from './report.js';
import { inTurns, loaded, ratios } from './rounds.js';
import type { Subject } from './rounds.js';
import { written } from './wire.js';
import { Writer } from './writer.js';
import type { WriterSetup } from './writer.js';

const few = 100;
const many = sizeOf('BENCH_VERSIONS', 100_000, 2_000);
const rounds = roundsOf(7);

/** List, current and create over HTTP in a workspace of many state versions, against one of few. */
export async function measureHistory(): Promise<void> {
  const folder = newFolder();
  let server = await CompiledServer.start(folder);
  const loader = Helper.start('load.ts');
  try {
    const workspaces = { few: await started(server, 'few'), many: await started(server, 'many') };
    await server.stop();
    lengthen(folder, { [workspaces.few]: few, [workspaces.many]: many });
    server = await CompiledServer.start(folder);
    const { port, token, pid } = server;

    const subject = (load: ReadLoad | WriteLoad): Subject => loaded(loader, { connections: 1, load }, [pid]);
    const reading = (request: string): Subject => subject({ kind: 'read', port, request });
    const list = (name: string, page: number) => {
      const filter = `filter[organization][name]=default&filter[workspace][name]=${name}&page[number]=${page}`;
      return reading(written({ path: `/api/v2/state-versions?${filter}`, token }));
    };
    const current = (id: string) => reading(written({ path: `/api/v2/workspaces/${id}/current-state-version`, token }));
    const connection = (id: string) => {
      const query = `{ workspace(id: "${id}") { stateVersions(first: 20) { totalCount nodes { id serial status createdAt } } } }`;
      return reading(
        written({ method: 'POST', path: '/graphql', token, type: 'application/json', body: JSON.stringify({ query }) }),
      );
    };
    const create = (workspaceId: string, serial: number): Subject => {
      const writer: WriterSetup = { workspaceId, token, lineage: 'bench', serial, padding: 0 };
      return subject({ kind: 'write', port, writers: [writer] });
    };
    const measures: Readonly<Record<string, readonly [Subject, Subject]>> = {
      'list, first page': [list('few', 1), list('many', 1)],
      'list, last page': [list('few', few / 20), list('many', many / 20)],
      'list, page in the middle': [list('few', 3), list('many', many / 40)],
      'connection in GraphQL': [connection(workspaces.few), connection(workspaces.many)],
      current: [current(workspaces.few), current(workspaces.many)],
      create: [create(workspaces.few, few), create(workspaces.many, many)],
    };
    for (const [name, [short, long]] of Object.entries(measures)) {
      const measured = await inTurns({ short, long }, { rounds, seconds: secondsOf(0.7), warmUp: secondsOf(1) });
      tell(
        `${name}, ${few} versions`,
        measured.short.rates.map((rate) => 1000 / rate),
        'ms',
        less,
      );
      tell(`${name}, ${many} versions`, ratios(measured.short.rates, measured.long.rates), `× of ${few}`, atMost(1.5));
    }
  } finally {
    await Promise.all([server.discard(), loader.stop()]);
  }
}

/** A locked workspace with one state version that has been read. */
async function started(server: CompiledServer, name: string): Promise<string> {
  const client = new Client(server, server.token);
  const workspaceId = await client.lockedWorkspace(name);
  const { path: to, body = '' } = new Writer({
    ...{ workspaceId, token: server.token, lineage: 'bench', serial: 0, padding: 0 },
  }).next();
  await client.ask('POST', to, JSON.parse(body));
  await client.processed(workspaceId);
  return workspaceId;
}

/** Puts copies of each workspace's only version behind it, as if each had been created. Takes a database that no server has open. */
function lengthen(folder: string, lengths: Readonly<Record<string, number>>): void {
  const database = new SqliteDatabase(path.join(folder, 'trustate.db'));
  try {
    const names = database.prepare(`SELECT "name" FROM pragma_table_info('StateVersion')`).column().map(String);
    const given: Readonly<Record<string, string>> = {
      id: `'sv-' || substr(v."id", 4, 8) || printf('%08d', n."value")`,
      number: 'n."value"',
      serial: 'n."value"',
      contentObjectId: 'NULL',
    };
    const values = names.map((name) => given[name] ?? `v."${name}"`);
    const insert = database.prepare(
      `WITH RECURSIVE n("value") AS (SELECT 2 UNION ALL SELECT "value" + 1 FROM n WHERE "value" < ?)
       INSERT INTO "StateVersion" (${names.map((name) => `"${name}"`).join()})
       SELECT ${values.join()} FROM n, "StateVersion" v WHERE v."workspaceId" = ? AND v."number" = 1`,
    );
    const point = database.prepare(
      `UPDATE "Workspace" SET "lastNumber" = ?, "knownSerial" = ?, "highestSerial" = ?, "finalizedCount" = ?,
         ("currentStateVersionId", "latestStateVersionId") =
           (SELECT "id", "id" FROM "StateVersion" WHERE "workspaceId" = ? AND "number" = 1)
       WHERE "id" = ?`,
    );
    for (const [id, count] of Object.entries(lengths)) {
      insert.run(count, id);
      point.run(count, count, count, count, id, id);
    }
  } finally {
    database.close();
  }
}
