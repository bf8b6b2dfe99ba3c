import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { decryptMessage, parseEnvelopedData, parseSignedData } from '../../src/pki/x509/cms/index.js';
import { decodePemBlock, encodePem } from '../../src/pki/x509/index.js';
import { rsaKey, ScepClient } from '../pki/scep/client.js';
import { openScep } from '../pki/scep/live.js';
import type { ScepForTests } from '../pki/scep/live.js';
import { describeProgram } from './harness/programs.js';
import { eventually } from '../eventually.js';

/** Clients of SCEP that nobody here wrote. */
let scep: ScepForTests;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-scep-'));
  scep = await openScep();
  writeFileSync(inFolder('ca.pem'), scep.pem);
});
afterAll(async () => {
  await scep.close();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => path.join(folder, name);

interface Ran {
  readonly code: number | null;
  readonly out: Buffer;
  readonly said: string;
}

/** The server is in this process: nothing may wait for a client without letting it answer. */
function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment }, timeout: 120_000 });
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => said.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, out: Buffer.concat(out), said: Buffer.concat([...said, ...out]).toString() });
    });
  });
}

async function succeeds(command: string, ...args: readonly string[]): Promise<Buffer> {
  const { code, out, said } = await run(command, args);
  expect(code, said).toBe(0);
  return out;
}

const waiting = z.object({
  data: z.object({ scepTransactions: z.object({ nodes: z.array(z.object({ requestId: z.string() })) }) }),
});

async function graphql(query: string): Promise<unknown> {
  const answer = await fetch(`${scep.live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scep.live.rootToken}` },
    body: JSON.stringify({ query }),
  });
  return answer.json();
}

/** Approves the first request that waits, as soon as one does. */
async function approveNext(): Promise<void> {
  await expect
    .poll(
      async () => {
        const list =
          'query { scepTransactions(mount: "pki", filter: { status: PENDING }, first: 1) { nodes { requestId } } }';
        const [found] = waiting.parse(await graphql(list)).data.scepTransactions.nodes;
        if (!found) return 'none';
        const approve = `mutation { approveScepTransaction(input: { mount: "pki", requestId: "${found.requestId}" }) { scepTransaction { status } problems { message } } }`;
        return JSON.stringify(await graphql(approve));
      },
      { ...eventually, interval: 200 },
    )
    .toContain('"status":"ISSUED"');
}

