import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  authorityKeyIdentifier,
  createSigner,
  encodePem,
  isIssuedBy,
  isSelfSigned,
  keyMatches,
  keyOf,
  Name,
  parseBundle,
  parseCertificate,
  privateKeyDer,
  privateKeyPem,
  publicKeyInfoOf,
  subjectKeyIdentifier,
  type Extension,
} from '../../../src/pki/x509/index.js';
import { encode, oid, octetString, sequence, setOf } from '../../../src/pki/x509/der-writer.js';
import { begin, certificate, crl, end, privateKey, serial } from './documents.js';
import { buildCertificate } from './built.js';

const pem = (label: string, der: Uint8Array) => encodePem(label, der);
const chain = () => pem('CERTIFICATE', certificate());

/** The key of the documents with an attribute (RFC 5208 5) that makes it so many octets long; each number is another one. */
function keyOfSize(octets: number, number: number): string {
  const bare = privateKeyDer(privateKey, 'pkcs8').subarray(2);
  const attribute = (size: number) =>
    encode(0xa0, sequence(oid('1.2.840.113549.1.9.9'), setOf(octetString(Buffer.alloc(size, number)))));
  for (let size = octets - 100; ; size++) {
    const der = encode(0x30, bare, attribute(size));
    if (der.length >= octets) return pem('PRIVATE KEY', der);
  }
}

describe('a bundle', () => {
  test('has what was in it, in its order, each thing once', () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const keys = [privateKeyPem(other, 'pkcs8'), privateKeyPem(privateKey, 'pkcs8')].join('');
    const parameters = pem('EC PARAMETERS', oid('1.2.840.10045.3.1.7'));
    const bundle = parseBundle(
      [
        chain(),
        keys,
        parameters,
        pem('X509 CRL', crl()),
        pem('X509 CERTIFICATE', certificate()),
        keyOfSize(300, 1),
      ].join('\n'),
    );
    expect(bundle.certificates.map(({ der }) => der)).toEqual([certificate()]);
    expect(bundle.privateKeys.map((key) => [key.equals(other), key.equals(privateKey)])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(bundle.crls).toEqual([crl()]);
    expect(parseBundle(keys)).toMatchObject({ certificates: [], crls: [] });
  });

  const some = Buffer.from('30020500', 'hex');
  const parameters = (count: number) => pem('EC PARAMETERS', Buffer.of(5, 0)).repeat(count);
  test.each<[string, () => string, string, string]>([
    [
      'a block of another kind',
      () => pem('CERTIFICATE REQUEST', some),
      'it: a block called CERTIFICATE REQUEST',
      'unsupported',
    ],
    ['too many blocks', () => parameters(257), 'it: more than 256 blocks', 'too_large'],
    ['no block', () => '', 'it: no PEM block', 'malformed'],
    [
      'an encrypted key',
      () => pem('ENCRYPTED PRIVATE KEY', some),
      'it: a key in a block called ENCRYPTED PRIVATE KEY',
      'unsupported',
    ],
    ['a key that is none', () => pem('PRIVATE KEY', some), 'it: not a private key of its kind', 'malformed'],
    [
      'a certificate that is none',
      () => pem('CERTIFICATE', Buffer.of(5, 0)),
      'certificate: SEQUENCE expected, found tag 0x5',
      'malformed',
    ],
    [
      'four large keys',
      () => [1, 2, 3, 4].map((n) => keyOfSize(3072, n)).join(''),
      'it: more than 3 private keys above RSA of 4096 bits',
      'too_large',
    ],
    [
      'seventeen keys',
      () => Array.from({ length: 17 }, (_, n) => keyOfSize(300, n)).join(''),
      'it: more than 16 private keys',
      'too_large',
    ],
  ])('is refused with %s', (_, text, message, fault) => {
    expect(() => parseBundle(text(), 'it')).toThrow(expect.objectContaining({ fault, message }));
  });

  test('is refused by its own name where the caller has none', () => {
    expect(() => parseBundle('')).toThrow('PEM bundle: no PEM block');
  });

  test('has as much as is allowed', () => {
    expect(parseBundle(parameters(256))).toEqual({ certificates: [], privateKeys: [], crls: [] });
    expect(parseBundle([1, 2, 3].map((n) => keyOfSize(3072, n)).join('')).privateKeys).toHaveLength(1);
    expect(parseBundle([1, 2, 3, 4].map((n) => keyOfSize(3071, n)).join('')).privateKeys).toHaveLength(1);
    expect(parseBundle(Array.from({ length: 16 }, (_, n) => keyOfSize(300, n)).join('')).privateKeys).toHaveLength(1);
    // The same text of another kind is another thing.
    expect(parseBundle(pem('X509 CRL', certificate()) + chain())).toMatchObject({
      crls: [certificate()],
      certificates: [{}],
    });
  });
});

