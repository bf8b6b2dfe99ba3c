/**
 * A CRL of 100,000 entries: what it takes of the server's CPU, how long `issue` waits beside it, and what revocations on top of it cost. The compiled server
 * runs in a process of its own; the rows are put into its database as a mount has them that revoked so many.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../src/platform/database/database.js';
import { quick, roundsOf, sizeOf } from './settings.js';
import type { AuthorityClient, Timed } from './authority/server.js';
import { Clients, dataOf, nextName, once, openAuthority, percentile } from './authority/server.js';
import { Filler } from './growth/filler.js';
import { mainThreadSeconds, residentBytes } from './state-service/process-times.js';
import { atMost, less, tell } from './state-service/report.js';

/** As many as `max_crl_entries` allows where nothing is said, but for those that come on top; `BENCH_ENTRIES=1000000` measures more. */
const entries = sizeOf('BENCH_ENTRIES', 99_800, 2_000);
const filledAtOnce = 10_000;
const connections = 16;
/** Milliseconds until a CRL must be there. */
const longestMs = 300_000;
/** Milliseconds of what is measured without a CRL beside it, and of those that are made one after the other. */
const apart = quick ? 500 : 4000;
const rounds = roundsOf(3);

const server = await openAuthority();
await once(server, 'pki/config/crl', { max_crl_entries: -1 });
const database = await openDatabase({ url: server.database.url });
const mount = await database.client.mount.findUniqueOrThrow({ where: { path: 'pki' } });
const issuer = await database.client.issuer.findFirstOrThrow({ where: { mountId: mount.id, name: 'curve' } });

/** Rows as a mount has them that revoked so many: copies of one that the server wrote, some at a time, so that the server can write between them. */
async function revokeMany(): Promise<void> {
  const { serial_number } = dataOf(await once(server, 'pki/issue/ec', { common_name: nextName() }));
  await once(server, 'pki/revoke', { serial_number });
  const like = await database.client.revocation.findFirstOrThrow({ where: { issuerId: issuer.id } });
  const filler = await Filler.open(server.database.url);
  for (let from = 0; from < entries; from += filledAtOnce) {
    await filler.copy({
      ...{ table: 'Revocation', like: like.id, count: Math.min(filledAtOnce, entries - from) },
      given: {
        id: ({ number }) => `'rev-' || (1000000000000000 + ${from} + ${number})`,
        // As long as a serial number is, and in no order that anything could gain from.
        serialNumber: ({ number }) =>
          `'4b' || substr('' || (1000000000000000000 + (${from} + ${number}) * 7919), 2) || '000000000000' || (10000000 + ${from} + ${number})`,
        ordinal: ({ number }) => `${String(like.ordinal)} + ${from} + ${number}`,
      },
    });
  }
  await filler.done();
  const revokedCount = like.ordinal + BigInt(entries);
  await database.client.mount.update({ where: { id: mount.id }, data: { revokedCount } });
}

/** As if no CRL had ever been made. */
async function forgetCrls(): Promise<void> {
  await database.client.crl.deleteMany({ where: { issuerId: issuer.id } });
  await database.client.crlPart.deleteMany({ where: { issuerId: issuer.id } });
}

/** A new CRL, also where it takes longer than a request may: then it is built all the same. */
async function rotate(): Promise<void> {
  const before = await crlNumber();
  const refused = await once(server, 'pki/crl/rotate').then(
    () => null,
    (error: unknown) => new Error(`no CRL came in ${longestMs} ms`, { cause: error }),
  );
  const until = performance.now() + longestMs;
  while (refused !== null && (await crlNumber()) === before) {
    if (performance.now() > until) throw refused;
    await pause(50);
  }
  const crl = await database.client.crl.findFirstOrThrow({
    where: { issuerId: issuer.id },
    select: { entryCount: true },
  });
  if (crl.entryCount < entries) throw new Error(`the CRL has ${crl.entryCount} entries`);
}
/** The same beside others, without reading the database from here: SQLite's log is begun anew once nobody reads, and writers wait for that. */
const rotateAgain = () => once(server, 'pki/crl/rotate');
const crlNumber = async () => (await database.client.issuer.findUniqueOrThrow({ where: { id: issuer.id } })).crlNumber;
const issue = (each: AuthorityClient) => each.ask('pki/issue/ec', { common_name: nextName() });