describeProgram('strongSwan', [{ command: 'pki', args: ['--scep', '--help'] }], (command) => {
  const gen = async (name: string) => {
    writeFileSync(
      inFolder(name),
      await succeeds(command, '--gen', '--type', 'rsa', '--size', '2048', '--outform', 'pem'),
    );
  };
  const authority = ['--cacert-enc', 'ca.pem', '--cacert-sig', 'ca.pem'];
  const named = (name: string) => ['--dn', `CN=${name}`, '--san', name];
  const enroll = (key: string, name: string, ...more: string[]) =>
    run(command, ['--scep', '--url', scep.url, '--in', key, '--outform', 'pem', ...named(name), ...authority, ...more]);

  test('gets the certificate of the authority, its own, and renews it', async () => {
    await succeeds(command, '--scepca', '--url', scep.url, '--caout', 'got-ca.pem', '--outform', 'pem');
    expect(new X509Certificate(readFileSync(inFolder('got-ca.pem'))).raw).toEqual(scep.issuer.der);
    await gen('router.key');
    const first = await enroll('router.key', 'r1.routers.example', '--password', scep.challenge);
    expect(first.code, first.said).toBe(0);
    const certificate = new X509Certificate(first.out);
    expect(certificate.subjectAltName).toBe('DNS:r1.routers.example');
    writeFileSync(inFolder('router.crt'), first.out);
    await gen('next.key');
    const old = ['--cert', 'router.crt', '--key', 'router.key'];
    const next = await enroll('next.key', 'r1.routers.example', ...old, '--digest', 'sha512');
    expect(next.code, next.said).toBe(0);
    expect(new X509Certificate(next.out).serialNumber).not.toBe(certificate.serialNumber);
  });

  test('does what the guide says', async () => {
    const guide = readFileSync(new URL('../../docs/scep.md', import.meta.url), 'utf8');
    const commands = [...guide.matchAll(/```text\n([^`]*)```/g)].find(([, text]) =>
      text?.startsWith('pki --scepca'),
    )?.[1];
    const filled = (commands ?? '')
      .replaceAll('http://ca.example.com:8080/v1/pki/scep', scep.url)
      .replaceAll('r1.routers.internal.example', 'guide.routers.example')
      .replaceAll('CHALLENGE', `'${scep.challenge}'`)
      .replaceAll(/^pki /gm, `${command} `);
    expect(filled).toContain('--scep --url');
    const { code, said } = await run('bash', ['-e', '-c', filled]);
    expect(code, said).toBe(0);
    expect(new X509Certificate(readFileSync(inFolder('router.crt'))).subject).toBe('CN=guide.routers.example');
  });

  test('polls until its request is approved', async () => {
    await scep.write('pki/config/scep', { require_approval: true });
    await gen('patient.key');
    const asked = enroll('patient.key', 'r2.routers.example', '--password', scep.challenge, '--interval', '1');
    await approveNext();
    await scep.write('pki/config/scep', { require_approval: false });
    const { code, out, said } = await asked;
    expect(code, said).toBe(0);
    expect(new X509Certificate(out).subject).toBe('CN=r2.routers.example');
  });

  test('is refused with a wrong challenge, and for another name', async () => {
    await gen('wrong.key');
    expect((await enroll('wrong.key', 'r3.routers.example', '--password', 'sesame')).code).not.toBe(0);
    const { code, said } = await enroll('wrong.key', 'evil.example', '--password', scep.challenge);
    expect(code, said).not.toBe(0);
  });
});

describeProgram('scepclient of micromdm', [{ command: 'scepclient', args: ['-version'] }], (command) => {
  test('signs with SHA-1, and is told that this is not accepted', async () => {
    const { code, said } = await run(command, [
      ...['-server-url', scep.url, '-challenge', scep.challenge, '-private-key', inFolder('micro.key')],
      ...['-certificate', inFolder('micro.pem'), '-cn', 'm1.routers.example', '-keySize', '2048'],
    ]);
    expect(code).not.toBe(0);
    expect(said).toContain('failInfo: badAlg (0)');
    expect(existsSync(inFolder('micro.pem'))).toBe(false);
  });
});

const helper = '/usr/lib/certmonger/scep-submit';
describeProgram("certmonger's helper for SCEP", [{ command: helper, args: ['--help'] }], () => {
  test('asks what the authority can, for its certificates, and for one by GET', async () => {
    const able = await run(helper, ['-c', '-u', scep.url]);
    expect(able.code, able.said).toBe(0);
    expect(able.said).toContain('SHA-256');
    const authority = await run(helper, ['-C', '-u', scep.url]);
    expect(authority.code, authority.said).toBe(0);
    expect(new X509Certificate(authority.out).raw).toEqual(scep.issuer.der);
    const client = new ScepClient(scep.issuer, rsaKey());
    const message = await client.message(client.csr('c1.routers.example', { challenge: scep.challenge }));
    writeFileSync(inFolder('message.pem'), encodePem('PKCS7', message));
    const asked = await run(helper, ['-g', '-u', scep.url, '-r', 'ca.pem', '-N', 'ca.pem', 'message.pem']);
    expect(asked.code, asked.said).toBe(0);
    const envelope = parseEnvelopedData(decodePemBlock(asked.out.toString(), ['PKCS7'], 'answer'));
    const { content } = decryptMessage(envelope, [{ certificate: client.certificate, privateKey: client.key }]);
    const [issued] = parseSignedData(content).certificates;
    expect(new X509Certificate(issued ?? Buffer.of()).subject).toBe('CN=c1.routers.example');
  });
});

/** On a bus of its own, and with its files in the folder. */
const onBus = (command: string) => ['--', 'sh', '-c', command];
const certmonger = {
  ...{ command: 'dbus-run-session', args: onBus('command -v getcert || { echo no getcert >&2; exit 1; }') },
  lacking: /ENOENT|no getcert/,
};
describeProgram("certmonger's daemon", [certmonger], () => {
  test('enrolls a device, and renews it', async () => {
    const home = mkdtempSync(inFolder('home-'));
    const ca = `getcert add-scep-ca -s -c trustate -u '${scep.url}' -N '${inFolder('ca.pem')}' -r '${inFolder('ca.pem')}'`;
    const files = `-k '${home}/key.pem' -f '${home}/certificate.pem'`;
    const names = '-N CN=c2.routers.example -D c2.routers.example';
    const commands = [
      ca,
      `getcert request -s -c trustate ${files} -I device ${names} -L '${scep.challenge}' -w --wait-timeout=60`,
      // It is told of the end before the file is there, and forgets a renewal that it is asked for before it has ended with the file.
      `for i in $(seq 150); do test -s '${home}/certificate.pem' && getcert list -s -i device | grep -q 'status: MONITORING' && break; sleep 0.2; done`,
      `cp '${home}/certificate.pem' first.pem`,
      'getcert resubmit -s -i device -w --wait-timeout=60',
      `for i in $(seq 150); do cmp -s first.pem '${home}/certificate.pem' || break; sleep 0.2; done`,
      `cp '${home}/certificate.pem' second.pem`,
    ].join(' && ');
    const { code, said } = await run('dbus-run-session', onBus(commands), { HOME: home });
    expect(code, said).toBe(0);
    const [first, second] = ['first.pem', 'second.pem'].map(
      (name) => new X509Certificate(readFileSync(inFolder(name))),
    );
    expect([first?.subject, second?.subject]).toEqual(['CN=c2.routers.example', 'CN=c2.routers.example']);
    expect(second?.serialNumber).not.toBe(first?.serialNumber);
    for (const each of [first, second]) expect(each?.verify(new X509Certificate(scep.pem).publicKey)).toBe(true);
  });
});
