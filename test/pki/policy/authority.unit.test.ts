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
  keyUsage,
  Name,
  nameConstraints,
  subjectAltName,
  subjectKeyIdentifier,
  type Extension,
  type KeyUsage,
} from '../../../src/pki/x509/index.js';
import {
  decideIntermediate,
  decideVerbatim,
  intermediateFields,
  verbatimFields,
  type Circumstances,
} from '../../../src/pki/policy/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { encode, oid, sequence, setOf, Tag } from '../../../src/pki/x509/der-writer.js';
import { around, csr, messages, now, parameters, planned, role, ruleOf, type LooseInput } from './made.js';

type Csr = Awaited<ReturnType<typeof csr>>;
const seconds = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime() + 500) / 1000);
const begin = new Date(now.getTime() - 500);
const late = { notAfter: new Date('2026-03-02T00:00:00Z') };
const behaviors = (leafNotAfterBehavior: Circumstances['issuer']['leafNotAfterBehavior']): Circumstances => ({
  ...around,
  issuer: { ...late, leafNotAfterBehavior },
});

const nul = (made: Extension): Extension =>
  extension(made.oid, Buffer.from(made.value.toString('latin1').replace('_', '\0'), 'latin1'));

describe('names that are taken verbatim', () => {
  test.each([
    ['a common name', { subject: Name.of({ commonName: 'a\0b' }) }, 'a\0b'],
    ['a common name, C1', { subject: Name.of({ commonName: 'a\u0085b' }) }, 'a\u0085b'],
    ['a DNS name', { extensions: [nul(subjectAltName([{ type: 'dns', value: 'a_b' }]))] }, 'a\0b'],
    ['a mailbox', { extensions: [nul(subjectAltName([{ type: 'email', value: 'a_@b' }]))] }, 'a\0@b'],
    ['a URI', { extensions: [nul(subjectAltName([{ type: 'uri', value: 'urn:_' }]))] }, 'urn:\0'],
  ])('%s with a control character is refused', async (_what, wish, name) => {
    const decision = decideVerbatim(undefined, parameters(verbatimFields, {}), await csr(wish), around);
    expect(messages(decision)).toEqual([`the name ${JSON.stringify(name)} of the CSR has control characters`]);
  });

  test('text of other types stays as it came', async () => {
    const extensions = [subjectAltName([{ type: 'otherName', oid: '1.2.3', value: 'a\0b' }])];
    const subject = Name.of({ organization: ['a\u202eb'] });
    const decision = decideVerbatim(
      undefined,
      parameters(verbatimFields, {}),
      await csr({ subject, extensions }),
      around,
    );
    expect(planned(decision).subject.equals(subject)).toBe(true);
  });
});

test.each<[LooseInput | undefined, LooseInput, object | undefined]>([
  [undefined, {}, undefined],
  [undefined, { basic_constraints_valid_for_non_ca: true }, { ca: false }],
  [{ basic_constraints_valid_for_non_ca: true }, {}, { ca: false }],
])('role %j, verbatim %j: basic constraints are %j', async (input, request, constraints) => {
  const from = await csr({ subject: Name.of({ commonName: 'a.test' }) });
  const decision = decideVerbatim(input && role(input), parameters(verbatimFields, request), from, around);
  expect(planned(decision).basicConstraints).toEqual(constraints);
});

