import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { X509Certificate as OtherCertificate } from '@peculiar/x509';
import { describe, expect, test } from 'vitest';
import {
  authorityInfoAccess,
  basicConstraints,
  certificatePolicies,
  crlDistributionPoints,
  extension,
  extKeyUsage,
  extKeyUsageOids,
  findExtension,
  freshestCrl,
  issuingDistributionPoint,
  keyUsage,
  keyUsages,
  Name,
  nameConstraints,
  ocspNoCheck,
  parseCertificate,
  subjectAltName,
  subjectKeyIdentifier,
  X509Error,
  type Extension,
  type GeneralName,
} from '../../../src/pki/x509/index.js';
import { encodeExtensions, readExtensions } from '../../../src/pki/x509/extension.js';
import { readExtensionSet } from '../../../src/pki/x509/extension-set.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { oid, octetString, sequence, encode, Tag, trueValue } from '../../../src/pki/x509/der-writer.js';
import { certify, certifyAuthority } from './authority.js';
import { opensslFolder } from './openssl.js';

const set = (...extensions: Extension[]) =>
  readExtensionSet(readExtensions(readDer(encodeExtensions(extensions), 'extensions', { maxBytes: 100_000 })));

const raw = (type: string, hex: string) => set(extension(type, Buffer.from(hex, 'hex')));

const names: GeneralName[] = [
  { type: 'dns', value: '*.a.example' },
  { type: 'email', value: 'me@a.example' },
  { type: 'ip', value: '192.0.2.7' },
  { type: 'ip', value: '2001:db8::1' },
  { type: 'uri', value: 'spiffe://a.example/x' },
  { type: 'otherName', oid: '1.3.6.1.4.1.311.20.2.3', value: 'üser@a.example' },
  { type: 'directoryName', name: Name.of({ country: ['DE'], commonName: 'dir' }) },
  { type: 'registeredId', oid: '1.2.3.4' },
];

describe('extensions as openssl shows them', () => {
  test.each<[string, Extension, string]>([
    ['an authority', basicConstraints({ ca: true }), 'X509v3 Basic Constraints: critical\n    CA:TRUE'],
    [
      'a path length of zero',
      basicConstraints({ ca: true, pathLength: 0 }),
      'X509v3 Basic Constraints: critical\n    CA:TRUE, pathlen:0',
    ],
    ['no authority', basicConstraints({ ca: false }), 'X509v3 Basic Constraints: critical\n    CA:FALSE'],
    [
      'every key usage',
      keyUsage(keyUsages),
      'X509v3 Key Usage: critical\n    Digital Signature, Non Repudiation, Key Encipherment, Data Encipherment, Key Agreement, Certificate Sign, CRL Sign, Encipher Only, Decipher Only',
    ],
    ['one key usage', keyUsage(['keyAgreement']), 'X509v3 Key Usage: critical\n    Key Agreement'],
    [
      'extended key usages, named and not',
      extKeyUsage([extKeyUsageOids.serverAuth, extKeyUsageOids.timeStamping, '1.2.3.4', extKeyUsageOids.serverAuth]),
      'X509v3 Extended Key Usage: \n    TLS Web Server Authentication, Time Stamping, 1.2.3.4',
    ],
    [
      'alternative names',
      subjectAltName(names),
      'X509v3 Subject Alternative Name: \n    DNS:*.a.example, email:me@a.example, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:1, ' +
        'URI:spiffe://a.example/x, othername: UPN::üser@a.example, DirName:/C=DE/CN=dir, Registered ID:1.2.3.4',
    ],
    [
      'a key identifier',
      subjectKeyIdentifier(Buffer.from('c0ffee', 'hex')),
      'X509v3 Subject Key Identifier: \n    C0:FF:EE',
    ],
    [
      'policies',
      certificatePolicies([
        { oid: '2.23.140.1.2.1', cps: 'https://a.example/cps', notice: 'Read it.' },
        { oid: '1.2.3.4' },
      ]),
      'X509v3 Certificate Policies: \n    Policy: 2.23.140.1.2.1\n      CPS: https://a.example/cps\n      User Notice:\n        Explicit Text: Read it.\n    Policy: 1.2.3.4',
    ],
    [
      'authority information',
      authorityInfoAccess({ ocsp: ['http://a.example/ocsp'], caIssuers: ['http://a.example/ca'] }),
      'Authority Information Access: \n    OCSP - URI:http://a.example/ocsp\n    CA Issuers - URI:http://a.example/ca',
    ],
    [
      'distribution points',
      crlDistributionPoints(['http://a.example/crl', 'http://b.example/crl']),
      'X509v3 CRL Distribution Points: \n    Full Name:\n      URI:http://a.example/crl\n    Full Name:\n      URI:http://b.example/crl',
    ],
    [
      'delta distribution points',
      freshestCrl(['http://a.example/delta']),
      'X509v3 Freshest CRL: \n    Full Name:\n      URI:http://a.example/delta',
    ],
    ['no check', ocspNoCheck, 'OCSP No Check: \n'],
    [
      'name constraints of all eight kinds',
      nameConstraints({
        permitted: {
          dns: ['a.example'],
          ip: ['10.0.0.0/8', '2001:db8::/32'],
          email: ['.a.example'],
          uri: ['a.example'],
        },
        excluded: { dns: ['.b.example'], ip: ['10.1.0.0/16'], email: ['x@a.example'], uri: ['.b.example'] },
      }),
      'X509v3 Name Constraints: critical\n    Permitted:\n      DNS:a.example\n      IP:10.0.0.0/255.0.0.0\n      IP:2001:DB8:0:0:0:0:0:0/FFFF:FFFF:0:0:0:0:0:0\n      email:.a.example\n      URI:a.example\n' +
        '    Excluded:\n      DNS:.b.example\n      IP:10.1.0.0/255.255.0.0\n      email:x@a.example\n      URI:.b.example',
    ],
    [
      'one that is unknown, critical',
      extension('1.2.3.4', Buffer.from('0500', 'hex'), { critical: true }),
      '1.2.3.4: critical\n    ..',
    ],
  ])('%s', async (_, wished, shown) => {
    const { put, openssl } = opensslFolder();
    const { certificate, pem } = await certify({
      extensions: wished.oid === '2.5.29.14' ? [] : [wished],
      ...(wished.oid === '2.5.29.14' && { content: { extensions: [wished] } }),
    });
    const text = openssl(
      'x509',
      '-in',
      put('c.pem', pem),
      '-noout',
      '-text',
      '-certopt',
      'no_header,no_version,no_serial,no_signame,no_validity,no_subject,no_issuer,no_pubkey,no_sigdump,no_aux',
      '-nameopt',
      'utf8',
    );
    const squeezed = text
      .replace(/^ {12}/gm, '')
      .replace(/ $/gm, '')
      .replaceAll('\n\n', '\n');
    expect(squeezed).toContain(shown.replace(/ $/gm, '').trimEnd());
    const other = new OtherCertificate(certificate.der).getExtension(wished.oid);
    expect(other?.critical).toBe(wished.critical);
    const found = findExtension(certificate.extensions, wished.oid);
    expect(found?.der.equals(wished.der)).toBe(true);
  });
});

