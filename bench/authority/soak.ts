/**
 * Everything at once for a while, against the compiled server: issuing on 16 connections, revocations, rotations, and the job that indexes names behind them.
 * Ends with a status other than 0 where anything was lost. `npx tsx bench/authority/soak.ts [seconds]`, after a build.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/database.js';
import { parseCrl } from '../../src/pki/x509/index.js';
import { cpuSeconds, residentBytes } from '../state-service/process-times.js';
import { bodyOf } from '../state-service/wire.js';
import { Clients, dataOf, nextName, once, openAuthority, percentile } from './server.js';
import type { Timed } from './server.js';

const seconds = Math.min(Number(process.argv[2] ?? '120'), 300);
/** Milliseconds that a request may take. */
const longest = 30_000;

const server = await openAuthority();
const watchdog = setTimeout(
  () => {
    console.log('not done in time: something hangs');
    process.kill(server.pid, 'SIGKILL');
    process.exit(1);
  },
  (seconds + 120) * 1000,
);

const issued: string[] = [];
const revoked = new Set<string>();
const numbers: bigint[] = [];
const problems: string[] = [];

async function soak(): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const goesOn = () => performance.now() < until;
  const megabytes = () => Math.round(residentBytes(server.pid) / 2 ** 20);
  const issuing = await Clients.start(server, 16, async (client) => {
    issued.push(String(dataOf(await client.ask('pki/issue/ec', { common_name: nextName() }))['serial_number']));
  });
  const revoking = await Clients.start(server, 2, async (client) => {
    const serial_number = issued[Math.floor(Math.random() * issued.length)];
    if (serial_number !== undefined && !revoked.has(serial_number)) {
      await client.ask('pki/revoke', { serial_number });
      revoked.add(serial_number);
    }
    await pause(20);
  });
  const rotating = await Clients.start(server, 1, async (client) => {
    await client.ask('pki/crl/rotate');
    await pause(500);
  });
  const reading = await Clients.start(server, 1, async (client) => {
    // What was acknowledged before it was asked for must be on it.
    const acknowledged = [...revoked];
    const { held, number } = await crl(client);
    if (number < (numbers.at(-1) ?? 0n)) problems.push(`CRL ${number} came after ${String(numbers.at(-1))}`);
    numbers.push(number);
    const missing = acknowledged.filter((serial) => !held.has(serial));
    if (missing.length > 0) problems.push(`CRL ${number} lacks ${missing.length} that were revoked before`);
    await pause(500);
  });
  while (goesOn()) {
    await pause(Math.max(0, Math.min(15_000, until - performance.now())));
    console.log(`issued ${issued.length}, revoked ${revoked.size}, CRL ${String(numbers.at(-1))}, ${megabytes()} MB`);
  }
  for (const [name, clients] of Object.entries({ issuing, revoking, rotating, reading })) {
    said(name, await clients.stop());
  }
}

async function crl(client: { ask(path: string): Promise<Buffer> }) {
  const { entries, number } = parseCrl(bodyOf(await client.ask('pki/issuer/curve/crl/der')));
  return { held: new Set<string>(entries.map(({ serialNumber }) => serialNumber)), number: number ?? -1n };
}

function said(name: string, requests: readonly Timed[]): void {
  const [half, most, worst] = [0.5, 0.99, 1].map((part) => percentile(requests, part).toFixed(1));
  console.log(
    `${name}: ${requests.length} requests, median ${String(half)} ms, p99 ${String(most)} ms, longest ${String(worst)} ms`,
  );
  if (Number(worst) > longest) problems.push(`${name}: a request took ${String(worst)} ms`);
}

/** What is in the database at the end. */
async function examine(): Promise<void> {
  const database = await openDatabase({ url: path.join(server.folder, 'trustate.db') });
  const { client } = database;
  const began = performance.now();
  while ((await client.certificate.count({ where: { indexed: false } })) > 0 && performance.now() - began < 60_000)
    await pause(500);
  const [stored, unindexed] = [
    await client.certificate.count(),
    await client.certificate.count({ where: { indexed: false } }),
  ];
  const [rows, mount] = [
    await client.revocation.count(),
    await client.mount.findUniqueOrThrow({ where: { path: 'pki' } }),
  ];
  const named = await client.certificateName.count({ where: { kind: 'cn' } });
  await database.close();
  console.log(
    `stored ${stored}, not indexed ${unindexed} after ${Math.round(performance.now() - began)} ms, revocations ${rows}`,
  );
  if (stored < issued.length) problems.push(`${issued.length - stored} certificates are not stored`);
  if (unindexed > 0 || named < issued.length) problems.push('names are not indexed');
  if (rows !== revoked.size || mount.revokedCount !== BigInt(rows)) problems.push('revocations are not all counted');
  const answer = bodyOf(await once(server, 'pki/issuer/curve/crl/der'));
  if (parseCrl(answer).entries.length !== rows) problems.push('the last CRL is not whole');
}

try {
  await soak();
  await examine();
  console.log(`CPU of the server ${cpuSeconds(server.pid).toFixed(0)} s`);
} catch (error) {
  problems.push(String(error));
} finally {
  clearTimeout(watchdog);
  await server.discard();
}
console.log(problems.length === 0 ? 'nothing lost' : [...new Set(problems)].slice(0, 20).join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
