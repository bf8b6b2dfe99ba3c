import { describe, expect, test } from 'vitest';
import {
  authorityInfoAccess,
  basicConstraints,
  certificatePolicies,
  crlDistributionPoints,
  decodePem,
  decodePemBlock,
  entriesOf,
  extKeyUsage,
  freshestCrl,
  importPrivateKey,
  issuingDistributionPoint,
  keyUsage,
  Name,
  nameConstraints,
  serialNumberOf,
  signatureAlgorithm,
  subjectAltName,
} from '../../../src/pki/x509/index.js';
import { readAuthorityInfoAccess, readDistributionPoints } from '../../../src/pki/x509/access.js';
import {
  readAuthorityKeyIdentifier,
  readBasicConstraints,
  readKeyUsage,
} from '../../../src/pki/x509/basic-extensions.js';
import { readCertificatePolicies } from '../../../src/pki/x509/certificate-policies.js';
import { readDer, type DerValue } from '../../../src/pki/x509/der-reader.js';
import { encode, integer, oid, Tag } from '../../../src/pki/x509/der-writer.js';
import { encodeExtensions, readExtensions } from '../../../src/pki/x509/extension.js';
import { readGeneralName } from '../../../src/pki/x509/general-name.js';
import { cidrOctets } from '../../../src/pki/x509/ip.js';
import { readNameConstraints } from '../../../src/pki/x509/name-constraints.js';
import { readNonce } from '../../../src/pki/x509/ocsp-request.js';
import { readSerialNumber } from '../../../src/pki/x509/serial-number.js';

/** The kind of fault and its words, which end up in what a caller is told. */
type Row = readonly [does: () => unknown, fault: string, message: string];

function expectFault(does: () => unknown, fault: string, message: string): void {
  expect(does).toThrow(expect.objectContaining({ name: 'X509Error', fault, message }));
}

describe('what cannot be written is said', () => {
  const own = { ocsp: [], caIssuers: [] };
  test.each<Row>([
    [() => authorityInfoAccess(own), 'invalid_value', 'authority information access: empty'],
    [() => crlDistributionPoints([]), 'invalid_value', 'CRL distribution points: empty'],
    [() => freshestCrl([]), 'invalid_value', 'freshest CRL: empty'],
    [() => issuingDistributionPoint({}), 'invalid_value', 'issuing distribution point: empty'],
    [
      () => basicConstraints({ ca: false, pathLength: 0 }),
      'invalid_value',
      'basic constraints: a path length without being an authority',
    ],
    [() => keyUsage([]), 'invalid_value', 'key usage: empty'],
    [() => extKeyUsage([]), 'invalid_value', 'extended key usage: empty'],
    [() => subjectAltName([]), 'invalid_value', 'subject alternative name: empty'],
    [() => subjectAltName([{ type: 'dns', value: 'ä' }]), 'invalid_value', 'dns name: "ä" is not printable ASCII'],
    [() => subjectAltName([{ type: 'ip', value: 'x' }]), 'invalid_value', 'ip name: "x" is not an address'],
    [() => certificatePolicies([]), 'invalid_value', 'certificate policies: empty'],
    [
      () => certificatePolicies([{ oid: '1.2' }, { oid: '1.2' }]),
      'invalid_value',
      'certificate policies: a policy twice',
    ],
    [() => certificatePolicies([{ oid: '1.2', cps: 'a b' }]), 'invalid_value', 'policy CPS: not an address in ASCII'],
    [
      () => certificatePolicies([{ oid: '1.2', notice: '' }]),
      'invalid_value',
      'policy notice: not of 1 to 200 characters',
    ],
    [
      () => certificatePolicies([{ oid: '1.2', notice: 'n'.repeat(201) }]),
      'invalid_value',
      'policy notice: not of 1 to 200 characters',
    ],
    [() => nameConstraints({ permitted: {}, excluded: {} }), 'invalid_value', 'name constraints: empty'],
    ...(['dns', 'email', 'uri'] as const).map((kind): Row => [
      () => nameConstraints({ permitted: { [kind]: ['ä'] }, excluded: {} }),
      'invalid_value',
      `name constraint on ${kind}: "ä" is not printable ASCII`,
    ]),
    [() => cidrOctets('192.0.2.0'), 'invalid_value', 'IP range: "192.0.2.0" is not in CIDR notation'],
    [() => cidrOctets('192.0.2.0/33'), 'invalid_value', 'IP range: "192.0.2.0/33" is not in CIDR notation'],
    [() => cidrOctets('192.0.2.0/1/1'), 'invalid_value', 'IP range: "192.0.2.0/1/1" is not in CIDR notation'],
    [() => serialNumberOf(Buffer.alloc(34, 1)), 'invalid_value', 'serial number: more than 33 octets'],
    [() => integer(-1), 'invalid_value', 'integer: -1 is not a non-negative whole number'],
    [() => oid('1'), 'invalid_value', 'object identifier: "1" is not one'],
    [
      () => encodeExtensions([keyUsage(['crlSign']), keyUsage(['crlSign'])]),
      'invalid_value',
      'extension 2.5.29.15: given twice',
    ],
    [() => Name.of({ commonName: '' }), 'invalid_value', 'name: attribute 2.5.4.3 is empty'],
    [() => Name.of({ commonName: '\ud800' }), 'invalid_value', 'name: attribute 2.5.4.3 is not Unicode text'],
    [
      () => Name.of({ country: ['ä'] }),
      'invalid_value',
      'name: attribute 2.5.4.6 takes PrintableString characters only',
    ],
    [() => Name.ofRdns([[]]), 'invalid_value', 'name: an RDN without attributes'],
    [() => signatureAlgorithm('ecdsa', undefined), 'unsupported', 'signature algorithm: ecdsa with no hash'],
    [() => signatureAlgorithm('ed25519', 'sha256'), 'unsupported', 'signature algorithm: ed25519 with sha256'],
  ])('%s', (does, fault, message) => {
    expectFault(does, fault, message);
  });
});