describe('signing verbatim', () => {
  const sign = (from: Csr, request: LooseInput = {}, input?: LooseInput, at = around) =>
    decideVerbatim(input && role(input), parameters(verbatimFields, request), from, at);
  const subject = Name.of({ commonName: 'what ever', organization: ['Evil'] });

  test('takes subject, names and extensions as they are', async () => {
    const own = extension('1.2.3.4', Buffer.from([5, 0]), { critical: true });
    const from = await csr({
      subject,
      extensions: [
        basicConstraints({ ca: false }),
        keyUsage(['crlSign']),
        extKeyUsage([extKeyUsageOids.timeStamping], { critical: true }),
        subjectAltName([
          { type: 'dns', value: '*.*.evil' },
          { type: 'registeredId', oid: '1.2' },
        ]),
        certificatePolicies([{ oid: '1.2.3' }]),
        subjectKeyIdentifier(Buffer.from('aa', 'hex')),
        authorityKeyIdentifier(Buffer.from('bb', 'hex')),
        own,
      ],
    });
    const made = planned(sign(from));
    expect(made.subject.equals(subject)).toBe(true);
    expect(made.keyUsages).toEqual(['crlSign']);
    expect(made.extKeyUsages).toEqual([extKeyUsageOids.timeStamping]);
    expect(made.names).toHaveLength(2);
    const asked = from.extensions.all.filter(({ oid }) => oid !== '2.5.29.35').map(({ der }) => der.toString('hex'));
    expect(made.extensions.map(({ der }) => der.toString('hex')).sort()).toEqual(asked.sort());
  });

  test.each<[LooseInput, KeyUsage[], string[]]>([
    [{}, ['digitalSignature', 'keyEncipherment', 'keyAgreement'], []],
    [{ key_usage: '' }, [], []],
    [{ key_usage: [], ext_key_usage: 'serverauth' }, [], [extKeyUsageOids.serverAuth]],
    [{ key_usage: 'CRLSIGN', ext_key_usage_oids: '1.2.3' }, ['crlSign'], ['1.2.3']],
  ])('usages %j are defaults only', async (request, keyUsages, extKeyUsages) => {
    const without = planned(sign(await csr({ subject }), request));
    expect([without.keyUsages, without.extKeyUsages]).toEqual([keyUsages, extKeyUsages]);
    const extensions = [keyUsage(['dataEncipherment']), extKeyUsage(['1.2.9'])];
    const having = planned(sign(await csr({ subject, extensions }), request));
    expect([having.keyUsages, having.extKeyUsages]).toEqual([['dataEncipherment'], ['1.2.9']]);
  });

  test.each<[string, Parameters<typeof csr>[0], LooseInput, string]>([
    ['an authority', { subject, extensions: [basicConstraints({ ca: true })] }, {}, 'no-authority'],
    ['one by its usage', { subject, extensions: [keyUsage(['keyCertSign'])] }, {}, 'no-authority'],
    ['one by a default usage', { subject }, { key_usage: 'CertSign' }, 'no-authority'],
    ['a usage without name', { subject }, { key_usage: 'x' }, 'key-usage-name'],
    ['no name at all', {}, {}, 'name-present'],
    ['metadata without a role', { subject }, { cert_metadata: 'YQ==' }, 'metadata-role'],
    ['odd signature bits', { subject }, { signature_bits: 128 }, 'signature-bits'],
  ])('refuses %s', async (_, wish, request, rule) => {
    expect(ruleOf(sign(await csr(wish), request))).toBe(rule);
  });

  test('metadata follows the role', async () => {
    const from = await csr({ subject });
    expect(ruleOf(sign(from, { cert_metadata: 'YQ==' }, { no_store_metadata: true }))).toBe('metadata-allowed');
    expect(sign(from, { cert_metadata: 'YQ==' }, {}).broken).toBeUndefined();
  });

  test('adds user ids without looking at them', async () => {
    const made = planned(sign(await csr({ subject }), { user_ids: 'any,body' }, {}));
    expect(made.subject.toString()).toBe('UID=body,UID=any,CN=what ever,O=Evil');
  });

  test('adds user ids to a subject of other kinds of values, which stay as they came', async () => {
    const unique = sequence(oid('2.5.4.45'), encode(Tag.bitString, Uint8Array.of(0, 0xaa)));
    const broad = sequence(oid('2.5.4.10'), encode(Tag.bmpString, Buffer.from('\0O\0r\0g', 'latin1')));
    const given = sequence(setOf(unique), setOf(broad));
    const odd = Name.read(readDer(given, 'name', { maxBytes: 1000 }));
    const made = planned(sign(await csr({ subject: odd }), { user_ids: 'bob' }, {}));
    const added = Name.of({ userId: ['bob'] }).der.subarray(2);
    expect(made.subject.der).toEqual(sequence(setOf(unique), setOf(broad), added));
    expect(made.subject.toString()).toMatch(/^UID=bob,O=Org,/);
  });

  test.each<[LooseInput | undefined, LooseInput, number]>([
    [undefined, {}, 32 * 24 * 3600],
    [undefined, { ttl: '1h' }, 3600],
    [{ ttl: '2h' }, {}, 7200],
    [{ max_ttl: '3h' }, { ttl: '4h' }, 3 * 3600],
    [{ not_after: '2030-01-01T00:00:00Z', ttl: '2h' }, {}, 7200],
  ])('role %j, request %j: %d s', async (input, request, ttl) => {
    const made = planned(sign(await csr({ subject }), request, input));
    expect(seconds(now, made.notAfter)).toBe(ttl);
  });

  test('the role says how far back it begins', async () => {
    const made = planned(sign(await csr({ subject }), {}, { not_before_duration: '60' }));
    expect(begin.getTime() - made.notBefore.getTime()).toBe(60_000);
  });

  test('truncates to the issuer unless the issuer is to decide', async () => {
    const from = await csr({ subject });
    for (const behavior of ['err', 'truncate', 'permit'] as const)
      expect(planned(sign(from, { ttl: '48h' }, undefined, behaviors(behavior))).notAfter).toEqual(late.notAfter);
    expect(ruleOf(sign(from, { ttl: '48h' }, undefined, behaviors('always_enforce_err')))).toBe('within-issuer');
    const enforced = { ttl: '48h', enforce_leaf_not_after_behavior: true };
    expect(ruleOf(sign(from, enforced, undefined, behaviors('err')))).toBe('within-issuer');
    expect(planned(sign(from, enforced, undefined, behaviors('permit'))).notAfter > late.notAfter).toBe(true);
  });
});

