import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { docs } from './setting.js';
import type { SettingDoc } from './setting.js';
import { schema } from './table.js';
import { thisMachine, usualProcesses } from './usual-processes.js';

type Given = z.output<typeof schema>;
type Derived = 'databaseUrl' | 'objectStore' | 'processes' | 'workers';

/**
 * Every setting, parsed: sizes in bytes, durations in milliseconds, absolute paths, the object store as a `file:` or `s3:` URL, `null` for a port that is off.
 * `undefined` stands for a default that is described in words.
 */
export type Config = Readonly<Omit<Given, Derived> & { [K in Derived]-?: Exclude<Given[K], undefined> }>;

/** Invalid settings; one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

const rows = Object.entries(schema.shape).flatMap(([key, field]) => {
  const doc = docs.get(field);
  return doc ? [{ key, doc }] : [];
});

/** The settings in the order in which they are documented. */
export const settings: readonly SettingDoc[] = rows.map(({ doc }) => doc);

/**
 * Reads every `TRUSTATE_*` variable; an empty one counts as absent.
 * @throws ConfigError with a line for each unknown or invalid variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = new Map(Object.entries(environment).filter(([name, value]) => name.startsWith('TRUSTATE_') && value));
  const wrong = [...given.keys()].filter((name) => !settings.some(({ variable }) => variable === name)).map(unknown);

  const parsed = schema.safeParse(Object.fromEntries(rows.map(({ key, doc }) => [key, given.get(doc.variable)])));
  const broken = new Map(parsed.error?.issues.map((issue) => [issue.path[0], issue]));
  for (const { key, doc } of rows) {
    const issue = broken.get(key);
    if (issue) wrong.push(refusal(doc, given.get(doc.variable) ?? '', reasonIn(issue)));
  }
  if (given.has('TRUSTATE_SEAL_KEY') && given.has('TRUSTATE_SEAL_KEY_FILE')) {
    wrong.push('TRUSTATE_SEAL_KEY and TRUSTATE_SEAL_KEY_FILE are both set; allowed: one of them.');
  }
  if (given.get('TRUSTATE_HTTP_PORT') === 'off' && given.get('TRUSTATE_HTTPS_PORT') === 'off') {
    wrong.push('TRUSTATE_HTTP_PORT and TRUSTATE_HTTPS_PORT are both off; allowed: at most one of them.');
  }
  if (!parsed.success || wrong.length > 0) throw new ConfigError(wrong);

  const { dataDir, ...rest } = parsed.data;
  const machine = thisMachine();
  return Object.freeze({
    ...rest,
    dataDir,
    databaseUrl: rest.databaseUrl ?? pathToFileURL(path.join(dataDir, 'trustate.db')).href,
    objectStore: rest.objectStore ?? pathToFileURL(path.join(dataDir, 'objects')).href,
    processes: rest.processes ?? usualProcesses(machine),
    workers: rest.workers ?? Math.max(1, machine.cores - 1),
  });
}

/** What is wrong, where a value says no more than that something is. */
export function reasonIn(issue: z.core.$ZodIssue): string | null {
  const why: unknown = issue.code === 'custom' ? issue.params?.['why'] : null;
  return typeof why === 'string' ? why : null;
}

function refusal(doc: SettingDoc, value: string, why: string | null): string {
  const is = why ?? (doc.secret ? 'has a value that cannot be used (not shown)' : `is ${JSON.stringify(value)}`);
  return `${doc.variable} ${is}; allowed: ${doc.allowed}.`;
}

function unknown(name: string): string {
  const near = settings.map(({ variable }) => ({ variable, steps: editDistance(name, variable) }));
  const nearest = near.reduce((best, other) => (other.steps < best.steps ? other : best));
  // What is short has most letters in common with something.
  const hint =
    nearest.steps <= Math.min(3, (name.length - 'TRUSTATE_'.length) / 3) ? ` Did you mean ${nearest.variable}?` : '';
  return `${name} is not a setting.${hint} "trustate serve --help" lists them.`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, right] of Array.from(b).entries()) {
      const swap = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The settings in the form of `--help`. */
export function settingsHelp(): string {
  const lines = settings.flatMap(({ variable, default: value, allowed, about }) => [
    `  ${variable}`,
    `      ${about}`,
    `      ${allowed} (default: ${value})`,
  ]);
  return ['Settings, from the environment, all optional:', ...lines].join('\n');
}
