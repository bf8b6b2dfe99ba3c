/**
 * ACME: complete orders of accounts that are registered, with one name that http-01 proves, beside `sign` on the same mount; and the same among 100,000 accounts
 * and orders. The proofs are served from memory by the measuring process. `BENCH_ROWS` sets the number.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../src/platform/database/database.js';
import { csrPem } from '../test/pki/policy/made.js';
import { Name, subjectAltName } from '../src/pki/x509/index.js';
import { AcmeClient, accountKey, openProofs } from './authority/acme-client.js';
import { Clients, nextName, once } from './authority/server.js';
import { Filler } from './growth/filler.js';
import type { Value } from './growth/filler.js';
import { roundsOf, secondsOf, sizeOf } from './settings.js';
import { CompiledServer, newFolder } from './state-service/processes.js';
import { mainThreadSeconds } from './state-service/process-times.js';
import { atMost, less, median, more, tell } from './state-service/report.js';

const rows = sizeOf('BENCH_ROWS', 100_000, 500);
const few = Math.min(rows, 100);
const connections = 16;
const seconds = secondsOf(6);
const rounds = roundsOf(3);

const proofs = await openProofs();
const settings = {
  ...{ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.1/32', TRUSTATE_ACME_HTTP_PORT: String(proofs.port) },
  ...{ TRUSTATE_ACME_ACCOUNTS_PER_HOUR: 'off', TRUSTATE_ACME_NAMES_PER_HOUR: 'off' },
};
const pem = await csrPem({ subject: Name.empty, extensions: [subjectAltName([{ type: 'ip', value: '127.0.0.1' }])] });
const csr = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
const toSign = await csrPem();

/** A server with so many accounts and orders in its mount. */
async function filled(count: number): Promise<CompiledServer> {
  const folder = newFolder();
  const first = await CompiledServer.start(folder, settings);
  await once(first, 'pki/root/generate/internal', { common_name: 'Bench', key_type: 'ec', ttl: '87600h' });
  await once(first, 'pki/roles/signed', { allow_any_name: true, key_type: 'any', ttl: '24h' });
  await addressed(first);
  const client = await AcmeClient.open(first, accountKey());
  await client.obtain(csr, proofs.proofs);
  client.close();
  const { url } = first.database;
  await first.stop();
  await fill(url, count);
  const server = await CompiledServer.start(folder, settings);
  await addressed(server);
  return server;
}

/** Its port is another one after each start. */
async function addressed(server: CompiledServer): Promise<void> {
  await once(server, 'pki/config/cluster', { path: `http://127.0.0.1:${server.port}/v1/pki` });
  await once(server, 'pki/config/acme', { enabled: true });
}

async function fill(url: string, count: number): Promise<void> {
  const database = await openDatabase({ url });
  const { client } = database;
  const account = await client.acmeAccount.findFirstOrThrow();
  const order = await client.acmeOrder.findFirstOrThrow();
  const authorization = await client.acmeAuthorization.findFirstOrThrow();
  await database.close();
  const padded =
    (before: string): Value =>
    (row) =>
      `'${before}' || ${row.padded}`;
  const filler = await Filler.open(url);
  const id = { account: padded('acct-Grown000'), order: padded('order-Grown000'), proof: padded('authz-Grown000') };
  const accounts = { table: 'AcmeAccount', like: account.id, count };
  await filler.copy({ ...accounts, given: { id: id.account, thumbprint: padded('grown') } });
  const orders = { table: 'AcmeOrder', like: order.id, count };
  await filler.copy({
    ...orders,
    given: { id: id.order, accountId: id.account, certificateId: padded('crt-Grown00') },
  });
  const proven = { table: 'AcmeAuthorization', like: authorization.id, count };
  await filler.copy({ ...proven, given: { id: id.proof, orderId: id.order } });
  await filler.done();
}

interface Cost {
  readonly rate: number;
  /** Microseconds of the server, of all threads and of the main one. */
  readonly cpu: number;
  readonly main: number;
}

async function costOf(server: CompiledServer, work: () => Promise<number>): Promise<Cost> {
  const [cpu, main, began] = [server.cpuSeconds(), mainThreadSeconds(server.pid), performance.now()];
  const done = await work();
  const took = (performance.now() - began) / 1000;
  const each = (all: number) => (all / done) * 1e6;
  return {
    rate: done / took,
    cpu: each(server.cpuSeconds() - cpu),
    main: each(mainThreadSeconds(server.pid) - main),
  };
}

/** What each of the clients does for a while, all together. */
async function repeated(
  server: CompiledServer,
  work: (client: AcmeClient) => Promise<unknown>,
  time: number,
): Promise<Cost> {
  const clients = await Promise.all(Array.from({ length: connections }, () => AcmeClient.open(server, accountKey())));
  const cost = await costOf(server, async () => {
    const until = performance.now() + time * 1000;
    let done = 0;
    await Promise.all(
      clients.map(async (client) => {
        for (; performance.now() < until; done += 1) await work(client);
      }),
    );
    return done;
  });
  for (const client of clients) client.close();
  return cost;
}

const ordering = (server: CompiledServer, time = seconds) =>
  repeated(server, (client) => client.obtain(csr, proofs.proofs), time);
const looking = (server: CompiledServer, time = seconds / 3) => repeated(server, (client) => client.shown(), time);

async function signing(server: CompiledServer, time = seconds / 2): Promise<Cost> {
  const clients = await Clients.start(server, connections, (client) =>
    client.ask('pki/sign/signed', { csr: toSign, common_name: nextName() }),
  );
  return costOf(server, async () => {
    await pause(time * 1000);
    return (await clients.stop()).length;
  });
}

const [small, large] = [await filled(few), await filled(rows)];
try {
  for (const server of [small, large]) await ordering(server, secondsOf(2));
  const measured = {
    order: [] as Cost[],
    sign: [] as Cost[],
    among: [] as Cost[],
    look: [] as Cost[],
    lookAmong: [] as Cost[],
  };
  for (let round = 0; round < rounds; round++) {
    measured.order.push(await ordering(small));
    measured.sign.push(await signing(small));
    measured.among.push(await ordering(large));
    measured.look.push(await looking(small));
    measured.lookAmong.push(await looking(large));
  }
  const of = (costs: readonly Cost[], what: keyof Cost) => costs.map((cost) => cost[what]);
  const times = (above: readonly Cost[], below: readonly Cost[]) =>
    above.map(({ cpu }, round) => cpu / (below[round]?.cpu ?? Number.NaN));
  tell('complete orders', of(measured.order, 'rate'), '/s', more);
  tell('CPU of a complete order', of(measured.order, 'cpu'), 'µs', less);
  tell('CPU of a complete order, main thread', of(measured.order, 'main'), 'µs', less);
  tell('CPU of a sign', of(measured.sign, 'cpu'), 'µs', less);
  tell('CPU of a complete order × that of a sign', times(measured.order, measured.sign), '×', atMost(7));
  tell(`complete orders among ${rows} accounts and orders`, of(measured.among, 'rate'), '/s', more);
  tell(`CPU of an order among ${rows} × among ${few}`, times(measured.among, measured.order), '×', atMost(1.2));
  tell(`CPU of a request among ${rows} × among ${few}`, times(measured.lookAmong, measured.look), '×', atMost(1.2));
  tell('requests that show an account', median(of(measured.look, 'rate')), '/s', more);
} finally {
  await small.discard();
  await large.discard();
  proofs.close();
}
