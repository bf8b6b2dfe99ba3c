import { describe, expect, test } from 'vitest';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  certificatePolicies,
  crlDistributionPoints,
  extension,
  extKeyUsage,
  extKeyUsageOids,
  freshestCrl,
  issuingDistributionPoint,
  keyIdentifierOf,
  keyUsage,
  keyUsages,
  Name,
  nameConstraints,
  ocspErrorResponse,
  ocspNoCheck,
  ocspNonce,
  signatureAlgorithms,
  subjectAltName,
  subjectKeyIdentifier,
  type Extension,
} from '../../../src/pki/x509/index.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the value of an extension, octet by octet', () => {
  const critical = true;
  const ascii = (text: string) => Buffer.from(text).toString('hex');
  test.each<[string, () => Extension, { oid: string; critical?: boolean; value: string }]>([
    ['an authority', () => basicConstraints({ ca: true }), { oid: '2.5.29.19', critical, value: '30030101ff' }],
    [
      'an authority with a path length',
      () => basicConstraints({ ca: true, pathLength: 0 }),
      { oid: '2.5.29.19', critical, value: '30060101ff020100' },
    ],
    ['no authority', () => basicConstraints({ ca: false }), { oid: '2.5.29.19', critical, value: '3000' }],
    ['every key usage', () => keyUsage(keyUsages), { oid: '2.5.29.15', critical, value: '030307ff80' }],
    ...keyUsages.map((usage, bit): [string, () => Extension, { oid: string; critical: true; value: string }] => [
      usage,
      () => keyUsage([usage]),
      {
        oid: '2.5.29.15',
        critical,
        value:
          [
            '03020780',
            '03020640',
            '03020520',
            '03020410',
            '03020308',
            '03020204',
            '03020102',
            '03020001',
            '0303070080',
          ][bit] ?? '',
      },
    ]),
    [
      'extended key usages, each once',
      () => extKeyUsage([extKeyUsageOids.serverAuth, extKeyUsageOids.any, extKeyUsageOids.serverAuth]),
      { oid: '2.5.29.37', value: '3010' + '06082b06010505070301' + '0604551d2500' },
    ],
    [
      'critical ones',
      () => extKeyUsage(['1.2'], { critical }),
      { oid: '2.5.29.37', critical, value: '3003' + '06012a' },
    ],
    [
      'alternative names',
      () =>
        subjectAltName([
          { type: 'email', value: 'a b@c' },
          { type: 'dns', value: 'a' },
          { type: 'uri', value: 'b:' },
          { type: 'ip', value: '1.2.3.4' },
          { type: 'otherName', oid: '1.2.3', value: 'ü' },
          { type: 'otherNameDer', oid: '1.2.3', der: Buffer.from('0500', 'hex') },
          { type: 'directoryName', name: Name.of({ commonName: 'x' }) },
          { type: 'registeredId', oid: '1.2.3' },
          { type: 'unread', der: Buffer.from('a300', 'hex') },
        ]),
      {
        oid: '2.5.29.17',
        value:
          '3040' +
          '8105' +
          ascii('a b@c') +
          '820161' +
          '8602623a' +
          '870401020304' +
          'a00a' +
          '06022a03' +
          'a0040c02c3bc' +
          'a008' +
          '06022a03' +
          'a0020500' +
          'a40e' +
          '300c' +
          '310a' +
          '3008' +
          '0603550403' +
          '130178' +
          '88022a03' +
          'a300',
      },
    ],
    [
      'critical names',
      () => subjectAltName([{ type: 'dns', value: 'a' }], { critical }),
      { oid: '2.5.29.17', critical, value: '3003820161' },
    ],
    ['a key', () => subjectKeyIdentifier(Buffer.of(1, 2)), { oid: '2.5.29.14', value: '04020102' }],
    [
      'the key of the issuer',
      () => authorityKeyIdentifier(Buffer.of(1, 2)),
      { oid: '2.5.29.35', value: '300480020102' },
    ],
    [
      'constraints',
      () =>
        nameConstraints({
          permitted: { dns: ['a'], ip: ['10.0.0.0/8'], email: ['b'], uri: [''] },
          excluded: { dns: ['.c'] },
        }),
      {
        oid: '2.5.29.30',
        critical,
        value:
          '3024' +
          'a01a' +
          '3003820161' +
          '300a87080a000000ff000000' +
          '3003810162' +
          '30028600' +
          'a106' +
          '300482022e63',
      },
    ],
    [
      'what is excluded alone',
      () => nameConstraints({ permitted: {}, excluded: { dns: ['c'] } }),
      { oid: '2.5.29.30', critical, value: '3007a1053003820163' },
    ],
    [
      'policies',
      () => certificatePolicies([{ oid: '1.2.3' }, { oid: '1.2.4', cps: 'c:', notice: 'ü' }]),
      {
        oid: '2.5.29.32',
        value:
          '3030' +
          '3004' +
          '06022a03' +
          '3028' +
          '06022a04' +
          '3022' +
          '300e' +
          '06082b06010505070201' +
          '1602633a' +
          '3010' +
          '06082b06010505070202' +
          '30040c02c3bc',
      },
    ],
    [
      'the authority',
      () => authorityInfoAccess({ ocsp: ['o'], caIssuers: ['c'] }),
      {
        oid: '1.3.6.1.5.5.7.1.1',
        value: '301e' + '300d' + '06082b06010505073001' + '86016f' + '300d' + '06082b06010505073002' + '860163',
      },
    ],
    [
      'points',
      () => crlDistributionPoints(['a', 'b']),
      { oid: '2.5.29.31', value: '3012' + '3007a005a003860161' + '3007a005a003860162' },
    ],
    ['the newest list', () => freshestCrl(['a']), { oid: '2.5.29.46', value: '3009' + '3007a005a003860161' }],
    [
      'a reach in full',
      () =>
        issuingDistributionPoint({
          addresses: ['a', 'b'],
          onlyUserCerts: true,
          onlySomeReasons: [1, 8],
          indirect: true,
        }),
      { oid: '2.5.29.28', critical, value: '3015' + 'a008a006860161860162' + '8101ff' + '8303074080' + '8401ff' },
    ],
    [
      'of authorities',
      () => issuingDistributionPoint({ onlyAuthorityCerts: true }),
      { oid: '2.5.29.28', critical, value: '30038201ff' },
    ],
    [
      'of attributes',
      () => issuingDistributionPoint({ onlyAttributeCerts: true }),
      { oid: '2.5.29.28', critical, value: '30038501ff' },
    ],
    ['no check', () => ocspNoCheck, { oid: '1.3.6.1.5.5.7.48.1.5', value: '0500' }],
    ['a nonce', () => ocspNonce(Buffer.of(7)), { oid: '1.3.6.1.5.5.7.48.1.2', value: '040107' }],
  ])('%s', (_, make, wanted) => {
    const { oid, critical: marked, value } = make();
    expect({ oid, critical: marked, value: hex(value) }).toEqual({ critical: false, ...wanted });
  });
});

