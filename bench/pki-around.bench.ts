/**
 * What is done around issuance: the check of each certificate, a service that decides about it, metadata, and webhooks. Each beside the same request without it,
 * in turns. The policy service and the receiver answer from memory, in the measuring process.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Agent, createServer as createSecureServer, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import {
  basicLints,
  checkCertificate,
  derivedKeyIdentifier,
  extKeyUsage,
  extKeyUsageOids,
  keyUsage,
  Name,
  subjectAltName,
} from '../src/pki/x509/index.js';
import { certificateOf } from '../test/gateway/http/secure.js';
import { csr as requestOf } from '../test/pki/policy/made.js';
import { certify } from '../test/pki/x509/authority.js';
import { AuthorityClient, Clients, nextName, once } from './authority/server.js';
import { roundsOf, secondsOf } from './settings.js';
import { CompiledServer, newFolder } from './state-service/processes.js';
import { bodyOf } from './state-service/wire.js';
import { atMost, less, median, tell } from './state-service/report.js';

const seconds = secondsOf(4);
const rounds = roundsOf(3);
const connections = 16;
/** Requests of one client, one after the other. */
const asked = Math.max(20, Math.round(seconds * 60));

const wanted = await certified();
const service = await openService();
const receiver = await openReceiver();
const server = await CompiledServer.start(newFolder(), { TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
try {
  await prepared();
  await lints();
  await policy();
  await metadata();
  await webhooks();
} finally {
  await server.discard();
  service.close();
  receiver.close();
}

async function certified() {
  const parsed = await requestOf();
  const { pem } = await certify({
    subject: Name.of({ commonName: 'wanted.example.com' }),
    content: {
      publicKey: parsed.publicKey.der,
      ...{ notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 86_400_000) },
      extensions: [subjectAltName([{ type: 'dns', value: 'wanted.example.com' }])],
    },
  });
  const base64 = parsed.der.toString('base64').replaceAll(/(.{64})/g, '$1\n');
  return {
    csr: `-----BEGIN CERTIFICATE REQUEST-----\n${base64}\n-----END CERTIFICATE REQUEST-----\n`,
    certificate: pem,
  };
}

/** A policy service that allows one certificate, and says how long it took. */
async function openService() {
  const own = certificateOf('policy');
  const uuid = /"request_uuid":"([^"]+)"/;
  const secure = createSecureServer({ cert: own.certificate, key: own.key, keepAlive: true }, (received, response) => {
    const parts: Buffer[] = [];
    received.on('data', (part: Buffer) => parts.push(part));
    received.on('end', () => {
      const [, request_uuid] = uuid.exec(Buffer.concat(parts).toString()) ?? [];
      response.end(JSON.stringify({ request_uuid, certificate: wanted.certificate, store_certificate: true }));
    });
  });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(secure.address());
  return {
    port,
    certificate: own.certificate,
    close() {
      secure.close();
      secure.closeAllConnections();
    },
  };
}

async function openReceiver() {
  const plain = createServer((received, response) => {
    received.resume();
    received.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(plain.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      plain.close();
      plain.closeAllConnections();
    },
  };
}

async function prepared(): Promise<void> {
  await once(server, 'pki/root/generate/internal', { common_name: 'Bench', key_type: 'ec', ttl: '87600h' });
  const role = { allow_any_name: true, ttl: '24h' };
  await once(server, 'pki/roles/ec', { ...role, key_type: 'ec' });
  await once(server, 'pki/roles/unstored', { ...role, key_type: 'ec', no_store: true });
  await once(server, 'pki/roles/signed', { ...role, key_type: 'any' });
  await once(server, 'pki/config/external-policy', {
    ...{ enabled: true, external_service_url: `https://localhost:${service.port}/` },
    trusted_leaf_certificate_bundle: service.certificate,
  });
}

type Ask = (client: AuthorityClient) => Promise<unknown>;

/** The server's CPU for each request, in microseconds. */
async function cpuOf(ask: Ask): Promise<number> {
  const clients = await Clients.start(server, connections, ask);
  const cpu = server.cpuSeconds();
  await pause(seconds * 1000);
  const { length } = await clients.stop();
  return ((server.cpuSeconds() - cpu) / length) * 1e6;
}

/** The median time of one client, in milliseconds. */
async function latencyOf(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < asked; count++) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return median(times);
}

function issue(role: string, more: object = {}): Ask {
  return (client) => client.ask(`pki/issue/${role}`, { common_name: nextName(), ...more });
}

