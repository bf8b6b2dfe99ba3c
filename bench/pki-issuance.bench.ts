// Issuance over REST against the bare node:crypto work: the server in a process of its own, 16 connections.
import { fork } from 'node:child_process';
import { generateKeyPair, generateKeyPairSync, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openLive } from '../test/gateway/rest/live.js';
import { csrPem } from '../test/pki/policy/made.js';

const seconds = 4;
const connections = 16;

function report(name: string, value: number, unit: string, least?: number): void {
  const limits = least === undefined ? {} : { limit: least, ok: value >= least };
  process.stdout.write(`${JSON.stringify({ name, value: Math.round(value * 1000) / 1000, unit, ...limits })}\n`);
}

if (process.argv.includes('--serve')) {
  const live = await openLive();
  process.send?.({ base: live.base, token: live.rootToken });
  process.once('disconnect', () => void live.close());
} else await measure();

interface Server {
  readonly base: string;
  readonly token: string;
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['--serve'], { execArgv: ['--import', 'tsx'] });
  const server = await new Promise<Server>((resolve) => child.once('message', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const post = (path: string, body: object) =>
    new Promise<number>((resolve, reject) => {
      const startedAt = performance.now();
      const headers = { 'x-vault-token': server.token, 'content-type': 'application/json' };
      const sent = request(`${server.base}${path}`, { agent, method: 'POST', headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${String(response.statusCode)}`));
        response.resume().on('end', () => {
          resolve(performance.now() - startedAt);
        });
      });
      sent.on('error', reject).end(JSON.stringify(body));
    });
  let number = 0;
  const name = () => `host-${number++}.example.com`;
  const rate = async (work: () => Promise<unknown>, clients = connections): Promise<number> => {
    for (let warm = 0; warm < 200; warm++) await work();
    const startedAt = performance.now();
    let done = 0;
    const client = async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        await work();
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return (done * 1000) / (performance.now() - startedAt);
  };
  const bareRate = (work: () => unknown): number => {
    for (let warm = 0; warm < 500; warm++) work();
    const startedAt = performance.now();
    let done = 0;
    for (; performance.now() - startedAt < (seconds * 1000) / 2; done++) work();
    return (done * 1000) / (performance.now() - startedAt);
  };
  const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] ?? 0;

  const root = async (issuer: string, keyType: string) => {
    const input = { type: 'internal', commonName: issuer, issuerName: issuer, keyType, ttl: 'PT87600H' };
    const query = 'mutation($input: GenerateRootInput!) { generateRoot(input: $input) { problems { message } } }';
    const answer = await fetch(`${server.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    if (!(await answer.text()).includes('"problems":[]')) throw new Error('no root was made');
  };
  await root('curve', 'ec');
  await root('rsa', 'rsa');
  const role = { allow_any_name: true, issuer_ref: 'curve', ttl: '24h' };
  await post('/v1/pki/roles/ec', { ...role, key_type: 'ec' });
  await post('/v1/pki/roles/unstored', { ...role, key_type: 'ec', no_store: true });
  await post('/v1/pki/roles/signed', { ...role, key_type: 'any', issuer_ref: 'rsa' });
  await post('/v1/pki/roles/rsa', { ...role, key_type: 'rsa', issuer_ref: 'rsa' });

  const content = Buffer.alloc(400, 7);
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const bare = bareRate(() => {
    generateKeyPairSync('ec', { namedCurve: 'P-256' });
    sign('sha256', content, curve);
  });
  report('P-256 key generation and signature alone', bare, '/s');
  const stored = await rate(() => post('/v1/pki/issue/ec', { common_name: name() }));
  report('P-256 issue, stored', stored, '/s');
  report('its share', stored / bare, '×', 0.08);
  const unstored = await rate(() => post('/v1/pki/issue/unstored', { common_name: name() }));
  report('P-256 issue, no_store', unstored, '/s');
  report('its share', unstored / bare, '×', 0.18);

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const signature = bareRate(() => sign('sha256', content, rsa));
  report('RSA-2048 signature alone', signature, '/s');
  const csr = await csrPem();
  const signed = await rate(() => post('/v1/pki/sign/signed', { csr, common_name: name() }));
  report('sign of a P-256 request with an RSA-2048 issuer', signed, '/s');
  report('its share', signed / signature, '×', 0.35);

  const signing: number[] = [];
  for (let n = 0; n < 50; n++) signing.push(await post('/v1/pki/sign/signed', { csr, common_name: name() }));
  const warm: number[] = [];
  for (let n = 0; n < 15; n++) {
    // Keys are made again before the next one is asked for.
    await new Promise((resolve) => setTimeout(resolve, 600));
    warm.push(await post('/v1/pki/issue/rsa', { common_name: name() }));
  }
  report('median of sign', median(signing), 'ms');
  report('median of RSA-2048 issue, keys lying ready', median(warm), 'ms');
  report('signs in that time, below 5', 5 / (median(warm) / median(signing)), '× room', 1);

  const make = promisify(generateKeyPair);
  const drained = await rate2(() => post('/v1/pki/issue/rsa', { common_name: name() }));
  const raw = await rate2(() => make('rsa', { modulusLength: 2048 }));
  report('RSA-2048 key generation alone', raw, '/s');
  report('RSA-2048 issue, drained', drained, '/s');
  report('its share', drained / raw, '×', 0.9);
  agent.destroy();
  child.disconnect();
}

/** Times a second at two at once, of what takes long, after what lay ready is used up. */
async function rate2(work: () => Promise<unknown>): Promise<number> {
  await Promise.all(Array.from({ length: 40 }, work));
  const startedAt = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - startedAt < 8000) {
      await work();
      done += 1;
    }
  };
  await Promise.all([client(), client()]);
  return (done * 1000) / (performance.now() - startedAt);
}
