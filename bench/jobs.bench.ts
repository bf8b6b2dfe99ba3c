/**
 * What clients of both APIs do all day, at one client and at sixteen: requests a second, how long they take, and the CPU of all threads, the database's
 * processes with them, until what follows the answers is done, against the work that no server can leave out. Run with: npm run bench jobs.
 */
import { madeIn } from './jobs/made.js';
import { bareAt, jobAt } from './jobs/subjects.js';
import { jobs } from './jobs/table.js';
import type { Job } from './jobs/table.js';
import type { Target } from './jobs/target.js';
import { followingOf } from './jobs/what-follows.js';
import { clientsOf, roundsOf, secondsOf, warmUpOf } from './settings.js';
import { CompiledServer, Helper, newFolder } from './state-service/processes.js';
import { less, more, tell } from './state-service/report.js';
import { inTurns, ratios } from './state-service/rounds.js';

const server = await CompiledServer.start(newFolder());
const loader = Helper.start('load.ts');
const { token, port, pid, database } = server;
const following = await followingOf(database);
const target: Target = {
  name: 'this server',
  address: { port },
  token,
  pids: [pid, ...database.pids],
  settled: following.done,
};
const made = await madeIn(target, ['vault', 'tfe']);
try {
  for (const job of jobs.filter(isAsked)) for (const clients of clientsOf(job.clients)) await measure(job, clients);
} finally {
  await following.close();
  await Promise.all([server.discard(), loader.stop()]);
}

/** `BENCH_JOBS` names jobs, or parts of their names, between semicolons. */
function isAsked({ name }: Job): boolean {
  const asked = process.env['BENCH_JOBS'] ?? '';
  return asked.split(';').some((part) => name.includes(part));
}

async function measure(job: Job, clients: number): Promise<void> {
  const load = await job.load(made, clients);
  const bare = job.bare();
  const subjects = { bare: bareAt(bare), served: jobAt(loader, target, job, load, clients) };
  const { bare: alone, served } = await inTurns(subjects, {
    rounds: roundsOf(5),
    seconds: secondsOf(2),
    warmUp: warmUpOf(8),
  });
  bare.end?.();
  const name = `${job.name}, ${clients} client${clients === 1 ? '' : 's'}`;
  tell(name, served.rates, '/s', more);
  tell(`${name}: p99`, served.most, 'ms', less);
  tell(`${name}: CPU`, served.cpu, 'µs', less);
  tell(`${name}: CPU of ${job.bareName}`, alone.cpu, 'µs');
  tell(`${name}: CPU`, ratios(served.cpu, alone.cpu), '× bare work', less);
}
