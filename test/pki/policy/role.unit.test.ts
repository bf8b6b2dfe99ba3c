import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { roleFields, rules, showRole } from '../../../src/pki/policy/index.js';
import { messages, role, ruleOf, parseRole, patchRole, type LooseInput } from './made.js';
import { inVault } from '../../../src/platform/wording.js';

describe('role fields', () => {
  /** Vault API, PKI: "Create/update role". */
  const documented = {
    allow_localhost: true,
    allow_wildcard_certificates: true,
    enforce_hostnames: true,
    allow_ip_sans: true,
    server_flag: true,
    client_flag: true,
    use_csr_common_name: true,
    use_csr_sans: true,
    require_cn: true,
    allow_bare_domains: false,
    allow_subdomains: false,
    allow_glob_domains: false,
    allow_any_name: false,
    allowed_domains_template: false,
    allowed_uri_sans_template: false,
    allow_globs_in_identity_templates: false,
    code_signing_flag: false,
    email_protection_flag: false,
    use_pss: false,
    generate_lease: false,
    no_store: false,
    no_store_metadata: false,
    basic_constraints_valid_for_non_ca: false,
    allowed_domains: [],
    allowed_uri_sans: [],
    allowed_ip_sans_cidr: [],
    allowed_other_sans: [],
    allowed_serial_numbers: [],
    allowed_user_ids: [],
    ext_key_usage: [],
    ext_key_usage_oids: [],
    policy_identifiers: [],
    ou: [],
    organization: [],
    country: [],
    locality: [],
    province: [],
    street_address: [],
    postal_code: [],
    not_before: '',
    not_after: '',
    ttl: 0,
    max_ttl: 0,
    key_type: 'rsa',
    key_bits: 0,
    signature_bits: 0,
    key_usage: ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'],
    cn_validations: ['email', 'hostname'],
    not_before_duration: 30,
    not_before_bound: 'permit',
    not_after_bound: 'permit',
    issuer_ref: 'default',
    serial_number_source: 'json-csr',
    lint_profile: 'rfc5280',
    lint_severity: 'fatal',
  };

  test('are those of the document, with its defaults, in its order', () => {
    expect(Object.entries(showRole(role()))).toEqual(Object.entries(documented));
  });

  test('each has a description that ends as a sentence', () => {
    for (const { description } of Object.values(roleFields)) expect(description).toMatch(/^\S.*\.$/);
  });

  test.each<[LooseInput, LooseInput]>([
    [
      { ttl: '1h', max_ttl: '30d' },
      { ttl: 3600, max_ttl: 2_592_000 },
    ],
    [
      { ttl: '3600', max_ttl: 7200 },
      { ttl: 3600, max_ttl: 7200 },
    ],
    [
      { allow_any_name: 'true', server_flag: 'F' },
      { allow_any_name: true, server_flag: false },
    ],
    [
      { allow_any_name: 1, server_flag: '0' },
      { allow_any_name: true, server_flag: false },
    ],
    [{ allow_localhost: '' }, { allow_localhost: false }],
    [{ allowed_domains: ' a.test, b.test ,' }, { allowed_domains: ['a.test', 'b.test'] }],
    [{ allowed_domains: ['a.test', ' ', 'b.test'] }, { allowed_domains: ['a.test', 'b.test'] }],
    [{ allowed_domains: '["a.test","b.test"]' }, { allowed_domains: ['a.test', 'b.test'] }],
    [{ postal_code: [94105] }, { postal_code: ['94105'] }],
    [{ key_bits: '4096' }, { key_bits: 4096 }],
    [{ key_usage: '' }, { key_usage: [] }],
    [{ key_usage: ['digitalsignature', 'CERTSIGN'] }, { key_usage: ['digitalsignature', 'CERTSIGN'] }],
    [
      { ttl: null, key_type: null },
      { ttl: 0, key_type: 'rsa' },
    ],
    [{ issuer_ref: '', cn_validations: '', serial_number_source: '' }, {}],
    [
      { no_store: true, generate_lease: true },
      { no_store: true, generate_lease: false },
    ],
    [{ policy_identifiers: '1.2.3, 1.2.4' }, { policy_identifiers: ['1.2.3', '1.2.4'] }],
    [{ policy_identifiers: ['1.2.3'] }, { policy_identifiers: ['1.2.3'] }],
    [
      { policy_identifiers: [{ oid: '1.2.3', cps: 'https://a.test/' }, '{"oid":"1.2.4","notice":"Mind."}'] },
      { policy_identifiers: ['{"oid":"1.2.3","cps":"https://a.test/"}', '{"oid":"1.2.4","notice":"Mind."}'] },
    ],
    [
      { policy_identifiers: '[{"oid":"1.2.3","notice":"Mind, all."}]' },
      { policy_identifiers: ['{"oid":"1.2.3","notice":"Mind, all."}'] },
    ],
    [{ unknown_field: 1 }, {}],
    [
      { allowed_ip_sans_cidr: '10.1.2.3/8,2001:DB8::1/32,::ffff:192.0.2.1/120' },
      { allowed_ip_sans_cidr: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.0/24'] },
    ],
    [{ not_after_bound: '2027-01-01T00:00:00Z' }, { not_after_bound: '2027-01-01T00:00:00Z' }],
  ])('%j is read as %j', (input, shown) => {
    expect(showRole(role(input))).toEqual({ ...documented, ...shown });
  });

  test('leases are warned about', () => {
    const outcome = parseRole({ generate_lease: true });
    expect('warnings' in outcome && outcome.warnings.map(inVault)).toEqual([
      expect.stringContaining('it is encouraged to disable generate_lease'),
    ]);
  });

  test('no_store and generate_lease together are warned about', () => {
    const outcome = parseRole({ no_store: true, generate_lease: true });
    expect(outcome.broken).toBeUndefined();
    expect('warnings' in outcome && outcome.warnings.map(inVault)).toEqual([
      'mutually exclusive values no_store=true and generate_lease=true were both specified; no_store=true takes priority',
    ]);
  });
});

describe('a role that cannot be', () => {
  test.each<[LooseInput, string, string]>([
    [{ ttl: 'soon' }, 'field-type', 'Field validation failed: error converting input for field "ttl"'],
    [{ ttl: 1e300 }, 'field-type', 'Field validation failed: error converting input for field "ttl"'],
    [
      { allow_any_name: 'maybe' },
      'field-type',
      'Field validation failed: error converting input for field "allow_any_name"',
    ],
    [
      { allowed_domains: { a: 1 } },
      'field-type',
      'Field validation failed: error converting input for field "allowed_domains"',
    ],
    [
      { allowed_domains: [['a']] },
      'field-type',
      'Field validation failed: error converting input for field "allowed_domains"',
    ],
    [{ key_bits: 2048.5 }, 'field-type', 'Field validation failed: error converting input for field "key_bits"'],
    [{ key_type: {} }, 'field-type', 'Field validation failed: error converting input for field "key_type"'],
    [
      { policy_identifiers: [1] },
      'field-type',
      'Field validation failed: error converting input for field "policy_identifiers"',
    ],
    [
      { policy_identifiers: '[{"cps":"a"}]' },
      'field-type',
      'Field validation failed: error converting input for field "policy_identifiers"',
    ],
    [{ ttl: '-1h' }, 'not-negative', 'ttl must not be negative'],
    [{ max_ttl: -1 }, 'not-negative', 'max_ttl must not be negative'],
    [{ not_before_duration: '-30s' }, 'not-negative', 'not_before_duration must not be negative'],
    [{ ttl: '2h', max_ttl: '1h' }, 'ttl-within-max', '"ttl" value must be less than "max_ttl" value'],
    [{ key_type: 'dsa' }, 'key-type', 'unknown key type dsa'],
    [{ key_type: 'RSA' }, 'key-type', 'unknown key type RSA'],
    [{ key_bits: 1024 }, 'key-bits', 'RSA keys < 2048 bits are unsafe and not supported: got 1024'],
    [{ key_bits: 256 }, 'key-bits', 'RSA keys < 2048 bits are unsafe and not supported: got 256'],
    [{ key_bits: -1 }, 'key-bits', 'RSA keys < 2048 bits are unsafe and not supported: got -1'],
    [{ key_type: 'ec', key_bits: 2048 }, 'key-bits', 'unsupported bit length for EC key: 2048'],
    [{ key_type: 'ec', key_bits: 192 }, 'key-bits', 'unsupported bit length for EC key: 192'],
    [{ key_type: 'any', key_bits: 1024 }, 'key-bits', 'unsupported bit length for any key: 1024'],
    [{ signature_bits: 1 }, 'signature-bits', 'unsupported signature_bits: 1; must be 0, 256, 384 or 512'],
    [{ key_usage: 'KeyUsageCertSign' }, 'key-usage-name', 'key_usage: unknown key usage "KeyUsageCertSign"'],
    [{ ext_key_usage: 'Serving' }, 'key-usage-name', 'ext_key_usage: unknown extended key usage "Serving"'],
    [
      { ext_key_usage_oids: '1.2.x' },
      'object-identifier',
      '"1.2.x" could not be parsed as a valid oid for an extended key usage',
    ],
    [{ policy_identifiers: '1.2,1.2' }, 'policy-identifier', 'policy_identifiers: 1.2 is given twice'],
    [{ policy_identifiers: '1.40' }, 'policy-identifier', 'policy_identifiers: "1.40" is not an object identifier'],
    [
      { policy_identifiers: [{ oid: '1.2', notice: 'x'.repeat(201) }] },
      'policy-identifier',
      'policy_identifiers: notice has more than 200 characters',
    ],
    [
      { policy_identifiers: [{ oid: '1.2', cps: 'hört' }] },
      'policy-identifier',
      'policy_identifiers: cps is not an address in ASCII',
    ],
    [{ issuer_ref: 'a/b' }, 'reference-name', 'issuer_ref: "a/b" is not a reference'],
    [
      { cn_validations: 'phone' },
      'cn-validations',
      'cn_validations: unknown validation "phone"; must be email, hostname or disabled',
    ],
    [
      { cn_validations: 'email,disabled' },
      'cn-validations',
      'cn_validations value incorrect: cannot specify `disabled` along with `email` or `hostname`',
    ],
    [{ cn_validations: 'email,email' }, 'cn-validations', 'cn_validations: email is given twice'],
    [
      { allowed_other_sans: '1.2.3' },
      'pattern',
      'error parsing allowed_other_sans: expected a semicolon in other SAN "1.2.3"',
    ],
    [
      { allowed_other_sans: '*,1.2.3;UTF8:a' },
      'pattern',
      'error parsing allowed_other_sans: expected a semicolon in other SAN "*"',
    ],
    [
      { allowed_other_sans: '1.2.3;IA5:a' },
      'pattern',
      'error parsing allowed_other_sans: only utf8 other SANs are supported; found non-supported type in other SAN "1.2.3;IA5:a"',
    ],
    [
      { country: 'Österreich' },
      'subject-text',
      'country: name: attribute 2.5.4.6 takes PrintableString characters only',
    ],
    [{ not_after: 'tomorrow' }, 'time-form', 'not_after: "tomorrow" is not a time of the form YYYY-MM-ddTHH:MM:SSZ'],
    [
      { not_after: '2030-02-30T00:00:00Z' },
      'time-form',
      'not_after: "2030-02-30T00:00:00Z" is not a time of the form YYYY-MM-ddTHH:MM:SSZ',
    ],
    [
      { not_after: '9999-12-31T23:59:59-01:00' },
      'not-after-limit',
      'not_after: latest supported value is 9999-12-31T23:59:59Z',
    ],
    [{ not_before: 'x' }, 'time-form', 'not_before: "x" is not a time of the form YYYY-MM-ddTHH:MM:SSZ'],
    [
      { not_before_bound: 'ttl-limited' },
      'allowed-value',
      'Unknown value for field `not_before_bound`. Possible values are `permit` `duration` or `forbid`',
    ],
    [
      { not_after_bound: 'duration' },
      'allowed-value',
      'Unknown value for field `not_after_bound`. Possible values are `permit`, `ttl-limited`, `forbid`, or an explicit timestamp.',
    ],
    [
      { allowed_ip_sans_cidr: '10.0.0.0/8,10.0.0.1' },
      'ip-range',
      'error parsing allowed_ip_sans_cidr: invalid CIDR address: 10.0.0.1',
    ],
    [{ serial_number_source: 'csr' }, 'allowed-value', 'unknown serial_number_source: csr; must be json-csr or json'],
  ])('%j breaks %s', (input, rule, message) => {
    const outcome = parseRole(input);
    expect([ruleOf(outcome), ...messages(outcome)]).toEqual([rule, message]);
  });

  test('names every rule that it breaks, with field and value, in the order of the rules', () => {
    const outcome = parseRole({
      ttl: '-1s',
      key_type: 'ec',
      key_bits: 7,
      key_usage: 'a,DataEncipherment,b',
      country: 'ö',
    });
    expect(outcome.broken?.map(({ field, value, rule }) => [field, value, rule])).toEqual([
      ['ttl', '-1s', 'not-negative'],
      ['key_bits', '7', 'key-bits'],
      ['key_usage', 'a', 'key-usage-name'],
      ['key_usage', 'b', 'key-usage-name'],
      ['country', 'ö', 'subject-text'],
    ]);
  });

  test.each([
    ...[
      'DigitalSignature',
      'ContentCommitment',
      'KeyEncipherment',
      'DataEncipherment',
      'KeyAgreement',
      'CertSign',
      'CRLSign',
    ],
    ...['EncipherOnly', 'DecipherOnly', 'certsign', 'CRLSIGN'],
  ])('key usage %s is known', (name) => {
    expect(parseRole({ key_usage: [name] }).broken).toBeUndefined();
  });

  test.each([
    ...[
      'Any',
      'ServerAuth',
      'ClientAuth',
      'CodeSigning',
      'EmailProtection',
      'IPSECEndSystem',
      'IPSECTunnel',
      'IPSECUser',
    ],
    ...['TimeStamping', 'OCSPSigning', 'MicrosoftServerGatedCrypto', 'NetscapeServerGatedCrypto'],
    ...['MicrosoftCommercialCodeSigning', 'MicrosoftKernelCodeSigning', 'serverauth'],
  ])('extended key usage %s is known', (name) => {
    expect(parseRole({ ext_key_usage: [name] }).broken).toBeUndefined();
  });

  test.each<[string, number[]]>([
    ['rsa', [0, 2048, 3072, 4096, 8192]],
    ['ec', [0, 224, 256, 384, 521]],
    ['ed25519', [0, 256]],
    ['any', [0, 2048, 256]],
  ])('key type %s goes with %j bits', (type, sizes) => {
    for (const bits of sizes) expect(parseRole({ key_type: type, key_bits: bits }).broken).toBeUndefined();
  });
});

describe('roles', () => {
  test('cannot be changed', () => {
    const one = role({ allowed_domains: 'a.test', policy_identifiers: '1.2.3' });
    expect(Object.isFrozen(one)).toBe(true);
    for (const value of Object.values(one)) if (typeof value === 'object') expect(Object.isFrozen(value)).toBe(true);
  });

  test('are patched: given values replace, null takes the default, the rest stays', () => {
    const before = role({
      ttl: '1h',
      allowed_domains: 'a.test',
      key_type: 'ec',
      key_bits: 384,
      policy_identifiers: [{ oid: '1.2', notice: 'n' }],
    });
    const outcome = patchRole(before, { allowed_domains: ['b.test'], key_bits: null });
    expect(outcome.broken).toBeUndefined();
    const changed = 'role' in outcome ? showRole(outcome.role) : {};
    expect(changed).toEqual({ ...showRole(before), allowed_domains: ['b.test'], key_bits: 0 });
    expect(messages(patchRole(before, { max_ttl: 60 }))).toEqual(['"ttl" value must be less than "max_ttl" value']);
  });

  test('any input is read or refused, never thrown at, and what is read is shown and read alike', () => {
    const names = Object.values(roleFields).map(({ name }) => name);
    const value = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('1h', 'true', 'a.test,b', 'ec', 256, ['1.2.3'], '9999-12-31T23:59:59Z', '[', '{"oid":"1.2"}'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true }), (input) => {
        const outcome = parseRole(input);
        if (outcome.broken) {
          for (const { rule, message } of outcome.broken) expect([rules[rule], message]).not.toContain('');
        } else expect(role(showRole(outcome.role))).toEqual(outcome.role);
      }),
      { numRuns: 1000 },
    );
  });

  test('the policy reads no clock and does no I/O', () => {
    for (const file of ['leaf', 'verbatim', 'intermediate', 'planned', 'validity', 'name-rules', 'role']) {
      const source = readFileSync(new URL(`../../../src/pki/policy/${file}.ts`, import.meta.url), 'utf8');
      expect(source).not.toMatch(/Date\.now|new Date\(\)|node:fs|Math\.random/);
    }
  });
});
