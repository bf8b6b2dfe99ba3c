import { describe, expect, test } from 'vitest';
import { extension, extensionOids, extKeyUsageOids, Name, subjectAltName } from '../../../src/pki/x509/index.js';
import {
  decideIntermediate,
  decideIssue,
  decideSign,
  decideVerbatim,
  intermediateFields,
  signFields,
  verbatimFields,
  type Decision,
} from '../../../src/pki/policy/index.js';
import { around, csr, issue, messages, parameters, parseRole, planned, role, ruleOf, type LooseInput } from './made.js';
import { inVault } from '../../../src/platform/wording.js';

const any = { allow_any_name: true, enforce_hostnames: false, key_type: 'ec', require_cn: false };
const warned = (decision: Decision) => (decision.broken ? messages(decision) : decision.warnings.map(inVault));
const a = (length: number) => 'a'.repeat(length);
const long = (what: string, length: number, most: number) =>
  `the ${what} "${a(40)}…" has ${length} characters: clients may refuse more than ${most}`;

describe('what clients may refuse is warned about, when a role is written and when a certificate is issued', () => {
  test.each<[LooseInput, string]>([
    [{ organization: a(65) }, long('organization', 65, 64)],
    [{ ou: [a(65)] }, long('organizational unit', 65, 64)],
    [{ locality: a(129) }, long('locality', 129, 128)],
    [{ province: a(129) }, long('province', 129, 128)],
    [{ street_address: a(129) }, long('street address', 129, 128)],
    [{ postal_code: a(41) }, long('postal code', 41, 40)],
    [{ country: 'USA' }, 'the country "USA" is not two letters (RFC 5280, X520countryName)'],
    [{ country: 'D1' }, 'the country "D1" is not two letters (RFC 5280, X520countryName)'],
    [
      { key_usage: 'DigitalSignature,CertSign' },
      'key usage CertSign is for CA certificates, and clients may refuse a certificate with it that is none',
    ],
    [{ key_usage: 'EncipherOnly' }, 'key usage EncipherOnly means nothing without KeyAgreement'],
    [{ key_usage: 'DecipherOnly' }, 'key usage DecipherOnly means nothing without KeyAgreement'],
  ])('%j', (input, warning) => {
    const outcome = parseRole({ ...any, ...input });
    expect(outcome.broken ?? outcome.warnings.map(inVault)).toEqual([warning]);
    const decision = decideIssue(role({ ...any, ...input }), issue({ common_name: 'a.test' }), around);
    expect(warned(decision)).toEqual([warning]);
  });

  test.each<LooseInput>([
    { organization: a(64), ou: a(64), locality: a(128), province: a(128), street_address: a(128), postal_code: a(40) },
    { country: 'DE,us' },
    { key_usage: 'KeyAgreement,EncipherOnly' },
    { organization: '\u{1f600}'.repeat(64) },
  ])('%j is nothing to warn about', (input) => {
    const outcome = parseRole({ ...any, ...input });
    expect(outcome.broken ?? outcome.warnings.map(inVault)).toEqual([]);
  });

  test('names of a request are warned about', () => {
    const request = { common_name: a(65), serial_number: a(65), user_ids: a(257) };
    const open = role({ ...any, allowed_serial_numbers: '*', allowed_user_ids: '*' });
    expect(warned(decideIssue(open, issue(request), around))).toEqual([
      long('common name', 65, 64),
      long('serial number', 65, 64),
      long('user id', 257, 256),
    ]);
  });

  test('and names that are copied', async () => {
    const extensions = [
      subjectAltName([
        { type: 'dns', value: a(254) },
        { type: 'email', value: `${a(250)}@b.test` },
      ]),
    ];
    const from = await csr({ subject: Name.of({ commonName: a(70) }), extensions });
    const decision = decideVerbatim(undefined, parameters(verbatimFields, {}), from, around);
    expect(warned(decision)).toEqual([
      long('common name', 70, 64),
      long('DNS name', 254, 253),
      long('email address', 257, 255),
      `"${a(40)}…": a label of the DNS name has more than 63 characters`,
    ]);
  });

  test('an authority may sign certificates', async () => {
    const request = { common_name: 'CA', country: 'XXX' };
    const decision = decideIntermediate(parameters(intermediateFields, request), await csr(), around);
    expect(warned(decision)).toEqual(['the country "XXX" is not two letters (RFC 5280, X520countryName)']);
  });

  test('of very many the first are told', () => {
    const outcome = parseRole({ ...any, ou: Array.from({ length: 5000 }, (_, n) => `${n}${a(70)}`) });
    const warnings = outcome.broken ? [] : outcome.warnings;
    expect([warnings.length, warnings.at(-1)]).toEqual([11, 'and 4990 more of this kind']);
  });
});