describe('extensions read back', () => {
  test('as they were given', () => {
    const policies = [
      { oid: '1.2.3', cps: 'https://a.example', notice: undefined },
      { oid: '1.2.4', cps: undefined, notice: 'ü' },
    ];
    const permitted = { dns: ['a.example', ''], ip: ['10.0.0.0/8'], email: ['b.example'], uri: ['.c.example'] };
    const read = set(
      basicConstraints({ ca: true, pathLength: 3 }),
      keyUsage(['crlSign', 'decipherOnly']),
      extKeyUsage(['1.2.3', extKeyUsageOids.any]),
      subjectAltName(names, { critical: true }),
      subjectKeyIdentifier(Buffer.of(1)),
      nameConstraints({ permitted, excluded: {} }),
      certificatePolicies(policies),
      authorityInfoAccess({ ocsp: ['http://o'], caIssuers: ['http://c'] }),
      crlDistributionPoints(['http://1', 'http://2']),
      freshestCrl(['http://d']),
      ocspNoCheck,
    );
    expect(read).toMatchObject({
      basicConstraints: { ca: true, pathLength: 3 },
      keyUsage: ['crlSign', 'decipherOnly'],
      extKeyUsage: ['1.2.3', extKeyUsageOids.any],
      subjectKeyIdentifier: Buffer.of(1),
      certificatePolicies: policies,
      authorityInfoAccess: { ocsp: ['http://o'], caIssuers: ['http://c'] },
      crlDistributionPoints: ['http://1', 'http://2'],
      freshestCrl: ['http://d'],
      ocspNoCheck: true,
    });
    expect(read.nameConstraints?.permitted).toEqual({ ...permitted, directory: [], unread: [] });
    expect(read.nameConstraints?.excluded).toEqual({ dns: [], ip: [], email: [], uri: [], directory: [], unread: [] });
    const directory = (list: readonly GeneralName[] | undefined) =>
      list?.map((name) => (name.type === 'directoryName' ? name.name.toString() : name));
    expect(directory(read.subjectAltName)).toEqual(directory(names));
    expect(read.all.find((each) => each.oid === '2.5.29.17')?.critical).toBe(true);
  });

  test('what openssl writes, in its own ways', () => {
    const { openssl, put, folder } = opensslFolder();
    put(
      'c.cnf',
      `[req]\ndistinguished_name=dn\nprompt=no\nx509_extensions=e\n[dn]\nCN=x\n[e]
authorityKeyIdentifier=keyid:always,issuer:always
subjectAltName=otherName:1.2.3;INTEGER:42,dirName:dn,RID:1.2.3,otherName:1.2.4;UTF8:ü
issuerAltName=DNS:i.example
nameConstraints=critical,permitted;dirName:dn,excluded;IP:10.0.0.0/255.0.255.0,excluded;RID:1.2.3
certificatePolicies=1.2.3,@p
crlDistributionPoints=d,f
authorityInfoAccess=OCSP;dirName:dn,1.2.3;URI:http://other,caIssuers;URI:http://c
[p]\npolicyIdentifier=1.2.4\nuserNotice.1=@n\nCPS.1=http://cps\n[n]\nexplicitText=UTF8:hä\norganization=O\nnoticeNumbers=1,2
[d]\nrelativename=dn\nCRLissuer=dirName:dn\n[f]\nfullname=URI:http://f\nreasons=keyCompromise,CACompromise\n`,
    );
    openssl(
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-keyout',
      'k',
      '-out',
      'c',
      '-outform',
      'DER',
      '-config',
      'c.cnf',
      '-utf8',
    );
    const { extensions, serialNumber } = parseCertificate(readFileSync(join(folder, 'c')));
    expect(extensions.authorityKeyIdentifier?.serialNumber).toBe(serialNumber);
    expect(extensions.authorityKeyIdentifier?.issuer).toHaveLength(1);
    expect(extensions.subjectAltName?.map(({ type }) => type)).toEqual([
      'otherNameDer',
      'directoryName',
      'registeredId',
      'otherName',
    ]);
    expect(extensions.nameConstraints?.permitted.directory.map(String)).toEqual(['CN=x']);
    expect(extensions.nameConstraints?.excluded.unread).toHaveLength(2);
    expect(extensions.certificatePolicies).toEqual([
      { oid: '1.2.3', cps: undefined, notice: undefined },
      { oid: '1.2.4', cps: 'http://cps', notice: 'hä' },
    ]);
    expect(extensions.crlDistributionPoints).toEqual(['http://f']);
    expect(extensions.authorityInfoAccess).toEqual({ ocsp: [], caIssuers: ['http://c'] });
  });

  test.each([
    ['CA FALSE, written out', '2.5.29.19', '3003010100'],
    ['a negative path length', '2.5.29.19', '30060101ff0201ff'],
    ['more than a path length', '2.5.29.19', '30090101ff0201000201' + '00'],
    ['an unknown key usage', '2.5.29.15', '0303060040'],
    ['no extended key usage', '2.5.29.37', '3000'],
    ['no alternative name', '2.5.29.17', '3000'],
    ['an address of five octets', '2.5.29.17', '300787050102030405'],
    ['a kind of name that is none', '2.5.29.17', '30028900'],
    ['a DNS name that is not ASCII', '2.5.29.17', '3003820180'],
    ['a constraint with a maximum', '2.5.29.30', '3009a0073005820161' + '8101' + '00'],
    ['a range of four octets', '2.5.29.30', '300aa00830068704' + '0a000000'],
    ['a policy twice', '2.5.29.32', '300c300406022a03300406022a03'],
    ['two points in one', '2.5.29.31', '3006a0003000'],
    ['bytes after the value', '2.5.29.14', '04010100'],
  ])('refused: %s', (_, type, hex) => {
    expect(() => raw(type, hex)).toThrow(expect.objectContaining({ name: 'X509Error', fault: 'malformed' }));
  });

  test('critical FALSE that is written out, and one of a kind twice, are refused', () => {
    const value = octetString(Buffer.of(5, 0));
    const lists = [
      sequence(sequence(oid('1.2.3'), encode(Tag.boolean, Buffer.of(0)), value)),
      sequence(sequence(oid('1.2.3'), value), sequence(oid('1.2.3'), trueValue, value)),
      sequence(),
    ];
    for (const list of lists)
      expect(() => readExtensions(readDer(list, 'list', { maxBytes: 1000 }))).toThrow(X509Error);
  });
});