test.each<[string, string]>([
  // RFC 4055, 5758, 8410
  ['sha256 with RSA', '300d' + '06092a864886f70d01010b' + '0500'],
  ['sha384 with RSA', '300d' + '06092a864886f70d01010c' + '0500'],
  ['sha512 with RSA', '300d' + '06092a864886f70d01010d' + '0500'],
  ['sha256 with RSA-PSS', pss('01', '20')],
  ['sha384 with RSA-PSS', pss('02', '30')],
  ['sha512 with RSA-PSS', pss('03', '40')],
  ['sha256 with ECDSA', '300a' + '06082a8648ce3d040302'],
  ['sha384 with ECDSA', '300a' + '06082a8648ce3d040303'],
  ['sha512 with ECDSA', '300a' + '06082a8648ce3d040304'],
  ['Ed25519', '3005' + '06032b6570'],
])('the algorithm %s, octet by octet', (name, bytes) => {
  expect(signatureAlgorithms.filter((each) => each.name === name).map(({ der }) => hex(der))).toEqual([bytes]);
});

function pss(hash: string, salt: string): string {
  const digest = `300d06096086480165030402${hash}0500`;
  return `304106092a864886f70d01010a3034a00f${digest}a11c301a06092a864886f70d010108${digest}a203020120`.replace(
    /20$/,
    salt,
  );
}

