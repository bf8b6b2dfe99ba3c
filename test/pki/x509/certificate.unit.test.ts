import 'reflect-metadata';
import { X509Certificate as OtherCertificate } from '@peculiar/x509';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  basicConstraints,
  createAsyncSigner,
  extKeyUsage,
  extKeyUsageOids,
  isAuthority,
  isSelfIssued,
  keyUsage,
  Name,
  parseCertificate,
  parseSerialNumber,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
  subjectKeyIdentifier,
  verifyCertificate,
  endOfTime,
} from '../../../src/pki/x509/index.js';
import { certify, certifyAuthority, keyKinds, makeKey, pem, type KeyKind } from './authority.js';
import { encode, Tag } from '../../../src/pki/x509/der-writer.js';
import { putTogether, takeApart, type Tree } from './edits.js';
import { opensslFolder } from './openssl.js';
import { buildCertificate, buildCertificateAsync, type CertificateContent } from './built.js';

const treesIn = (tree: Tree | undefined): readonly Tree[] => (tree && !Buffer.isBuffer(tree.body) ? tree.body : []);

const serverExtensions = [
  basicConstraints({ ca: false }),
  keyUsage(['digitalSignature']),
  extKeyUsage([extKeyUsageOids.serverAuth, extKeyUsageOids.clientAuth]),
  subjectAltName([{ type: 'dns', value: 'a.example' }]),
];

/** Key of the issuer, PSS or not, and the name that openssl has for its signatures. */
const issuers: [KeyKind, boolean, 'sha256' | 'sha384' | 'sha512' | undefined, string][] = [
  ['rsa-2048', false, undefined, 'sha256WithRSAEncryption'],
  ['rsa-2048', false, 'sha384', 'sha384WithRSAEncryption'],
  ['rsa-3072', false, 'sha512', 'sha512WithRSAEncryption'],
  ['rsa-2048', true, undefined, 'rsassaPss'],
  ['rsa-4096', true, 'sha384', 'rsassaPss'],
  ['rsa-2048', true, 'sha512', 'rsassaPss'],
  ['rsa-8192', false, undefined, 'sha256WithRSAEncryption'],
  ['ec-224', false, 'sha512', 'ecdsa-with-SHA256'],
  ['ec-256', true, 'sha512', 'ecdsa-with-SHA256'],
  ['ec-384', false, undefined, 'ecdsa-with-SHA384'],
  ['ec-521', false, undefined, 'ecdsa-with-SHA512'],
  ['ed25519', true, 'sha256', 'ED25519'],
];

