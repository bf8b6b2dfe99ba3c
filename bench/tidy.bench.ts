/**
 * Tidying 200,000 certificates, of which 150,000 expired, beside issuance: how long it takes, and what it does to the slowest of those who ask for certificates.
 * Run with: npm run bench -- tidy. `BENCH_ROWS` sets the number.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../src/platform/database/database.js';
import { AuthorityClient, Clients, dataOf, nextName, once, percentile } from './authority/server.js';
import { Filler } from './growth/filler.js';
import type { Value } from './growth/filler.js';
import { roundsOf, secondsOf, sizeOf } from './settings.js';
import { CompiledServer, newFolder } from './state-service/processes.js';
import { atMost, less, median, more, tell } from './state-service/report.js';

const rows = sizeOf('BENCH_ROWS', 200_000, 2_000);
const expired = Math.floor((rows * 3) / 4);
const connections = 4;
const seconds = secondsOf(5);
const rounds = roundsOf(3);

const server = await filled();
try {
  await measure();
} finally {
  await server.discard();
}

async function filled(): Promise<CompiledServer> {
  const folder = newFolder();
  const first = await CompiledServer.start(folder);
  await once(first, 'pki/root/generate/internal', { common_name: 'Bench', key_type: 'ec', ttl: '87600h' });
  await once(first, 'pki/roles/ec', { allow_any_name: true, key_type: 'ec', ttl: '240h' });
  await once(first, 'pki/issue/ec', { common_name: 'like.example.com' });
  const { url } = first.database;
  const likes = await indexedCertificate(url);
  await first.stop();
  const padded =
    (before: string, after = ''): Value =>
    (row) =>
      `'${before}' || ${row.padded} || '${after}'`;
  const filler = await Filler.open(url);
  await filler.copy({
    ...{ table: 'Certificate', like: likes.id, count: rows },
    given: {
      id: padded('crt-Grown00'),
      serialNumber: padded('4a000000000000000000000000000000'),
      commonName: padded('host-', '.example.com'),
    },
  });
  for (const { id, kind } of likes.names) {
    await filler.copy({
      ...{ table: 'CertificateName', like: id, count: rows },
      given: {
        id: padded(`grown-${kind}-${id.slice(-4)}-`),
        certificateId: padded('crt-Grown00'),
        ...(kind !== 'below' && { name: padded('host-', '.example.com') }),
      },
    });
  }
  const past = url.startsWith('postgresql:')
    ? `"notAfter" - interval '1 year'`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', "notAfter", '-1 year')`;
  await filler.run(
    `UPDATE "Certificate" SET "notAfter" = ${past} WHERE "id" LIKE 'crt-Grown00%' AND CAST(substr("id", 12) AS INTEGER) <= ${expired}`,
  );
  await filler.done();
  return CompiledServer.start(folder);
}

/** A certificate to copy, once its names are indexed. */
async function indexedCertificate(url: string) {
  const database = await openDatabase({ url });
  try {
    const { client } = database;
    const until = Date.now() + 60_000;
    while (Date.now() < until) {
      const found = await client.certificate.findFirst({ where: { indexed: true, commonName: 'like.example.com' } });
      if (found) {
        const names = await client.certificateName.findMany({ where: { certificateId: found.id } });
        return { id: found.id, names };
      }
      await pause(200);
    }
    throw new Error('no certificate was indexed');
  } finally {
    await database.close();
  }
}

/** The p99 of `issue` while something happens, in milliseconds, and how many there were a second. */
async function issuing(time: number): Promise<{ readonly p99: number; readonly rate: number }> {
  const clients = await Clients.start(server, connections, (client) =>
    client.ask('pki/issue/ec', { common_name: nextName() }),
  );
  const began = performance.now();
  await pause(time * 1000);
  const requests = await clients.stop();
  const rate = (requests.length * 1000) / (performance.now() - began);
  return { p99: percentile(requests, 0.99), rate };
}

async function status(client: AuthorityClient): Promise<Readonly<Record<string, unknown>>> {
  return dataOf(await client.ask('pki/tidy-status'));
}

async function measure(): Promise<void> {
  await issuing(seconds);
  const idle: number[] = [];
  const beside: number[] = [];
  const rates = { idle: [] as number[], beside: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const alone = await issuing(seconds);
    idle.push(alone.p99);
    rates.idle.push(alone.rate);
    // Begun, measured, and cancelled: the next round goes on with what is left.
    await once(server, 'pki/tidy', { tidy_cert_store: true });
    const busy = await issuing(seconds);
    beside.push(busy.p99);
    rates.beside.push(busy.rate);
    await once(server, 'pki/tidy-cancel', {});
    await atRest();
  }
  tell('p99 of issue, idle', idle, 'ms', less);
  tell('p99 of issue, beside a tidy', beside, 'ms', less);
  tell('p99 of issue, beside a tidy', median(beside) / median(idle), '× idle', atMost(2));
  tell('issue, idle', rates.idle, '/s', more);
  tell('issue, beside a tidy', rates.beside, '/s', more);

  const before = server.cpuSeconds();
  const began = performance.now();
  await once(server, 'pki/tidy', { tidy_cert_store: true });
  await pause(seconds * 2000);
  await once(server, 'pki/tidy-cancel', {});
  const removed = Number((await atRest())['cert_store_deleted_count']);
  const took = (performance.now() - began) / 1000;
  tell('tidied alone', removed / took, 'certificates/s', more);
  tell('CPU of a certificate that is tidied', ((server.cpuSeconds() - before) * 1e6) / removed, 'µs', less);
}

async function atRest(): Promise<Readonly<Record<string, unknown>>> {
  const client = await AuthorityClient.open(server);
  try {
    for (;;) {
      const now = await status(client);
      if (now['state'] !== 'Running' && now['state'] !== 'Cancelling') return now;
      await pause(100);
    }
  } finally {
    client.close();
  }
}
