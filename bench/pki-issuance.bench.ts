/** Issuance over REST against the bare node:crypto work: the compiled server in a process of its own, 16 connections. */
import { generateKeyPair, generateKeyPairSync, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { csrPem } from '../test/pki/policy/made.js';
import { quick, roundsOf, secondsOf } from './settings.js';
import { AuthorityClient, Clients, nextName, openAuthority } from './authority/server.js';
import { mainThreadSeconds } from './state-service/process-times.js';
import { atLeast, atMost, less, median, more, tell } from './state-service/report.js';

const seconds = secondsOf(4);
const connections = 16;
const rounds = roundsOf(3);

const server = await openAuthority();
try {
  await measure();
} finally {
  await server.discard();
}

type Ask = (client: AuthorityClient) => Promise<unknown>;

interface Rate {
  readonly rate: number;
  readonly cpu: number;
}

/** Times a second, and the server's CPU for each, in microseconds: of all threads, and of the main one. */
async function rate(ask: Ask, clients = connections, time = seconds): Promise<Rate & { readonly main: number }> {
  const running = await Clients.start(server, clients, ask);
  const [cpu, main, began] = [server.cpuSeconds(), mainThreadSeconds(server.pid), performance.now()];
  await pause(time * 1000);
  const requests = await running.stop();
  const took = (performance.now() - began) / 1000;
  const each = (all: number) => (all / requests.length) * 1e6;
  return {
    rate: requests.length / took,
    cpu: each(server.cpuSeconds() - cpu),
    main: each(mainThreadSeconds(server.pid) - main),
  };
}

/** The same of work in this process. */
function bareRate(work: () => unknown): Rate {
  for (let warm = 0; warm < 500; warm++) work();
  const [used, began] = [process.cpuUsage(), performance.now()];
  let done = 0;
  for (; performance.now() - began < 1000; done++) work();
  const { user, system } = process.cpuUsage(used);
  return { rate: (done * 1000) / (performance.now() - began), cpu: (user + system) / done };
}

/** Subject and bare work in turns: the median over the rounds of what one rate is of the other. */
async function share(name: string, ask: Ask, bareName: string, bare: () => unknown, least: number): Promise<void> {
  await rate(ask, connections, secondsOf(2));
  const measured = {
    bare: [] as number[],
    rate: [] as number[],
    cpu: [] as number[],
    main: [] as number[],
    share: [] as number[],
    times: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    const alone = bareRate(bare);
    const served = await rate(ask);
    measured.bare.push(alone.rate);
    measured.rate.push(served.rate);
    measured.cpu.push(served.cpu);
    measured.main.push(served.main);
    measured.times.push(served.cpu / alone.cpu);
    measured.share.push(served.rate / alone.rate);
  }
  tell(`${name}: ${bareName}`, measured.bare, '/s');
  tell(name, measured.rate, '/s', more);
  tell(`${name}: CPU, all threads`, measured.cpu, 'µs', less);
  tell(`${name}: CPU, main thread`, measured.main, 'µs', less);
  tell(`${name}: CPU × that of the bare work`, measured.times, '×', less);
  tell(`${name}: × ${bareName}`, measured.share, '×', atLeast(least));
}

/** Times a second of what two at once do for a while, after what lay ready is used up. */
async function drainedRate(work: () => Promise<unknown>): Promise<number> {
  await Promise.all(Array.from({ length: 2 }, () => repeat(work, (done) => done < 20)));
  const until = performance.now() + (quick ? 500 : 8000);
  const began = performance.now();
  const done = await Promise.all(Array.from({ length: 2 }, () => repeat(work, () => performance.now() < until)));
  return (done.reduce((sum, each) => sum + each, 0) * 1000) / (performance.now() - began);
}

async function repeat(work: () => Promise<unknown>, goesOn: (done: number) => boolean): Promise<number> {
  let done = 0;
  for (; goesOn(done); done++) await work();
  return done;
}

async function latency(client: AuthorityClient, ask: Ask): Promise<number> {
  const began = performance.now();
  await ask(client);
  return performance.now() - began;
}

async function measure(): Promise<void> {
  const issue =
    (role: string): Ask =>
    (client) =>
      client.ask(`pki/issue/${role}`, { common_name: nextName() });
  const csr = await csrPem();
  const signed: Ask = (client) => client.ask('pki/sign/signed', { csr, common_name: nextName() });

  const content = Buffer.alloc(400, 7);
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const bare = () => {
    generateKeyPairSync('ec', { namedCurve: 'P-256' });
    sign('sha256', content, curve);
  };
  await share('P-256 issue, stored', issue('ec'), 'P-256 key generation and signature alone', bare, 0.08);
  await share('P-256 issue, no_store', issue('unstored'), 'P-256 key generation and signature alone', bare, 0.18);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const signature = () => sign('sha256', content, rsa);
  await share('sign of a P-256 request', signed, 'RSA-2048 signature alone', signature, 0.35);

  const client = await AuthorityClient.open(server);
  const signing: number[] = [];
  for (let n = 0; n < 50; n++) signing.push(await latency(client, signed));
  const warm: number[] = [];
  for (let n = 0; n < 15; n++) {
    // Keys are made again before the next one is asked for.
    await pause(600);
    warm.push(await latency(client, issue('rsa')));
  }
  client.close();
  tell('median of sign', median(signing), 'ms', less);
  tell('median of RSA-2048 issue, keys lying ready', median(warm), 'ms', less);
  tell('RSA-2048 issue, keys lying ready: × sign', median(warm) / median(signing), '×', atMost(5));

  const clients = await Promise.all([AuthorityClient.open(server), AuthorityClient.open(server)]);
  const made = { alone: [] as number[], served: [] as number[] };
  const make = promisify(generateKeyPair);
  const drained: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Each of the two has a connection of its own.
    const idle = [...clients];
    const subject = await drainedRate(async () => {
      const free = idle.pop();
      if (!free) throw new Error('more at once than connections');
      await issue('rsa')(free);
      idle.push(free);
    });
    const raw = await drainedRate(() => make('rsa', { modulusLength: 2048 }));
    made.alone.push(raw);
    made.served.push(subject);
    drained.push(subject / raw);
    // Connections that are idle for long are ended: the next round has new ones.
    for (const each of clients.splice(0)) each.close();
    clients.push(await AuthorityClient.open(server), await AuthorityClient.open(server));
  }
  for (const each of clients) each.close();
  tell('RSA-2048 key generation alone', made.alone, '/s');
  tell('RSA-2048 issue, drained', made.served, '/s', more);
  tell('RSA-2048 issue, drained: × key generation alone', drained, '×', atLeast(0.9));
}
