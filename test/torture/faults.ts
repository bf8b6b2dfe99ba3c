import type { Server } from '../e2e/harness/server.js';
import type { Fleet } from './fleet.js';
import { childrenOf } from './processes.js';
import { pause } from './random.js';
import type { Random } from './random.js';
import type { StoreMood } from './store.js';

export interface Fault {
  readonly name: string;
  /** How often it is chosen, in proportion to the others. */
  readonly weight: number;
  /** How many servers it kills; defaults to none. */
  kills?(fleet: Fleet): number;
  possible(fleet: Fleet): boolean;
  /** Resolves when everything is as before. */
  strike(fleet: Fleet, random: Random): Promise<void>;
}

const always = () => true;
const seconds = (random: Random, least: number, most: number) =>
  pause((least + random.next() * (most - least)) * 1_000);
const second = 1_000;
const jumps = [-3_600 * second, -61 * second, -1_500, 1_500, 61 * second, 3_600 * second];

/** Milliseconds until a server has all its processes again: one that ended early several times is started later each time. */
const completeMs = 60 * second;

async function complete({ pid }: Server, processes: number): Promise<readonly number[]> {
  for (const until = Date.now() + completeMs; Date.now() < until;) {
    const children = pid === null ? [] : childrenOf(pid);
    if (children.length === processes) return children;
    await pause(50);
  }
  throw new Error('a process that was killed was not replaced');
}

async function killed(fleet: Fleet, nodes: readonly Server[], random: Random): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill9()));
  await seconds(random, 0, 0.3);
  await Promise.all(nodes.map((node) => fleet.revive(node)));
}

const storeFault = (mood: StoreMood, weight: number): Fault => ({
  name: `object store ${mood}`,
  weight,
  possible: ({ store }) => store !== null,
  async strike({ store }, random) {
    if (!store) return;
    store.mood = mood;
    await seconds(random, 1, 4);
    store.mood = 'well';
  },
});

const databaseFault = (name: string, signal: 'SIGKILL' | 'SIGINT' | 'SIGQUIT'): Fault => ({
  name,
  weight: 2,
  possible: ({ postgres }) => postgres !== null,
  async strike({ postgres }, random) {
    await postgres?.down(signal);
    await seconds(random, 0, 2);
    await postgres?.up();
  },
});

export const faults: readonly Fault[] = [
  {
    name: 'server killed',
    weight: 12,
    kills: () => 1,
    possible: always,
    strike: (fleet, random) => killed(fleet, [random.pick(fleet.nodes)], random),
  },
  {
    name: 'all servers killed at once',
    weight: 2,
    kills: ({ nodes }) => nodes.length,
    possible: ({ nodes }) => nodes.length > 1,
    strike: (fleet, random) => killed(fleet, fleet.nodes, random),
  },
  {
    name: 'one process of a server killed',
    weight: 12,
    kills: () => 1,
    possible: ({ processes }) => processes > 1,
    async strike(fleet, random) {
      const children = await complete(random.pick(fleet.nodes), fleet.processes);
      process.kill(random.pick(children), 'SIGKILL');
      // The others serve meanwhile: what it had in hand is broken, and no more.
      await seconds(random, 0.2, 0.5);
    },
  },
  {
    name: 'server stopped and started',
    weight: 1,
    possible: always,
    async strike(fleet, random) {
      const node = random.pick(fleet.nodes);
      const status = await node.terminate();
      if (status !== 0) throw new Error(`a server that was asked to stop ended with status ${String(status)}`);
      await fleet.revive(node);
    },
  },
  databaseFault('PostgreSQL killed', 'SIGKILL'),
  databaseFault('PostgreSQL restarted', 'SIGINT'),
  databaseFault('PostgreSQL stopped at once', 'SIGQUIT'),
  storeFault('slow', 1),
  storeFault('failing', 2),
  storeFault('cutting', 2),
  {
    name: 'clock jumped',
    weight: 2,
    possible: always,
    async strike(fleet, random) {
      const node = random.below(fleet.nodes.length);
      fleet.shiftClock(node, random.pick(jumps));
      await seconds(random, 0.5, 2);
      if (random.chance(0.5)) fleet.shiftClock(node, 0);
    },
  },
  {
    name: 'disk full',
    weight: 2,
    possible: ({ disk }) => disk !== null,
    async strike({ disk }, random) {
      disk?.fill(random.below(200_000));
      await seconds(random, 1, 3);
      disk?.clear();
    },
  },
  {
    name: 'disk full, and killed',
    weight: 1,
    kills: () => 1,
    possible: ({ disk }) => disk !== null,
    async strike(fleet, random) {
      fleet.disk?.fill(random.below(200_000));
      await seconds(random, 0.2, 1);
      await fleet.nodes[0]?.kill9();
      fleet.disk?.clear();
      if (fleet.nodes[0]) await fleet.revive(fleet.nodes[0]);
    },
  },
];

/** What is possible, dealt like cards, each as often as it weighs: whatever the order, each comes before any comes again too often. */
export class Deck {
  #left: Fault[] = [];

  constructor(
    private readonly fleet: Fleet,
    private readonly random: Random,
  ) {}

  draw(): Fault {
    if (this.#left.length === 0) {
      const possible = faults.filter((fault) => fault.possible(this.fleet));
      this.#left = possible.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
    }
    const drawn = this.random.pick(this.#left);
    this.#left.splice(this.#left.indexOf(drawn), 1);
    return drawn;
  }
}