/** A certificate for a new key. */
function made(wish: {
  readonly by?: ReturnType<typeof made>;
  readonly name?: string;
  readonly extensions?: readonly Extension[] | undefined;
}) {
  const key = generateKeyPairSync('ed25519').privateKey;
  const subject = Name.of({ commonName: wish.name ?? 'root' });
  const der = buildCertificate(
    {
      serialNumber: serial('01'),
      issuer: wish.by?.certificate.subject ?? subject,
      subject,
      notBefore: begin,
      notAfter: end,
      publicKey: publicKeyInfoOf(key).der,
      extensions: wish.extensions ?? [],
    },
    createSigner(wish.by?.key ?? key),
  );
  return { key, certificate: parseCertificate(der) };
}

describe('a certificate is issued by another', () => {
  const of = (id: number) => [authorityKeyIdentifier(Buffer.of(id))];
  const rooted = () => made({ extensions: [subjectKeyIdentifier(Buffer.of(1))] });
  type Made = ReturnType<typeof made>;

  test.each<[string, (root: Made, bare: Made) => readonly [leaf: Made, issuer: Made], boolean]>([
    ['itself', (root) => [root, root], true],
    ['by name and key', (root) => [made({ by: root, name: 'leaf' }), root], true],
    ['by its identifier too', (root) => [made({ by: root, name: 'leaf', extensions: of(1) }), root], true],
    ['that has no identifier', (_, bare) => [made({ by: bare, name: 'leaf', extensions: of(1) }), bare], true],
    ['not under another identifier', (root) => [made({ by: root, name: 'leaf', extensions: of(2) }), root], false],
    ['not by one of another name', (root) => [made({ by: root, name: 'leaf' }), made({ name: 'other' })], false],
    ['not by another key of that name', (root) => [made({ by: root, name: 'leaf' }), made({})], false],
    ['not the other way round', (root) => [root, made({ by: root, name: 'leaf' })], false],
  ])('%s', (_, make, issued) => {
    const [leaf, issuer] = make(rooted(), made({}));
    expect(isIssuedBy(leaf.certificate, issuer.certificate)).toBe(issued);
  });

  test('not where the signature is of another algorithm than its key', () => {
    const root = rooted();
    const leaf = made({ by: root, name: 'leaf' }).certificate;
    for (const algorithm of [
      { ...leaf.algorithm, accepted: undefined, weak: true },
      { ...leaf.algorithm, accepted: undefined, weak: false },
    ])
      expect(isIssuedBy({ ...leaf, algorithm }, root.certificate)).toBe(false);
  });

  test('a failure of our own is none of the certificate', () => {
    const root = rooted();
    const leaf = made({ by: root, name: 'leaf' }).certificate;
    const broken = {
      ...root.certificate,
      get publicKey(): never {
        throw new TypeError('ours');
      },
    };
    expect(() => isIssuedBy(leaf, broken)).toThrow('ours');
  });

  test('a root is, and one that merely has the name of its issuer is not', () => {
    const [root, bare] = [rooted(), made({})];
    const renewed = made({ by: root }).certificate;
    for (let asked = 0; asked < 2; asked++)
      expect([root.certificate, bare.certificate, renewed].map(isSelfSigned)).toEqual([true, true, false]);
  });

  test('its key is found among others', () => {
    const [root, bare] = [rooted(), made({})];
    expect(keyMatches(root.certificate, root.key)).toBe(true);
    expect(keyMatches(root.certificate, bare.key)).toBe(false);
    expect(keyOf(root.certificate, [bare.key, root.key])?.equals(root.key)).toBe(true);
    expect(keyOf(root.certificate, [bare.key])).toBeUndefined();
  });
});