describe('certificates', () => {
  test.each(issuers)('of an issuer with %s, pss %s, %s: openssl agrees it is %s', async (key, pss, hash, algorithm) => {
    const { put, openssl } = opensslFolder();
    const root = await certifyAuthority({ key, signing: { pss, hash } });
    const middle = await certifyAuthority({ key, signing: { pss, hash }, issuer: root, pathLength: 0 });
    const leaf = await certify({ issuer: middle, extensions: serverExtensions });
    const paths = [put('root.pem', root.pem), put('middle.pem', middle.pem), put('leaf.pem', leaf.pem)] as const;
    const said = openssl(
      'verify',
      '-x509_strict',
      '-purpose',
      'sslserver',
      '-CAfile',
      paths[0],
      '-untrusted',
      paths[1],
      paths[2],
    );
    expect(said).toContain('OK');
    expect(openssl('x509', '-in', paths[2], '-noout', '-text')).toContain(`Signature Algorithm: ${algorithm}\n`);
    verifyCertificate(leaf.certificate, middle.publicKey.key);
    expect(() => {
      const tbs = Buffer.from(leaf.certificate.tbs);
      tbs.writeUInt8(tbs.readUInt8(20) ^ 1, 20);
      verifyCertificate({ ...leaf.certificate, tbs }, middle.publicKey.key);
    }).toThrow(expect.objectContaining({ fault: 'bad_signature' }));
    // openssl writes what it read: DER that is not canonical would come out otherwise.
    expect(openssl('x509', '-in', paths[2])).toBe(leaf.pem);
  });

  test.each(keyKinds)('a TLS handshake with a key of kind %s', async (key) => {
    const root = await certifyAuthority();
    const leaf = await certify({ key, issuer: root, extensions: serverExtensions });
    const legacy = key === 'ec-224' ? ({ maxVersion: 'TLSv1.2', ecdhCurve: 'P-224:P-256' } as const) : {};
    const privateKey = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const server = tls.createServer(
      { key: privateKey, cert: leaf.pem, ca: root.pem, ...legacy, requestCert: true },
      (socket) => {
        socket.end(socket.authorized ? 'known' : 'unknown');
      },
    );
    onTestFinished(() => {
      server.close();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const socket = tls.connect({
      ...{ host: '127.0.0.1', servername: 'a.example', ca: root.pem, key: privateKey, cert: leaf.pem, ...legacy },
      ...(port !== undefined && { port }),
      ...(key === 'ec-224' && { sigalgs: 'ECDSA+SHA256' }),
    });
    const [said] = (await once(socket, 'data')) as [Buffer];
    expect(said.toString()).toBe('known');
    socket.destroy();
  });

  test.each(keyKinds)('another library and node read one for a key of kind %s', async (key) => {
    const root = await certifyAuthority();
    const leaf = await certify({ key, issuer: root, extensions: serverExtensions });
    const other = new OtherCertificate(leaf.pem);
    expect(other.serialNumber.replace(/^0+/, '')).toBe(
      leaf.certificate.serialNumber.replaceAll(':', '').replace(/^0+/, ''),
    );
    expect(other.notAfter).toEqual(leaf.certificate.notAfter);
    expect(other.extensions).toHaveLength(6);
    const node = new X509Certificate(leaf.pem);
    expect(node.checkIssued(new X509Certificate(root.pem))).toBe(true);
    expect(node.verify(root.publicKey.key)).toBe(true);
    expect(node.checkPrivateKey(leaf.privateKey)).toBe(true);
    expect(leaf.certificate.publicKey.spec).toEqual(
      key === 'ed25519' ? { type: 'ed25519' } : { type: key.split('-')[0], bits: Number(key.split('-')[1]) },
    );
  });

  test('read back as they were asked for', async () => {
    const key = publicKeyInfoOf(await makeKey('ec-256'));
    const root = await certifyAuthority();
    const content: CertificateContent = {
      serialNumber: parseSerialNumber('7f:00:01') ?? randomSerialNumber(),
      issuer: root.certificate.subject,
      subject: Name.empty,
      notBefore: new Date('2049-12-31T23:59:59Z'),
      notAfter: endOfTime,
      publicKey: key.der,
      extensions: [subjectKeyIdentifier(Buffer.from('c0ffee', 'hex'))],
    };
    const der = buildCertificate(content, root.signer);
    const read = parseCertificate(der);
    expect(read).toMatchObject({
      version: 3,
      serialNumber: '7f:00:01',
      notBefore: content.notBefore,
      notAfter: endOfTime,
    });
    expect(read.subject.isEmpty).toBe(true);
    expect(read.issuer.equals(content.issuer)).toBe(true);
    expect(read.extensions.subjectKeyIdentifier?.toString('hex')).toBe('c0ffee');
    expect(read.der.equals(der)).toBe(true);
    expect([isSelfIssued(read), isAuthority(read)]).toEqual([false, false]);
    expect([isSelfIssued(root.certificate), isAuthority(root.certificate)]).toEqual([true, true]);
    expect(new X509Certificate(der).validTo).toBe('Dec 31 23:59:59 9999 GMT');
    const again = await buildCertificateAsync(content, createAsyncSigner(root.privateKey));
    expect(parseCertificate(again).tbs.equals(read.tbs)).toBe(true);
    verifyCertificate(parseCertificate(again), root.publicKey.key);
  });

  test.each([
    ['ed25519', ['-newkey', 'ed25519'], 3],
    ['P-384, without extensions', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-config', 'bare.cnf'], 1],
    ['RSA-PSS', ['-newkey', 'rsa:2048', '-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:32'], 3],
  ])('what openssl makes is read: %s', (_, options, version) => {
    const { openssl, put, folder } = opensslFolder();
    put('bare.cnf', '[req]\ndistinguished_name=dn\nprompt=no\n[dn]\nCN=x\n');
    put(
      'full.cnf',
      '[req]\ndistinguished_name=dn\nprompt=no\nutf8=yes\nx509_extensions=e\n[dn]\nC=DE\nO=Ü\nCN=x\n[e]\nbasicConstraints=CA:TRUE\n',
    );
    const config = options.includes('-config') ? [] : ['-config', 'full.cnf'];
    openssl('req', '-x509', ...options, ...config, '-nodes', '-keyout', 'k', '-out', 'c.der', '-outform', 'DER');
    const read = parseCertificate(readFileSync(join(folder, 'c.der')));
    expect(read.version).toBe(version);
    expect(read.subject.commonName).toBe('x');
    verifyCertificate(read, read.publicKey.key);
  });

  test('a certificate whose outer algorithm was exchanged is refused', async () => {
    const { certificate } = await certify({ key: 'rsa-2048' });
    const oid = Buffer.from('2a864886f70d01010b', 'hex');
    const at = certificate.der.lastIndexOf(oid);
    const bytes = Buffer.from(certificate.der);
    bytes[at + 8] = 0x0c;
    expect(() => parseCertificate(bytes)).toThrow('not the algorithm of the signature');
  });

  test.each([
    ['SHA-1 with RSA', ['-newkey', 'rsa:2048', '-sha1'], 'weak'],
    ['SHA-1 with ECDSA', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-sha1'], 'weak'],
    ['MD5 with RSA', ['-newkey', 'rsa:2048', '-md5'], 'weak'],
    ['SHA-1 with RSA-PSS', ['-newkey', 'rsa:2048', '-sha1', '-sigopt', 'rsa_padding_mode:pss'], 'weak'],
    ['1.2.840.10045.4.3.1', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-sha224'], 'unsupported'],
    [
      'another salt',
      ['-newkey', 'rsa:2048', '-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:20'],
      'unsupported',
    ],
  ])('one signed with %s is read, and refused where its signature is checked', (name, options, fault) => {
    const { openssl, folder } = opensslFolder();
    openssl('req', '-x509', ...options, '-nodes', '-keyout', 'k', '-out', 'c', '-outform', 'DER', '-subj', '/CN=x');
    const read = parseCertificate(readFileSync(join(folder, 'c')));
    expect(read.algorithm).toMatchObject({ accepted: undefined, weak: fault === 'weak' });
    if (name !== 'another salt') expect(read.algorithm.name).toContain(name);
    expect(() => {
      verifyCertificate(read, read.publicKey.key);
    }).toThrow(expect.objectContaining({ fault }));
  });

  test.each([
    // RFC 5280 4.1.2.8: whoever reads certificates handles unique identifiers. They are bits, and any bits.
    ['of no bits', '820100'],
    ['that begins as an INTEGER would not', '8203000102'],
    ['of an issuer and a subject', '8103007fff' + '82020001'],
    ['of unused bits, which begins as a negative INTEGER', '8202ff80'],
  ])('one with a unique identifier %s is read', async (_, identifiers) => {
    const { certificate } = await certify({});
    const [outer] = takeApart(certificate.der) ?? [];
    const [tbs, ...signed] = treesIn(outer);
    const fields = treesIn(tbs).map((tree) => putTogether([tree]));
    const content = encode(Tag.sequence, ...fields.toSpliced(-1, 0, Buffer.from(identifiers, 'hex')));
    const der = encode(Tag.sequence, content, putTogether(signed));
    const read = parseCertificate(der);
    expect(read.tbs).toEqual(content);
    expect(read.extensions).toEqual(certificate.extensions);
  });

  test.each([
    ['DSA', ['-newkey', 'dsa:p.pem']],
    ['Ed448', ['-newkey', 'ed448']],
    ['secp256k1', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1']],
    ['explicit curve', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-pkeyopt', 'ec_param_enc:explicit']],
  ])('one with a key of another kind (%s) is not supported', (_, options) => {
    const { openssl, folder } = opensslFolder();
    if (options.includes('dsa:p.pem'))
      openssl('genpkey', '-genparam', '-algorithm', 'DSA', '-pkeyopt', 'dsa_paramgen_bits:1024', '-out', 'p.pem');
    openssl('req', '-x509', ...options, '-nodes', '-keyout', 'k', '-out', 'c', '-outform', 'DER', '-subj', '/CN=x');
    const attempt = () => parseCertificate(readFileSync(join(folder, 'c')));
    expect(attempt).toThrow(expect.objectContaining({ fault: 'unsupported' }));
  });

  test('pem gives one certificate', async () => {
    const { certificate } = await certify();
    expect(new X509Certificate(pem(certificate.der)).raw.equals(certificate.der)).toBe(true);
  });
});

test('a key that is known is not read again, and no other key is taken for it', async () => {
  const { certificate: read } = await certify();
  const { der } = read;
  const { certificate: other } = await certify();
  expect(parseCertificate(der, read.publicKey)).toEqual(read);
  expect(parseCertificate(der, read.publicKey).publicKey).toBe(read.publicKey);
  expect(parseCertificate(der, other.publicKey).publicKey.der).toEqual(read.publicKey.der);
  expect(parseCertificate(der, other.publicKey).publicKey.key.equals(read.publicKey.key)).toBe(true);
});