async function lints(): Promise<void> {
  const draft = {
    ...{ issuer: Name.of({ commonName: 'Bench' }), subject: Name.of({ commonName: 'host.example.com' }) },
    ...{ notBefore: new Date(), notAfter: new Date(Date.now() + 86_400_000), key: { type: 'ec', bits: 256 } as const },
    extensions: [
      ...[
        keyUsage(['digitalSignature', 'keyAgreement']),
        extKeyUsage([extKeyUsageOids.serverAuth, extKeyUsageOids.clientAuth]),
      ],
      ...[subjectAltName([{ type: 'dns', value: 'host.example.com' }]), derivedKeyIdentifier],
    ],
  };
  const cpus: number[] = [];
  const share: number[] = [];
  await cpuOf(issue('unstored'));
  for (let round = 0; round < rounds; round++) {
    for (let warm = 0; warm < 2_000; warm++) checkCertificate(draft, basicLints);
    const used = process.cpuUsage();
    const times = 20_000;
    for (let count = 0; count < times; count++) checkCertificate(draft, basicLints);
    const { user, system } = process.cpuUsage(used);
    cpus.push((user + system) / times);
    share.push((user + system) / times / (await cpuOf(issue('unstored'))));
  }
  tell('CPU of the check of a certificate', cpus, 'µs', less);
  tell('check of a certificate, of the CPU of issue, no_store', share, '×', atMost(0.1));
}

/** One exchange with the service, as any client of Node has it over a connection that stays open. */
function exchange(agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ host: 'localhost', port: service.port, method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function policy(): Promise<void> {
  const client = await AuthorityClient.open(server);
  const agent = new Agent({ keepAlive: true, ca: service.certificate });
  const question = JSON.stringify({ request_uuid: randomUUID(), user_request_key_values: { csr: wanted.csr } });
  const own = { csr: wanted.csr };
  const measured = { sign: [] as number[], external: [] as number[], service: [] as number[], more: [] as number[] };
  const external = () => client.ask('pki/external-policy/sign', own);
  const sign = () => client.ask('pki/sign/signed', { ...own, common_name: nextName() });
  if (!bodyOf(await external()).includes('certificate')) throw new Error('the service allowed nothing');
  await latencyOf(sign);
  await latencyOf(external);
  for (let round = 0; round < rounds; round++) {
    const signed = await latencyOf(sign);
    const served = await latencyOf(() => exchange(agent, question));
    const decided = await latencyOf(external);
    measured.sign.push(signed);
    measured.service.push(served);
    measured.external.push(decided);
    measured.more.push((decided - served) / signed);
  }
  agent.destroy();
  client.close();
  tell('median of sign', measured.sign, 'ms', less);
  tell("median of the service's own exchange", measured.service, 'ms');
  tell('median of sign by an external policy', measured.external, 'ms', less);
  tell("sign by an external policy without the service's time × sign", measured.more, '×', atMost(1.15));
}

async function beside(name: string, without: Ask, subject: Ask): Promise<void> {
  const [alone, more, times] = [[] as number[], [] as number[], [] as number[]];
  await cpuOf(subject);
  for (let round = 0; round < rounds; round++) {
    const plain = await cpuOf(without);
    const served = await cpuOf(subject);
    alone.push(plain);
    more.push(served);
    times.push(served / plain);
  }
  tell('CPU of issue, stored', alone, 'µs', less);
  tell(`CPU of issue ${name}`, more, 'µs', less);
  tell(`CPU of issue ${name} × without`, times, '×', less);
}

async function metadata(): Promise<void> {
  const more = { cert_metadata: Buffer.alloc(64, 7).toString('base64') };
  await beside('with metadata of 64 octets', issue('ec'), issue('ec', more));
}

async function webhooks(): Promise<void> {
  await once(server, 'sys/mounts/told', { type: 'pki' });
  await once(server, 'told/root/generate/internal', { common_name: 'Told', key_type: 'ec', ttl: '8760h' });
  await once(server, 'told/roles/ec', { allow_any_name: true, key_type: 'ec', ttl: '24h' });
  const query = `mutation { createWebhook(input: { of: { mount: "told" }, name: "w", url: "${receiver.url}",
    secret: "sixteen bytes or more", events: [CERTIFICATE_ISSUED] }) { problems { message } } }`;
  const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (!text.includes('"problems":[]')) throw new Error(text);
  await beside('that a webhook is told of', issue('ec'), (client) =>
    client.ask('told/issue/ec', { common_name: nextName() }),
  );
}