/** What a piece of work took with nothing beside it. */
async function alone(name: string, work: () => Promise<unknown>, limit?: number): Promise<void> {
  const [cpu, main, began] = [server.cpuSeconds(), mainThreadSeconds(server.pid), performance.now()];
  const resident = residentBytes(server.pid);
  let grew = 0;
  const sampler = setInterval(() => (grew = Math.max(grew, residentBytes(server.pid) - resident)), 10);
  await work().finally(() => clearInterval(sampler));
  tell(`${name}: CPU, all threads`, server.cpuSeconds() - cpu, 's', limit === undefined ? undefined : atMost(limit));
  tell(`${name}: CPU, main thread`, mainThreadSeconds(server.pid) - main, 's', less);
  tell(`${name}: time`, (performance.now() - began) / 1000, 's', less);
  tell(`${name}: memory, at its highest`, grew / 2 ** 20, 'MB', less);
}

/** How long `issue` takes beside a piece of work, of those requests that met it. */
async function beside(before: () => Promise<unknown>, work: () => Promise<unknown>): Promise<readonly Timed[]> {
  await before();
  const clients = await Clients.start(server, connections, issue);
  await pause(1000);
  const from = performance.now();
  await work();
  const to = performance.now();
  return (await clients.stop()).filter((request) => request.to > from && request.from < to);
}

/** Beside and without it in turns: the median over the rounds of what one p99 is to the other. */
async function compared(name: string, before: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  const measured = { quiet: [] as number[], met: [] as number[], ratio: [] as number[], longest: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const quiet = percentile(
      await beside(
        () => Promise.resolve(),
        () => pause(apart),
      ),
      0.99,
    );
    const requests = await beside(before, work);
    const met = percentile(requests, 0.99);
    measured.quiet.push(quiet);
    measured.met.push(met);
    measured.ratio.push(met / quiet);
    measured.longest.push(percentile(requests, 1));
  }
  tell(`p99 of issue before, ${name}`, measured.quiet, 'ms', less);
  tell(`p99 of issue, ${name}`, measured.met, 'ms', less);
  tell(`longest issue, ${name}`, measured.longest, 'ms', less);
  tell(`p99 of issue, ${name}`, measured.ratio, '× without it', atMost(2));
}

const during = async (milliseconds: number, work: () => Promise<unknown>) => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) await work();
};

async function measure(): Promise<void> {
  const nothing = () => Promise.resolve();
  await revokeMany();
  await forgetCrls();
  // Two seconds for 100,000.
  const limit = Math.max(2, entries / 50_000);
  await alone(`${entries} entries from rows`, rotate, limit);
  await alone('rotated', rotate, limit);
  await compared(`while a CRL of ${entries} is made from rows`, forgetCrls, rotate);
  await compared('while one is made after the other', nothing, () => during(apart, rotateAgain));

  const issued: string[] = [];
  for (let n = 0; n < 51; n++)
    issued.push(String(dataOf(await once(server, 'pki/issue/ec', { common_name: nextName() }))['serial_number']));
  const [first = '', ...others] = issued;
  await alone('one revocation more', () => once(server, 'pki/revoke', { serial_number: first }));
  const before = await crlNumber();
  await alone('50 revocations at once', () =>
    Promise.all(others.map((serial_number) => once(server, 'pki/revoke', { serial_number }))),
  );
  tell('50 revocations at once: CRLs made', Number((await crlNumber()) - before), '', atMost(5));
}

try {
  await measure();
} finally {
  await database.close();
  await server.discard();
}
