/**
 * What is done around issuance: the check of each certificate, metadata, and webhooks. Each beside the same request without it, in turns. The receiver answers
 * from memory, in the measuring process.
 */
import { createServer } from 'node:http';
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
import { Clients, nextName, once } from './authority/server.js';
import type { AuthorityClient } from './authority/server.js';
import { roundsOf, secondsOf } from './settings.js';
import { CompiledServer, newFolder } from './state-service/processes.js';
import { atMost, less, tell } from './state-service/report.js';

const seconds = secondsOf(4);
const rounds = roundsOf(3);
const connections = 16;

const receiver = await openReceiver();
const server = await CompiledServer.start(newFolder(), { TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
try {
  await prepared();
  await lints();
  await metadata();
  await webhooks();
} finally {
  await server.discard();
  receiver.close();
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
  tell(`CPU of issue, beside one ${name}`, alone, 'µs', less);
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