describe('what has no correct encoding is refused', () => {
  test.each<[string, () => Extension]>([
    ['a path length without an authority', () => basicConstraints({ ca: false, pathLength: 1 })],
    ['a negative path length', () => basicConstraints({ ca: true, pathLength: -1 })],
    ['no key usage', () => keyUsage([])],
    ['no extended key usage', () => extKeyUsage([])],
    ['an extended key usage that is none', () => extKeyUsage(['serverAuth'])],
    ['no alternative name', () => subjectAltName([])],
    ['a DNS name with NUL', () => subjectAltName([{ type: 'dns', value: 'a\0.example' }])],
    ['a DNS name beyond ASCII', () => subjectAltName([{ type: 'dns', value: 'bücher.example' }])],
    ['an empty DNS name', () => subjectAltName([{ type: 'dns', value: '' }])],
    ['a URI with a space', () => subjectAltName([{ type: 'uri', value: 'http://a b' }])],
    ['an address that is none', () => subjectAltName([{ type: 'ip', value: '1.2.3' }])],
    ['no constraint', () => nameConstraints({ permitted: {}, excluded: { dns: [] } })],
    ['a constraint beyond ASCII', () => nameConstraints({ permitted: { dns: ['ü'] }, excluded: {} })],
    ['a range that is none', () => nameConstraints({ permitted: { ip: ['10.0.0.0'] }, excluded: {} })],
    ['no policy', () => certificatePolicies([])],
    ['a policy twice', () => certificatePolicies([{ oid: '1.2.3' }, { oid: '1.2.3' }])],
    ['a notice that is too long', () => certificatePolicies([{ oid: '1.2.3', notice: 'x'.repeat(201) }])],
    ['an address of a statement beyond ASCII', () => certificatePolicies([{ oid: '1.2.3', cps: 'http://ü' }])],
    ['no access', () => authorityInfoAccess({ ocsp: [], caIssuers: [] })],
    ['no point', () => crlDistributionPoints([])],
    ['no delta point', () => freshestCrl([])],
    ['an empty reach', () => issuingDistributionPoint({ onlyUserCerts: false })],
  ])('%s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'X509Error', fault: 'invalid_value' }));
  });
});

