import { describe, expect, test } from 'vitest';
import {
  basicConstraints,
  extension,
  extKeyUsage,
  extKeyUsageOids,
  keyUsage,
  Name,
  nameConstraints,
  subjectAltName,
  subjectKeyIdentifier,
} from '../../../src/pki/x509/index.js';
import { readCsr } from '../../../src/pki/policy/index.js';
import { broken, csr, csrPem, planned, type LooseInput } from './made.js';
import { refusalOf, below, any, signed, verbatim, intermediate } from './refused.js';
import type { Refusal } from './refused.js';

describe('a signing request', () => {
  test.each<[string, Refusal]>([
    [' \n', ['csr', ' \n', 'required-field', '"csr" is empty']],
    ['x'.repeat(200), ['csr', 'x'.repeat(100), 'csr-form', 'csr contains no data']],
    [
      `-----BEGIN ${'x'.repeat(200)}`,
      [
        'csr',
        `-----BEGIN ${'x'.repeat(89)}`,
        'csr-form',
        expect.stringMatching(/^certificate request could not be parsed: ./) as string,
      ],
    ],
  ])('%.10j is refused', async (pem, refusal) => {
    expect(refusalOf(await readCsr(pem))).toEqual(refusal);
  });

  test('that another key signed is refused', async () => {
    const [one, other] = await Promise.all([csrPem(), csrPem()]);
    const [signature, content] = [other, one].map((pem) => Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'));
    if (!signature || !content) throw new Error('no request was made');
    const mixed = Buffer.concat([content.subarray(0, -60), signature.subarray(-60)]);
    if (mixed.length !== content.length) throw new Error('the requests differ in length');
    const pem = `-----BEGIN NEW CERTIFICATE REQUEST-----\n${mixed.toString('base64')}\n-----END NEW CERTIFICATE REQUEST-----\n`;
    const [field, , rule, message] = refusalOf(await readCsr(pem)) ?? [];
    expect([field, ['csr-signature', 'csr-form'].includes(String(rule))]).toEqual(['csr', true]);
    expect(message).toMatch(/^(?:request signature invalid|certificate request could not be parsed): ./);
  });

  test('is taken under either name', async () => {
    const pem = await csrPem();
    expect((await readCsr(pem)).broken).toBeUndefined();
    expect((await readCsr(pem.replaceAll('CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'))).broken).toBeUndefined();
  });

  test('has names of kinds that no role allows: each is said as it can be written', async () => {
    const names = subjectAltName([
      { type: 'directoryName', name: Name.of({ commonName: 'x' }) },
      { type: 'registeredId', oid: '1.2.3' },
      { type: 'otherNameDer', oid: '1.2.4', der: Buffer.from([0x13, 1, 0x61]) },
    ]);
    const wish = { subject: Name.of({ commonName: 'a.test' }), extensions: [names] };
    const decision = signed({ ...any, key_type: 'any' }, {}, await csr(wish), await csrPem(wish));
    const refused = (value: string) => [
      ...['csr', value, 'name-allowed', `subject alternate name ${value} not allowed by this role`],
    ];
    expect(broken(decision).map(({ field, value, rule, message }) => [field, value, rule, message])).toEqual([
      refused('CN=x'),
      refused('1.2.3'),
      refused('1.2.4;DER:130161'),
    ]);
  });

  test('what it asks for is of the request, in its rules and in its words', async () => {
    const names = subjectAltName([
      { type: 'ip', value: '192.0.2.1' },
      { type: 'uri', value: 'urn:x' },
      { type: 'otherName', oid: '1.2', value: 'v' },
    ]);
    const subject = Name.of({ commonName: 'b.test', serialNumber: 'S', userId: ['u'] });
    const wish = { subject, extensions: [names] };
    const decision = signed({ key_type: 'any', allow_ip_sans: false }, {}, await csr(wish), await csrPem(wish));
    const via = 'not allowed in this role, but';
    expect(broken(decision).map(({ field, value, rule, message }) => [field, value, rule, message])).toEqual([
      ['csr', 'b.test', 'name-allowed', 'common name b.test not allowed by this role'],
      ['csr', 'S', 'serial-number-allowed', 'serial_number S not allowed by this role'],
      ['csr', '1.2;UTF8:v', 'other-san-allowed', 'other SAN OID 1.2 not allowed by this role'],
      [...['csr', '192.0.2.1', 'ip-sans-allowed'], `IP Subject Alternative Names are ${via} was provided via CSR`],
      ['csr', 'urn:x', 'uri-allowed', `URI Subject Alternative Names are ${via} were provided via CSR`],
      ['csr', 'u', 'user-id-allowed', 'user_id u is not allowed by this role'],
    ]);
  });

  test.each<[LooseInput, Parameters<typeof csr>[0], Refusal]>([
    [{ key_type: 'rsa' }, {}, ['csr', 'ec', 'key-type-required', 'role requires keys of type rsa']],
    [
      { key_type: 'ec', key_bits: 384 },
      {},
      ['csr', '256', 'key-bits-minimum', "role requires a minimum of a 384-bit key, but CSR's key is 256 bits"],
    ],
  ])('role %j', async (input, wish, refusal) => {
    const request = { common_name: 'a.test' };
    const decision = signed({ ...any, ...input }, request, await csr(wish), await csrPem(wish));
    expect(refusalOf(decision)).toEqual(refusal);
  });

  test('basic constraints that are not followed are warned about, and none are not', async () => {
    const warned = async (input: LooseInput, extensions: ReturnType<typeof basicConstraints>[]) => {
      const decision = signed(
        { ...any, key_type: 'any', ...input },
        { common_name: 'a.test' },
        await csr({ extensions }),
        await csrPem({ extensions }),
      );
      if (decision.broken) throw new Error('refused');
      return decision.warnings;
    };
    const asked = [basicConstraints({ ca: true })];
    expect(await warned({}, asked)).toEqual([
      'specified CSR contained a Basic Constraints extension that was ignored during issuance',
    ]);
    expect(await warned({}, [])).toEqual([]);
    expect(await warned({ basic_constraints_valid_for_non_ca: true }, asked)).toEqual([]);
  });
});

describe('a request that is signed verbatim', () => {
  const subject = Name.of({ commonName: 'a.test' });
  const authority = 'refusing to sign an intermediate CA certificate verbatim; use sign-intermediate';
  test.each<[Parameters<typeof csr>[0], LooseInput, Refusal]>([
    [
      { subject, extensions: [basicConstraints({ ca: true })] },
      {},
      ['csr', 'basic constraints: CA', 'no-authority', authority],
    ],
    [
      { subject, extensions: [keyUsage(['keyCertSign'])] },
      {},
      ['csr', 'key usage: CertSign', 'no-authority', authority],
    ],
    [
      { subject: Name.of({ commonName: 'a\0b' }) },
      {},
      ['csr', 'a\0b', 'plain-text', 'the name "a\\u0000b" of the CSR has control characters'],
    ],
    [
      { subject },
      { cert_metadata: 'YQ==' },
      ['cert_metadata', 'YQ==', 'metadata-role', 'cert_metadata requires a role'],
    ],
    [
      { subject },
      { signature_bits: 128 },
      [...['signature_bits', '128', 'signature-bits'], 'unsupported signature_bits: 128; must be 0, 256, 384 or 512'],
    ],
    [{}, {}, ['common_name', '', 'name-present', 'a certificate needs a subject or a subject alternative name']],
  ])('%j, %j', async (wish, request, refusal) => {
    expect(refusalOf(verbatim(await csr(wish), request))).toEqual(refusal);
  });

  test('is of its key, signed as it was asked, and says nothing of constraints unless it was asked', async () => {
    const from = await csr({ subject });
    const decision = verbatim(from, { signature_bits: 384, use_pss: true });
    const certificate = planned(decision);
    expect(certificate.key).toEqual({ given: from.publicKey });
    expect(certificate.signature).toEqual({ bits: 384, pss: true });
    expect(certificate.basicConstraints).toBeUndefined();
    expect('warnings' in decision && decision.warnings).toEqual([]);
    expect([certificate.names, certificate.policies]).toEqual([[], []]);
    const asked = planned(verbatim(await csr({ subject, extensions: [basicConstraints({ ca: false })] })));
    expect(asked.basicConstraints).toEqual({ ca: false });
  });

  test.each([
    // RFC 5280 4.2.1.6: what alone names the subject is critical.
    [false, false, true],
    [false, true, true],
    [true, false, false],
    [true, true, true],
  ])('with a subject %s, alternative names that came critical %s go critical %s', async (named, came, goes) => {
    const names = subjectAltName([{ type: 'dns', value: 'a.test' }], { critical: came });
    const from = await csr({ ...(named && { subject }), extensions: [names] });
    const written = planned(verbatim(from)).extensions.filter(({ oid }) => oid === '2.5.29.17');
    expect(written.map(({ critical }) => critical)).toEqual([goes]);
  });

  test('names are held against the constraints above, and are of the request', async () => {
    const at = below('b.test');
    const names = subjectAltName([{ type: 'dns', value: 'a.test' }]);
    expect(refusalOf(verbatim(await csr({ extensions: [names] }), {}, undefined, at))?.slice(0, 3)).toEqual([
      ...['csr', 'a.test', 'name-constrained'],
    ]);
    // Nobody reads the common name of an authority as a host, and that of a certificate everybody does.
    expect(refusalOf(verbatim(await csr({ subject }), {}, undefined, at))?.[2]).toBe('name-constrained');
    expect(intermediate(await csr(), { common_name: 'a.test', exclude_cn_from_sans: true }, at).broken).toBeUndefined();
  });
});

describe('an authority that is signed', () => {
  const serverAuth = extKeyUsage([extKeyUsageOids.serverAuth]);
  test('takes extended key usages from the request where it is asked to, and else has none', async () => {
    const subject = Name.of({ commonName: 'CA' });
    const usages = [extKeyUsageOids.serverAuth, extKeyUsageOids.clientAuth, '1.2.3.4'];
    const from = await csr({ subject, extensions: [extKeyUsage(usages, { critical: true })] });
    const taken = planned(intermediate(from, { use_csr_values: true }));
    expect(taken.extKeyUsages).toEqual(usages);
    const written = taken.extensions.filter(({ oid }) => oid === '2.5.29.37');
    expect(written.map(({ der }) => der)).toEqual([extKeyUsage(usages, { critical: true }).der]);
    const left = planned(intermediate(from, { common_name: 'CA' }));
    expect(left.extKeyUsages).toEqual([]);
    expect(left.extensions.map(({ oid }) => oid)).not.toContain('2.5.29.37');
    const without = planned(intermediate(await csr({ subject }), { use_csr_values: true }));
    expect([without.extKeyUsages, without.policies, without.names]).toEqual([[], [], []]);
    expect(without.extensions.map(({ oid }) => oid)).toEqual(['2.5.29.19', '2.5.29.15']);
  });

  test('takes every other extension too, and name constraints and key identifier unless they are given', async () => {
    const subject = Name.of({ commonName: 'CA' });
    const own = extension('1.2.3.4', Buffer.from([5, 0]));
    const constraints = nameConstraints({ permitted: { dns: ['csr.test'] }, excluded: {} });
    const extensions = [serverAuth, constraints, subjectKeyIdentifier(Buffer.from('aa', 'hex')), own];
    const from = await csr({ subject, extensions });
    const copied = (request: LooseInput) =>
      planned(intermediate(from, { use_csr_values: true, ...request })).copied.map(({ oid }) => oid);
    expect(copied({})).toEqual(['2.5.29.37', '2.5.29.30', '2.5.29.14', '1.2.3.4']);
    expect(copied({ skid: 'bb' })).toEqual(['2.5.29.37', '2.5.29.30', '1.2.3.4']);
    expect(copied({ permitted_dns_domains: 'x.test' })).toEqual(['2.5.29.37', '2.5.29.14', '1.2.3.4']);
  });

  test('is of the key of the request, signed as it was asked', async () => {
    const from = await csr();
    const decision = intermediate(from, { common_name: 'CA', signature_bits: 512, use_pss: true });
    expect(planned(decision).key).toEqual({ given: from.publicKey });
    expect(planned(decision).signature).toEqual({ bits: 512, pss: true });
    expect(planned(decision).basicConstraints).toStrictEqual({ ca: true });
    expect('warnings' in decision && decision.warnings).toEqual([]);
  });

  test('has its common name among its names where that is a host, unless it is kept out', async () => {
    const names = async (request: LooseInput) => planned(intermediate(await csr(), request)).names;
    expect(await names({ common_name: 'ca.test' })).toEqual([{ type: 'dns', value: 'ca.test' }]);
    expect(await names({ common_name: 'ca.test', exclude_cn_from_sans: true })).toEqual([]);
    expect(await names({ common_name: 'My CA' })).toEqual([]);
  });

  test.each<[LooseInput, Refusal]>([
    [
      { use_csr_values: true },
      ['csr', '', 'name-present', 'the CSR has no subject, and use_csr_values takes the subject from it'],
    ],
    [
      { common_name: 'CA', max_path_length: -2 },
      ['max_path_length', '-2', 'path-length', 'max_path_length must be -1, for no limit, or more'],
    ],
    [{ common_name: 'CA', skid: 'x' }, ['skid', 'x', 'key-identifier', 'cannot parse requested SKID value as hex']],
    [
      { common_name: 'CA', excluded_email_addresses: 'a b@c' },
      [
        ...['excluded_email_addresses', 'a b@c', 'name-constraint'],
        'excluded_email_addresses: "a b@c" is not a mailbox, host or domain',
      ],
    ],
    [
      { common_name: 'CA', permitted_uri_domains: '-' },
      ['permitted_uri_domains', '-', 'name-constraint', 'permitted_uri_domains: "-" is not a host or domain'],
    ],
  ])('%j is refused', async (request, refusal) => {
    expect(refusalOf(intermediate(await csr(), request))).toEqual(refusal);
  });

  test.each([
    ['a', true],
    ['u@a.test', true],
    ['u+v.w@a.test', true],
    ['.a.test', true],
    ['@a.test', false],
    ['u@', false],
    ['u v@a.test', false],
    [' u@a.test', true],
    ['u@v@a.test', false],
    ['ü@a.test', false],
    ['uü@a.test', false],
  ])('the mailbox %j constrains: %s', async (mailbox, taken) => {
    const decision = intermediate(await csr(), { common_name: 'CA', permitted_email_addresses: [mailbox] });
    expect(decision.broken === undefined).toBe(taken);
  });
});
