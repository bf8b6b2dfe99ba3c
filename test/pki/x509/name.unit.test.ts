import 'reflect-metadata';
import { X509Certificate } from '@peculiar/x509';
import { describe, expect, test } from 'vitest';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { Name, X509Error, type NameParts } from '../../../src/pki/x509/index.js';
import { certify } from './authority.js';
import { opensslFolder } from './openssl.js';

const read = (name: Name) => Name.read(readDer(name.der, 'name', { maxBytes: 10_000 }));

const full: NameParts = {
  country: ['DE', 'FR'],
  organization: ['Trustate & Co', 'Zweite'],
  organizationalUnit: ['Prüfstelle'],
  locality: ['Köln'],
  province: ['NRW'],
  streetAddress: ['Am Markt 1'],
  postalCode: ['50667'],
  commonName: 'a.example',
  serialNumber: 'AB-12',
  userId: ['u1', 'u2'],
};

describe('names', () => {
  test('have the order and the string types of RFC 5280, as openssl reads them', async () => {
    const { put, openssl } = opensslFolder();
    const { pem, certificate } = await certify({ subject: Name.of(full) });
    const path = put('c.pem', pem);
    const shown = openssl(
      'x509',
      '-in',
      path,
      '-noout',
      '-subject',
      '-nameopt',
      'sname,show_type,sep_comma_plus_space,utf8',
    );
    expect(shown.trim()).toBe(
      'subject=C=PRINTABLESTRING:DE, C=PRINTABLESTRING:FR, O=UTF8STRING:Trustate & Co, O=PRINTABLESTRING:Zweite, ' +
        'OU=UTF8STRING:Prüfstelle, L=UTF8STRING:Köln, ST=PRINTABLESTRING:NRW, street=PRINTABLESTRING:Am Markt 1, ' +
        'postalCode=PRINTABLESTRING:50667, CN=PRINTABLESTRING:a.example, serialNumber=PRINTABLESTRING:AB-12, ' +
        'UID=PRINTABLESTRING:u1, UID=PRINTABLESTRING:u2',
    );
    expect(new X509Certificate(pem).subjectName.getField('2.5.4.5')).toEqual(['AB-12']);
    expect(certificate.subject.values('userId')).toEqual(['u1', 'u2']);
    expect(certificate.subject.rdns).toEqual(Name.of(full).rdns);
  });

  test('read back, an RDN of several attributes too, which DER sorts', () => {
    const name = Name.ofRdns([
      [{ oid: '2.5.4.6', value: 'DE' }],
      [
        { oid: '2.5.4.3', value: 'z' },
        { oid: '1.2.840.113549.1.9.1', value: 'a@b.example' },
        { oid: '0.9.2342.19200300.100.1.25', value: 'example' },
      ],
    ]);
    expect(read(name).der).toEqual(name.der);
    expect(read(name).rdns[1]?.map(({ value }) => value)).toEqual(['z', 'example', 'a@b.example']);
    expect(read(name).equals(name)).toBe(true);
    expect(name.equals(Name.of({ country: ['DE'] }))).toBe(false);
    expect(name.toString()).toBe('CN=z+emailAddress=a@b.example+DC=example,C=DE');
    expect(name.der.toString('latin1')).toContain('\x16\x0ba@b.example');
  });

  test('the empty one', () => {
    expect(Name.empty.der.toString('hex')).toBe('3000');
    expect(read(Name.empty).isEmpty).toBe(true);
    expect(Name.of({}).isEmpty).toBe(true);
    expect(Name.empty.commonName).toBeUndefined();
  });

  test('the last common name is the most specific one', () => {
    const name = Name.ofRdns(['one', 'two'].map((value) => [{ oid: '2.5.4.3', value }]));
    expect(name.commonName).toBe('two');
  });

  test.each([
    ['plain', 'CN=plain'],
    ['a,b+c"d;e<f>g\\h', 'CN=a\\,b\\+c\\"d\\;e\\<f\\>g\\\\h'],
    ['#x ', 'CN=\\#x\\ '],
    [' x', 'CN=\\ x'],
    ['nul\0', 'CN=nul\\00'],
  ])('%j is shown as %s', (commonName, text) => {
    expect(Name.of({ commonName }).toString()).toBe(text);
  });

  test('a value that is no string is shown in hex', () => {
    const bytes = Buffer.from('300c310a3008060355040302012a', 'hex');
    expect(Name.read(readDer(bytes, 'name', { maxBytes: 100 })).toString()).toBe('CN=\\#02012a');
  });

  test.each([
    ['an empty value', { commonName: '' }],
    ['a country that is not printable', { country: ['Ä'] }],
    ['a serial number that is not printable', { serialNumber: 'a_b' }],
    ['a lone surrogate', { commonName: 'a\ud800' }],
  ])('refuses %s', (_, parts) => {
    expect(() => Name.of(parts)).toThrow(expect.objectContaining({ fault: 'invalid_value' }));
  });

  test('refuses an RDN of nothing, and a mail address that is not ASCII', () => {
    expect(() => Name.ofRdns([[]])).toThrow(X509Error);
    expect(() => Name.ofRdns([[{ oid: '1.2.840.113549.1.9.1', value: 'ä@b' }]])).toThrow(X509Error);
  });
});

