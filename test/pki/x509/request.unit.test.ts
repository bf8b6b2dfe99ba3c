import 'reflect-metadata';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  basicConstraints,
  buildRequest,
  buildRequestAsync,
  createAsyncSigner,
  createSigner,
  decodePemBlock,
  encodePem,
  Name,
  parseRequest,
  publicKeyInfoOf,
  subjectAltName,
  verifyRequest,
  verifyRequestAsync,
  X509Error,
  type SigningOptions,
} from '../../../src/pki/x509/index.js';
import { contextConstructed, encode, integer, oid, sequence, setOf } from '../../../src/pki/x509/der-writer.js';
import { signWith } from '../../../src/pki/x509/signer.js';
import { keyKinds, makeKey } from './authority.js';
import { opensslFolder } from './openssl.js';

const subject = Name.of({ country: ['DE'], commonName: 'a.example' });
const extensions = [basicConstraints({ ca: false }), subjectAltName([{ type: 'dns', value: 'a.example' }])];

const build = async (kind: (typeof keyKinds)[number], signing: SigningOptions = {}) => {
  const key = await makeKey(kind);
  return buildRequest({ subject, publicKey: publicKeyInfoOf(key).der, extensions }, createSigner(key, signing));
};

describe('requests made here', () => {
  test.each(keyKinds)('with a key of kind %s verify with openssl', async (kind) => {
    const { openssl, put, tryOpenssl } = opensslFolder();
    const der = await build(kind);
    put('r.pem', encodePem('CERTIFICATE REQUEST', der));
    expect(tryOpenssl('req', '-in', 'r.pem', '-verify', '-noout').output).toContain('verify OK');
    const text = openssl('req', '-in', 'r.pem', '-noout', '-text');
    expect(text).toContain('Subject: C = DE, CN = a.example');
    expect(text).toContain('DNS:a.example');
    expect(openssl('req', '-in', 'r.pem')).toBe(encodePem('CERTIFICATE REQUEST', der));
    const read = parseRequest(der);
    verifyRequest(read);
    await verifyRequestAsync(read);
    expect(read.subject.equals(subject)).toBe(true);
    expect(read.extensions.subjectAltName).toEqual([{ type: 'dns', value: 'a.example' }]);
    expect(new Pkcs10CertificateRequest(der).extensions).toHaveLength(2);
  });

  test('with PSS, off the thread, with a challenge, without extensions', async () => {
    const { put, tryOpenssl, openssl } = opensslFolder();
    const key = await makeKey('rsa-2048');
    const content = { subject: Name.empty, publicKey: publicKeyInfoOf(key).der, extensions: [] };
    const der = await buildRequestAsync(
      { ...content, challengePassword: 'secret' },
      createAsyncSigner(key, { pss: true, hash: 'sha384' }),
    );
    put('r.pem', encodePem('CERTIFICATE REQUEST', der));
    expect(tryOpenssl('req', '-in', 'r.pem', '-verify', '-noout').output).toContain('verify OK');
    expect(openssl('req', '-in', 'r.pem', '-noout', '-text')).toMatch(/challengePassword *: *secret/);
    verifyRequest(parseRequest(der));
    const bare = buildRequest(content, createSigner(key));
    put('b.pem', encodePem('CERTIFICATE REQUEST', bare));
    expect(tryOpenssl('req', '-in', 'b.pem', '-verify', '-noout').output).toContain('verify OK');
    expect(parseRequest(bare).extensions.all).toEqual([]);
  });
});

/** Arguments that make openssl use a key of the kind. */
const newKey: Record<string, string[]> = {
  'RSA 2048': ['-newkey', 'rsa:2048'],
  'RSA 3072': ['-newkey', 'rsa:3072', '-sha512'],
  'RSA 2048 with PSS': [
    '-newkey',
    'rsa:2048',
    '-sigopt',
    'rsa_padding_mode:pss',
    '-sigopt',
    'rsa_pss_saltlen:digest',
    '-sha384',
  ],
  'P-224': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp224r1'],
  'P-256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'P-384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-sha384'],
  'P-521': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521', '-sha512'],
  Ed25519: ['-newkey', 'ed25519'],
};

const cnf = (more: string) =>
  `[req]\ndistinguished_name=dn\nprompt=no\nreq_extensions=e\nutf8=yes\nstring_mask=utf8only\n[dn]\nC=DE\nO=Ü AG\nCN=a.example\n[e]\n${more}\n`;

