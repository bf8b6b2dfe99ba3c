/**
 * What an external policy adds to `sign` beyond the time of its service: the same signing request in the same mount, kept with the same settings, in turns
 * that are short and in random order, so that what else the machine does meets all of them
 *
 * - as a role allows it (`sign`),
 * - the same, and after each answer a bare exchange with the service by the same client: what any client waits for the service, over a connection that
 *   stays open, beside the same work of the same machine,
 * - as the service decides.
 *
 * What the third takes more than the second is what the server adds. The service is a process of its own that answers one certificate from memory; the bare
 * exchange is made by the process of the clients, sends what the server sends and reads what it answers. With 16 clients everything waits for the two cores, so
 * the CPU of the server for one request is told too.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { Name, subjectAltName } from '../src/pki/x509/index.js';
import { csr as requestOf } from '../test/pki/policy/made.js';
import { certify } from '../test/pki/x509/authority.js';
import type { Listening, Taken } from './authority/policy-service.js';
import { Clients, once, percentile } from './authority/server.js';
import type { AuthorityClient, Timed } from './authority/server.js';
import { clientsOf, roundsOf, secondsOf } from './settings.js';
import { CompiledServer, Helper, newFolder } from './state-service/processes.js';
import { bodyOf } from './state-service/wire.js';
import { atMost, less, tell } from './state-service/report.js';

const seconds = secondsOf(3);
const rounds = roundsOf(5);
/** Turns of each kind in a round. */
const turns = 6;
const name = 'wanted.example.com';

