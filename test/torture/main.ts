/** `npm run torture`: see docs/torture.md. */
import { parseArgs } from 'node:util';
import { torture } from './torture.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    nodes: { type: 'string', default: '3' },
    workers: { type: 'string', default: '3' },
    kills: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const { database } = values;
if (database !== 'sqlite' && database !== 'postgresql') throw new Error('--database is sqlite or postgresql');
const kills = values.kills === undefined ? Infinity : Number(values.kills);
const minutes = values.minutes === undefined ? (values.kills === undefined ? 5 : Infinity) : Number(values.minutes);

const print = (text: string) => process.stdout.write(`${text}\n`);
const began = Date.now();
const ledger = await torture({
  seed: Number(values.seed),
  database,
  nodes: Number(values.nodes),
  workers: Number(values.workers),
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