describe('requests of openssl', () => {
  test.each(Object.entries(newKey))('%s', async (_, options) => {
    const { openssl, put, folder } = opensslFolder();
    put(
      'c.cnf',
      cnf(
        'subjectAltName=DNS:a.example,IP:::1,otherName:1.2.3;UTF8:x\nkeyUsage=digitalSignature\nextendedKeyUsage=serverAuth',
      ),
    );
    openssl('req', '-new', ...options, '-nodes', '-keyout', 'k', '-out', 'r.pem', '-config', 'c.cnf');
    const der = decodePemBlock(readFileSync(join(folder, 'r.pem'), 'utf8'), ['CERTIFICATE REQUEST'], 'request');
    const read = parseRequest(der);
    verifyRequest(read);
    expect(read.subject.toString()).toBe('CN=a.example,O=Ü AG,C=DE');
    expect(read.extensions.subjectAltName).toEqual([
      { type: 'dns', value: 'a.example' },
      { type: 'ip', value: '::1' },
      { type: 'otherName', oid: '1.2.3', value: 'x' },
    ]);
    expect(read.extensions.keyUsage).toEqual(['digitalSignature']);
    expect(read.extensions.extKeyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    const tbs = Buffer.from(read.tbs);
    tbs.writeUInt8(tbs.readUInt8(30) ^ 1, 30);
    const fault: unknown = expect.objectContaining({ fault: 'bad_signature' });
    expect(() => {
      verifyRequest({ ...read, tbs });
    }).toThrow(fault);
    await expect(verifyRequestAsync({ ...read, tbs })).rejects.toThrow(fault);
  });

  test.each([
    ['SHA-1 with RSA', ['-newkey', 'rsa:2048', '-sha1']],
    ['SHA-1 with ECDSA', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-sha1']],
    ['SHA-1 with RSA-PSS', ['-newkey', 'rsa:2048', '-sha1', '-sigopt', 'rsa_padding_mode:pss']],
  ])('%s is refused', async (name, options) => {
    const { openssl, folder } = opensslFolder();
    openssl('req', '-new', ...options, '-nodes', '-keyout', 'k', '-out', 'r', '-outform', 'DER', '-subj', '/CN=x');
    const read = parseRequest(readFileSync(join(folder, 'r')));
    const attempt = () => {
      verifyRequest(read);
    };
    expect(attempt).toThrow(expect.objectContaining({ fault: 'weak' }));
    expect(attempt).toThrow(name);
    await expect(verifyRequestAsync(read)).rejects.toThrow(expect.objectContaining({ fault: 'weak' }));
  });
});

describe('requests that are refused', () => {
  test('a signature of another key, and of another type of key', async () => {
    const [one, other, ed] = [await makeKey('ec-256'), await makeKey('ec-256'), await makeKey('ed25519')];
    for (const signer of [other, ed]) {
      const der = buildRequest({ subject, publicKey: publicKeyInfoOf(one).der, extensions }, createSigner(signer));
      const fault: unknown = expect.objectContaining({ fault: 'bad_signature' });
      expect(() => {
        verifyRequest(parseRequest(der));
      }).toThrow(fault);
      await expect(verifyRequestAsync(parseRequest(der))).rejects.toThrow(fault);
    }
  });

  test.each([
    ['version 2', integer(1), undefined],
    ['extensions requested twice', integer(0), 2],
    ['an attribute without values', integer(0), 0],
  ])('%s', async (_, version, lists) => {
    const key = await makeKey('ec-256');
    const wish = sequence(basicConstraints({ ca: false }).der);
    const attribute = sequence(oid('1.2.840.113549.1.9.14'), lists === 0 ? setOf() : setOf(wish));
    const attributes = Array.from({ length: lists ?? 1 }, () => attribute);
    const tbs = sequence(
      version,
      subject.der,
      publicKeyInfoOf(key).der,
      encode(contextConstructed(0), ...(lists === 0 ? [attribute] : attributes)),
    );
    const attempt = () => parseRequest(signWith(tbs, createSigner(key)));
    expect(attempt).toThrow(X509Error);
    expect(attempt).toThrow(expect.objectContaining({ fault: 'malformed' }));
  });

  test('attributes left out are read, as some send them', async () => {
    const key = await makeKey('ec-256');
    const tbs = sequence(integer(0), subject.der, publicKeyInfoOf(key).der);
    const read = parseRequest(signWith(tbs, createSigner(key)));
    verifyRequest(read);
    expect(read.extensions.all).toEqual([]);
  });

  test('a thousand names are read, and more than half a megabyte is not', async () => {
    const key = await makeKey('ec-256');
    const many = (count: number) =>
      buildRequest(
        {
          subject,
          publicKey: publicKeyInfoOf(key).der,
          extensions: [
            subjectAltName(
              Array.from({ length: count }, (_, n) => ({ type: 'dns', value: `${'x'.repeat(240)}${n}.example` })),
            ),
          ],
        },
        createSigner(key),
      );
    expect(parseRequest(many(1000)).extensions.subjectAltName).toHaveLength(1000);
    expect(() => parseRequest(many(3000))).toThrow(expect.objectContaining({ fault: 'too_large' }));
  });
});