const wanted = await certified();
/** As long as the question of the server. */
const question = JSON.stringify({
  ...{ request_version: 1, request_uuid: randomUUID(), user_request_key_values: { csr: wanted.csr } },
  vault_request_values: { requested_issuer_cert: wanted.certificate, padding: ' '.repeat(500) },
});
const service = Helper.start('../authority/policy-service.ts');
const listening = await service.ask<Listening>({ certificate: wanted.certificate });
const pool = new Pool(`https://localhost:${listening.port}`, { connect: { ca: listening.certificate } });
const server = await CompiledServer.start(newFolder(), { TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
try {
  await prepared();
  for (const clients of clientsOf([1, 16])) await compared(clients);
} finally {
  await pool.destroy();
  await server.discard();
  await service.stop();
}

async function certified() {
  const parsed = await requestOf();
  const { pem } = await certify({
    subject: Name.of({ commonName: name }),
    content: {
      publicKey: parsed.publicKey.der,
      ...{ notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 86_400_000) },
      extensions: [subjectAltName([{ type: 'dns', value: name }])],
    },
  });
  const base64 = parsed.der.toString('base64').replaceAll(/(.{64})/g, '$1\n');
  return {
    csr: `-----BEGIN CERTIFICATE REQUEST-----\n${base64}\n-----END CERTIFICATE REQUEST-----\n`,
    certificate: pem,
  };
}

async function prepared(): Promise<void> {
  await once(server, 'pki/root/generate/internal', { common_name: 'Bench', key_type: 'ec', ttl: '87600h' });
  await once(server, 'pki/roles/signed', { allow_any_name: true, key_type: 'any', ttl: '24h' });
  await once(server, 'pki/config/external-policy', {
    ...{ enabled: true, external_service_url: `https://localhost:${listening.port}/` },
    trusted_leaf_certificate_bundle: listening.certificate,
  });
}

type Ask = (client: AuthorityClient) => Promise<unknown>;

/** Every certificate is for one name, as the service has it. */
function sign(client: AuthorityClient): Promise<unknown> {
  return client.ask('pki/sign/signed', { csr: wanted.csr, common_name: name });
}

function external(client: AuthorityClient): Promise<unknown> {
  return client.ask('pki/external-policy/sign', { csr: wanted.csr });
}

interface Round {
  /** The median of a request, in milliseconds. */
  readonly median: number;
  /** The server's CPU for a request, in milliseconds. */
  readonly cpu: number;
}

interface Turn {
  readonly ask: Ask;
  /** Every request of the round, and the CPU of the server for them, in seconds. */
  readonly timed: Timed[];
  cpu: number;
}

async function take(clients: number, turn: Turn): Promise<void> {
  const working = await Clients.start(server, clients, turn.ask);
  const before = server.cpuSeconds();
  await pause((seconds * 1000) / turns);
  turn.cpu += server.cpuSeconds() - before;
  turn.timed.push(...(await working.stop()));
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((each) => ({ each, place: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

interface Rounds {
  readonly plain: Round;
  readonly both: Round;
  readonly decided: Round;
  /** CPU of the service for an answer to the server, in milliseconds. */
  readonly taken: number;
}

/** A round of each kind, their turns among each other. */
async function roundsOfEach(clients: number): Promise<Rounds> {
  const turnOf = (ask: Ask): Turn => ({ ask, timed: [], cpu: 0 });
  const [plain, both, decided] = [turnOf(sign), turnOf(signAndExchange), turnOf(external)];
  const taken = { cpu: 0, requests: 0 };
  for (let turn = 0; turn < turns; turn++) {
    for (const each of shuffled([plain, both, decided])) {
      await service.ask({ taken: true });
      await take(clients, each);
      const { cpu, requests } = await service.ask<Taken>({ taken: true });
      if (each !== decided) continue;
      taken.cpu += cpu * requests;
      taken.requests += requests;
    }
  }
  return {
    ...{ plain: roundOf(plain), both: roundOf(both), decided: roundOf(decided) },
    taken: taken.cpu / taken.requests,
  };
}

function roundOf({ timed, cpu }: Turn): Round {
  return { median: percentile(timed, 0.5), cpu: (cpu / timed.length) * 1000 };
}

/** One exchange with the service over a connection that stays open, by the client that the server has too, and nothing else: no stream, no timer, nothing read of the answer. */
function exchange(): Promise<void> {
  return new Promise((resolve, reject) => {
    pool.dispatch(
      { path: '/', method: 'POST', headers: { 'content-type': 'application/json' }, body: question },
      {
        onRequestStart: () => undefined,
        onResponseStart: (controller, status) => {
          if (status !== 200) controller.abort(new Error(`the service answered ${status}`));
        },
        onResponseData: () => undefined,
        onResponseEnd: () => {
          resolve();
        },
        onResponseError: (_controller, error) => {
          reject(error);
        },
      },
    );
  });
}

async function signAndExchange(client: AuthorityClient): Promise<void> {
  await sign(client);
  await exchange();
}

async function compared(clients: number): Promise<void> {
  if (!bodyOf(await once(server, 'pki/external-policy/sign', { csr: wanted.csr })).includes('"certificate"'))
    throw new Error('the service allowed nothing');
  // Code that has run for some thousand requests is compiled, as that of a server in use is.
  await roundsOfEach(Math.max(clients, 16));
  const measured: Rounds[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await roundsOfEach(clients));
  const signed = measured.map(({ plain }) => plain);
  const both = measured.map((each) => each.both);
  const decided = measured.map((each) => each.decided);
  const medians = (of: readonly Round[]) => of.map((each) => each.median);
  const cpuOf = (of: readonly Round[]) => of.map(({ cpu }) => cpu);
  const [plain, whole] = [medians(signed), medians(decided)];
  const ratios = (measured: readonly number[], by: readonly number[]) =>
    measured.map((each, round) => each / (by[round] ?? Number.NaN));
  const called = clients === 1 ? 'one client' : `${clients} clients`;
  tell(`sign, ${called}: median`, plain, 'ms', less);
  tell(`sign and a bare exchange with the service, ${called}: median`, medians(both), 'ms', less);
  tell(`sign by an external policy, ${called}: median`, whole, 'ms', less);
  const own = medians(both).map((each, round) => each - (plain[round] ?? Number.NaN));
  tell(`the service's own time, as a bare exchange has it, ${called}`, own, 'ms');
  tell(
    `the service itself, ${called}: CPU of an answer`,
    measured.map(({ taken }) => taken),
    'ms',
  );
  const beyond = whole.map((each, round) => each - (own[round] ?? Number.NaN));
  tell(
    `sign by an external policy without the service's own time × sign, ${called}`,
    ratios(beyond, plain),
    '×',
    atMost(1.15),
  );
  tell(`sign, ${called}: CPU`, cpuOf(signed), 'ms', less);
  tell(`sign by an external policy, ${called}: CPU`, cpuOf(decided), 'ms', less);
  tell(`CPU of sign by an external policy × sign, ${called}`, ratios(cpuOf(decided), cpuOf(signed)), '×', less);
}