describe('what cannot be read is said', () => {
  const from = (hex: string): DerValue => readDer(Buffer.from(hex, 'hex'), 'it', { maxBytes: 200 });
  const bytes = (tag: number, ...octets: number[]): string => encode(tag, Buffer.from(octets)).toString('hex');
  test.each<[hex: string, read: (value: DerValue) => unknown, message: string, fault?: string]>([
    ['0500', (value) => value.boolean(), 'it: BOOLEAN expected, found tag 0x5'],
    ['010101', (value) => value.boolean(), 'it: BOOLEAN that is not DER'],
    ['0100', (value) => value.boolean(), 'it: BOOLEAN that is not DER'],
    ['0500', (value) => value.smallInteger(), 'it: INTEGER expected, found tag 0x5'],
    ['0200', (value) => value.smallInteger(), 'it: INTEGER without octets'],
    ['0201ff', (value) => value.smallInteger(), 'it: a negative INTEGER'],
    ['020701000000000000', (value) => value.smallInteger(), 'it: an INTEGER too large for its place'],
    ['0201ff', (value) => value.bigInteger(2), 'it: a negative INTEGER'],
    ['0203010000', (value) => value.bigInteger(2), 'it: an INTEGER of more than 2 octets'],
    ['0500', (value) => value.enumerated(), 'it: ENUMERATED expected, found tag 0x5'],
    ['0a020001', (value) => value.enumerated(), 'it: ENUMERATED out of range'],
    ['0500', (value) => value.bitOctets(), 'it: BIT STRING expected, found tag 0x5'],
    ['03020180', (value) => value.bitOctets(), 'it: BIT STRING of whole octets expected'],
    ['0500', (value) => value.namedBits(), 'it: BIT STRING expected, found tag 0x5'],
    ['03020880', (value) => value.namedBits(), 'it: BIT STRING that is not DER'],
    ['030101', (value) => value.namedBits(), 'it: BIT STRING that is not DER'],
    ['030a00' + '01'.repeat(9), (value) => value.namedBits(), 'it: BIT STRING that is not DER'],
    ['03020680', (value) => value.namedBits(), 'it: named bits with trailing zeros'],
    ['030207ff', (value) => value.namedBits(), 'it: unused bits that are not zero'],
    ['0500', (value) => value.oid(), 'it: OBJECT IDENTIFIER expected, found tag 0x5'],
    ['0600', (value) => value.oid(), 'it: OBJECT IDENTIFIER malformed'],
    ['06022a80', (value) => value.oid(), 'it: OBJECT IDENTIFIER malformed'],
    ['06032a8001', (value) => value.oid(), 'it: OBJECT IDENTIFIER that is not minimal'],
    [bytes(6, ...Array<number>(129).fill(1)), (value) => value.oid(), 'it: OBJECT IDENTIFIER malformed'],
    ['0101ff', (value) => value.nothing(), 'it: NULL expected, found tag 0x1'],
    ['050100', (value) => value.nothing(), 'it: NULL with content'],
    ['0500', (value) => value.ascii(), 'it: IA5String expected, found tag 0x5'],
    ['160180', (value) => value.ascii(), 'it: IA5String with an octet above 127'],
    ['0500', (value) => value.text(), 'it: a string expected, found tag 0x5'],
    ['0500', (value) => value.utf8(), 'it: UTF8String expected, found tag 0x5'],
    ['1c03000000', (value) => value.text(), 'it: UniversalString cut short'],
    ['1c0400110000', (value) => value.text(), 'it: UniversalString beyond Unicode'],
    ['140180', (value) => value.utf8(), 'it: UTF8String expected, found tag 0x14'],
    ['0c0180', (value) => value.text(), 'it: UTF8String that is not UTF-8'],
    ['130180', (value) => value.text(), 'it: IA5String with an octet above 127'],
    ['3c00', (value) => value.text(), 'it: a string expected, found tag 0x3c'],
    ['24030401aa', (value) => value.octets(0x24), 'it: OCTET STRING expected'],
    ['2203020100', (value) => value.integerContent(), 'it: INTEGER expected, found tag 0x22'],
    ['0403020100', (value) => value.nested('inside').boolean(), 'inside: BOOLEAN expected, found tag 0x2'],
    ['0400', (value) => value.nested('inside'), 'inside: not DER: Too few bytes to parse DER.'],
    ['0500', (value) => value.time(), 'it: a time expected, found tag 0x5'],
    ['170131', (value) => value.time(), 'it: a time that RFC 5280 does not allow'],
    ['0500', (value) => value.octets(), 'it: OCTET STRING expected, found tag 0x5'],
    ['0500', (value) => value.fields(), 'it: SEQUENCE expected, found tag 0x5'],
    ['0500', (value) => value.fields(0xa0), 'it: another tag expected, found tag 0x5'],
    ['0500', (value) => value.items(), 'it: a list expected, found tag 0x5'],
    ['3000', (value) => value.items(), 'it: an empty list'],
    ['300405000500', (value) => value.items(0x30, { most: 1 }), 'it: a list of more than 1', 'too_large'],
    ['0500', (value) => value.inner(0xa0), 'it: an explicit tag expected, found tag 0x5'],
    ['a000', (value) => value.inner(0xa0), 'it: exactly one value expected in a tag'],
    ['a00405000500', (value) => value.inner(0xa0), 'it: exactly one value expected in a tag'],
    ['0500', (value) => value.children(), 'it: a constructed value expected'],
    ['3000', (value) => value.fields().next('age'), 'it: age is missing'],
    ['30020500', (value) => value.fields().next('age').oid(), 'it age: OBJECT IDENTIFIER expected, found tag 0x5'],
    [
      '30020500',
      (value) => {
        value.fields().end();
      },
      'it: more than its type allows',
    ],
    ['3003010100', readBasicConstraints, 'it CA: DEFAULT FALSE that is written out'],
    ['3003010101', readBasicConstraints, 'it CA: BOOLEAN that is not DER'],
    ['3006020100010100', readBasicConstraints, 'it: more than its type allows'],
    ['0303060040', readKeyUsage, 'it: no key usage has bit 9'],
    ['300a30030601' + '2a' + '30030601' + '2a', readCertificatePolicies, 'it: a policy twice'],
    ['3000', readCertificatePolicies, 'it: an empty list'],
    ['3000', readAuthorityInfoAccess, 'it: an empty list'],
    ['30023000', readAuthorityInfoAccess, 'it: method is missing'],
    ['3005300306012a', readAuthorityInfoAccess, 'it: location is missing'],
    ['30043002' + '0500', readDistributionPoints, 'it: more than its type allows'],
    ['8703010203', readGeneralName, 'it: an IP address of neither 4 nor 16 octets'],
    ['8900', readGeneralName, 'it: no general name has tag 0x89'],
    ['3007a00530038701' + '01', readNameConstraints, 'it permitted base: an IP range of neither 8 nor 32 octets'],
    ['0201ff', readSerialNumber, 'it: a negative serial number'],
    ['0222' + '01'.repeat(34), readSerialNumber, 'it: a serial number of more than 33 octets'],
    ['30053003060155', readExtensions, 'it: extension 2.5 is missing'],
    ['300a3008' + '06012a' + '010101' + '0400', readExtensions, 'it extension 1.2 critical: BOOLEAN that is not DER'],
    [
      '300a3008' + '06012a' + '010100' + '0400',
      readExtensions,
      'it extension 1.2 critical: DEFAULT FALSE that is written out',
    ],
    ['300e3005' + '06012a' + '0400' + '3005' + '06012a' + '0400', readExtensions, 'it: extension 1.2 twice'],
    ['30038201ff', readAuthorityKeyIdentifier, 'it serial number: a negative serial number'],
    ['3002a100', readAuthorityKeyIdentifier, 'it issuer: an empty list'],
    ['3006' + '0101ff' + '0201ff', readBasicConstraints, 'it path length: a negative INTEGER'],
    ['0400', readNonce, 'it: a nonce of not 1 to 128 octets'],
    ['048181' + '00'.repeat(129), readNonce, 'it: a nonce of not 1 to 128 octets'],
  ])('%s', (hex, read, message, fault = 'malformed') => {
    expectFault(() => read(from(hex)), fault, message);
  });

  test.each<Row>([
    [() => readDer(Buffer.alloc(3), 'it', { maxBytes: 2 }), 'too_large', 'it: 3 octets; at most 2 are read'],
    [() => from('30800000'), 'malformed', 'it: BER, but not DER'],
    [() => from('308102' + '0500'), 'malformed', 'it: BER, but not DER'],
    [() => from('3080'.repeat(40)), 'too_large', 'it: nested deeper than 32'],
    [() => entriesOf(Buffer.from([0x30])), 'malformed', 'CRL: not one that was made here'],
    [() => decodePem('x', 'it'), 'malformed', 'it: no PEM block'],
    [() => decodePem('x'), 'malformed', 'PEM: no PEM block'],
    [() => decodePem('-----BEGIN A-----\nYQ==\n', 'it'), 'malformed', 'it: a PEM block that does not end'],
    [() => decodePem('-----BEGIN A', 'it'), 'malformed', 'it: a PEM block that does not end'],
    [
      () => decodePem('-----BEGIN a-----\nYQ==\n-----END a-----', 'it'),
      'malformed',
      'it: a PEM block that does not end',
    ],
    [() => decodePem('-----BEGIN A-----\n?\n-----END A-----', 'it'), 'malformed', 'it: the body of A is not base64'],
    [
      () => decodePem('-----BEGIN A-----\nProc-Type: 4,ENCRYPTED\n\nYQ==\n-----END A-----', 'it'),
      'unsupported',
      'it: an encrypted A',
    ],
    [
      () => decodePemBlock('-----BEGIN A-----\nYQ==\n-----END A-----', ['B', 'C'], 'it'),
      'malformed',
      'it: no B or C block',
    ],
    [() => decodePem(' '.repeat(4 * 1024 * 1024 + 1), 'it'), 'too_large', 'it: longer than 4194304 characters'],
    [() => importPrivateKey('-----BEGIN A-----\nYQ==\n-----END A-----'), 'malformed', 'private key: no private key'],
  ])('%s', (does, fault, message) => {
    expectFault(does, fault, message);
  });

  test('what is as long as is allowed is read', () => {
    expect(from('020601000000000' + '0').smallInteger()).toBe(2 ** 40);
    expect(from('02020100').bigInteger(2)).toBe(256n);
    expect(from('30040500' + '0500').items(Tag.sequence, { most: 2 })).toHaveLength(2);
    expect(from('3000').items(Tag.sequence, { empty: true })).toEqual([]);
    expect(
      from(bytes(6, ...Array<number>(128).fill(1)))
        .oid()
        .split('.'),
    ).toHaveLength(129);
    expect(from('0309' + '00' + '01'.repeat(8)).namedBits()).toHaveLength(8);
    expect(certificatePolicies([{ oid: '1.2', notice: 'n'.repeat(200) }]).oid).toBe('2.5.29.32');
    expect(() => decodePem(' '.repeat(4 * 1024 * 1024))).toThrow('no PEM block');
    expect(from('0201' + '7f').bigInteger(1)).toBe(127n);
    expect(from('020200ff').integerContent().toString('hex')).toBe('00ff');
    expect(from('0202ff7f').integerContent().toString('hex')).toBe('ff7f');
    expect(from('020101').integerContent().toString('hex')).toBe('01');
    expect(from('020200' + '80').smallInteger()).toBe(128);
    expect(from('1c080000004100' + '10ffff').text()).toBe('A\u{10ffff}');
    expect(from('0c04efbbbf41').utf8()).toBe('\ufeffA');
    expect(from('1402e9' + '41').text()).toBe('éA');
    expect(from('3000').fields().more()).toBe(false);
    expect(readNonce(from('040107'))).toHaveLength(1);
    expect(readNonce(from('048180' + '00'.repeat(128)))).toHaveLength(128);
    const range = '3026a024' + '3022' + '8720' + '20010db8' + '0'.repeat(24) + 'ffffffff' + '0'.repeat(24);
    expect(readNameConstraints(from(range)).permitted.ip).toEqual(['2001:db8::/32']);
    expect(readSerialNumber(from('0215' + '01'.repeat(21)))).toHaveLength(62);
    expect(readSerialNumber(from('02020080'))).toBe('80');
  });
});
