import { describe, expect, test } from 'vitest';
import { extensionOids, extKeyUsageOids } from '../../../src/pki/x509/index.js';
import { around, day, messages, planned, ruleOf } from './made.js';
import { decided, made, subject, template } from './template-decisions.js';

describe('a template says', () => {
  test('the subject, each of its parts', () => {
    const name = `PKIX.Name{ Country: ['DE', 'FR'], Organization: ['O'], OrganizationUnit: ['U'], Locality: ['L'], Province: ['P'], StreetAddress: ['S'], PostalCode: ['1'], SerialNumber: '7', CommonName: 'c' }`;
    expect(planned(decided(template(`Subject: ${name}`))).subject.toString()).toBe(
      'SERIALNUMBER=7,CN=c,postalCode=1,STREET=S,ST=P,L=L,OU=U,O=O,C=FR,C=DE',
    );
  });

  test('the names, of each kind', () => {
    const { names } = planned(
      made(
        "DNSNames: ['a.example', '*.b.example'], EmailAddresses: ['x@example.com'], IPAddresses: [net.IP{ IP: b'\\x0a\\x00\\x00\\x01' }], URIs: [url.URL{ Scheme: 'spiffe', Host: 'trust', Path: '/a b', RawQuery: 'q=1', Fragment: 'f' }, url.URL{ Scheme: 'urn', Opaque: 'a:b' }, url.URL{ Scheme: 'https', User: Userinfo{ username: 'u', password: 'p', password_set: true }, Host: 'h', Path: 'p' }]",
      ),
    );
    expect(names).toEqual([
      { type: 'dns', value: 'a.example' },
      { type: 'dns', value: '*.b.example' },
      { type: 'email', value: 'x@example.com' },
      { type: 'ip', value: '10.0.0.1' },
      { type: 'uri', value: 'spiffe://trust/a%20b?q=1#f' },
      { type: 'uri', value: 'urn:a:b' },
      { type: 'uri', value: 'https://u:p@h/p' },
    ]);
  });

  // As Go's net/url writes them.
  test.each([
    ["Scheme: 'spiffe', Path: '/a?b#c'", 'spiffe:///a%3Fb%23c'],
    ["Scheme: 'spiffe', Path: '//evil.example/x'", 'spiffe:////evil.example/x'],
    ["Scheme: 'spiffe', Path: '/x', OmitHost: true", 'spiffe:/x'],
    ["Scheme: 'https', Host: 'a', Fragment: 'b#c'", 'https://a#b%23c'],
    ["Scheme: 'https', Host: '[::1]:8443', Path: '/'", 'https://[::1]:8443/'],
    ["Scheme: 'https', User: Userinfo{ username: 'a@b/' }, Host: 'h'", 'https://a%40b%2F@h'],
    // Go makes a host of this path.
    ["Scheme: 'spiffe', Path: 'evil.example/x'", 'spiffe:///evil.example/x'],
  ])('a URI in which each part stays what it is: %s', (parts, value) => {
    expect(planned(made(`URIs: [url.URL{ ${parts} }]`)).names).toEqual([{ type: 'uri', value }]);
  });

  test.each([
    ['KeyUsage: KeyUsage.KeyUsageDigitalSignature', ['digitalSignature']],
    ['KeyUsage: KeyUsage.KeyUsageDecipherOnly', ['decipherOnly']],
    [
      'KeyUsage: KeyUsage.KeyUsageDigitalSignature + KeyUsage.KeyUsageKeyEncipherment',
      ['digitalSignature', 'keyEncipherment'],
    ],
    ['KeyUsage: 5', ['digitalSignature', 'keyEncipherment']],
    ['KeyUsage: 0', []],
  ])('%s', (fields, usages) => {
    expect(planned(made(fields)).keyUsages).toEqual(usages);
  });

  test('extended key usages, by name, number and identifier', () => {
    const { extKeyUsages } = planned(
      made(
        'ExtKeyUsage: [ExtKeyUsage.ExtKeyUsageServerAuth, 2], UnknownExtKeyUsage: [ObjectIdentifier{ arc: [1u, 2u, 3u] }]',
      ),
    );
    expect(extKeyUsages).toEqual([extKeyUsageOids.serverAuth, extKeyUsageOids.clientAuth, '1.2.3']);
  });

  test('an identifier of any size as it is', () => {
    const { extKeyUsages, policies } = planned(
      made(
        'Policies: [OID{ arc: [2u, 25u, 18446744073709551615u] }], UnknownExtKeyUsage: [ObjectIdentifier{ arc: [1u, 2u, 4294967295u] }]',
      ),
    );
    expect([policies, extKeyUsages]).toEqual([[{ oid: '2.25.18446744073709551615' }], ['1.2.4294967295']]);
  });

  test('policies, in both forms, each once', () => {
    const fields =
      'Policies: [OID{ arc: [1u, 2u, 3u] }], PolicyIdentifiers: [ObjectIdentifier{ arc: [1u, 2u, 3u] }, ObjectIdentifier{ arc: [2u, 59u, 1u] }]';
    expect(planned(made(fields)).policies).toEqual([{ oid: '1.2.3' }, { oid: '2.59.1' }]);
  });

  test('further extensions, with names of other kinds among them', () => {
    const other = "PKIX.Extension{ Id: [1, 2, 3, 4], Critical: true, Value: b'\\x05\\x00' }";
    // SEQUENCE { [2] "z.example" }
    const names = "PKIX.Extension{ Id: [2, 5, 29, 17], Value: b'\\x30\\x0b\\x82\\x09z.example' }";
    const { extensions } = planned(made(`DNSNames: ['a.example'], ExtraExtensions: [${other}, ${names}]`));
    expect(extensions.map(({ oid, critical }) => [oid, critical])).toEqual([
      ['1.2.3.4', true],
      [extensionOids.subjectAltName, false],
    ]);
  });

  test('the times, without fractions of seconds', () => {
    const { notBefore, notAfter } = planned(made("NotBefore: now, NotAfter: now + duration('1h')"));
    expect(notBefore).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect(notAfter).toEqual(new Date('2026-03-01T13:00:00Z'));
  });

  test('nothing of times: they are those of a role that says nothing', () => {
    const { notBefore, notAfter } = planned(decided(template(subject)));
    expect(notBefore).toEqual(new Date('2026-03-01T11:59:30Z'));
    expect(notAfter.getTime()).toBe(new Date('2026-03-01T12:00:00Z').getTime() + 32 * day * 1000);
  });

  test('an authority', () => {
    const fields =
      "BasicConstraintsValid: true, IsCA: true, MaxPathLen: 1, PermittedDNSDomains: ['example.com'], ExcludedIPRanges: [net.IPNet{ IP: net.IP{ IP: b'\\x0a\\x00\\x00\\x00' }, Mask: net.IPMask{ IPMask: b'\\xff\\x00\\x00\\x00' } }]";
    const { basicConstraints, keyUsages, nameConstraints } = planned(made(fields));
    expect(basicConstraints).toEqual({ ca: true, pathLength: 1 });
    expect(keyUsages).toEqual(['keyCertSign', 'crlSign']);
    expect(nameConstraints?.permitted.dns).toEqual(['example.com']);
    expect(nameConstraints?.excluded.ip).toEqual(['10.0.0.0/8']);
  });

  test('an authority without a path length of its own', () => {
    const fields = 'BasicConstraintsValid: true, IsCA: true, MaxPathLen: -1';
    expect(planned(made(fields)).basicConstraints).toEqual({ ca: true });
    const limited = { ...around, issuer: { ...around.issuer, pathLength: 2 } };
    expect(planned(made(fields, limited)).basicConstraints).toEqual({ ca: true, pathLength: 1 });
  });

  test('an authority that is none, with a warning', () => {
    const decision = made('IsCA: true');
    expect(planned(decision).basicConstraints).toBeUndefined();
    expect(decision.broken ? [] : decision.warnings).toEqual([expect.stringContaining('BasicConstraintsValid')]);
  });
});