test('a name that is extended keeps the bytes that it came in', () => {
  // O as BMPString, which is written as UTF8String anew.
  const attribute = Buffer.from('300906035504' + '0a1e020041', 'hex');
  const rdn = Buffer.concat([Buffer.from([0x31, attribute.length]), attribute]);
  const der = Buffer.concat([Buffer.from([0x30, rdn.length]), rdn]);
  const name = Name.read(readDer(der, 'name', { maxBytes: 1000 }));
  const extended = name.with([{ oid: '0.9.2342.19200300.100.1.1', value: 'bob' }]);
  expect(extended.toString()).toBe('UID=bob,O=A');
  expect(extended.der.includes(rdn)).toBe(true);
  expect(Name.read(readDer(extended.der, 'name', { maxBytes: 1000 })).toString()).toBe('UID=bob,O=A');
});

describe('the parts of a name', () => {
  const name = Name.ofRdns([
    [{ oid: '2.5.4.10', value: 'o' }],
    [
      { oid: '2.5.4.3', value: 'one' },
      { oid: '2.5.4.11', value: 'u' },
    ],
    [{ oid: '2.5.4.3', value: 'two' }],
    [{ oid: '1.2.3', value: 'x' }],
  ]);

  test('are told by their kind, in order', () => {
    expect(name.values('commonName')).toEqual(['one', 'two']);
    expect(name.values('organization')).toEqual(['o']);
    expect(name.values('country')).toEqual([]);
    expect(name.commonName).toBe('two');
    expect(name.toString()).toBe('1.2.3=x,CN=two,CN=one+OU=u,O=o');
    expect([name.isEmpty, Name.empty.isEmpty]).toEqual([false, true]);
  });

  test('are added to one that has none', () => {
    const added = Name.empty.with([
      { oid: '2.5.4.3', value: 'a' },
      { oid: '2.5.4.11', value: 'b' },
    ]);
    expect(added.der).toEqual(Name.ofRdns([[{ oid: '2.5.4.3', value: 'a' }], [{ oid: '2.5.4.11', value: 'b' }]]).der);
    expect(added.rdns.flat().map(({ value }) => value)).toEqual(['a', 'b']);
    expect(name.with([]).der).toEqual(name.der);
  });

  test.each([
    ['DC', '0.9.2342.19200300.100.1.25'],
    ['UID', '0.9.2342.19200300.100.1.1'],
    ['C', '2.5.4.6'],
    ['L', '2.5.4.7'],
    ['ST', '2.5.4.8'],
    ['STREET', '2.5.4.9'],
    ['SERIALNUMBER', '2.5.4.5'],
    ['postalCode', '2.5.4.17'],
    ['emailAddress', '1.2.840.113549.1.9.1'],
    ['2.5.4.12', '2.5.4.12'],
  ])('%s is short for %s', (short, oid) => {
    expect(Name.ofRdns([[{ oid, value: 'v' }]]).toString()).toBe(`${short}=v`);
  });

  test.each([
    ['a#b', 'a#b'],
    ['##', '\\##'],
    ['  ', '\\ \\ '],
    ['a  b', 'a  b'],
    ['\t\u007f', '\\09\\7f'],
    ['a,b,c', 'a\\,b\\,c'],
    ['ü', 'ü'],
  ])('the value %j is written %s', (value, shown) => {
    expect(Name.of({ commonName: value }).toString()).toBe(`CN=${shown}`);
  });

  test.each<[string, string, string]>([
    ['1.2.840.113549.1.9.1', 'ä', 'takes ASCII only'],
    ['0.9.2342.19200300.100.1.25', '\u0080', 'takes ASCII only'],
    ['2.5.4.46', '@', 'takes PrintableString characters only'],
    ['2.5.4.5', '_', 'takes PrintableString characters only'],
    ['2.5.4.6', '\ud800', 'is not Unicode text'],
  ])('%s does not hold %j', (oid, value, what) => {
    expect(() => Name.ofRdns([[{ oid, value }]])).toThrow(
      expect.objectContaining({ fault: 'invalid_value', message: `name: attribute ${oid} ${what}` }),
    );
  });

  test('ASCII is all of it', () => {
    const mail = Name.ofRdns([[{ oid: '1.2.840.113549.1.9.1', value: '\0a\x7f' }]]);
    expect(read(mail).values('emailAddress')).toEqual(['\0a\x7f']);
  });
});
