import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outsideConstraints, type ConstrainedAuthority } from '../../../src/pki/policy/index.js';
import {
  keyUsage,
  Name,
  nameConstraints,
  randomSerialNumber,
  subjectAltName,
  type GeneralName,
} from '../../../src/pki/x509/index.js';
import type { ConstrainedNames } from '../../../src/pki/x509/name-constraints.js';
import { encodeGeneralName } from '../../../src/pki/x509/general-name.js';
import { contextConstructed, encode, sequence } from '../../../src/pki/x509/der-writer.js';
import { readNameConstraints } from '../../../src/pki/x509/name-constraints.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { certify, certifyAuthority, day, pem, type Holder } from '../x509/authority.js';
import { opensslFolder } from '../x509/openssl.js';
import { buildCertificate } from '../x509/built.js';

interface Sides {
  readonly permitted?: ConstrainedNames;
  readonly excluded?: ConstrainedNames;
}

const read = (value: Buffer) => readNameConstraints(readDer(value, 'constraints', { maxBytes: value.length }));
const authority = ({ permitted = {}, excluded = {} }: Sides, subject = 'CN=A'): ConstrainedAuthority => ({
  subject,
  constraints: read(nameConstraints({ permitted, excluded }).value),
});
/** Constraints of kinds that are never written here. */
const bare = (side: 0 | 1, base: Buffer): ConstrainedAuthority => ({
  subject: 'CN=A',
  constraints: read(sequence(encode(contextConstructed(side), sequence(base)))),
});

const dns = (value: string): GeneralName => ({ type: 'dns', value });
const email = (value: string): GeneralName => ({ type: 'email', value });
const uri = (value: string): GeneralName => ({ type: 'uri', value });
const ip = (value: string): GeneralName => ({ type: 'ip', value });
const smtpUtf8 = '1.3.6.1.5.5.7.8.9';
const mailbox = (value: string): GeneralName => ({ type: 'otherName', oid: smtpUtf8, value });
const upn: GeneralName = { type: 'otherName', oid: '1.2.3', value: 'u' };

const outside = (
  authorities: readonly ConstrainedAuthority[],
  names: readonly GeneralName[],
  { subject = Name.empty, isAuthority = false } = {},
): string[] =>
  outsideConstraints('alt_names', { subject, names, isAuthority }, authorities).map((each) => each.message);

type Row = readonly [ConstrainedNames, GeneralName, boolean];

/** RFC 5280 4.2.1.10, and what `permitted` means by it; `excluded` means the opposite. */
const table: readonly Row[] = [
  [{ dns: ['host.example.com'] }, dns('host.example.com'), true],
  [{ dns: ['host.example.com'] }, dns('HOST.Example.Com'), true],
  [{ dns: ['host.example.com'] }, dns('my.host.example.com'), true],
  [{ dns: ['host.example.com'] }, dns('host1.example.com'), false],
  [{ dns: ['host.example.com'] }, dns('xhost.example.com'), false],
  [{ dns: ['host.example.com'] }, dns('example.com'), false],
  [{ dns: ['.example.com'] }, dns('example.com'), false],
  [{ dns: ['.example.com'] }, dns('a.b.example.com'), true],
  [{ dns: ['example.com'] }, dns('*.example.com'), true],
  [{ dns: ['a.example.com'] }, dns('*.example.com'), false],
  [{ dns: [''] }, dns('anything.example'), true],
  [{ dns: ['b.example', 'a.example'] }, dns('a.example'), true],
  [{ email: ['root@example.com'] }, email('root@EXAMPLE.com'), true],
  [{ email: ['root@example.com'] }, email('Root@example.com'), false],
  [{ email: ['root@example.com'] }, email('root@a.example.com'), false],
  [{ email: ['example.com'] }, email('any@Example.com'), true],
  [{ email: ['example.com'] }, email('any@a.example.com'), false],
  [{ email: ['.example.com'] }, email('any@a.b.example.com'), true],
  [{ email: ['.example.com'] }, email('any@example.com'), false],
  [{ email: ['.example.com'] }, email('any@xexample.com'), false],
  [{ uri: ['host.example.com'] }, uri('https://u@host.example.com:1/p?q#f'), true],
  [{ uri: ['host.example.com'] }, uri('https://HOST.example.com'), true],
  [{ uri: ['host.example.com'] }, uri('https://a.host.example.com/'), false],
  [{ uri: ['.example.com'] }, uri('spiffe://my.host.example.com/a'), true],
  [{ uri: ['.example.com'] }, uri('https://example.com/'), false],
  [{ uri: ['.example.com'] }, uri('https://evil.com#.example.com'), false],
  [{ uri: ['.example.com'] }, uri('https://xexample.com/'), false],
  [{ ip: ['192.0.2.0/24'] }, ip('2001:db8::1'), false],
  [{ ip: ['::/0'] }, ip('192.0.2.1'), false],
  [{ ip: ['192.0.2.0/24'] }, ip('192.0.2.255'), true],
  [{ ip: ['192.0.2.0/24'] }, ip('192.0.3.0'), false],
  [{ ip: ['2001:db8::/33'] }, ip('2001:db8:7fff::1'), true],
  [{ ip: ['2001:db8::/33'] }, ip('2001:db8:8000::1'), false],
];

