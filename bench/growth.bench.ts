/**
 * What lists, searches, counts and jobs take in an installation of a hundred thousand rows of everything, against one of a hundred: two servers, one client, in turns.
 * Run with: npm run bench growth. `BENCH_ROWS` sets the number; with `BENCH_GROWN`, a folder, what is filled stays there for the next run. `BENCH_KINDS=main` or
 * `ledger` fills fewer kinds, of which a million rows take minutes; `BENCH_TABLES`, a regular expression, only tables of these names. `BENCH_GROWTH`, another one,
 * chooses among the lists.
 */
import { listsOf } from './growth/lists.js';
import { grownWorlds, kinds } from './growth/world.js';
import type { GrownWorld } from './growth/world.js';
import { roundsOf, secondsOf, sizeOf } from './settings.js';
import { Helper } from './state-service/processes.js';
import { atMost, less, tell } from './state-service/report.js';
import { inTurns, loaded, ratios } from './state-service/rounds.js';
import type { Subject } from './state-service/rounds.js';
import { bodyOf, Connection, shownOf, statusOf, written } from './state-service/wire.js';
import type { Asked } from './state-service/wire.js';

const few = 100;
const many = sizeOf('BENCH_ROWS', 100_000, 2_000);
const wanted = process.env['BENCH_GROWTH'];

const filling = performance.now();
const [small, large] = await grownWorlds(few, many);
console.log(`filled in ${Math.round((performance.now() - filling) / 1000)} s`);
const loader = Helper.start('load.ts');

function subject({ server }: GrownWorld, request: string): Subject {
  const { port, pid, database } = server;
  const load = {
    kind: 'read',
    port,
    request,
    ...(database.file !== undefined && { touching: database.file }),
  } as const;
  return loaded(loader, { connections: 1, load }, [pid, ...database.pids]);
}

try {
  for (const [name, asking] of Object.entries(listsOf(kinds))) {
    if (wanted !== undefined && !new RegExp(wanted).test(name)) continue;
    for (const world of [small, large]) await answered(name, world, asking(world));
    await measure(name, (world) => subject(world, written({ ...asking(world), token: world.server.token })));
  }
  await measure('create a state version', (world) => {
    const { port, pid, database, token } = world.server;
    const writer = { workspaceId: world.versionsIn, token, lineage: 'bench', serial: world.serial, padding: 0 };
    return loaded(loader, { connections: 1, load: { kind: 'write', port, writers: [writer] } }, [
      pid,
      ...database.pids,
    ]);
  });
} finally {
  await Promise.all([small.close(), large.close(), loader.stop()]);
}

/** @throws Error where the answer tells of a mistake, which GraphQL does with a good status */
async function answered(name: string, { server }: GrownWorld, request: Asked): Promise<void> {
  const connection = await Connection.open(server.port);
  const answer = await connection.send(written({ ...request, token: server.token }));
  connection.close();
  if (statusOf(answer) >= 300 || bodyOf(answer).includes('"errors"')) throw new Error(`${name}: ${shownOf(answer)}`);
}

async function measure(name: string, at: (world: GrownWorld) => Subject): Promise<void> {
  const subjects = { first: at(small), second: at(large) };
  const seconds = secondsOf(0.4);
  const { first, second } = await inTurns(subjects, { rounds: roundsOf(5), seconds, warmUp: seconds });
  tell(`${name}, ${few} rows`, first.half, 'ms', less);
  tell(`${name}, ${many} rows`, second.half, 'ms', less);
  tell(`${name}, ${many} rows`, ratios(second.half, first.half), `× of ${few}`, atMost(1.2));
  tell(`${name}: CPU, ${many} rows`, ratios(second.cpu, first.cpu), `× of ${few}`, less);
}
