import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildOcspRequest,
  buildRequest,
  certIdOf,
  createSigner,
  decodePemBlock,
  encodePem,
  generateKeyPair,
  isMldsaSupported,
  keyUsage,
  mldsaMissing,
  Name,
  parseCertificate,
  parseCrl,
  privateKeyPem,
  publicKeyInfoOf,
  verifyCertificate,
  verifySignature,
  type Certificate,
  type KeySpec,
} from '../../../../src/pki/x509/index.js';
import { openLive, type Live } from '../live.js';
import { parseOcspResponse } from '../../../pki/x509/ocsp-response-reader.js';

/** ML-DSA wherever a key type is taken, where Node has it; a refusal that says so where it has not. */
let live: Live;
let folder = '';
beforeAll(async () => {
  live = await openLive();
  folder = mkdtempSync(join(tmpdir(), 'trustate-mldsa-'));
  await live.vault('POST', 'sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  await live.vault('POST', 'sys/mounts/other', { type: 'pki', config: { max_lease_ttl: '87600h' } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await live.close();
});

const vault = { 'x-vault-token': '' };
const ask = (method: string, path: string, body?: unknown) =>
  live.vault(method, path, body, { ...vault, 'x-vault-token': live.rootToken });

interface Answer {
  readonly data?: Readonly<Record<string, string>>;
  readonly errors?: readonly string[];
}
async function made(path: string, body: object): Promise<Readonly<Record<string, string>>> {
  const { status, body: answer } = await ask('POST', path, body);
  const { data, errors } = answer as Answer;
  expect([path, status, errors]).toEqual([path, 200, undefined]);
  return data ?? {};
}
const read = (pem: string | undefined): Certificate =>
  parseCertificate(decodePemBlock(pem ?? '', ['CERTIFICATE'], 'certificate'));
const bytesOf = async (path: string, body?: Uint8Array): Promise<Buffer> => {
  const response = await fetch(`${live.base}/v1/${path}`, {
    ...(body && { method: 'POST', body, headers: { 'content-type': 'application/ocsp-request' } }),
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

async function csrOf(spec: KeySpec): Promise<string> {
  const { privateKey } = await generateKeyPair(spec);
  const content = { subject: Name.of({ commonName: 'a.example.com' }), publicKey: publicKeyInfoOf(privateKey).der };
  return encodePem('CERTIFICATE REQUEST', buildRequest({ ...content, extensions: [] }, createSigner(privateKey)));
}

if (!isMldsaSupported()) {
  test.each([
    ['pki/root/generate/internal', { common_name: 'Root' }],
    ['pki/intermediate/generate/internal', { common_name: 'Sub' }],
    ['pki/roles/mldsa', { allow_any_name: true }],
    ['pki/keys/generate/internal', {}],
  ])('%s refuses it in words that say what is missing', async (path, body) => {
    const { status, body: answer } = await ask('POST', path, { ...body, key_type: 'mldsa' });
    expect([status, (answer as Answer).errors]).toEqual([400, [mldsaMissing]]);
  });
} else {
  const chains = [
    ['mldsa', 44, 'mldsa'],
    ['mldsa', 65, 'ec'],
    ['mldsa', 87, 'mldsa'],
    ['ec', 256, 'mldsa'],
  ] as const;

  describe.each(chains)('a root of %s %i over leaves of %s', (rootType, bits, leafType) => {
    const mount = rootType === 'ec' || bits === 87 ? 'other' : 'pki';
    test('issues, signs, revokes, and tells so', async () => {
      await ask('DELETE', `${mount}/root`);
      const wish = { common_name: 'Root', key_type: rootType, key_bits: bits, ttl: '8760h' };
      const root = read((await made(`${mount}/root/generate/internal`, wish))['certificate']);
      expect(root.publicKey.spec).toEqual({ type: rootType, bits });
      verifyCertificate(root, root.publicKey.key);
      await made(`${mount}/roles/web`, { allow_any_name: true, key_type: leafType, ttl: '1h', no_store: false });

      const issued = await made(`${mount}/issue/web`, { common_name: 'a.example.com' });
      const leaf = read(issued['certificate']);
      verifyCertificate(leaf, root.publicKey.key);
      expect([leaf.publicKey.spec.type, issued['private_key_type']]).toEqual([leafType, leafType]);
      expect(issued['private_key']).toContain(leafType === 'mldsa' ? 'BEGIN PRIVATE KEY' : 'BEGIN EC PRIVATE KEY');
      // RFC 9881 5: the role's usages are for keys of any type.
      expect(leaf.extensions.keyUsage).toEqual(
        leafType === 'mldsa' ? ['digitalSignature'] : ['digitalSignature', 'keyEncipherment', 'keyAgreement'],
      );

      const csr = await csrOf(leafType === 'mldsa' ? { type: 'mldsa', bits: 65 } : { type: 'ec', bits: 256 });
      for (const path of ['sign/web', 'root/sign-intermediate']) {
        const signed = read((await made(`${mount}/${path}`, { csr, common_name: 'a.example.com' }))['certificate']);
        verifyCertificate(signed, root.publicKey.key);
      }

      const id = certIdOf(root, leaf.serialNumber);
      const statusOf = async () => {
        const { basic } = parseOcspResponse(await bytesOf(`${mount}/ocsp`, buildOcspRequest([id])));
        if (!basic) throw new Error('no answer');
        verifySignature(basic, root.publicKey.key, 'OCSP response');
        return basic.responses.map(({ status }) => status.type);
      };
      expect(await statusOf()).toEqual(['good']);
      await made(`${mount}/revoke`, { serial_number: issued['serial_number'] });
      await ask('GET', `${mount}/crl/rotate`);
      expect(await statusOf()).toEqual(['revoked']);
      const list = await bytesOf(`${mount}/crl`);
      const crl = parseCrl(list);
      verifySignature(crl, root.publicKey.key, 'CRL');
      judge(root.der, leaf.der, list);
    });
  });

  test('authorities below are made here and imported, with keys in each form', async () => {
    await ask('DELETE', 'pki/root');
    await ask('DELETE', 'other/root');
    await made('pki/root/generate/internal', { common_name: 'Root', key_type: 'mldsa', ttl: '8760h' });
    const { csr } = await made('other/intermediate/generate/internal', { common_name: 'Sub', key_type: 'mldsa' });
    const sub = await made('pki/root/sign-intermediate', { csr, common_name: 'Sub', ttl: '700h' });
    await made('other/intermediate/set-signed', { certificate: sub['certificate'] });
    const { privateKey } = await generateKeyPair({ type: 'mldsa', bits: 87 });
    const imported = await made('pki/issuers/import/bundle', { pem_bundle: privateKeyPem(privateKey, 'pkcs8') });
    expect(imported['imported_keys']).toHaveLength(1);
  });

  test('a key that only signs is certified for nothing else', async () => {
    const { privateKey } = await generateKeyPair({ type: 'mldsa', bits: 65 });
    const content = { subject: Name.of({ commonName: 'a.example.com' }), publicKey: publicKeyInfoOf(privateKey).der };
    const extensions = [keyUsage(['digitalSignature', 'keyAgreement'])];
    const csr = encodePem('CERTIFICATE REQUEST', buildRequest({ ...content, extensions }, createSigner(privateKey)));
    const { status, body } = await ask('POST', 'pki/sign-verbatim', { csr });
    expect([status, (body as Answer).errors]).toEqual([
      400,
      ['a key of ML-DSA only signs, and is not for keyAgreement (e_mldsa_key_usage_not_of_signatures, RFC 9881 5)'],
    ]);
  });

  test('each role takes the keys that it wants', async () => {
    const csr = await csrOf({ type: 'mldsa', bits: 44 });
    await made('pki/roles/large', { allow_any_name: true, key_type: 'mldsa', key_bits: 87, ttl: '1h' });
    const { status, body } = await ask('POST', 'pki/sign/large', { csr });
    expect([status, (body as Answer).errors?.[0]]).toEqual([400, expect.stringContaining('minimum of a 87-bit key')]);
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(publicKeyInfoOf(ec).spec.type).toBe('ec');
  });
}

/** Jars of Bouncy Castle, in a folder that BOUNCY_CASTLE names: another implementation of ML-DSA, and of certificates with it. */
const jars = process.env['BOUNCY_CASTLE'];

function judge(root: Buffer, leaf: Buffer, crl: Buffer): void {
  if (jars === undefined) return;
  const files = Object.entries({ root, leaf, crl }).map(([name, der]) => {
    const file = join(folder, name);
    writeFileSync(file, der);
    return file;
  });
  const program = new URL('Judge.java', import.meta.url).pathname;
  const { status, stderr } = spawnSync('java', ['-cp', `${jars}/*`, program, ...files], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}

if (jars === undefined) {
  test('Bouncy Castle, which would judge: BOUNCY_CASTLE names no folder with its jars: not asked', () => {
    expect(jars).toBeUndefined();
  });
}
