import { createHash, createPublicKey } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { octetString, utf8String } from '../../../src/pki/x509/der-writer.js';
import { decryptMessage, parseEnvelopedData } from '../../../src/pki/x509/cms/index.js';
import { Name, parseCertificate, publicKeyInfoOf } from '../../../src/pki/x509/index.js';
import { opensslFolder } from '../x509/openssl.js';
import { makeKey } from '../x509/authority.js';
import { body, certificateIn, certificatesIn, device, openEst, partsOf, privateKeyIn, router } from './live.js';
import type { EstForTests } from './live.js';
import { attributeTypes, capabilities, dns } from './requests.js';

let est: EstForTests;
beforeAll(async () => {
  est = await openEst();
});
afterAll(() => est.close());

const places = [
  ['the default mount', ''],
  ['a label', 'any/'],
  ['a mount', '/v1/pki/est/'],
  ['a role of a mount', '/v1/pki/roles/routers/est/'],
] as const;

const recordsOf = async (action: string) => {
  const query = `{ auditRecords(filter: { action: "${action}" }, first: 1) { nodes { details } } }`;
  const response = await fetch(`${est.live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${est.live.rootToken}` },
    body: JSON.stringify({ query }),
  });
  return JSON.stringify(await response.json());
};

describe.each(places)('at %s', (_what, place) => {
  test('anybody gets the certificates of who signs', async () => {
    const { status, headers, text } = await est.est('GET', `${place}cacerts`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pkcs7-mime; smime-type=certs-only');
    expect(headers['content-transfer-encoding']).toBe('base64');
    expect(certificatesIn(text).map(({ subject }) => subject)).toEqual(['CN=Root']);
  });

  test('a name and a password get a certificate', async () => {
    const key = await makeKey('ec-256');
    const answer = await est.est('POST', `${place}simpleenroll`, { ...device, body: await body({ key }) });
    expect(answer.headers['content-type']).toBe('application/pkcs7-mime; smime-type=certs-only');
    const certificate = certificateIn(answer);
    expect(certificate.subjectAltName).toBe('DNS:r1.net.example');
    expect(certificate.checkPrivateKey(key)).toBe(true);
    expect(Date.parse(certificate.validTo) - Date.now()).toBeLessThan(25 * 3_600_000);
  });

  test('a certificate gets the next one, with another key', async () => {
    const held = await est.enrolled();
    const key = await makeKey('ec-384');
    const certificate = certificateIn(
      await est.est('POST', `${place}simplereenroll`, { held, body: await body({ key }) }),
    );
    expect(certificate.subject).toBe('CN=r1.net.example');
    expect(certificate.checkPrivateKey(key)).toBe(true);
  });

  test('a key is made, and is its certificate’s', async () => {
    const { key, certificate } = partsOf(
      await est.est('POST', `${place}serverkeygen`, { ...device, body: await body() }),
    );
    expect(key.type).toBe('application/pkcs8');
    expect(certificate.type).toBe('application/pkcs7-mime; smime-type=certs-only');
    const [only] = certificatesIn(certificate.content);
    expect(only?.checkPrivateKey(privateKeyIn(key.content))).toBe(true);
    expect(only?.subjectAltName).toBe('DNS:r1.net.example');
  });
});

describe('attributes', () => {
  test('are those of the role', async () => {
    const { status, headers, text } = await est.est('GET', 'csrattrs');
    expect([status, headers['content-type']]).toEqual([200, 'application/csrattrs']);
    const { openssl, put } = opensslFolder();
    put('a.der', Buffer.from(text, 'base64'));
    expect(openssl('asn1parse', '-inform', 'DER', '-in', 'a.der')).toMatch(/id-ecPublicKey[^]*prime256v1/);
  });

  test.each(['all/csrattrs', 'any/csrattrs'])('%s: none', async (path) => {
    expect(await est.est('GET', path)).toMatchObject({ status: 204, text: '' });
  });
});

test('who signs verbatim gets what the request asks for', async () => {
  const wish = { subject: Name.of({ organization: ['Elsewhere'], commonName: 'what.ever' }), names: [] };
  const certificate = certificateIn(await est.est('POST', 'all/simpleenroll', { ...device, body: await body(wish) }));
  expect(certificate.subject).toBe('O=Elsewhere\nCN=what.ever');
});

test('a certificate alone signs in for a first one too', async () => {
  const held = await est.enrolled();
  const wish = { subject: Name.of({ commonName: 'r2.net.example' }), names: dns('r2.net.example') };
  const certificate = certificateIn(await est.est('POST', 'simpleenroll', { held, body: await body(wish) }));
  expect(certificate.subjectAltName).toBe('DNS:r2.net.example');
});

test('white space in a body does not matter, nor what headers say of it', async () => {
  const text = (await body()).replaceAll(/.{10}/g, '$& \t\r\n');
  const headers = { 'content-transfer-encoding': '8bit', 'content-type': 'application/pkcs10; charset=utf-8' };
  expect((await est.est('POST', 'simpleenroll', { ...device, body: text, headers })).status).toBe(200);
});

test('an end beyond that of the issuer becomes that end', async () => {
  await est.ask('POST', 'pki/roles/long', { allow_any_name: true, key_type: 'any', ttl: '80000h' });
  const certificate = certificateIn(
    await est.est('POST', '/v1/pki/roles/long/est/simpleenroll', { ...device, body: await body() }),
  );
  expect(Date.parse(certificate.validTo)).toBe(parseCertificate(derOf(est.root)).notAfter.getTime());
});

test('records say by which protocol, and what was asked for only where it is wanted', async () => {
  await est.enrolled();
  const before = await recordsOf('certificate.sign');
  expect(before).toContain('"protocol":"est"');
  expect(before).not.toContain('common_name');
  await est.ask('POST', 'pki/config/est', { enable_sentinel_parsing: true, audit_fields: ['common_name', 'key_bits'] });
  await est.enrolled();
  expect(await recordsOf('certificate.sign')).toContain('"request":{"common_name":"r1.net.example","key_bits":256}');
  await est.ask('POST', 'pki/config/est', { enable_sentinel_parsing: false });
});

test('a role that keeps nothing and one with leases answer the same', async () => {
  for (const more of [{ no_store: true }, { generate_lease: true }]) {
    await est.ask('POST', 'pki/roles/other', { allow_any_name: true, key_type: 'ec', ...more });
    const path = '/v1/pki/roles/other/est/';
    const held = await est.enrolled({}, `${path}simpleenroll`);
    expect((await est.est('POST', `${path}simplereenroll`, { held, body: await body() })).status).toBe(200);
  }
});

describe('a request that is tied to its connection', () => {
  const tied = (change: (text: string) => string) => async (socket: unknown) => {
    if (!(socket instanceof TLSSocket)) throw new Error('no TLS');
    const bytes =
      socket.getProtocol() === 'TLSv1.3'
        ? socket.exportKeyingMaterial(32, 'EXPORTER-Channel-Binding', Buffer.alloc(0))
        : socket.getFinished();
    const password = change((bytes ?? Buffer.of()).toString('base64'));
    return body({ attributes: [[attributeTypes.challengePassword, utf8String(password)]] });
  };
  const versions = ['TLSv1.2', 'TLSv1.3'] as const;

  test.each(versions)('is taken on that one, by %s', async (version) => {
    const tls = { minVersion: version, maxVersion: version };
    const answer = await est.est('POST', 'simpleenroll', { ...device, tls, bodyFor: tied((text) => text) });
    expect([answer.status, answer.text.slice(0, 4)]).toEqual([200, 'MIIB']);
  });

  test.each(versions)('is refused on another, by %s', async (version) => {
    const tls = { minVersion: version, maxVersion: version };
    const bodyFor = tied((text) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`);
    const answer = await est.est('POST', 'simpleenroll', { ...device, tls, bodyFor });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('challengePassword')]);
  });
});

const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
const identifierOf = (bits: Buffer) => createHash('sha1').update(bits).digest();
const aes256 = '2.16.840.1.101.3.4.1.42';

describe('a key that is encrypted beyond TLS', () => {
  const wish = (identifier: Buffer, ...types: readonly string[]) => ({
    attributes: [
      [attributeTypes.asymmetricDecryptKeyIdentifier, octetString(identifier)] as const,
      [attributeTypes.capabilities, capabilities(...types)] as const,
    ],
  });

  test.each(['rsa-2048', 'ec-256'] as const)('is for the key of %s that signs the request', async (kind) => {
    const own = await makeKey(kind);
    const identifier = identifierOf(publicKeyInfoOf(own).bits);
    const asked = await body({ key: own, ...wish(identifier, '1.2.840.113549.3.7', aes256) });
    const { key, certificate } = partsOf(await est.est('POST', 'any/serverkeygen', { ...device, body: asked }));
    expect(key.type).toBe('application/pkcs7-mime; smime-type=server-generated-key');
    const message = parseEnvelopedData(Buffer.from(key.content, 'base64'));
    const certified = { certificate: { extensions: { subjectKeyIdentifier: identifier } }, privateKey: own };
    const holder = { ...certified, certificate: { ...parseCertificate(derOf(est.root)), ...certified.certificate } };
    expect(pkcs8In(decryptMessage(message, [holder]).content).asymmetricKeyType).toBe(kind.split('-')[0]);
    const [only] = certificatesIn(certificate.content);
    expect(only?.checkPrivateKey(pkcs8In(decryptMessage(message, [holder]).content))).toBe(true);
  });

  test('is for the key of the client certificate, as openssl opens it', async () => {
    const held = await est.enrolled({ key: await makeKey('rsa-2048') }, 'any/simpleenroll');
    const identifier = parseCertificate(derOf(held.certificate)).extensions.subjectKeyIdentifier ?? Buffer.of();
    const asked = await body(wish(identifier, aes256, '1.2.840.113549.1.1.7'));
    const { key, certificate } = partsOf(await est.est('POST', 'serverkeygen', { held, body: asked }));
    const { openssl, put } = opensslFolder();
    put('key.p7', Buffer.from(key.content, 'base64'));
    put('held.pem', held.certificate);
    put('held.key', String(held.key.export({ type: 'pkcs8', format: 'pem' })));
    put('root.pem', est.root);
    const opened = [
      '-inform',
      'DER',
      '-in',
      'key.p7',
      '-recip',
      'held.pem',
      '-inkey',
      'held.key',
      '-out',
      'signed.der',
    ];
    openssl('cms', '-decrypt', '-binary', ...opened);
    const read = pkcs8In(Buffer.from(openssl('enc', '-base64', '-in', 'signed.der'), 'base64'));
    expect(certificatesIn(certificate.content)[0]?.publicKey.equals(createPublicKey(read))).toBe(true);
  });

  /** The key in the signed package. */
  function pkcs8In(signed: Buffer) {
    const { openssl, put } = opensslFolder();
    // The content of EnvelopedData has no envelope of its own.
    const oid = Buffer.from('06092a864886f70d010702', 'hex');
    const length = (size: number) => Buffer.from([0x82, size >> 8, size & 0xff]);
    const inner = Buffer.concat([Buffer.of(0xa0), length(signed.length), signed]);
    const message = Buffer.concat([Buffer.of(0x30), length(oid.length + inner.length), oid, inner]);
    put('signed.p7', message);
    put('root.pem', est.root);
    const check = ['-CAfile', 'root.pem', '-purpose', 'any', '-out', 'package.der'];
    openssl('cms', '-verify', '-binary', '-inform', 'DER', '-in', 'signed.p7', ...check);
    const outer = Buffer.from(openssl('enc', '-base64', '-in', 'package.der'), 'base64');
    const header = (outer[1] ?? 0) < 0x80 ? 2 : 2 + ((outer[1] ?? 0) & 0x7f);
    return privateKeyIn(outer.subarray(header).toString('base64'));
  }
});

test('the configuration is in GraphQL as in REST', async () => {
  const { body: read } = await est.vault('GET', 'pki/config/est');
  const { data } = z.looseObject({ data: z.looseObject({ last_updated: z.string() }) }).parse(read);
  expect(data).toMatchObject({ ...est.config, enable_sentinel_parsing: false });
  const query =
    '{ estConfig(mount: "pki") { enabled defaultMount defaultPathPolicy labelToPathPolicy { label pathPolicy } authenticators { userpass { accessor } cert { accessor certRole } } updatedAt } }';
  const response = await fetch(`${est.live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${est.live.rootToken}` },
    body: JSON.stringify({ query }),
  });
  const { userpass, cert } = est.authenticators;
  expect(await response.json()).toMatchObject({
    data: {
      estConfig: {
        ...{ enabled: true, defaultMount: true, defaultPathPolicy: 'role:routers' },
        labelToPathPolicy: [
          { label: 'all', pathPolicy: 'sign-verbatim' },
          { label: 'any', pathPolicy: 'role:any' },
        ],
        authenticators: { userpass, cert: { accessor: cert.accessor, certRole: cert.cert_role } },
        updatedAt: data.last_updated,
      },
    },
  });
});

test('a certificate has the common name alone, and the next request need not repeat what it was given', async () => {
  const held = await est.enrolled({ names: [] });
  const answer = await est.est('POST', 'simplereenroll', { held, body: await body({ subject: router, names: [] }) });
  expect(certificateIn(answer).subjectAltName).toBe('DNS:r1.net.example');
});