describe('RFC 5280 4.2.1.10', () => {
  test.each(table)('%j permits %j: %s', (names, name, within) => {
    expect(outside([authority({ permitted: names })], [name])).toHaveLength(within ? 0 : 1);
    const wildcard = name.type === 'dns' && name.value.startsWith('*');
    expect(outside([authority({ excluded: names })], [name])).toHaveLength(within || wildcard ? 1 : 0);
  });

  test('says the name, the constraint, and whose it is', () => {
    const of = authority({ permitted: { dns: ['a.example', 'b.example'] }, excluded: { ip: ['10.0.0.0/8'] } });
    expect(outside([of], [dns('c.example'), ip('10.1.1.1')])).toEqual([
      'the DNS name "c.example" is not permitted by the name constraints of CN=A: "a.example", "b.example"',
      'the IP address "10.1.1.1" is excluded by the name constraints of CN=A: "10.0.0.0/8"',
    ]);
  });

  test('holds for every authority of the chain, and each kind by itself', () => {
    const chain = [
      authority({ permitted: { dns: ['a.example'] } }, 'CN=Sub'),
      authority(
        { permitted: { dns: ['example'], ip: ['192.0.2.0/24'] }, excluded: { dns: ['x.a.example'] } },
        'CN=Root',
      ),
    ];
    expect(outside(chain, [dns('b.a.example'), email('u@anywhere.test'), ip('192.0.2.1')])).toEqual([]);
    expect(outside(chain, [dns('b.example')])).toEqual([
      'the DNS name "b.example" is not permitted by the name constraints of CN=Sub: "a.example"',
    ]);
    expect(outside(chain, [dns('x.a.example'), ip('198.51.100.1')])).toHaveLength(2);
    expect(outside([], [dns('b.example')])).toEqual([]);
  });

  test('excluded goes before permitted', () => {
    const of = authority({ permitted: { dns: ['example'] }, excluded: { dns: ['example'] } });
    expect(outside([of], [dns('a.example')])).toEqual([expect.stringContaining('is excluded by') as string]);
  });

  test('a wildcard could be what is excluded', () => {
    const of = authority({ excluded: { dns: ['secret.example'] } });
    expect(outside([of], [dns('*.example')])).toHaveLength(1);
    expect(outside([of], [dns('*.other')])).toEqual([]);
    expect(outside([authority({ excluded: { dns: ['a.secret.example'] } })], [dns('*.example')])).toEqual([]);
  });

  test.each<[what: string, constraints: ConstrainedNames, name: GeneralName]>([
    ['a wildcard of a part of a label', { dns: ['foo.example'] }, dns('f*.example')],
    ['its end', { dns: ['foo.example'] }, dns('*OO.example')],
    ['a wildcard below', { dns: ['foo.example'] }, dns('a.*.example')],
    ['a wildcard above', { dns: ['.foo.example'] }, dns('a.*oo.example')],
    ['the dot of the root', { dns: ['foo.example'] }, dns('foo.example.')],
    ['an escape', { uri: ['foo.example'] }, uri('https://%66oo.example/')],
    ['the dot of the root', { uri: ['foo.example'] }, uri('https://foo.example./')],
    ['an address as a number', { uri: ['foo.example'] }, uri('https://167837953/')],
    ['the dot of the root', { email: ['foo.example'] }, email('u@foo.example.')],
    ['an international mailbox', { email: ['foo.example'] }, mailbox('jö@foo.example')],
    ['an international host', { email: ['xn--mller-kva.example'] }, mailbox('jö@müller.example')],
    ['a host that is none', { email: ['other.example'] }, mailbox('jö@\uff45xample.example')],
    ['IPv4 in IPv6', { ip: ['10.0.0.0/8'] }, ip('::ffff:10.1.1.1')],
  ])('%s does not get round %j: %j', (_, names, name) => {
    expect(outside([authority({ excluded: names })], [name])).toHaveLength(1);
    expect(outside([authority({ excluded: { dns: ['other'] } })], [name])).toEqual(
      name.type === 'dns' && name.value.endsWith('.') ? [expect.stringContaining('as it is looked up') as string] : [],
    );
  });

  test('what is written otherwise than it is looked up is not permitted either', () => {
    expect(outside([authority({ permitted: { dns: ['example'] } })], [dns('foo.example.')])).toHaveLength(1);
    expect(outside([authority({ permitted: { ip: ['10.0.0.0/8'] } })], [ip('::ffff:10.1.1.1')])).toHaveLength(1);
    expect(outside([authority({ permitted: { email: ['foo.example'] } })], [mailbox('jö@foo.example')])).toEqual([]);
    const der: GeneralName = { type: 'otherNameDer', oid: smtpUtf8, der: Buffer.from([4, 0]) };
    expect(outside([authority({ permitted: { email: ['foo.example'] } })], [der])).toHaveLength(1);
  });

  test.each(['urn:a:b', 'https://192.0.2.1/', 'https://[2001:db8::1]/', 'file:///a'])(
    'where URIs are constrained, %s has no host and is outside',
    (text) => {
      expect(outside([authority({ permitted: { uri: ['a'] } })], [uri(text)])).toHaveLength(1);
      expect(outside([authority({ excluded: { uri: ['a'] } })], [uri(text)])).toEqual([
        `the URI "${text}" is not permitted by the name constraints of CN=A: it has no host, or one that is not written as it is looked up`,
      ]);
      expect(outside([authority({ permitted: { dns: ['a'] } })], [uri(text)])).toEqual([]);
    },
  );

  test('a common name is a DNS name where there is none, and not for an authority', () => {
    const of = [authority({ permitted: { dns: ['a.example'] } })];
    const named = (commonName: string) => ({ subject: Name.of({ commonName }) });
    expect(outside(of, [], named('b.example'))).toEqual([
      'the common name "b.example" is not permitted by the name constraints of CN=A: "a.example"',
    ]);
    expect(outside(of, [], named('x.a.example'))).toEqual([]);
    expect(outside(of, [dns('a.example')], named('b.example'))).toEqual([]);
    expect(outside(of, [], named('Jane Doe'))).toEqual([]);
    expect(outside(of, [], named('Jane D. Doe'))).toEqual([]);
    expect(outside(of, [], named('localhost'))).toEqual([]);
    expect(outside(of, [], { ...named('b.example'), isAuthority: true })).toEqual([]);
  });

  test('an e-mail address in the subject is one', () => {
    const subject = Name.ofRdns([[{ oid: '1.2.840.113549.1.9.1', value: 'u@b.example' }]]);
    expect(outside([authority({ permitted: { email: ['a.example'] } })], [], { subject })).toHaveLength(1);
    expect(outside([authority({ permitted: { email: ['b.example'] } })], [], { subject })).toEqual([]);
  });

  test.each<[Name, boolean]>([
    [Name.of({ country: ['DE'], organization: ['Inside'], commonName: 'a' }), true],
    [Name.of({ country: ['de'], organization: [' INSIDE '] }), true],
    [Name.of({ country: ['DE'] }), false],
    [Name.of({ country: ['DE'], organization: ['Inside and out'] }), false],
    [Name.of({ organization: ['Inside'], country: ['FR'] }), false],
  ])('a directory name %s begins with the subtree: %s', (name, within) => {
    const base = encodeGeneralName({
      type: 'directoryName',
      name: Name.of({ country: ['DE'], organization: ['Inside'] }),
    });
    const given: GeneralName = { type: 'directoryName', name };
    for (const [names, subject] of [[[], name] as const, [[given], Name.empty] as const]) {
      expect(outside([bare(0, base)], names, { subject })).toHaveLength(within ? 0 : 1);
      expect(outside([bare(1, base)], names, { subject })).toHaveLength(within ? 1 : 0);
    }
    expect(outside([bare(0, base)], [], {})).toEqual([]);
  });

  test('values of one RDN have no order, and spaces count once', () => {
    const [country, organization] = ['2.5.4.6', '2.5.4.10'];
    const base = Name.ofRdns([
      [
        { oid: country, value: 'DE' },
        { oid: organization, value: 'In side' },
      ],
    ]);
    const given = Name.ofRdns([
      [
        { oid: organization, value: ' IN  side ' },
        { oid: country, value: 'de' },
      ],
    ]);
    const apart = Name.of({ country: ['DE'], organization: ['In side'] });
    const joined = Name.of({ country: ['DE'], organization: ['Inside'] });
    const of = [bare(0, encodeGeneralName({ type: 'directoryName', name: base }))];
    expect([given, apart, joined].map((subject) => outside(of, [], { subject }).length)).toEqual([0, 1, 1]);
  });

  test('a kind that is not understood keeps out names of that kind alone', () => {
    const other = encodeGeneralName(upn);
    const unsupported = 'which constrain its type in a way that is not supported';
    expect(outside([bare(0, other)], [upn])).toEqual([
      `a name of type otherName is not allowed by the name constraints of CN=A, ${unsupported}`,
    ]);
    const unread = encode(0x83, Buffer.from([1]));
    expect(outside([bare(0, unread)], [{ type: 'unread', der: unread }])).toHaveLength(1);
    expect(outside([bare(0, unread)], [upn])).toEqual([]);
    expect(outside([bare(1, other)], [upn])).toHaveLength(1);
    expect(outside([bare(0, other)], [dns('a.example'), ip('192.0.2.1')])).toEqual([]);
    const noPrefix = encode(0x87, Buffer.from([192, 0, 2, 0, 255, 0, 255, 0]));
    expect(outside([bare(0, noPrefix)], [ip('192.0.2.0')])).toHaveLength(1);
    expect(outside([bare(0, noPrefix)], [dns('a.example')])).toEqual([]);
  });
});