describe('a name, octet by octet', () => {
  const ascii = (text: string) => Buffer.from(text).toString('hex');
  test.each<[string, Parameters<typeof Name.of>[0], string]>([
    ['country', { country: ['DE'] }, '0603550406' + '1302' + ascii('DE')],
    ['organization', { organization: ['ü'] }, '060355040a' + '0c02c3bc'],
    ['organizationalUnit', { organizationalUnit: ['@'] }, '060355040b' + '0c0140'],
    ['locality', { locality: ["A '()+,-./:=?"] }, '0603550407' + '130d' + ascii("A '()+,-./:=?")],
    ['province', { province: ['*'] }, '0603550408' + '0c012a'],
    ['streetAddress', { streetAddress: ['_'] }, '0603550409' + '0c015f'],
    ['postalCode', { postalCode: ['0'] }, '0603550411' + '130130'],
    ['commonName', { commonName: 'z' }, '0603550403' + '13017a'],
    ['serialNumber', { serialNumber: '9' }, '0603550405' + '130139'],
    ['userId', { userId: ['u'] }, '060a0992268993f22c640101' + '130175'],
  ])('%s', (_, parts, attribute) => {
    const length = (more: number) => (attribute.length / 2 + more).toString(16).padStart(2, '0');
    expect(hex(Name.of(parts).der)).toBe(`30${length(4)}31${length(2)}30${length(0)}${attribute}`);
  });

  test.each([
    ['a domain component', '0.9.2342.19200300.100.1.25', 'a', '060a0992268993f22c640119' + '160161'],
    ['a mail address', '1.2.840.113549.1.9.1', 'a', '06092a864886f70d010901' + '160161'],
    ['a qualifier', '2.5.4.46', 'a', '060355042e' + '130161'],
  ])('%s has its own syntax', (_, oid, value, attribute) => {
    expect(hex(Name.ofRdns([[{ oid, value }]]).der)).toContain(attribute);
  });

  test('in its order, whatever the order of the parts', () => {
    const parts = {
      ...{
        userId: ['j'],
        serialNumber: 'i',
        commonName: 'h',
        postalCode: ['g'],
        streetAddress: ['f'],
        province: ['e'],
      },
      ...{ locality: ['d'], organizationalUnit: ['c1', 'c2'], organization: ['b'], country: ['a'] },
    };
    expect(Name.of(parts).rdns.map(([attribute]) => attribute?.value)).toEqual([
      'a',
      'b',
      'c1',
      'c2',
      'd',
      'e',
      'f',
      'g',
      'h',
      'i',
      'j',
    ]);
    expect(Name.of(parts).toString()).toBe(
      'UID=j,SERIALNUMBER=i,CN=h,postalCode=g,STREET=f,ST=e,L=d,OU=c2,OU=c1,O=b,C=a',
    );
  });
});

test('the identifier of a key is the SHA-1 of its bits', () => {
  expect(hex(keyIdentifierOf(Buffer.from('abc')))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
});

test('an OCSP answer without content is three octets in two', () => {
  expect(hex(ocspErrorResponse('malformedRequest'))).toBe('30030a0101');
});

test('an extension that is not critical does not say so', () => {
  expect(hex(extension('1.2.3', Buffer.of(5, 0)).der)).toBe('3008' + '06022a03' + '04020500');
  expect(hex(extension('1.2.3', Buffer.of(5, 0), { critical: true }).der)).toBe(
    '300b' + '06022a03' + '0101ff' + '04020500',
  );
});
