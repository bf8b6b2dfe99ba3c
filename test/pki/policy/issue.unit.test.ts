import { describe, expect, test } from 'vitest';
import { extKeyUsageOids, type KeySpec } from '../../../src/pki/x509/index.js';
import { decideIssue, issueFields } from '../../../src/pki/policy/index.js';
import { around, broken, issue, messages, planned, role, ruleOf, parseParameters, type LooseInput } from './made.js';

const any = { allow_any_name: true };
const decide = (input: LooseInput, request: LooseInput = {}) =>
  decideIssue(role({ ...any, ...input }), issue({ common_name: 'a.test', ...request }), around);

describe('what is issued', () => {
  test('by a role of defaults is a certificate for servers and clients', () => {
    const made = planned(decide({}));
    expect(made.subject.toString()).toBe('CN=a.test');
    expect(made.keyUsages).toEqual(['digitalSignature', 'keyEncipherment', 'keyAgreement']);
    expect(made.extKeyUsages).toEqual([extKeyUsageOids.serverAuth, extKeyUsageOids.clientAuth]);
    expect(made.basicConstraints).toBeUndefined();
    expect(made.key).toEqual({ make: { type: 'rsa', bits: 2048 } });
    expect(made.signature).toEqual({ bits: 0, pss: false });
    expect(made.extensions.map(({ oid, critical }) => [oid, critical])).toEqual([
      ['2.5.29.15', true],
      ['2.5.29.37', false],
      ['2.5.29.17', false],
    ]);
    expect(Object.isFrozen(made)).toBe(true);
  });

  test.each<[LooseInput, KeySpec]>([
    [{ key_bits: 4096 }, { type: 'rsa', bits: 4096 }],
    [{ key_type: 'ec' }, { type: 'ec', bits: 256 }],
    [
      { key_type: 'ec', key_bits: 224 },
      { type: 'ec', bits: 224 },
    ],
    [{ key_type: 'ed25519', key_bits: 256 }, { type: 'ed25519' }],
  ])('%j makes a key of %j', (input, make) => {
    expect(planned(decide(input)).key).toEqual({ make });
  });

  test.each<[LooseInput, string[]]>([
    [{ server_flag: false, client_flag: false }, []],
    [
      { code_signing_flag: true, email_protection_flag: true },
      ['serverAuth', 'clientAuth', 'codeSigning', 'emailProtection'],
    ],
    [{ client_flag: false, ext_key_usage: 'OCSPSigning,ServerAuth' }, ['serverAuth', 'ocspSigning']],
  ])('%j is for %j', (input, usages) => {
    const oids = usages.map((usage) => Object.entries(extKeyUsageOids).find(([name]) => name === usage)?.[1]);
    expect(planned(decide(input)).extKeyUsages).toEqual(oids);
  });

  test('has further extended key usages by identifier, none twice', () => {
    const input = { server_flag: false, client_flag: false, ext_key_usage_oids: '1.3.6.1.5.5.7.3.1,1.2.3,1.2.3' };
    expect(planned(decide(input)).extKeyUsages).toEqual(['1.3.6.1.5.5.7.3.1', '1.2.3']);
  });

  test('has no key usage when the role wants none', () => {
    const made = planned(
      decide({ key_usage: [], server_flag: false, client_flag: false }, { exclude_cn_from_sans: true }),
    );
    expect(made.extensions).toEqual([]);
  });

  test('has the subject of role and request', () => {
    const input = {
      ...{ ou: 'One,Two,One', organization: ['A, Inc.'], country: 'DE', locality: 'X', province: 'Y' },
      ...{ street_address: 'S 1', postal_code: '12345', allowed_serial_numbers: 'A*', allowed_user_ids: '*' },
    };
    const made = planned(decide(input, { serial_number: 'A7', user_ids: 'alice,bob,alice' }));
    expect(made.subject.rdns.flat().map(({ value }) => value)).toEqual([
      ...['DE', 'A, Inc.', 'One', 'Two', 'X', 'Y', 'S 1', '12345', 'a.test', 'A7', 'alice', 'bob'],
    ]);
  });

  test('has the policies and basic constraints of the role', () => {
    const made = planned(
      decide({
        policy_identifiers: [{ oid: '1.2.3', cps: 'https://a.test/' }],
        basic_constraints_valid_for_non_ca: true,
      }),
    );
    expect(made.policies).toEqual([{ oid: '1.2.3', cps: 'https://a.test/' }]);
    expect(made.basicConstraints).toEqual({ ca: false });
    expect(made.extensions.map(({ oid }) => oid)).toEqual([
      '2.5.29.19',
      '2.5.29.15',
      '2.5.29.37',
      '2.5.29.17',
      '2.5.29.32',
    ]);
  });

  test('without a subject has critical alternative names', () => {
    const made = planned(decide({ require_cn: false }, { common_name: '', alt_names: 'a.test' }));
    expect(made.subject.isEmpty).toBe(true);
    expect(made.extensions.find(({ oid }) => oid === '2.5.29.17')?.critical).toBe(true);
  });

  test('is signed as the role has it', () => {
    expect(planned(decide({ signature_bits: 384, use_pss: 'true' })).signature).toEqual({ bits: 384, pss: true });
  });
});

