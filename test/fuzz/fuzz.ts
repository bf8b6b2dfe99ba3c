import { Choices, seedOf } from './choices.js';
import type { Finding } from './findings.js';
import type { FuzzSite } from './site.js';
import type { Shot } from './shot.js';
import { targets } from './targets.js';
import { wrongWith } from './verdict.js';
import type { WatchedServer } from './server.js';

/** Milliseconds of work without a pause that nobody's request may cost everybody else. */
export const longestWork = 250;

export interface Plan {
  readonly seed: number;
  /** Names of {@link targets}. */
  readonly targets: readonly string[];
  /** A part of what is said of a request: the others are made and not sent. */
  readonly only?: string | undefined;
  /** Requests after which to stop. */
  readonly most: number;
  /** Milliseconds after which to stop. */
  readonly milliseconds: number;
}

export interface Tally {
  sent: number;
  readonly byStatus: Map<string, number>;
  /** The longest work without a pause by target, in milliseconds, and what it was. */
  readonly longest: Map<string, { ms: number; what: string }>;
  findings: number;
}

export interface Run {
  readonly site: FuzzSite;
  /** Absent where somebody else's server is used: then only answers are looked at. */
  readonly watched?: WatchedServer;
  readonly found: (finding: Finding, number: number) => void;
  readonly tell: (tally: Tally) => void;
}

/** Requests after which to see that what they are about is still there; those that delete are looked after at once. */
const lookAfter = 50;
const deletes = /^DELETE |delete(?:Mount|Workspace|Organization|Team)\b|revoke(?:Own)?Token/;
const tellAfter = 15_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends requests one at a time until the plan ends. */
export async function fuzz(plan: Plan, run: Run): Promise<Tally> {
  const tally: Tally = { sent: 0, byStatus: new Map(), longest: new Map(), findings: 0 };
  const until = Date.now() + plan.milliseconds;
  let told = Date.now();
  for (let number = 0; number < plan.most && Date.now() < until; number += 1) {
    const target = plan.targets[number % plan.targets.length] ?? '';
    const make = targets[target];
    if (!make) throw new Error(`there is no target ${target}`);
    const seed = seedOf(plan.seed, number);
    const shot = make(Choices.of(seed), run.site.papers);
    if (plan.only !== undefined && !shot.what.includes(plan.only)) continue;
    const wrong = await sendOne(shot, run, tally);
    tally.sent += 1;
    if (wrong.length > 0) {
      tally.findings += 1;
      run.found({ seed, wrong, shot }, number);
    }
    const look = number % lookAfter === lookAfter - 1 || deletes.test(`${shot.method} ${shot.what}`);
    if (look && !(await run.site.whole())) await run.site.renew();
    if (Date.now() - told > tellAfter) {
      told = Date.now();
      run.tell(tally);
    }
  }
  return tally;
}

/** Sends a request, and again where something may not be its doing. @returns what is wrong */
export async function sendOne(shot: Shot, run: Run, tally?: Tally): Promise<string[]> {
  const first = await attempt(shot, run);
  if (tally) {
    const status = `${shot.target} ${first.status}`;
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
    if (first.work > (tally.longest.get(shot.target)?.ms ?? 0))
      tally.longest.set(shot.target, { ms: first.work, what: shot.what });
  }
  if (first.dead) return first.wrong;
  const stalled = first.work > longestWork;
  if (!stalled && first.status !== 0) return first.wrong;
  // Once may be a chance: garbage of those before, or a connection that was just being closed.
  const second = await attempt(shot, run);
  if (second.dead) return [...first.wrong, ...second.wrong];
  const wrong = [...new Set([...first.wrong, ...second.wrong])];
  if (second.status === 0) wrong.push('no answer, twice');
  if (stalled && second.work > longestWork)
    wrong.push(`a stall of ${first.work.toFixed()} and ${second.work.toFixed()} ms`);
  return wrong;
}

interface Attempt {
  /** 0 for no answer. */
  readonly status: number;
  readonly wrong: string[];
  /** Milliseconds that the main thread worked without a pause. */
  readonly work: number;
  readonly dead: boolean;
}

async function attempt(shot: Shot, { site, watched }: Run): Promise<Attempt> {
  await watched?.seen();
  const answer = await site.send(shot);
  const wrong = answer ? wrongWith(shot, answer) : [];
  const status = answer?.status ?? 0;
  if (!watched) return { status, wrong, work: 0, dead: false };
  try {
    const work = await workOf(watched);
    const errors = watched.newErrors().map((line) => `logged: ${line}`);
    return { status, wrong: [...wrong, ...errors], work, dead: false };
  } catch {
    const errors = watched.newErrors().map((line) => `logged: ${line}`);
    await watched.revive();
    await site.renew();
    return { status, wrong: [...wrong, 'the server ended', ...errors], work: 0, dead: true };
  }
}

/** The longest work without a pause, that which goes on after the answer too. */
async function workOf(watched: WatchedServer): Promise<number> {
  let { longest } = await watched.seen();
  // What a small request leaves to do shows in what came at once.
  for (let looks = 0; longest.worked > 40 && looks < 40; looks += 1) {
    await pause(50);
    const more = await watched.seen();
    if (more.longest.worked > longest.worked) longest = more.longest;
    if (more.all.worked < more.all.clock * 0.4) break;
  }
  return longest.worked;
}