describe('signing an intermediate', () => {
  const sign = (from: Csr, request: LooseInput, at = around) =>
    decideIntermediate(parameters(intermediateFields, request), from, at);
  const limited = (pathLength: number): Circumstances => ({ ...around, issuer: { ...around.issuer, pathLength } });

  test('takes its names from the parameters', async () => {
    const from = await csr({
      subject: Name.of({ commonName: 'ignored' }),
      extensions: [basicConstraints({ ca: false })],
    });
    const made = planned(
      sign(from, {
        ...{ common_name: 'Issuing CA 1', organization: 'A', ou: ['B', 'C'], country: 'DE', serial_number: '7' },
        ...{
          alt_names: 'ca.test,2.5.4.5;UTF8:8,2.5.4.5;utf-8:9,1.3;UTF8:y',
          uri_sans: 'urn:ca',
          ip_sans: '192.0.2.1',
          other_sans: '1.2;UTF8:x',
        },
      }),
    );
    expect(made.subject.toString()).toBe(
      'SERIALNUMBER=9,SERIALNUMBER=8,SERIALNUMBER=7,CN=Issuing CA 1,OU=C,OU=B,O=A,C=DE',
    );
    expect(made.names).toEqual([
      { type: 'dns', value: 'ca.test' },
      { type: 'otherName', oid: '1.2', value: 'x' },
      { type: 'otherName', oid: '1.3', value: 'y' },
      { type: 'ip', value: '192.0.2.1' },
      { type: 'uri', value: 'urn:ca' },
    ]);
    expect(made.keyUsages).toEqual(['keyCertSign', 'crlSign']);
    expect(made.extKeyUsages).toEqual([]);
    expect(made.basicConstraints).toEqual({ ca: true });
    expect(made.extensions.map(({ oid, critical }) => [oid, critical])).toEqual([
      ['2.5.29.19', true],
      ['2.5.29.15', true],
      ['2.5.29.17', false],
    ]);
  });

  test.each([
    ['2.5.4.5;UTF8:a\u200bb', ['serial number a\u200bb of the subject has control characters or invisible ones']],
    ['2.5.4.5;UTF8:_', ['alt_names: name: attribute 2.5.4.5 takes PrintableString characters only']],
    [
      Array.from({ length: 101 }, (_, at) => `2.5.4.5;UTF8:${at}`),
      ['alt_names: 101 serial numbers, and a subject takes at most 100'],
    ],
    [
      '2.5.4.5;IA5:8',
      [
        'could not parse requested other SAN: only utf8 other SANs are supported; found non-supported type in other SAN "2.5.4.5;IA5:8"',
      ],
    ],
  ])('serial numbers %j are refused', async (names, texts) => {
    const request = parameters(intermediateFields, { common_name: 'CA', serial_number: '7', alt_names: names });
    expect(messages(decideIntermediate(request, await csr(), around))).toEqual(texts);
  });

  test('takes them from the request with use_csr_values, and its extensions', async () => {
    const subject = Name.of({ commonName: 'From CSR', organization: ['O'] });
    const own = extension('1.2.3.4', Buffer.from([5, 0]));
    const extensions = [
      basicConstraints({ ca: true, pathLength: 7 }),
      keyUsage(['digitalSignature']),
      extKeyUsage([extKeyUsageOids.serverAuth]),
      subjectAltName([{ type: 'dns', value: 'csr.test' }]),
      certificatePolicies([{ oid: '1.2.3' }]),
      nameConstraints({ permitted: { dns: ['csr.test'] }, excluded: {} }),
      crlDistributionPoints(['http://evil.test/crl']),
      authorityInfoAccess({ ocsp: ['http://evil.test/'], caIssuers: [] }),
      subjectKeyIdentifier(Buffer.from('aa', 'hex')),
      own,
    ];
    const from = await csr({ subject, extensions });
    const made = planned(
      sign(from, { common_name: 'x', use_csr_values: true, key_usage: 'DataEncipherment' }, limited(3)),
    );
    expect(made.subject.equals(subject)).toBe(true);
    expect(made.names).toEqual([{ type: 'dns', value: 'csr.test' }]);
    expect(made.keyUsages).toEqual(['digitalSignature', 'keyCertSign', 'crlSign']);
    expect(made.basicConstraints).toEqual({ ca: true, pathLength: 2 });
    expect(made.subjectKeyIdentifier?.toString('hex')).toBe('aa');
    expect(made.extensions.map(({ oid }) => oid)).toEqual([
      ...['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.17', '2.5.29.32', '2.5.29.30', '2.5.29.14', '1.2.3.4'],
    ]);
    const over = planned(sign(from, { use_csr_values: true, skid: 'BB:CC', excluded_dns_domains: 'x.test' }));
    expect(over.subjectKeyIdentifier?.toString('hex')).toBe('bbcc');
    expect(over.nameConstraints?.excluded.dns).toEqual(['x.test']);
    expect(over.copied.map(({ oid }) => oid)).not.toContain('2.5.29.14');
    expect(over.extensions.filter(({ oid }) => oid === '2.5.29.30')).toHaveLength(1);
  });

  test.each<[number | undefined, LooseInput, number | undefined | string]>([
    [undefined, {}, undefined],
    [undefined, { max_path_length: -1 }, undefined],
    [undefined, { max_path_length: 0 }, 0],
    [undefined, { max_path_length: 5 }, 5],
    [3, {}, 2],
    [3, { max_path_length: 0 }, 0],
    [3, { max_path_length: 2 }, 2],
    [1, {}, 0],
    [3, { max_path_length: 3 }, 'max_path_length of 3 is beyond what the signing certificate leaves, 2'],
    [0, {}, 'the signing certificate has a max path length of zero, and cannot issue further CA certificates'],
    [
      0,
      { max_path_length: 0 },
      'the signing certificate has a max path length of zero, and cannot issue further CA certificates',
    ],
    [undefined, { max_path_length: -2 }, 'max_path_length must be -1, for no limit, or more'],
  ])('signer of path length %s, request %j: %s', async (pathLength, request, result) => {
    const at = pathLength === undefined ? around : limited(pathLength);
    const decision = sign(await csr(), { common_name: 'CA', ...request }, at);
    if (typeof result === 'string') expect(messages(decision)).toEqual([result]);
    else expect(planned(decision).basicConstraints?.pathLength).toBe(result);
    if (result === 0) expect('warnings' in decision && decision.warnings).toHaveLength(1);
  });

  test('adds to the base set of key usages', async () => {
    const made = planned(sign(await csr(), { common_name: 'CA', key_usage: 'DigitalSignature' }));
    expect(made.keyUsages).toEqual(['digitalSignature', 'keyCertSign', 'crlSign']);
  });

  test('constrains names of all eight kinds', async () => {
    const request = {
      ...{ permitted_dns_domains: 'a.test,.b.test', excluded_dns_domains: ['c.test'] },
      ...{ permitted_ip_ranges: '192.0.2.0/24,2001:db8::/32', excluded_ip_ranges: '10.0.0.0/8' },
      ...{ permitted_email_addresses: 'u@a.test,a.test,.a.test', excluded_email_addresses: 'v@a.test' },
      ...{ permitted_uri_domains: '.a.test', excluded_uri_domains: 'x.a.test' },
    };
    const made = planned(sign(await csr(), { common_name: 'CA', ...request }));
    expect(made.nameConstraints).toEqual({
      permitted: {
        dns: ['a.test', '.b.test'],
        ip: ['192.0.2.0/24', '2001:db8::/32'],
        email: ['u@a.test', 'a.test', '.a.test'],
        uri: ['.a.test'],
      },
      excluded: { dns: ['c.test'], ip: ['10.0.0.0/8'], email: ['v@a.test'], uri: ['x.a.test'] },
    });
    expect(made.extensions.find(({ oid }) => oid === '2.5.29.30')?.critical).toBe(true);
  });

  test.each<[LooseInput, string]>([
    [{ permitted_dns_domains: 'a b' }, 'permitted_dns_domains: "a b" is not a domain'],
    [{ excluded_dns_domains: '*.a' }, 'excluded_dns_domains: "*.a" is not a domain'],
    [{ permitted_ip_ranges: '192.0.2.1' }, 'permitted_ip_ranges: "192.0.2.1" is not a range in CIDR notation'],
    [{ excluded_ip_ranges: '192.0.2.0/33' }, 'excluded_ip_ranges: "192.0.2.0/33" is not a range in CIDR notation'],
    [{ permitted_email_addresses: '@' }, 'permitted_email_addresses: "@" is not a mailbox, host or domain'],
    [{ excluded_uri_domains: 'ü' }, 'excluded_uri_domains: "ü" is not a host or domain'],
    [{ skid: 'xy' }, 'cannot parse requested SKID value as hex'],
    [{ skid: 'abc' }, 'cannot parse requested SKID value as hex'],
    [{ country: 'Ö' }, 'country: name: attribute 2.5.4.6 takes PrintableString characters only'],
    [{ alt_names: 'a\0b' }, 'subject alternate name a\0b not allowed by this role'],
    [{ other_sans: 'x' }, 'could not parse requested other SAN: expected a semicolon in other SAN "x"'],
    [{ signature_bits: 1 }, 'unsupported signature_bits: 1; must be 0, 256, 384 or 512'],
    [{ key_usage: 'x' }, 'key_usage: unknown key usage "x"'],
    [{ ttl: -1 }, 'ttl must not be negative'],
    [{ not_before_duration: -1 }, 'not_before_duration must not be negative'],
  ])('%j is refused', async (request, message) => {
    expect(messages(sign(await csr(), { common_name: 'CA', ...request }))).toEqual([message]);
  });

  test('takes no name from a CSR that verifiers would read in two ways', async () => {
    const from = await csr({ subject: Name.of({ commonName: 'a\0b' }) });
    expect(ruleOf(sign(from, { use_csr_values: true }))).toBe('plain-text');
    expect(ruleOf(sign(from, { common_name: 'CA' }))).toBeUndefined();
  });

  test('needs a name', async () => {
    expect(ruleOf(sign(await csr(), {}))).toBe('common-name-required');
    expect(ruleOf(sign(await csr(), { common_name: 'x', use_csr_values: true }))).toBe('name-present');
  });

  test('ends with its issuer unless the issuer always refuses', async () => {
    const from = await csr();
    for (const behavior of ['err', 'truncate', 'permit'] as const)
      expect(planned(sign(from, { common_name: 'CA', ttl: '20d' }, behaviors(behavior))).notAfter).toEqual(
        late.notAfter,
      );
    expect(ruleOf(sign(from, { common_name: 'CA', ttl: '20d' }, behaviors('always_enforce_err')))).toBe(
      'within-issuer',
    );
  });

  test('lives as long as the engine allows, and begins when it is told to', async () => {
    const decision = sign(await csr(), { common_name: 'CA', ttl: '43800h', not_before_duration: '1h' });
    expect(seconds(now, planned(decision).notAfter)).toBe(around.engine.maxTtl);
    expect(begin.getTime() - planned(decision).notBefore.getTime()).toBe(3_600_000);
    expect('warnings' in decision && decision.warnings).toEqual([
      'TTL "43800h0m0s" is longer than permitted maxTTL "768h0m0s", so maxTTL is being used',
    ]);
  });
});
