/** `npm run bench`: runs parts one after another, and says what they measured. `npm run bench -- --help` has its options. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeCharts } from './charts/write.js';
import { startMeasuredPostgres } from './command/measured-postgres.js';
import { asked, committedResults } from './command/options.js';
import type { Asked } from './command/options.js';
import { runPart } from './command/run-part.js';
import { chosen } from './parts.js';
import type { Part } from './parts.js';
import { compare } from './results/compare.js';
import { thisMachine, withOthers } from './results/file.js';
import { parsedResults } from './results/result.js';
import type { Result, ResultsFile } from './results/result.js';
import { comparisonOf, tableOf } from './results/show.js';

const wanted = asked(process.argv.slice(2));
try {
  process.exitCode = wanted.charts ? draw() : await measure(wanted);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function draw(): number {
  for (const file of writeCharts(parsedResults(readFileSync(committedResults, 'utf8')))) console.log(file);
  return 0;
}

/** @returns the exit status: 1 where a part failed or a limit was missed, 2 where something got slower */
async function measure({ names, databases, postgres, json, compare: earlier, env, peer }: Asked): Promise<number> {
  const chosenParts = chosen(names).filter((part) => isPossible(part, names));
  if (chosenParts.length === 0) throw new Error(`no part is called ${names.join(' or ')}`);
  // Read before anything is measured: --json may write what --compare reads, and neither may be no file of results.
  const before = earlier === undefined ? null : parsedResults(readFileSync(earlier, 'utf8'));
  const held = json !== undefined && existsSync(json) ? parsedResults(readFileSync(json, 'utf8')) : null;
  const started = databases === 'sqlite' || postgres !== undefined ? null : await startMeasuredPostgres();
  const url = postgres ?? started?.url;
  const results: Result[] = [];
  const broken: string[] = [];
  try {
    for (const part of chosenParts) {
      for (const database of databasesOf(part, databases)) {
        console.log(`\n${part.name}${part.on === 'no database' ? '' : ` on ${database}`}`);
        if (database === 'postgresql' && url === undefined) {
          console.log('  does not run: there are no programs of PostgreSQL on this machine');
          continue;
        }
        const ran = await runPart(part, database, {
          ...env,
          BENCH_POSTGRES: database === 'postgresql' ? (url ?? '') : '',
          ...(part.name === 'peer' && { BENCH_PEER: JSON.stringify(peer) }),
        });
        results.push(...ran.results);
        if (!ran.whole) broken.push(`${part.name} on ${database}`);
      }
    }
  } finally {
    started?.stop();
  }
  const now: ResultsFile = {
    ...{ measuredAt: new Date().toISOString(), quick: env['BENCH_QUICK'] === '1', machine: thisMachine(), results },
  };
  if (results.length > 0) console.log(`\n${tableOf(results)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(withOthers(held, now), null, 2)}\n`);
  const missed = results.filter(({ ok }) => ok === false).length;
  if (broken.length > 0) console.log(`\nfailed: ${broken.join(', ')}`);
  if (missed > 0) console.log(`\n${missed} limits were missed.`);
  if (before === null) return broken.length + missed > 0 ? 1 : 0;
  const comparison = compare(before, now);
  console.log(`\n${comparisonOf(comparison)}`);
  if (broken.length > 0) return 1;
  return comparison.slower.length > 0 ? 2 : 0;
}

/** A part that is named runs, or says why it cannot; `peer` among all of them runs where it has something to compare with. */
function isPossible({ name }: Part, names: readonly string[]): boolean {
  const { vault, tfe } = wanted.peer;
  if (name !== 'peer' || vault || tfe) return true;
  if (names.length > 0) throw new Error('peer compares with another server: name one with --vault or --tfe');
  return false;
}

function databasesOf({ on }: Part, wantedDatabases: Asked['databases']): readonly ('sqlite' | 'postgresql')[] {
  if (on !== 'each database') return ['sqlite'];
  return wantedDatabases === 'both' ? ['sqlite', 'postgresql'] : [wantedDatabases];
}
