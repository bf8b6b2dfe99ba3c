import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { readConfig } from '../../src/settings/config.js';
import { examine, fileChecks, findingLines, objectCheck } from '../../src/operator/doctor.js';

let data: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'trustate-doctor-'));
});
afterEach(() => {
  rmSync(data, { recursive: true });
});

const key = Buffer.alloc(32, 1).toString('base64');
const at = (name: string) => path.join(data, name);

async function verdicts(environment: Record<string, string> = {}, now = new Date()) {
  const config = readConfig({ TRUSTATE_DATA_DIR: data, ...environment });
  const findings = await examine(fileChecks(config, { now: () => now }));
  return Object.fromEntries(findings.map(({ name, verdict }) => [name, verdict]));
}

function onDatabase(sql: string) {
  const database = new SqliteDatabase(at('trustate.db'));
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
}

function healthy() {
  writeFileSync(at('seal.key'), `${key}\n`, { mode: 0o600 });
  onDatabase('CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE c (t INTEGER REFERENCES t (id))');
  const files = ['-keyout', at('x.key'), '-out', at('ca.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30', '-subj', '/CN=x'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files], { stdio: 'ignore' });
}

const allOk = { 'data folder': 'ok', 'free space': 'ok', 'seal key': 'ok', database: 'ok', certificates: 'ok' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('the doctor', () => {
  test('before the first start there is nothing to complain of', async () => {
    rmSync(data, { recursive: true });
    expect(Object.values(await verdicts())).toEqual(['warning', 'warning', 'warning', 'warning', 'warning']);
    mkdirSync(data);
  });

  test('files that it may not look at are not said to be missing', async () => {
    symlinkSync('seal.key', at('seal.key'));
    symlinkSync('trustate.db', at('trustate.db'));
    expect(await verdicts()).toMatchObject({ 'seal key': 'failed', database: 'failed' });
  });

  test('a healthy folder', async () => {
    healthy();
    expect(await verdicts()).toEqual(allOk);
  });

  test('an expired certificate in a backup is none of the server', async () => {
    healthy();
    mkdirSync(at('backup/data'), { recursive: true });
    renameSync(at('ca.pem'), at('backup/data/ca.pem'));
    expect(await verdicts({}, inDays(40))).toEqual({ ...allOk, certificates: 'warning' });
  });

  test('a folder without certificates, which only HTTPS needs', async () => {
    healthy();
    rmSync(at('ca.pem'));
    expect(await verdicts()).toEqual({ ...allOk, certificates: 'warning' });
    expect(await verdicts({ TRUSTATE_HTTPS_PORT: 'off' })).toEqual(allOk);
  });

  const spoilt: [string, string, string, () => void][] = [
    // what is wrong                what sees it   verdict    how it came about
    ['a folder open to others', 'data folder', 'warning', () => chmodSync(data, 0o755)],
    ['a key open to others', 'seal key', 'warning', () => chmodSync(at('seal.key'), 0o644)],
    ['a lost key', 'seal key', 'failed', () => rmSync(at('seal.key'))],
    ['a broken key', 'seal key', 'failed', () => writeFileSync(at('seal.key'), 'short')],
    [
      'a folder in the place of the key',
      'seal key',
      'failed',
      () => {
        rmSync(at('seal.key'));
        mkdirSync(at('seal.key'));
      },
    ],
    ['no database at all', 'database', 'failed', () => writeFileSync(at('trustate.db'), 'x'.repeat(8_192))],
    ['rows that lead nowhere', 'database', 'failed', () => onDatabase('INSERT INTO c VALUES (1)')],
  ];

  test.each(spoilt)('%s', async (_, name, verdict, spoil) => {
    healthy();
    spoil();
    expect(await verdicts()).toEqual({ ...allOk, [name]: verdict });
  });

  test.each([
    [25, 'warning'],
    [31, 'failed'],
  ])('a certificate for 30 days, seen in %d days', async (days, verdict) => {
    healthy();
    expect(await verdicts({}, inDays(days))).toEqual({ ...allOk, certificates: verdict });
  });

  test('a key from the environment needs no file', async () => {
    healthy();
    rmSync(at('seal.key'));
    expect(await verdicts({ TRUSTATE_SEAL_KEY: key })).toEqual(allOk);
  });
});

test('every object that a row names has to be there and be read; all that are not are told, with what hangs on them', async () => {
  const named = (faults: Readonly<Record<string, string | Error>>) => ({
    async *all() {
      yield* await Promise.resolve(['a', 'b', 'c']);
    },
    fault: (id: string) => {
      const fault = faults[id] ?? null;
      return fault instanceof Error ? Promise.reject(fault) : Promise.resolve(fault);
    },
    namedBy: (id: string) => Promise.resolve(`version ${id}`),
  });
  expect(await objectCheck(named({})).look()).toEqual({ verdict: 'ok', detail: '3 that rows refer to, all present' });
  expect(await objectCheck(named({ a: new Error('it is cut'), c: 'is missing' })).look()).toEqual({
    verdict: 'failed',
    detail: [
      '2 of 3 that rows refer to have a fault',
      'a cannot be read: it is cut: version a',
      'c is missing: version c',
    ].join('\n    '),
  });
});

test('a check that throws has failed, and the next is still made', async () => {
  const findings = await examine([
    { name: 'one', look: () => Promise.reject(new Error('broken')) },
    { name: 'second', look: () => ({ verdict: 'ok', detail: 'fine' }) },
  ]);
  expect(findingLines(findings)).toEqual(['one     failed   broken', 'second  ok       fine']);
});