const host = (value: string): GeneralName => ({ type: 'dns', value });
const mail = (value: string): GeneralName => ({ type: 'email', value });
const address = (value: string): GeneralName => ({ type: 'ip', value });
const link = (value: string): GeneralName => ({ type: 'uri', value });

describe('name constraints: openssl verifies', () => {
  test.each<['permitted' | 'excluded', object, GeneralName, boolean]>([
    ['permitted', { dns: ['a.example'] }, host('x.a.example'), true],
    ['permitted', { dns: ['a.example'] }, host('x.b.example'), false],
    ['excluded', { dns: ['a.example'] }, host('x.a.example'), false],
    ['excluded', { dns: ['a.example'] }, host('x.b.example'), true],
    ['permitted', { ip: ['10.0.0.0/8'] }, address('10.9.9.9'), true],
    ['permitted', { ip: ['10.0.0.0/8'] }, address('11.0.0.1'), false],
    ['excluded', { ip: ['2001:db8::/32'] }, address('2001:db8::1'), false],
    ['excluded', { ip: ['2001:db8::/32'] }, address('2001:db9::1'), true],
    ['permitted', { email: ['a.example'] }, mail('me@a.example'), true],
    ['permitted', { email: ['a.example'] }, mail('me@b.example'), false],
    ['excluded', { email: ['me@a.example'] }, mail('me@a.example'), false],
    ['excluded', { email: ['me@a.example'] }, mail('you@a.example'), true],
    ['permitted', { uri: ['.a.example'] }, link('https://x.a.example/'), true],
    ['permitted', { uri: ['.a.example'] }, link('https://x.b.example/'), false],
    ['excluded', { uri: ['x.a.example'] }, link('https://x.a.example/'), false],
    ['excluded', { uri: ['x.a.example'] }, link('https://y.a.example/'), true],
    ['permitted', { dns: ['a.example'] }, mail('me@b.example'), true],
  ])('%s %j, %j: %s', async (side, constrained, name, passes) => {
    const { put, tryOpenssl } = opensslFolder();
    const root = await certifyAuthority();
    const none = {};
    const constraints = nameConstraints({ permitted: none, excluded: none, [side]: constrained });
    const middle = await certifyAuthority({ issuer: root, extensions: [constraints] });
    const leaf = await certify({
      issuer: middle,
      subject: Name.of({ organization: ['x'] }),
      extensions: [basicConstraints({ ca: false }), keyUsage(['digitalSignature']), subjectAltName([name])],
    });
    const { status, output } = tryOpenssl(
      'verify',
      '-x509_strict',
      '-CAfile',
      put('r', root.pem),
      '-untrusted',
      put('m', middle.pem),
      put('l', leaf.pem),
    );
    expect(output).toMatch(passes ? /OK/ : /permitted subtree violation|excluded subtree violation/);
    expect(status === 0).toBe(passes);
  });
});
