import { madeIn } from '../jobs/made.js';
import { mostRequests } from '../jobs/subjects.js';
import { jobs } from '../jobs/table.js';
import type { Job } from '../jobs/table.js';
import type { Target } from '../jobs/target.js';
import { roundsOf, secondsOf, warmUpOf } from '../settings.js';
import type { Load } from '../state-service/load.js';
import { CompiledServer, Helper, newFolder } from '../state-service/processes.js';
import { atMost, less, median, more, tell } from '../state-service/report.js';
import { inTurns, loaded, ratios } from '../state-service/rounds.js';
import type { Measured, Subject } from '../state-service/rounds.js';
import { written } from '../state-service/wire.js';
import type { BareServing } from './bare-server.js';
import { waitedShare } from './lock-wait.js';

const clients = 16;
/** What one process serves at ease: the part of its full rate at which both are asked. */
const atEase = 0.4;
/** What two processes may cost of what one does, beside what they cost of bare work. */
const mostTimes = 1.1;
/** Hundredths of their time that processes may wait for each other's locks. */
const mostWaited = 5;

const main = [
  'issue P-256, stored',
  'issue P-256, no_store',
  'create a state version, 20 resources',
  'current state version',
];

/** The CPU of a request with two processes beside one, of this server and of bare work, at a rate that one process serves at ease and at all that is possible. */
export async function measureCost(): Promise<void> {
  const [one, two] = await Promise.all([1, 2].map(serverOf));
  const loader = Helper.start('load.ts');
  if (!one || !two) throw new Error('two servers were started');
  try {
    const [ofOne, ofTwo] = await Promise.all([one, two].map(({ target }) => madeIn(target, ['vault', 'tfe'])));
    if (!ofOne || !ofTwo) throw new Error('both servers have what is asked for');
    const asked = (process.env['BENCH_JOBS'] ?? '').split(';');
    for (const job of jobs.filter(({ name }) => main.includes(name) && asked.some((part) => name.includes(part)))) {
      const [bareOne, bareTwo] = [await bareOf(job, 1), await bareOf(job, 2)];
      try {
        await measure(
          job,
          two.server,
          {
            one: { load: { load: await job.load(ofOne, clients), connections: clients }, pids: ofOne.target.pids },
            two: { load: { load: await job.load(ofTwo, clients), connections: clients }, pids: ofTwo.target.pids },
            bareOne,
            bareTwo,
          },
          loader,
        );
      } finally {
        await Promise.all([bareOne.stop(), bareTwo.stop()]);
      }
    }
  } finally {
    await Promise.all([one.server.discard(), two.server.discard(), loader.stop()]);
  }
}

interface Asked {
  readonly load: Omit<Load, 'seconds'>;
  readonly pids: readonly number[];
}

type Name = 'one' | 'two' | 'bareOne' | 'bareTwo';

async function measure(
  job: Job,
  server: CompiledServer,
  asked: Readonly<Record<Name, Asked>>,
  loader: Helper,
): Promise<void> {
  const rounds = { rounds: roundsOf(5), seconds: secondsOf(2) };
  const shares: number[] = [];
  const subjects = (perSecond: Readonly<Record<Name, number | undefined>>, waited: number[]): Record<Name, Subject> => {
    const subject = (name: Name) => {
      const { load, pids } = asked[name];
      const rate = perSecond[name];
      return loaded(loader, { ...load, atMost: mostRequests, ...(rate !== undefined && { perSecond: rate }) }, pids);
    };
    return {
      ...{ one: subject('one'), bareOne: subject('bareOne'), bareTwo: subject('bareTwo') },
      two: waitedShare(server, 2, subject('two'), waited),
    };
  };
  const whole = { one: undefined, two: undefined, bareOne: undefined, bareTwo: undefined };
  const full = await inTurns(subjects(whole, shares), { ...rounds, warmUp: warmUpOf(8) });
  const [rate, bareRate] = [median(full.one.rates) * atEase, median(full.bareOne.rates) * atEase];
  const pacedShares: number[] = [];
  const eased = { one: rate, two: rate, bareOne: bareRate, bareTwo: bareRate };
  const paced = await inTurns(subjects(eased, pacedShares), { ...rounds, warmUp: 0.3 });
  // The first one is of the warm-up.
  told(job, 'at ease', paced, pacedShares.slice(1));
  told(job, 'at full load', full, shares.slice(1));
  tell(`${job.name}, at full load: requests`, ratios(full.two.rates, full.one.rates), '× one process', more);
}

function told({ name }: Job, how: string, measured: Record<Name, Measured>, waited: readonly number[]): void {
  const { one, two, bareOne, bareTwo } = measured;
  const [served, bare] = [ratios(two.cpu, one.cpu), ratios(bareTwo.cpu, bareOne.cpu)];
  tell(`${name}, ${how}: CPU with one process`, one.cpu, 'µs', less);
  tell(`${name}, ${how}: CPU with two`, served, '× one process', less);
  tell(`${name}, ${how}: CPU of bare work with two`, bare, '× one process');
  tell(`${name}, ${how}: CPU with two beside bare work`, ratios(served, bare), '×', atMost(mostTimes));
  tell(`${name}, ${how}: waiting for each other's locks`, waited, '% of the time', atMost(mostWaited));
}

async function serverOf(processes: number): Promise<{ server: CompiledServer; target: Target }> {
  const server = await CompiledServer.start(newFolder(), { TRUSTATE_PROCESSES: String(processes) });
  const { token, port, pid } = server;
  return { server, target: { name: `${processes} of this server`, address: { port }, token, pids: [pid] } };
}

async function bareOf({ name: job }: Job, processes: number): Promise<Asked & { stop: () => Promise<void> }> {
  const helper = Helper.start('../processes/bare-server.ts', 'answers');
  const serving: BareServing = { job, processes };
  const port = await helper.ask<number>(serving);
  const request = written({ path: '/work', token: 'none' });
  const load: Asked['load'] = { load: { kind: 'read', port, request }, connections: clients };
  return { load, pids: [helper.pid], stop: () => helper.stop() };
}
