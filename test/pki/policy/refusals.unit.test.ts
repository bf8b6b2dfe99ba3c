import { describe, expect, test } from 'vitest';
import { intermediateFields, issueFields } from '../../../src/pki/policy/index.js';
import { csrKeyFaults, weakKeyFaults } from '../../../src/pki/policy/key-rules.js';
import { broken, messages, planned, parseParameters, parseRole, type LooseInput } from './made.js';
import { refusalOf, below, any, made } from './refused.js';
import type { Refusal } from './refused.js';

describe('a certificate that is issued', () => {
  const ip = 'IP Subject Alternative Names are not allowed in this role, but was provided';
  const uri = 'URI Subject Alternative Names were';
  test.each<[LooseInput, LooseInput, Refusal]>([
    [
      {},
      {},
      [
        ...['common_name', '', 'common-name-required'],
        'the common_name field is required, or must be provided in a CSR with "use_csr_common_name" set to true, unless "require_cn" is set to false',
      ],
    ],
    [
      { require_cn: false },
      {},
      ['common_name', '', 'name-present', 'a certificate needs a subject or a subject alternative name'],
    ],
    [
      { cn_validations: 'disabled' },
      { common_name: 'a\0b' },
      ['common_name', 'a\0b', 'plain-text', 'common name a\0b not allowed by this role'],
    ],
    [
      { cn_validations: 'email' },
      { common_name: 'localhost' },
      ['common_name', 'localhost', 'cn-validation', 'common name localhost not allowed by this role'],
    ],
    [
      { ...any, cn_validations: 'hostname' },
      { common_name: 'u@a.test' },
      ['common_name', 'u@a.test', 'cn-validation', 'common name u@a.test not allowed by this role'],
    ],
    [
      any,
      { common_name: 'a.test', alt_names: '192.0.2.1' },
      ['alt_names', '192.0.2.1', 'san-encodable', 'subject alternate name 192.0.2.1 not allowed by this role'],
    ],
    [
      any,
      { common_name: 'a.test', other_sans: 'x' },
      [
        'other_sans',
        'x',
        'other-san-form',
        'could not parse requested other SAN: expected a semicolon in other SAN "x"',
      ],
    ],
    [
      any,
      { common_name: 'a.test', other_sans: '1.2;UTF8:x' },
      ['other_sans', '1.2;UTF8:x', 'other-san-allowed', 'other SAN OID 1.2 not allowed by this role'],
    ],
    [
      { ...any, allowed_other_sans: '1.2;UTF8:y' },
      { common_name: 'a.test', other_sans: '1.2;UTF8:x' },
      ['other_sans', '1.2;UTF8:x', 'other-san-allowed', 'other SAN x not allowed for OID 1.2 by this role'],
    ],
    [
      { ...any, allowed_other_sans: '*' },
      { common_name: 'a.test', other_sans: '1.2;UTF8:a\0b' },
      ['other_sans', '1.2;UTF8:a\0b', 'plain-text', 'other SAN a\0b has control characters or invisible ones'],
    ],
    [
      { ...any, allow_ip_sans: false },
      { common_name: 'a.test', ip_sans: '192.0.2.1' },
      ['ip_sans', '192.0.2.1', 'ip-sans-allowed', `${ip} via the API`],
    ],
    [
      any,
      { common_name: 'a.test', ip_sans: '1.2.3' },
      ['ip_sans', '1.2.3', 'ip-form', 'the value "1.2.3" is not a valid IP address'],
    ],
    [
      any,
      { common_name: 'a.test', uri_sans: 'urn:x' },
      [
        ...['uri_sans', 'urn:x', 'uri-allowed'],
        'URI Subject Alternative Names are not allowed in this role, but were provided via the API',
      ],
    ],
    [
      { ...any, allowed_uri_sans: 'urn:y' },
      { common_name: 'a.test', uri_sans: 'urn:x' },
      ['uri_sans', 'urn:x', 'uri-allowed', `${uri} provided via the API which are not valid for this role`],
    ],
    [
      { ...any, allowed_uri_sans: '*' },
      { common_name: 'a.test', uri_sans: 'no uri' },
      [...['uri_sans', 'no uri', 'uri-form'], 'the provided URI Subject Alternative Name "no uri" is not a valid URI'],
    ],
    [
      any,
      { common_name: 'a.test', cert_metadata: 'YQ' },
      ['cert_metadata', 'YQ', 'metadata-form', 'cert_metadata is not base64'],
    ],
    [
      any,
      { common_name: 'a.test', cert_metadata: '?'.repeat(2000) },
      ['cert_metadata', '?'.repeat(1000), 'metadata-form', 'cert_metadata is not base64'],
    ],
    [any, { common_name: 'a.test', ttl: -5 }, ['ttl', '-5s', 'not-negative', 'ttl must not be negative']],
  ])('role %j, request %.80j', (input, request, refusal) => {
    expect(refusalOf(made(input, request))).toEqual(refusal);
  });

  test.each(['', 'YQ==', 'YWI=', 'YWJj', 'YWJjZGVm', 'YWJjZA==', '+/+/'])('the metadata %j is base64', (metadata) => {
    expect(made(any, { common_name: 'a.test', cert_metadata: metadata }).broken).toBeUndefined();
  });

  test.each(['YWJ', 'Y', 'Y===', 'YQ=', 'YWJj=', '!!!!', 'YWJj\n', '-_-_'])('the metadata %j is none', (metadata) => {
    expect(refusalOf(made(any, { common_name: 'a.test', cert_metadata: metadata }))?.[2]).toBe('metadata-form');
  });

  test('the list with the most names is named where they are too many', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `192.0.2.1${at}`);
    const input = { ...any, allowed_uri_sans: '*' };
    const more = 'names were asked for, and a certificate takes at most 5000';
    expect(refusalOf(made(input, { common_name: 'a.test', alt_names: many(2000), uri_sans: many(4000) }))).toEqual([
      ...['uri_sans', '6000', 'names-limit', `6000 ${more}`],
    ]);
    expect(refusalOf(made(input, { common_name: 'a.test', ip_sans: many(4000), uri_sans: many(2000) }))).toEqual([
      ...['ip_sans', '6000', 'names-limit', `6000 ${more}`],
    ]);
    const most = made(any, {
      common_name: 'a.test',
      alt_names: Array.from({ length: 5000 }, (_, at) => `n${at}.test`),
    });
    expect(most.broken).toBeUndefined();
  });

  test('other names count once each, by identifier and value; mailboxes have case', () => {
    const input = { ...any, allowed_other_sans: '*' };
    const request = { common_name: 'a.test', other_sans: ['1.2;UTF8:x', '1.3;UTF8:x', '1.2;utf-8:x', '1.2;UTF8:X'] };
    expect(planned(made(input, request)).names.slice(1)).toEqual([
      { type: 'otherName', oid: '1.2', value: 'x' },
      { type: 'otherName', oid: '1.3', value: 'x' },
      { type: 'otherName', oid: '1.2', value: 'X' },
    ]);
    const mail = made(input, { common_name: 'a.test', alt_names: 'U@a.test,u@a.test,B.test,b.test' });
    expect(planned(mail).names.map((name) => 'value' in name && name.value)).toEqual([
      ...['a.test', 'B.test', 'U@a.test', 'u@a.test'],
    ]);
  });

  test('user ids go by name without case, or by pattern with it', () => {
    const input = { ...any, allowed_user_ids: 'Alice,b*' };
    const request = (id: string) => made(input, { common_name: 'a.test', user_ids: id });
    expect(['alice', 'ALICE', 'bob'].map((id) => request(id).broken)).toEqual([undefined, undefined, undefined]);
    expect(refusalOf(request('Bob'))).toEqual([
      ...['user_ids', 'Bob', 'user-id-allowed', 'user_id Bob is not allowed by this role'],
    ]);
  });

  test('the subject holds what was given, and nothing where nothing was', () => {
    expect(planned(made({ ...any, require_cn: false }, { alt_names: 'a.test' })).subject.isEmpty).toBe(true);
    const ids = { ...any, allowed_user_ids: '*', allowed_serial_numbers: '*' };
    const full = made(ids, { common_name: 'a.test', user_ids: ['u', 'v', 'u'], serial_number: '7' });
    expect(planned(full).subject.toString()).toBe('UID=v,UID=u,SERIALNUMBER=7,CN=a.test');
  });

  test('names are held against the constraints of the authorities above', () => {
    const at = below('a.test');
    expect(made(any, { common_name: 'x.a.test' }, at).broken).toBeUndefined();
    expect(refusalOf(made(any, { common_name: 'b.test' }, at))?.slice(0, 3)).toEqual([
      ...['alt_names', 'b.test', 'name-constrained'],
    ]);
  });
});