describe('names of a request to sign that those of its CSR replace', () => {
  const extensions = [subjectAltName([{ type: 'dns', value: 'san.test' }])];
  const from = () => csr({ subject: Name.of({ commonName: 'csr.test' }), extensions });
  const sign = async (input: LooseInput, request: LooseInput) =>
    decideSign(
      role({ allowed_domains: 'test', allow_subdomains: true, key_type: 'ec', ...input }),
      parameters(signFields, request),
      await from(),
      around,
    );
  const all = { common_name: 'a.test', alt_names: 'b.test', ip_sans: '10.0.0.1', uri_sans: 'urn:a' };

  test('are warned about', async () => {
    expect(warned(await sign({ allowed_uri_sans: 'urn:*' }, all))).toEqual([
      'the common_name field was provided but the role is set with "use_csr_common_name" set to true',
      ...['alt_names', 'ip_sans', 'uri_sans'].map(
        (field) => `the ${field} field was provided but the role is set with "use_csr_sans" set to true`,
      ),
    ]);
  });

  test('are not, where the CSR has them too', async () => {
    const names = [
      { type: 'dns', value: 'san.test' },
      { type: 'ip', value: '2001:db8::1' },
      { type: 'uri', value: 'urn:a' },
    ] as const;
    const both = await csr({ subject: Name.of({ commonName: 'csr.test' }), extensions: [subjectAltName(names)] });
    const open = role({ allowed_domains: 'test', allow_subdomains: true, key_type: 'ec', allowed_uri_sans: 'urn:*' });
    const asked = parameters(signFields, {
      ...{ common_name: 'csr.test', alt_names: 'San.test,csr.test', ip_sans: '2001:DB8:0::1', uri_sans: 'urn:a' },
    });
    expect(warned(decideSign(open, asked, both, around))).toEqual([]);
  });

  test('are told once where both have a name that is refused', async () => {
    const evil = await csr({ subject: Name.of({ commonName: 'a.evil' }) });
    const strict = role({ allowed_domains: 'test', key_type: 'ec' });
    const decision = decideSign(strict, parameters(signFields, { common_name: 'a.evil' }), evil, around);
    expect(messages(decision)).toEqual(['common name a.evil not allowed by this role']);
  });

  test.each<[LooseInput, string]>([
    [{ common_name: 'a.evil' }, 'common name a.evil not allowed by this role'],
    [{ alt_names: 'b.evil' }, 'subject alternate name b.evil not allowed by this role'],
    [{ ip_sans: '10.0.0.x' }, 'the value "10.0.0.x" is not a valid IP address'],
    [
      { uri_sans: 'urn:a' },
      'URI Subject Alternative Names are not allowed in this role, but were provided via the API',
    ],
  ])('%j is checked', async (request, message) => {
    expect(messages(await sign({}, request))).toEqual([message]);
  });

  test('are used, and no warning is given, where the role does not use those of the CSR', async () => {
    const decision = await sign({ use_csr_common_name: false, use_csr_sans: false, allowed_uri_sans: 'urn:*' }, all);
    expect(warned(decision)).toEqual([]);
    expect(planned(decision).subject.commonName).toBe('a.test');
  });
});

describe('a key usage without any bit is never signed', () => {
  const none = extension(extensionOids.keyUsage, Buffer.from('030100', 'hex'), { critical: true });
  const from = () => csr({ subject: Name.of({ commonName: 'a.test' }), extensions: [none] });

  test('not verbatim', async () => {
    const decision = decideVerbatim(undefined, parameters(verbatimFields, {}), await from(), around);
    expect(ruleOf(decision)).toBe('key-usage-present');
  });

  test('not for a role, whose own usages count, nor for parameters', async () => {
    const usages = ({ extensions }: ReturnType<typeof planned>) =>
      extensions.some(({ oid }) => oid === extensionOids.keyUsage);
    const open = role({ ...any, key_usage: '' });
    const signed = decideSign(open, parameters(signFields, {}), await from(), around);
    expect(usages(planned(signed))).toBe(false);
    const plain = await csr({ subject: Name.of({ commonName: 'a.test' }) });
    const verbatim = decideVerbatim(undefined, parameters(verbatimFields, { key_usage: '' }), plain, around);
    expect(usages(planned(verbatim))).toBe(false);
  });

  test('an authority that copies one may sign certificates and CRLs', async () => {
    const asked = parameters(intermediateFields, { common_name: 'CA', use_csr_values: true });
    expect(planned(decideIntermediate(asked, await from(), around)).keyUsages).toEqual(['keyCertSign', 'crlSign']);
  });

  test('with bits written that are zero, it cannot be read', async () => {
    const zeros = extension(extensionOids.keyUsage, Buffer.from('03020700', 'hex'), { critical: true });
    await expect(csr({ subject: Name.of({ commonName: 'a.test' }), extensions: [zeros] })).rejects.toThrow(
      'named bits with trailing zeros',
    );
  });
});

// RFC 3161 2.3: a service of time stamps has this usage alone, and critical.
test.each([
  ['TimeStamping', true],
  ['TimeStamping,ClientAuth', false],
  ['ClientAuth', false],
])('extended key usages %s are critical: %s', (usages, critical) => {
  const decision = decideIssue(
    role({ ...any, server_flag: false, client_flag: false, ext_key_usage: usages }),
    issue({ common_name: 'a.test' }),
    around,
  );
  const made = planned(decision).extensions.find(({ oid }) => oid === extensionOids.extKeyUsage);
  expect(made?.critical).toBe(critical);
  expect(planned(decision).extKeyUsages[0]).toBe(
    usages.startsWith('Time') ? extKeyUsageOids.timeStamping : extKeyUsageOids.clientAuth,
  );
});
