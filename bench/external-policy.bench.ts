/**
 * What an external policy adds to `sign`: the same signing request in the same mount, kept with the same settings, once as a role allows it and once as a
 * service does, in turns. The service is a process of its own that answers one certificate from memory and says what it took itself, which is not counted: its
 * CPU, with its end of TLS and HTTP. Beside it, what any client of Node takes for an exchange with that service over a connection that stays open.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { Name, subjectAltName } from '../src/pki/x509/index.js';
import { csr as requestOf } from '../test/pki/policy/made.js';
import { certify } from '../test/pki/x509/authority.js';
import type { Listening, Taken } from './authority/policy-service.js';
import { Clients, once, percentile } from './authority/server.js';
import type { AuthorityClient, Timed } from './authority/server.js';
import { clientsOf, roundsOf, secondsOf } from './settings.js';
import { CompiledServer, Helper, newFolder } from './state-service/processes.js';
import { bodyOf } from './state-service/wire.js';
import { atMost, less, median, tell } from './state-service/report.js';

const seconds = secondsOf(3);
const rounds = roundsOf(5);
const name = 'wanted.example.com';

const wanted = await certified();
const service = Helper.start('../authority/policy-service.ts');
const listening = await service.ask<Listening>({ certificate: wanted.certificate });
const server = await CompiledServer.start(newFolder(), { TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
try {
  await prepared();
  for (const clients of clientsOf([1, 16])) await compared(clients);
} finally {
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

async function roundOf(clients: number, ask: Ask): Promise<Round> {
  const working = await Clients.start(server, clients, ask);
  const cpu = server.cpuSeconds();
  await pause(seconds * 1000);
  const used = server.cpuSeconds() - cpu;
  const timed: readonly Timed[] = await working.stop();
  return { median: percentile(timed, 0.5), cpu: (used / timed.length) * 1000 };
}

/** One exchange with the service, as any client of Node has it over a connection that stays open. */
function exchange(agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ host: 'localhost', port: listening.port, method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** The median of a bare exchange by one client, in milliseconds. */
async function bare(): Promise<number> {
  const agent = new Agent({ keepAlive: true, ca: listening.certificate });
  const question = JSON.stringify({ request_uuid: randomUUID(), user_request_key_values: { csr: wanted.csr } });
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const began = performance.now();
    await exchange(agent, question);
    times.push(performance.now() - began);
  }
  agent.destroy();
  return median(times);
}

async function compared(clients: number): Promise<void> {
  if (!bodyOf(await once(server, 'pki/external-policy/sign', { csr: wanted.csr })).includes('"certificate"'))
    throw new Error('the service allowed nothing');
  await roundOf(clients, sign);
  await roundOf(clients, external);
  const signed: Round[] = [];
  const decided: Round[] = [];
  const taken: Taken[] = [];
  const exchanges: number[] = [];
  for (let round = 0; round < rounds; round++) {
    signed.push(await roundOf(clients, sign));
    await service.ask({ taken: true });
    decided.push(await roundOf(clients, external));
    taken.push(await service.ask<Taken>({ taken: true }));
    if (clients === 1) exchanges.push(await bare());
  }
  const plain = signed.map((each) => each.median);
  const own = taken.map(({ cpu }) => cpu);
  const times = (measured: readonly number[], less: readonly number[], by: readonly number[]) =>
    measured.map((each, round) => (each - (less[round] ?? Number.NaN)) / (by[round] ?? Number.NaN));
  const whole = decided.map((each) => each.median);
  const called = clients === 1 ? 'one client' : `${clients} clients`;
  tell(`sign, ${called}: median`, plain, 'ms', less);
  tell(`sign by an external policy, ${called}: median`, whole, 'ms', less);
  tell(`the service itself, ${called}: CPU of an answer`, own, 'ms');
  tell(
    `the service itself, ${called}: from head to answer`,
    taken.map(({ handling }) => handling),
    'ms',
  );
  tell(
    `sign by an external policy without the service's CPU × sign, ${called}`,
    times(whole, own, plain),
    '×',
    atMost(1.15),
  );
  if (clients === 1) {
    tell('a bare exchange with the service: median', exchanges, 'ms');
    tell('sign by an external policy without a bare exchange × sign', times(whole, exchanges, plain), '×', less);
  }
  const cpuOf = (of: readonly Round[]) => of.map(({ cpu }) => cpu);
  tell(`sign, ${called}: CPU`, cpuOf(signed), 'ms', less);
  tell(`sign by an external policy, ${called}: CPU`, cpuOf(decided), 'ms', less);
  const none = decided.map(() => 0);
  tell(`CPU of sign by an external policy × sign, ${called}`, times(cpuOf(decided), none, cpuOf(signed)), '×', less);
}