test('an RSA key of 1024 bits is too weak for any role', () => {
  const weak = { type: 'rsa', bits: 1024 } as const;
  const refusal = { field: 'csr', value: '1024', rule: 'weak-key' };
  const message = 'RSA keys < 2048 bits are unsafe and not supported';
  expect(csrKeyFaults({ keyType: 'any', keyBits: 0 }, weak)).toEqual([{ ...refusal, message }]);
  expect(weakKeyFaults(weak)).toEqual([{ ...refusal, message }]);
  expect(weakKeyFaults({ type: 'rsa', bits: 2048 })).toEqual([]);
});

test('a parameter that takes some values only is refused by name, value and rule', () => {
  expect(refusalOf(parseParameters(issueFields, { format: 'jks' }))).toEqual([
    ...['format', 'jks', 'allowed-value', 'the "format" path parameter must be "pem", "der", or "pem_bundle"'],
  ]);
  expect(parseParameters(intermediateFields, { private_key_format: 'jks', format: 'der' }).broken).toBeUndefined();
});

test('of very many broken rules the last says how many more there are', () => {
  const names = Array.from({ length: 101 }, (_, at) => `x ${at}`);
  const outcome = made({}, { common_name: 'localhost', alt_names: names });
  expect(broken(outcome)).toHaveLength(101);
  expect(broken(outcome).at(-1)).toEqual({
    ...{ field: 'alt_names', value: '', rule: 'refusal-length', message: 'and 1 more' },
  });
  expect(messages(made({}, { common_name: 'localhost', alt_names: names.slice(1) }))).toHaveLength(100);
});

