import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  algorithmFor,
  buildCrl,
  decodePem,
  decodePemBlock,
  describeKey,
  encodePem,
  generateKeyPair,
  importPrivateKey,
  isIssuedBy,
  keyIdentifierOf,
  keyMatches,
  keyOf,
  parseBundle,
  parsePublicKeyInfo,
  privateKeyDer,
  privateKeyPem,
  publicKeyInfoOf,
  readPrivateKey,
  X509Error,
  type KeySpec,
} from '../../../src/pki/x509/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import {
  bitString,
  contextConstructed,
  encode,
  integer,
  octetString,
  oid,
  sequence,
} from '../../../src/pki/x509/der-writer.js';
import { curveOids, keyOids } from '../../../src/pki/x509/oids.js';
import { certify, certifyAuthority, keyKinds, makeKey } from './authority.js';
import { opensslFolder } from './openssl.js';

describe('private keys', () => {
  test.each(keyKinds)('of kind %s are written as openssl writes them, and read back', async (kind) => {
    const { put, openssl } = opensslFolder();
    const key = await makeKey(kind);
    const traditional = privateKeyPem(key, 'traditional');
    const pkcs8 = privateKeyPem(key, 'pkcs8');
    const label = kind.startsWith('rsa') ? 'RSA PRIVATE KEY' : kind.startsWith('ec') ? 'EC PRIVATE KEY' : 'PRIVATE KEY';
    expect(decodePem(traditional)[0]?.label).toBe(label);
    put('k', pkcs8);
    if (kind !== 'ed25519') expect(openssl('pkey', '-in', 'k', '-traditional')).toBe(traditional);
    expect(openssl('pkey', '-in', put('t', traditional))).toBe(pkcs8);
    for (const pem of [traditional, pkcs8]) expect(importPrivateKey(pem).equals(key)).toBe(true);
    for (const format of ['traditional', 'pkcs8'] as const)
      expect(encodePem(format === 'pkcs8' ? 'PRIVATE KEY' : label, privateKeyDer(key, format))).toBe(
        privateKeyPem(key, format),
      );
  });

  test.each<KeySpec>([
    { type: 'rsa', bits: 2048 },
    { type: 'ec', bits: 224 },
    { type: 'ec', bits: 256 },
    { type: 'ec', bits: 384 },
    { type: 'ec', bits: 521 },
    { type: 'ed25519' },
  ])('%j: what is made is what was asked for', async (spec) => {
    const { privateKey, publicKey } = await generateKeyPair(spec);
    expect(describeKey(privateKey)).toEqual(spec);
    expect(describeKey(publicKey)).toEqual(spec);
    expect(publicKeyInfoOf(privateKey).der).toEqual(publicKeyInfoOf(publicKey).der);
    expect(parsePublicKeyInfo(publicKeyInfoOf(publicKey).der).spec).toEqual(spec);
  });

  test.each(keyKinds)('the public half of kind %s is encoded as openssl encodes it', async (kind) => {
    const key = await makeKey(kind);
    const publicKey = createPublicKey(key);
    const expected = publicKey.export({ type: 'spki', format: 'der' });
    for (const half of [key, publicKey]) {
      const info = publicKeyInfoOf(half);
      expect(info.der).toEqual(expected);
      expect(info.bits).toEqual(parsePublicKeyInfo(expected).bits);
      expect(info.key.equals(publicKey)).toBe(true);
    }
  });

  test('an RSA key of another size is not made', async () => {
    await expect(generateKeyPair({ type: 'rsa', bits: 1024 })).rejects.toThrow(
      expect.objectContaining({ fault: 'unsupported' }),
    );
  });

  test.each<[KeySpec, object, string]>([
    [{ type: 'rsa', bits: 2048 }, {}, 'sha256 with RSA'],
    [{ type: 'rsa', bits: 8192 }, { hash: 'sha512' }, 'sha512 with RSA'],
    [{ type: 'rsa', bits: 2048 }, { pss: true, hash: 'sha384' }, 'sha384 with RSA-PSS'],
    [{ type: 'ec', bits: 224 }, { hash: 'sha512', pss: true }, 'sha256 with ECDSA'],
    [{ type: 'ec', bits: 521 }, { hash: 'sha256' }, 'sha512 with ECDSA'],
    [{ type: 'ed25519' }, { hash: 'sha256', pss: true }, 'Ed25519'],
  ])('%j with %j signs by %s', (spec, options, name) => {
    expect(algorithmFor(spec, options).name).toBe(name);
  });

  test('keys of other kinds are not supported', () => {
    const made = [
      generateKeyPairSync('ed448'),
      generateKeyPairSync('x25519'),
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
      generateKeyPairSync('rsa-pss', { modulusLength: 2048 }),
    ];
    for (const { privateKey } of made) {
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      expect(() => importPrivateKey(pem)).toThrow(expect.objectContaining({ fault: 'unsupported' }));
    }
  });

  describe.each([
    [224, 28],
    [256, 32],
    [384, 48],
    [521, 66],
  ] as const)('numbers that are none of P-%i', (bits, size) => {
    const curve = oid(curveOids[bits]);
    const sec1 = (number: Buffer, point?: Buffer, inside?: Buffer) =>
      sequence(
        integer(1),
        octetString(number),
        ...(inside ? [encode(contextConstructed(0), inside)] : []),
        ...(point ? [encode(contextConstructed(1), bitString(point))] : []),
      );
    const pkcs8 = (key: Buffer) => sequence(integer(0), sequence(oid(keyOids.ec), curve), octetString(key));
    const one = Buffer.alloc(size, 1);

    test.each<[string, Buffer, (Buffer | undefined)?, Buffer?]>([
      ['a private key that is too long', Buffer.alloc(size + 1, 1)],
      ['the point at infinity as public key', one, Buffer.alloc(1)],
      ['a public key that is too short', one, Buffer.alloc(size, 4)],
      ['half a public key that says it is whole', one, Buffer.concat([Buffer.from([4]), one])],
      ['a public key in hybrid form', one, Buffer.concat([Buffer.from([6]), one, one])],
      ['another curve inside', one, undefined, oid('1.3.132.0.10')],
    ])('%s', (_what, number, point, inside) => {
      const malformed: unknown = expect.objectContaining({ fault: 'malformed' });
      const key = sec1(number, point, inside);
      expect(() => readPrivateKey({ label: 'PRIVATE KEY', der: pkcs8(key) }, 'key')).toThrow(malformed);
      if (!inside)
        expect(() => readPrivateKey({ label: 'EC PRIVATE KEY', der: sec1(number, point, curve) }, 'key')).toThrow(
          malformed,
        );
    });

    test('a private key with zeros before it is read', () => {
      const number = Buffer.concat([Buffer.alloc(3), Buffer.alloc(size - 1, 1)]);
      expect(readPrivateKey({ label: 'PRIVATE KEY', der: pkcs8(sec1(number)) }, 'key').asymmetricKeyType).toBe('ec');
    });

    test('explicit parameters are not supported', () => {
      const unsupported: unknown = expect.objectContaining({ fault: 'unsupported' });
      const der = sec1(one, undefined, sequence(integer(1)));
      expect(() => readPrivateKey({ label: 'EC PRIVATE KEY', der }, 'key')).toThrow(unsupported);
    });
  });

  test('encrypted keys are not supported', async () => {
    const key = await makeKey('ec-256');
    const secret = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    const made = [
      key.export({ type: 'pkcs8', format: 'pem', ...secret }),
      key.export({ type: 'sec1', format: 'pem', ...secret }),
    ];
    for (const each of made)
      expect(() => importPrivateKey(each.toString())).toThrow(expect.objectContaining({ fault: 'unsupported' }));
  });

  test('an RSA key whose numbers do not belong together is refused', async () => {
    const key = await makeKey('rsa-2048');
    const fields = readDer(privateKeyDer(key, 'traditional'), 'key', { maxBytes: 10_000 }).items();
    const parts = fields.map((field) => field.encoded());
    // The modulus; and the private exponent with one of its parts, as openssl falls back from these to that.
    for (const places of [[1], [3, 6]]) {
      const spoilt = parts.map((part, n) =>
        places.includes(n) ? Buffer.from(part.map((octet, i) => (i === 60 ? octet ^ 1 : octet))) : part,
      );
      const attempt = () => importPrivateKey(encodePem('RSA PRIVATE KEY', sequence(...spoilt)));
      expect(attempt).toThrow(expect.objectContaining({ fault: 'malformed' }));
    }
  });

  test('an RSA key of more than 8192 bits is not signed with, not even once', async () => {
    const [version, modulus, ...rest] = readDer(privateKeyDer(await makeKey('rsa-8192'), 'traditional'), 'key', {
      maxBytes: 10_000,
    }).items();
    const longer = integer(BigInt(`0x01${modulus?.integerContent().toString('hex') ?? ''}`));
    const der = sequence(version?.encoded() ?? Buffer.of(), longer, ...rest.map((each) => each.encoded()));
    const attempt = () => importPrivateKey(encodePem('RSA PRIVATE KEY', der));
    expect(attempt).toThrow(expect.objectContaining({ fault: 'unsupported' }));
  });

  test.each([
    ['nothing', ''],
    ['no PEM', 'hello'],
    ['a certificate', encodePem('CERTIFICATE', Buffer.of(0x30, 0))],
    ['no key', encodePem('PRIVATE KEY', Buffer.of(0x30, 0))],
    ['a block without an end', '-----BEGIN PRIVATE KEY-----\nAAAA\n'],
    ['an empty block', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n'],
    ['a body that is not base64', '-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----\n'],
    ['an end of another block', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('%s is no key', (_, text) => {
    expect(() => importPrivateKey(text)).toThrow(expect.objectContaining({ name: 'X509Error', fault: 'malformed' }));
  });
});

describe('PEM', () => {
  test('as RFC 7468 has it: 64 columns, any line ends, text between the blocks', () => {
    const der = Buffer.alloc(100, 7);
    const text = encodePem('CERTIFICATE', der);
    expect(text).toMatch(
      /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/]{64}\n[A-Za-z0-9+/]{64}\n[A-Za-z0-9+/]+=*\n-----END CERTIFICATE-----\n$/,
    );
    const several = `subject=x\n${text.replaceAll('\n', '\r\n')}\n  more: text\n${text}`;
    expect(decodePem(several).map((block) => block.der)).toEqual([der, der]);
    expect(decodePemBlock(several, ['X', 'CERTIFICATE'], 'x')).toEqual(der);
    expect(() => decodePemBlock(several, ['X509 CRL'], 'x')).toThrow('no X509 CRL block');
  });

  test('longer than four million characters is not read', () => {
    expect(() => decodePem(' '.repeat(4 * 1024 * 1024 + 1))).toThrow(expect.objectContaining({ fault: 'too_large' }));
  });
});

describe('bundles', () => {
  test('of certificates, keys and CRLs, as openssl writes them', async () => {
    const { openssl, folder } = opensslFolder();
    const root = await certifyAuthority();
    const middle = await certifyAuthority({ issuer: root, key: 'ec-384' });
    openssl('ecparam', '-name', 'P-256', '-genkey', '-out', 'ec.pem');
    const ec = readFileSync(join(folder, 'ec.pem'), 'utf8');
    expect(ec).toContain('EC PARAMETERS');
    const crl = buildCrl(
      {
        issuer: root.certificate.subject,
        thisUpdate: new Date(),
        nextUpdate: new Date(),
        number: 1n,
        issuerKeyId: keyIdentifierOf(root.publicKey.bits),
        entries: [],
      },
      root.signer,
    );
    const text = [
      root.pem,
      privateKeyPem(middle.privateKey, 'traditional'),
      ec,
      middle.pem,
      encodePem('X509 CRL', crl),
      root.pem,
      privateKeyPem(middle.privateKey, 'pkcs8'),
    ];
    const bundle = parseBundle(text.join('\n'));
    expect(bundle.certificates.map(({ der }) => der)).toEqual([root.certificate.der, middle.certificate.der]);
    expect(bundle.privateKeys).toHaveLength(2);
    expect(bundle.crls).toHaveLength(1);
    expect(keyOf(middle.certificate, bundle.privateKeys)?.equals(middle.privateKey)).toBe(true);
    expect(keyOf(root.certificate, bundle.privateKeys)).toBeUndefined();
    expect(keyMatches(root.certificate, middle.privateKey)).toBe(false);
    expect(isIssuedBy(middle.certificate, root.certificate)).toBe(true);
    expect(isIssuedBy(root.certificate, root.certificate)).toBe(true);
    expect(isIssuedBy(root.certificate, middle.certificate)).toBe(false);
    expect(new X509Certificate(middle.pem).checkIssued(new X509Certificate(root.pem))).toBe(true);
  });

  test('issuers are told apart by their keys where they share a name', async () => {
    const root = await certifyAuthority();
    const { subject } = root.certificate;
    const impostor = await certifyAuthority({ subject });
    const leaf = await certify({ issuer: root });
    expect(isIssuedBy(leaf.certificate, impostor.certificate)).toBe(false);
    const { extensions } = leaf.certificate;
    const unidentified = { ...leaf.certificate, extensions: { ...extensions, authorityKeyIdentifier: undefined } };
    expect(isIssuedBy(unidentified, impostor.certificate)).toBe(false);
    expect(isIssuedBy(unidentified, root.certificate)).toBe(true);
  });

  test.each([
    ['a block of another kind', encodePem('CERTIFICATE REQUEST', Buffer.of(0x30, 0)), 'unsupported'],
    ['too many blocks', encodePem('EC PARAMETERS', Buffer.of(0x30, 0)).repeat(257), 'too_large'],
    ['a broken certificate', encodePem('CERTIFICATE', Buffer.of(0x30, 0)), 'malformed'],
  ])('refused: %s', (_, text, fault) => {
    expect(() => parseBundle(text)).toThrow(X509Error);
    expect(() => parseBundle(text)).toThrow(expect.objectContaining({ fault }));
  });
});
