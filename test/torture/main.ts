/** `npm run torture`: see docs/torture.md. */
import { parseArgs } from 'node:util';
import { torture } from './torture.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    nodes: { type: 'string', default: '3' },
    processes: { type: 'string', default: '1' },
    workers: { type: 'string', default: '3' },
    kills: { type: 'string' },
    minutes: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const print = (text: string) => process.stdout.write(`${text}\n`);

const help = `npm run torture [-- OPTION…]

Puts a random load on real servers, causes the faults of real operation, and then checks every acknowledgement. The status is 1 when one is wrong.

  --minutes N      how long; 5 unless --kills is given
  --kills N        until servers were killed so often
  --seed N         decides on the load and the faults (1)
  --database NAME  sqlite or postgresql (sqlite)
  --nodes N        servers on PostgreSQL (3)
  --processes N    processes of each server (1)
  --workers N      workers of each kind (3)

docs/torture.md says more.`;

if (values.help) {
  print(help);
  process.exit();
}

/** @throws Error for what is no number above 0 */
function numberOf(option: 'seed' | 'nodes' | 'processes' | 'workers' | 'kills' | 'minutes', text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${option} is a number above 0, not ${JSON.stringify(text)}`);
  return number;
}
const { database } = values;
if (database !== 'sqlite' && database !== 'postgresql') throw new Error('--database is sqlite or postgresql');
const kills = values.kills === undefined ? Infinity : numberOf('kills', values.kills);
const unlessKills = values.kills === undefined ? 5 : Infinity;
const minutes = values.minutes === undefined ? unlessKills : numberOf('minutes', values.minutes);

const began = Date.now();
const ledger = await torture({
  seed: numberOf('seed', values.seed),
  database,
  nodes: numberOf('nodes', values.nodes),
  processes: numberOf('processes', values.processes),
  workers: numberOf('workers', values.workers),
  kills,
  milliseconds: minutes * 60_000,
  quiet: 1_500,
  say: (text) => print(`${((Date.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${text}`),
});

const rows = (title: string, counts: ReadonlyMap<string, number>) => {
  print(`\n${title}`);
  for (const [name, count] of [...counts].sort((a, b) => b[1] - a[1])) print(`  ${String(count).padStart(7)}  ${name}`);
};
rows('Faults', ledger.strikes);
rows('Changes that happened', ledger.operations);
rows('Answers from 500 on, and limits', ledger.failures);
print(
  `\n${ledger.acknowledged} acknowledged, ${ledger.unknown} without an answer (${ledger.unknownDone} of them had happened), ${ledger.violations.length} wrong`,
);
process.exitCode = ledger.violations.length > 0 ? 1 : 0;