describe('the key', () => {
  test.each<[LooseInput, LooseInput, object]>([
    [{ key_type: 'any' }, { key_type: 'rsa' }, { type: 'rsa', bits: 2048 }],
    [{ key_type: 'any' }, { key_type: 'ec', key_bits: 384 }, { type: 'ec', bits: 384 }],
    [{ key_type: 'any', key_bits: 4096 }, { key_type: 'rsa' }, { type: 'rsa', bits: 4096 }],
    [{ key_type: 'any', key_bits: 4096 }, { key_type: 'ec' }, { type: 'ec', bits: 256 }],
    [{ key_type: 'any' }, { key_type: 'ed25519', key_bits: 256 }, { type: 'ed25519' }],
    [{ key_type: 'ec' }, { key_type: 'rsa', key_bits: 4096 }, { type: 'ec', bits: 256 }],
  ])('role %j, request %j: %j', (input, request, make) => {
    expect(planned(decide(input, request)).key).toEqual({ make });
  });

  test('of a request is ignored with a warning where the role has its own', () => {
    const ignored = 'parameters key_type and key_bits ignored as role had specific values';
    expect(decide({}, { key_type: 'rsa' })).toMatchObject({ warnings: [{ inVault: ignored }] });
    expect(decide({}, { key_bits: 2048 })).toMatchObject({ warnings: [{ inVault: ignored }] });
    expect(decide({ key_type: 'any' }, { key_type: 'ec' })).toMatchObject({ warnings: [] });
  });
});

describe('what is refused', () => {
  test.each<[LooseInput, LooseInput, string, string]>([
    [
      { key_type: 'any' },
      {},
      'key-type-for-issue',
      'role key type "any" not allowed for issuing certificates without providing key_type and/or key_bits request parameters',
    ],
    [{ key_type: 'any' }, { key_type: 'ec', key_bits: 7 }, 'key-bits', 'unsupported bit length for EC key: 7'],
    [{ key_type: 'any' }, { key_type: 'dsa' }, 'key-type', 'unknown key type dsa'],
    [
      { no_store_metadata: true },
      { cert_metadata: 'YQ==' },
      'metadata-allowed',
      'cert_metadata is not allowed: the role has no_store_metadata set to true',
    ],
    [{}, { cert_metadata: 'no base64' }, 'metadata-form', 'cert_metadata is not base64'],
    [
      { allowed_serial_numbers: '*' },
      { serial_number: 'ö' },
      'subject-text',
      'serial_number: name: attribute 2.5.4.5 takes PrintableString characters only',
    ],
  ])('role %j, request %j breaks %s', (input, request, rule, message) => {
    const decision = decide(input, request);
    expect([ruleOf(decision), ...messages(decision)]).toEqual([rule, message]);
  });

  test('metadata for a role that keeps it is not', () => {
    expect(decide({}, { cert_metadata: 'YQ==' }).broken).toBeUndefined();
  });

  test.each<[LooseInput, string]>([
    [{ format: 'jks' }, 'the "format" path parameter must be "pem", "der", or "pem_bundle"'],
    [{ private_key_format: 'x' }, 'the "private_key_format" parameter must be "der", "pem", or "pkcs8"'],
    [{ ttl: 'x' }, 'Field validation failed: error converting input for field "ttl"'],
    [{ alt_names: {} }, 'Field validation failed: error converting input for field "alt_names"'],
    [{ exclude_cn_from_sans: 'x' }, 'Field validation failed: error converting input for field "exclude_cn_from_sans"'],
  ])('%j is no request', (input, message) => {
    expect(messages(parseParameters(issueFields, input))).toEqual([message]);
  });

  test('is refused for every rule at once: field, value and rule of each, in the order of the checks', () => {
    const request = {
      ...{ common_name: 'evil.test', serial_number: '1', alt_names: 'b.evil.test,*.*.c,u@evil.test' },
      ...{ other_sans: '1.2;UTF8:x', ip_sans: '1.2.3', uri_sans: 'urn:x', ttl: -1, user_ids: 'u', cert_metadata: '?' },
    };
    const decision = decideIssue(role({ key_type: 'any', allowed_domains: 'a.test' }), issue(request), around);
    expect(broken(decision).map(({ field, value, rule }) => [field, value, rule])).toEqual([
      ['key_type', 'any', 'key-type-for-issue'],
      ['common_name', 'evil.test', 'name-allowed'],
      ['serial_number', '1', 'serial-number-allowed'],
      ['alt_names', 'b.evil.test', 'name-allowed'],
      ['alt_names', '*.*.c', 'wildcard-form'],
      ['alt_names', 'u@evil.test', 'name-allowed'],
      ['other_sans', '1.2;UTF8:x', 'other-san-allowed'],
      ['ip_sans', '1.2.3', 'ip-form'],
      ['uri_sans', 'urn:x', 'uri-allowed'],
      ['ttl', '-1s', 'not-negative'],
      ['user_ids', 'u', 'user-id-allowed'],
      ['cert_metadata', '?', 'metadata-form'],
    ]);
  });
});