describe('an output says', () => {
  const output = (fields: string) => decided(`ValidationOutput{ template: CertTemplate{ ${subject} }, ${fields} }`);
  test.each([
    ["issuer_ref: 'x'", { make: { type: 'rsa', bits: 2048 } }],
    ["key_type: 'rsa', key_bits: 4096u", { make: { type: 'rsa', bits: 4096 } }],
    ["key_type: 'ec'", { make: { type: 'ec', bits: 256 } }],
    ["key_type: 'ec', key_bits: 384u", { make: { type: 'ec', bits: 384 } }],
    ["key_type: 'ed25519'", { make: { type: 'ed25519' } }],
  ])('%s', (fields, key) => {
    expect(planned(output(fields)).key).toEqual(key);
  });

  test('how to sign, the key identifier and warnings', () => {
    const decision = output(
      "use_pss: true, signature_bits: 384u, subject_key_id: b'\\x01\\x02', warnings: ['', 'mind']",
    );
    expect(planned(decision)).toMatchObject({
      signature: { bits: 384, pss: true },
      subjectKeyIdentifier: Buffer.from([1, 2]),
    });
    expect(decision.broken ? [] : decision.warnings).toEqual(['mind']);
  });
});

describe('is refused:', () => {
  const limited = { ...around, issuer: { ...around.issuer, pathLength: 0 } };
  const ca = 'BasicConstraintsValid: true, IsCA: true';
  test.each([
    ['no template', 'ValidationOutput{}', 'template', /has no template/],
    ['no name at all', template('DNSNames: []'), 'name-present', /needs a subject/],
    [
      'a country of control characters',
      template("Subject: PKIX.Name{ Country: ['\\u0000'] }"),
      'subject-text',
      /country/,
    ],
    [
      'a common name that reads in two ways',
      template("Subject: PKIX.Name{ CommonName: 'a\\u0000b' }"),
      'plain-text',
      /common name/,
    ],
    [
      'a DNS name with NUL',
      template(`${subject}, DNSNames: ['a\\u0000.example']`),
      'plain-text',
      /subject alternate name/,
    ],
    [
      'an address of three octets',
      template(`${subject}, IPAddresses: [net.IP{ IP: b'abc' }]`),
      'template',
      /template.IPAddresses/,
    ],
    [
      'a host name that is an address',
      template(`${subject}, DNSNames: ['a@b.example']`),
      'template',
      /template.DNSNames/,
    ],
    // It would be a host name: of a CSR, whose names of this kind nobody looks at as such.
    [
      'an address that is a host name',
      template(`${subject}, EmailAddresses: ['b.example']`),
      'template',
      /template.EmailAddresses/,
    ],
    [
      'a path beyond all chains',
      template(`${subject}, BasicConstraintsValid: true, IsCA: true, MaxPathLen: 9223372036854775807`),
      'template',
      /template.MaxPathLen/,
    ],
    [
      'an identifier below zero',
      template(`${subject}, ExtraExtensions: [PKIX.Extension{ Id: [1, -2] }]`),
      'template',
      /ExtraExtensions: "1.-2"/,
    ],
    ...(
      [
        ['Host', "Scheme: 'https', Host: 'evil.example/.ours.example'"],
        ['Host', "Scheme: 'https', Host: 'evil.example#.ours.example'"],
        ['Host', "Scheme: 'https', Host: 'ours.example@evil.example'"],
        ['Scheme', "Scheme: 'https://evil.example/', Host: 'ours.example'"],
        ['RawPath', "Scheme: 'https', Host: 'a', RawPath: '/a?b'"],
        ['RawQuery', "Scheme: 'https', Host: 'a', RawQuery: 'a#b'"],
        ['Path', "Scheme: 'https', Path: '//evil.example/', OmitHost: true"],
      ] as const
    ).map(
      ([part, parts]) =>
        [
          `a ${part} that holds other parts`,
          template(`${subject}, URIs: [url.URL{ ${parts} }]`),
          'template',
          new RegExp(`template.URIs: ${part} `),
        ] as const,
    ),
    ['a URI without a scheme', template(`${subject}, URIs: [url.URL{ Host: 'h' }]`), 'uri-form', /URI/],
    ['an unknown usage', template(`${subject}, KeyUsage: 512`), 'template', /template.KeyUsage/],
    ['an unknown extended usage', template(`${subject}, ExtKeyUsage: [99]`), 'template', /template.ExtKeyUsage: 99/],
    [
      'a policy that is no identifier',
      template(`${subject}, Policies: [OID{ arc: [3u, 1u] }]`),
      'template',
      /"3.1" is not/,
    ],
    [
      'policy mappings',
      template(`${subject}, PolicyMappings: [PolicyMapping{}]`),
      'template',
      /template.PolicyMappings: is not supported/,
    ],
    ['version 1', template(`${subject}, Version: 1`), 'template', /version 3/],
    [
      'a mask with holes',
      template(
        `${subject}, ${ca}, PermittedIPRanges: [net.IPNet{ IP: net.IP{ IP: b'\\x0a\\x00\\x00\\x00' }, Mask: net.IPMask{ IPMask: b'\\xff\\x00\\xff\\x00' } }]`,
      ),
      'template',
      /PermittedIPRanges/,
    ],
    [
      'constraints of a leaf',
      template(`${subject}, PermittedDNSDomains: ['a']`),
      'name-constraint',
      /only an authority/,
    ],
    [
      'constraints that nobody can read',
      template(`${subject}, ${ca}, PermittedURIDomains: ['10.0.0.1']`),
      'name-constraint',
      /permitted_uri_domains/,
    ],
    [
      'an authority without a subject',
      template(`DNSNames: ['a.example'], ${ca}`),
      'name-present',
      /authority needs a subject/,
    ],
    ['a long path', template(`${subject}, ${ca}, MaxPathLen: -2`), 'path-length', /-1/],
    [
      'basic constraints as an extension',
      template(
        `${subject}, ExtraExtensions: [PKIX.Extension{ Id: [2, 5, 29, 19], Value: b'\\x30\\x03\\x01\\x01\\xff' }]`,
      ),
      'template',
      /2.5.29.19 is not given as an extension/,
    ],
    [
      'usages as an extension',
      template(`${subject}, ExtraExtensions: [PKIX.Extension{ Id: [2, 5, 29, 15], Value: b'\\x03\\x02\\x01\\x06' }]`),
      'template',
      /2.5.29.15/,
    ],
    [
      'constraints as an extension',
      template(`${subject}, ExtraExtensions: [PKIX.Extension{ Id: [2, 5, 29, 30], Value: b'\\x30\\x00' }]`),
      'template',
      /2.5.29.30/,
    ],
    [
      'an extension twice',
      template(`${subject}, ExtraExtensions: [PKIX.Extension{ Id: [1, 2, 3] }, PKIX.Extension{ Id: [1, 2, 3] }]`),
      'template',
      /twice/,
    ],
    [
      'policy constraints that are no DER',
      template(
        `${subject}, ExtraExtensions: [PKIX.Extension{ Id: [2, 5, 29, 36], Critical: true, Value: b'garbage' }]`,
      ),
      'template',
      /ExtraExtensions: extension 2.5.29.36: not DER/,
    ],
    [
      'names that cannot be read',
      template(`${subject}, ExtraExtensions: [PKIX.Extension{ Id: [2, 5, 29, 17], Value: b'x' }]`),
      'template',
      /ExtraExtensions/,
    ],
    [
      'names with NUL as an extension',
      template(
        `${subject}, ExtraExtensions: [PKIX.Extension{ Id: [2, 5, 29, 17], Value: b'\\x30\\x05\\x82\\x03a\\x00b' }]`,
      ),
      'plain-text',
      /control characters/,
    ],
    [
      'an unknown type of key',
      `ValidationOutput{ template: CertTemplate{ ${subject} }, key_type: 'dsa' }`,
      'key-type',
      /dsa/,
    ],
    ['any type of key', `ValidationOutput{ template: CertTemplate{ ${subject} }, key_type: 'any' }`, 'key-type', /any/],
    [
      'a short key',
      `ValidationOutput{ template: CertTemplate{ ${subject} }, key_type: 'rsa', key_bits: 1024u }`,
      'key-bits',
      /1024/,
    ],
    [
      'an unknown hash',
      `ValidationOutput{ template: CertTemplate{ ${subject} }, signature_bits: 1u }`,
      'signature-bits',
      /signature_bits/,
    ],
    [
      'a long key identifier',
      `ValidationOutput{ template: CertTemplate{ ${subject} }, subject_key_id: b'${'x'.repeat(65)}' }`,
      'key-identifier',
      /64 octets/,
    ],
    [
      'an end before its beginning',
      template(`${subject}, NotBefore: now, NotAfter: now - duration('1h')`),
      'validity-order',
      /Not Before/,
    ],
    [
      'an end beyond the issuer',
      template(`${subject}, NotAfter: now + duration('100000h')`),
      'within-issuer',
      /beyond the expiration/,
    ],
  ] as const)('%s', (_what, expression, rule, message) => {
    const decision = decided(expression);
    expect(ruleOf(decision)).toBe(rule);
    expect(messages(decision)[0]).toMatch(message);
    // The caller gave a request; everything else is of the program.
    expect(decision.broken?.every(({ field }) => field === 'request')).toBe(true);
  });

  test('an authority below an issuer that may have none', () => {
    expect(ruleOf(decided(template(`${subject}, ${ca}`), limited))).toBe('path-length');
  });

  test('names outside the constraints of the issuer', () => {
    const permitted = { dns: ['example.com'], ip: [], email: [], uri: [], directory: [], unread: [] };
    const excluded = { ...permitted, dns: [] };
    const nameConstraints = [{ subject: 'CN=Root', constraints: { permitted, excluded } }];
    const at = { ...around, issuer: { ...around.issuer, nameConstraints } };
    expect(ruleOf(decided(template(`${subject}, DNSNames: ['a.example.com']`), at))).toBeUndefined();
    expect(ruleOf(decided(template(`${subject}, DNSNames: ['a.example.org']`), at))).toBe('name-constrained');
  });
});
