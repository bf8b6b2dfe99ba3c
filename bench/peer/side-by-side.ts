import { jobAt, onceAt } from '../jobs/subjects.js';
import { madeIn } from '../jobs/made.js';
import { jobs } from '../jobs/table.js';
import type { Job, Made } from '../jobs/table.js';
import type { Target } from '../jobs/target.js';
import { clientsOf, roundsOf, secondsOf, warmUpOf } from '../settings.js';
import type { Helper } from '../state-service/processes.js';
import { less, more, tell } from '../state-service/report.js';
import { inTurns, ratios } from '../state-service/rounds.js';

/** Sends the jobs of one API to two servers in turns, and tells how many times as fast the first one is. Removes what it made in either. */
export async function sideBySide(
  loader: Helper,
  api: Job['api'],
  [ours, theirs]: readonly [Target, Target],
  organization?: string,
): Promise<void> {
  const here = await madeIn(ours, [api]);
  try {
    const there = await madeIn(theirs, [api], organization);
    try {
      for (const job of jobs.filter((each) => each.api === api))
        for (const clients of clientsOf(job.clients)) await compared(loader, job, clients, here, there);
    } finally {
      await there.remove();
    }
  } finally {
    await here.remove();
  }
}

async function compared(loader: Helper, job: Job, clients: number, here: Made, there: Made): Promise<void> {
  const name = `${there.target.name}: ${job.name}, ${clients} client${clients === 1 ? '' : 's'}`;
  const theirs = await offered(loader, job, clients, there);
  if (typeof theirs === 'string') {
    console.log(`${name}: not offered: ${theirs}`);
    return;
  }
  const ours = await job.load(here, clients);
  await onceAt(loader, ours);
  const { first, second } = await inTurns(
    {
      first: jobAt(loader, here.target, job, ours, clients),
      second: jobAt(loader, there.target, job, theirs, clients),
    },
    { rounds: roundsOf(5), seconds: secondsOf(2), warmUp: warmUpOf(8) },
  );
  tell(`${name}: ours`, first.rates, '/s');
  tell(`${name}: theirs`, second.rates, '/s');
  tell(name, ratios(first.rates, second.rates), '× theirs', more);
  tell(`${name}: p99`, ratios(first.most, second.most), '× theirs', less);
  if (here.target.pids.length === 0 || there.target.pids.length === 0) return;
  tell(`${name}: CPU, ours`, first.cpu, 'µs');
  tell(`${name}: CPU, theirs`, second.cpu, 'µs');
  tell(`${name}: CPU`, ratios(first.cpu, second.cpu), '× theirs', less);
}

/** @returns why not, where the server refuses the job */
async function offered(loader: Helper, job: Job, clients: number, made: Made) {
  try {
    const load = await job.load(made, clients);
    await onceAt(loader, load);
    return load;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