describe('a role', () => {
  test.each<[LooseInput, Refusal]>([
    [{ max_ttl: -1 }, ['max_ttl', '-1s', 'not-negative', 'max_ttl must not be negative']],
    [{ ttl: 10, max_ttl: 9 }, ['ttl', '10s', 'ttl-within-max', '"ttl" value must be less than "max_ttl" value']],
    [{ key_type: 'dsa' }, ['key_type', 'dsa', 'key-type', 'unknown key type dsa']],
    [
      { policy_identifiers: 'x' },
      ['policy_identifiers', 'x', 'policy-identifier', 'policy_identifiers: "x" is not an object identifier'],
    ],
    [
      { cn_validations: ['disabled', 'email'] },
      [
        ...['cn_validations', 'disabled,email', 'cn-validations'],
        'cn_validations value incorrect: cannot specify `disabled` along with `email` or `hostname`',
      ],
    ],
    [
      { allowed_other_sans: '1.2' },
      [
        ...['allowed_other_sans', '1.2', 'pattern'],
        'error parsing allowed_other_sans: expected a semicolon in other SAN "1.2"',
      ],
    ],
    [{ issuer_ref: '-' }, ['issuer_ref', '-', 'reference-name', 'issuer_ref: "-" is not a reference']],
    [
      { serial_number_source: 'csr' },
      [
        ...['serial_number_source', 'csr', 'allowed-value'],
        'unknown serial_number_source: csr; must be json-csr or json',
      ],
    ],
  ])('%j', (input, refusal) => {
    expect(refusalOf(parseRole(input))).toEqual(refusal);
  });

  test('takes a default as long as its maximum, and a notice of 200 characters', () => {
    expect(parseRole({ ttl: 10, max_ttl: 10 }).broken).toBeUndefined();
    const notice = (length: number) => [{ oid: '1.2.3', notice: 'n'.repeat(length) }];
    expect(parseRole({ policy_identifiers: notice(200) }).broken).toBeUndefined();
    expect(refusalOf(parseRole({ policy_identifiers: notice(201) }))?.[3]).toBe(
      'policy_identifiers: notice has more than 200 characters',
    );
  });
});