/** It takes a userinfo, and what follows a host without a slash, for a part of the host. */
const ofOpenssl = table.filter(([, name]) => name.type !== 'uri' || !/@|#/.test(name.value));

test('openssl says the same of certificates that were made all the same', async () => {
  const { put, tryOpenssl } = opensslFolder();
  const root = await certifyAuthority({ subject: Name.of({ commonName: 'Root' }) });
  const leafKey = await certify();
  put('root.pem', root.pem);
  const leaf = (issuer: Holder, name: GeneralName): string =>
    pem(
      buildCertificate(
        {
          serialNumber: randomSerialNumber(),
          issuer: issuer.certificate.subject,
          subject: Name.empty,
          notBefore: new Date(Date.now() - day),
          notAfter: new Date(Date.now() + day),
          publicKey: leafKey.publicKey.der,
          extensions: [keyUsage(['digitalSignature']), subjectAltName([name], { critical: true })],
        },
        issuer.signer,
      ),
    );
  for (const [at, [names, name]] of ofOpenssl.entries()) {
    for (const side of ['permitted', 'excluded'] as const) {
      if (side === 'excluded' && name.type === 'dns' && name.value.startsWith('*')) continue;
      const sides: Sides = { [side]: names };
      const constraints = nameConstraints({ permitted: {}, excluded: {}, ...sides });
      const sub = await certifyAuthority({
        issuer: root,
        subject: Name.of({ commonName: `Sub ${at} ${side}` }),
        extensions: [constraints],
      });
      const [chain, last] = [put('sub.pem', sub.pem), put('leaf.pem', leaf(sub, name))];
      const { status, output } = tryOpenssl('verify', '-CAfile', 'root.pem', '-untrusted', chain, last);
      expect({ side, names, name, ok: status === 0, output: status === 0 ? '' : output }).toMatchObject({
        ok: outside([authority(sides)], [name]).length === 0,
        output: status === 0 ? '' : (expect.stringContaining('subtree violation') as string),
      });
    }
  }
});

test('whatever is asked, it is answered, and what is excluded is never permitted', () => {
  const label = fc.constantFrom('a', 'b', '*', '', 'example', '.');
  const host = fc.array(label, { maxLength: 4 }).map((labels) => labels.join('.'));
  fc.assert(
    fc.property(host, host, host, (name, base, user) => {
      const names = [dns(name), email(`${user}@${name}`), uri(`https://${name}/`), uri(name)];
      for (const given of names) {
        const sides = { [given.type]: [base] };
        const permitted = outside([authority({ permitted: sides })], [given]).length === 0;
        const allowed = outside([authority({ excluded: sides })], [given]).length === 0;
        expect(permitted && allowed).toBe(false);
      }
    }),
  );
});
