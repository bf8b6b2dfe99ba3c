import { X509Certificate } from 'node:crypto';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../settings/config.js';
import type { Clock } from '../platform/clock.js';
import { ensureWritable, restoreMark, unfinishedRestore } from '../platform/data-folder.js';
import { isThere } from '../platform/is-there.js';
import { systemReason } from '../platform/operator-error.js';
import { databaseFaults, databaseFile, filesBelow } from './files.js';

export interface Finding {
  readonly verdict: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** One check of `doctor`. What it throws is a failure with that message. */
export interface Check {
  readonly name: string;
  readonly look: () => Finding | Promise<Finding>;
}

const ok = (detail: string): Finding => ({ verdict: 'ok', detail });
const warning = (detail: string): Finding => ({ verdict: 'warning', detail });
const failed = (detail: string): Finding => ({ verdict: 'failed', detail });

/** The checks that only need files. The composition root adds those that need other rooms. */
export function fileChecks(config: Config, clock: Clock): Check[] {
  return [
    { name: 'data folder', look: () => dataFolder(config) },
    { name: 'free space', look: () => freeSpace(config) },
    { name: 'seal key', look: () => sealKey(config) },
    { name: 'database', look: () => database(config) },
    { name: 'certificates', look: () => certificates(config, clock) },
  ];
}

/** Which objects rows refer to, and what is wrong with them. */
export interface NamedObjects {
  /** Ids in an order that suits the database. */
  all(): AsyncIterable<string>;
  /** What is wrong with an object in a few words; `null` if nothing is. */
  fault(id: string): Promise<string | null>;
  /** What would be lost with it, such as a state version and its workspace. */
  namedBy(id: string): Promise<string>;
}

/** Number of objects between two progress lines. */
const tellEvery = 1_000;

/** Every object that a row refers to must be in the store, and unchanged. A faulty object does not stop the check of the others. */
export function objectCheck(objects: NamedObjects, tell: (line: string) => void = () => undefined): Check {
  return {
    name: 'objects',
    async look() {
      let seen = 0;
      const faults: string[] = [];
      for await (const id of objects.all()) {
        seen += 1;
        const fault = await objects.fault(id).catch((error: unknown) => `cannot be read: ${reasonOf(error)}`);
        if (fault !== null) faults.push(`${id} ${fault}: ${await objects.namedBy(id)}`);
        if (seen % tellEvery === 0) tell(`${seen} objects checked, ${faults.length} with a fault`);
      }
      if (faults.length === 0) return ok(`${seen} that rows refer to, all present`);
      return failed([`${faults.length} of ${seen} that rows refer to have a fault`, ...faults].join('\n    '));
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs the checks one after another; each has its own result. */
export async function examine(checks: readonly Check[]): Promise<(Finding & { name: string })[]> {
  const findings: (Finding & { name: string })[] = [];
  for (const { name, look } of checks) {
    const finding = await Promise.resolve()
      .then(look)
      .catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)));
    findings.push({ name, ...finding });
  }
  return findings;
}

/** The findings as the lines of a table. */
export function findingLines(findings: readonly (Finding & { name: string })[]): string[] {
  const width = Math.max(0, ...findings.map(({ name }) => name.length));
  return findings.map(({ name, verdict, detail }) => `${name.padEnd(width)}  ${verdict.padEnd(7)}  ${detail}`);
}

function dataFolder({ dataDir }: Config): Finding {
  if (!isThere(dataDir)) return warning(`${dataDir} does not exist yet; the first start creates it`);
  ensureWritable(dataDir);
  if (isThere(path.join(dataDir, restoreMark))) return failed(unfinishedRestore(dataDir));
  return statSync(dataDir).mode & 0o077
    ? warning(`${dataDir} is open to other users of this machine (chmod 700)`)
    : ok(dataDir);
}

const mebibyte = 2 ** 20;

/** The free space for this user, at the data folder. */
function freeSpace({ dataDir }: Config): Finding {
  if (!isThere(dataDir)) return warning(`${dataDir} does not exist yet`);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / mebibyte);
  const told = `${free} MiB free for ${dataDir}`;
  return free < 16 ? failed(told) : free < 512 ? warning(told) : ok(told);
}

function sealKey({ sealKey: given, sealKeyFile, dataDir }: Config): Finding {
  if (given !== undefined) return ok('from TRUSTATE_SEAL_KEY');
  const file = sealKeyFile ?? path.join(dataDir, 'seal.key');
  if (!isThere(file)) {
    const started = isThere(path.join(dataDir, 'trustate.db'));
    if (started || sealKeyFile) return failed(`${file} is missing: sealed data cannot be read without it`);
    return warning(`${file} does not exist yet; the first start creates it`);
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return failed(`${file} cannot be read: ${systemReason(error)}`);
  }
  const keys = text.split('\n').filter((line) => line.trim() !== '');
  if (
    keys.length === 0 ||
    !keys.every((line) => /^(?:[A-Za-z0-9+/_-]{43}=?|wrapped(?:\.[A-Za-z0-9_-]+){3})$/.test(line.trim()))
  ) {
    return failed(`${file} does not contain 32 bytes in base64, or a key that a token wraps, on each line`);
  }
  return statSync(file).mode & 0o077 ? warning(`${file} is readable by other users (chmod 600)`) : ok(file);
}

function database(config: Config): Finding {
  const file = databaseFile(config);
  if (file === null) return ok('PostgreSQL checks itself');
  if (!isThere(file)) return warning(`${file} does not exist yet; the first start creates it`);
  const [fault] = databaseFaults(file);
  return fault === undefined ? ok(`${file} is intact`) : failed(`${file}: ${fault}`);
}

async function certificates({ dataDir, httpsPort }: Config, clock: Clock): Promise<Finding> {
  if (!isThere(dataDir)) return warning('none yet; the first start creates one');
  const now = clock.now().getTime();
  // Not those of backups, which some keep there.
  const served = [
    ...(await readdir(dataDir)),
    ...(await filesBelow(path.join(dataDir, 'tls'))).map((name) => `tls/${name}`),
  ];
  const names = served.filter((name) => name.endsWith('.pem'));
  const found = names.flatMap((name) => {
    const blocks = readFileSync(path.join(dataDir, name), 'utf8').match(pemCertificate) ?? [];
    return blocks.map((pem) => {
      const { validFrom, validTo } = new X509Certificate(pem);
      return { name, from: new Date(validFrom), until: new Date(validTo) };
    });
  });
  const future = found.find(({ from }) => from.getTime() > now);
  if (future)
    return warning(
      `${future.name} begins in the future, on ${day(future.from)}: the clock is slow now, or was fast before`,
    );
  const expired = found.find(({ until }) => until.getTime() <= now);
  if (expired) return failed(`${expired.name} expired on ${day(expired.until)}`);
  const first = found.reduce<(typeof found)[number] | null>((a, b) => (a && a.until <= b.until ? a : b), null);
  if (!first) return httpsPort === null ? ok('none: HTTPS is off') : warning('none yet; the first start creates one');
  const soon = first.until.getTime() - now < 7 * 86_400_000;
  return (soon ? warning : ok)(`${found.length}, the first to expire is ${first.name} on ${day(first.until)}`);
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
