/** `npm run fuzz`: see docs/fuzzing.md. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { serverRoot } from '../e2e/harness/server.js';
import { load, save } from './findings.js';
import { fuzz, longestWork, sendOne } from './fuzz.js';
import type { Run, Tally } from './fuzz.js';
import { WatchedServer } from './server.js';
import { FuzzSite } from './site.js';
import { targets } from './targets.js';

const names = Object.keys(targets);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string', default: '1' },
    target: { type: 'string', multiple: true, default: names },
    only: { type: 'string' },
    findings: { type: 'string', default: path.join(serverRoot, '.cache/fuzz') },
    replay: { type: 'string', multiple: true },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const print = (text: string) => process.stdout.write(`${text}\n`);

const help = `npm run fuzz [-- OPTION…]

Sends strange requests, one at a time, to a real server, and looks at how it takes them. The status is 1 when something was wrong.

  --minutes N      how long; 5 unless --requests is given
  --requests N     how many
  --seed N         decides on every request (1)
  --target NAME    what to send, may be given more than once (all of them, in turn):
                   ${names.join(', ')}
  --only TEXT      sends only those of whose description this is a part
  --findings DIR   where requests that something was wrong with are kept (.cache/fuzz)
  --replay FILE    sends such a request again instead; may be given more than once
  --profile DIR    has the server write a profile of its processor there, when it stops
  -h, --help       this text

Wrong is: the process ends; no answer; a 500; an error in the log; an answer that is not in its dialect's form; the program's inside in a message; the server's
main thread at work for more than ${longestWork} ms without a pause, twice.`;

if (values.help) {
  print(help);
} else {
  process.exitCode = await begin();
}

function count(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number < 0) throw new Error(`--${name} is a number: ${text}`);
  return number;
}

async function begin(): Promise<number> {
  const chosen = values.target.flatMap((each) => each.split(','));
  const unknown = chosen.filter((each) => !names.includes(each));
  if (unknown.length > 0) throw new Error(`--target is one of ${names.join(', ')}: ${unknown.join(', ')}`);
  const most = values.requests === undefined ? Infinity : count('requests', values.requests);
  const minutes = values.minutes === undefined ? (most === Infinity ? 5 : Infinity) : count('minutes', values.minutes);
  const seed = count('seed', values.seed);
  const began = Date.now();
  const clock = () => `${((Date.now() - began) / 1_000).toFixed(0).padStart(5)} s`;
  const watched = await WatchedServer.start(values.profile && path.resolve(values.profile));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void watched.stop().finally(() => process.exit(1)));
  try {
    const site = await FuzzSite.open(watched.server);
    watched.newErrors();
    const kinds = new Map<string, number>();
    const run: Run = {
      site,
      watched,
      found: (finding, number) => {
        const kind = `${finding.shot.target} ${finding.shot.what}`;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        const file =
          (kinds.get(kind) ?? 0) <= 2
            ? save(values.findings, `${finding.shot.target}-${seed}-${number}`, finding)
            : 'as before';
        print(
          `${clock()}  WRONG ${finding.shot.target}: ${finding.shot.what} (${finding.shot.sender}): ${finding.wrong.join('; ').slice(0, 1_500)}\n           ${file}`,
        );
      },
      tell: (tally) => print(`${clock()}  ${tally.sent} sent, ${tally.findings} wrong`),
    };
    if (values.replay) return await replay(values.replay, run);
    const tally = await fuzz({ seed, only: values.only, targets: chosen, most, milliseconds: minutes * 60_000 }, run);
    report(tally);
    return tally.findings > 0 ? 1 : 0;
  } finally {
    await watched.stop();
  }
}

async function replay(files: readonly string[], run: Run): Promise<number> {
  let wrongs = 0;
  for (const file of files) {
    const { shot } = load(file);
    const wrong = await sendOne(shot, run);
    if (wrong.length > 0) wrongs += 1;
    print(`${file}: ${wrong.length > 0 ? `WRONG ${wrong.join('; ')}` : 'nothing is wrong any more'}`);
  }
  return wrongs > 0 ? 1 : 0;
}

function report({ sent, byStatus, longest, findings }: Tally): void {
  print('\nAnswers');
  for (const [status, number] of [...byStatus].sort()) print(`  ${String(number).padStart(7)}  ${status}`);
  print('\nLongest work without a pause');
  for (const [target, { ms, what }] of longest) print(`  ${ms.toFixed().padStart(7)} ms  ${target}: ${what}`);
  print(`\n${sent} sent, ${findings} wrong`);
}
