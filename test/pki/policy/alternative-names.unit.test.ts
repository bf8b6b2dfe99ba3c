import { describe, expect, test } from 'vitest';
import { decideIssue } from '../../../src/pki/policy/index.js';
import { around, issue, messages, planned, role, type LooseInput } from './made.js';

const below = { allowed_domains: 'example.com', allow_subdomains: true };
const any = { allow_any_name: true };
const free = { ...any, enforce_hostnames: false };

describe('alternative names', () => {
  const open = role({
    ...any,
    require_cn: false,
    allowed_uri_sans: 'spiffe://example.com/*,urn:*',
    allowed_other_sans: '1.3.6.1.4.1.311.20.2.3;UTF8:*@example.com,2.5.4.5;utf-8:7',
    allowed_user_ids: 'alice,b*',
  });

  test.each<[LooseInput, unknown]>([
    [
      { alt_names: 'a.test, b.test,,a.test,A.test' },
      [
        { type: 'dns', value: 'a.test' },
        { type: 'dns', value: 'b.test' },
      ],
    ],
    [
      { alt_names: ['x@a.test', 'a.test'] },
      [
        { type: 'dns', value: 'a.test' },
        { type: 'email', value: 'x@a.test' },
      ],
    ],
    [
      { alt_names: 'münchen.de,*.münchen.de' },
      [
        { type: 'dns', value: 'xn--mnchen-3ya.de' },
        { type: 'dns', value: '*.xn--mnchen-3ya.de' },
      ],
    ],
    [{ alt_names: 'x@münchen.de' }, [{ type: 'email', value: 'x@xn--mnchen-3ya.de' }]],
    [
      { ip_sans: '192.0.2.1,2001:DB8:0:0::1' },
      [
        { type: 'ip', value: '192.0.2.1' },
        { type: 'ip', value: '2001:db8::1' },
      ],
    ],
    [{ ip_sans: '::ffff:192.0.2.1' }, [{ type: 'ip', value: '192.0.2.1' }]],
    [
      { uri_sans: 'spiffe://example.com/a,urn:x:y' },
      [
        { type: 'uri', value: 'spiffe://example.com/a' },
        { type: 'uri', value: 'urn:x:y' },
      ],
    ],
    [
      { other_sans: '1.3.6.1.4.1.311.20.2.3;UTF8:a@example.com' },
      [{ type: 'otherName', oid: '1.3.6.1.4.1.311.20.2.3', value: 'a@example.com' }],
    ],
    [
      { other_sans: '["1.3.6.1.4.1.311.20.2.3;utf-8:a,b@example.com"]' },
      [{ type: 'otherName', oid: '1.3.6.1.4.1.311.20.2.3', value: 'a,b@example.com' }],
    ],
    [
      { common_name: 'a.test', alt_names: 'b.test' },
      [
        { type: 'dns', value: 'a.test' },
        { type: 'dns', value: 'b.test' },
      ],
    ],
    [{ common_name: 'a@b.test' }, [{ type: 'email', value: 'a@b.test' }]],
    [{ common_name: 'a.test', exclude_cn_from_sans: 'true' }, []],
    [{ common_name: '192.0.2.1' }, []],
  ])('%j become %j', (input, names) => {
    expect(planned(decideIssue(open, issue(input), around)).names).toEqual(names);
  });

  test.each<[LooseInput, LooseInput, string[]]>([
    [{}, { common_name: 'x.test' }, ['common name x.test not allowed by this role']],
    [
      {},
      { common_name: 'localhost', alt_names: 'x.test,y.test' },
      [
        'subject alternate name x.test not allowed by this role',
        'subject alternate name y.test not allowed by this role',
      ],
    ],
    [{}, { common_name: 'localhost', alt_names: 'u@x.test' }, ['email address u@x.test not allowed by this role']],
    [
      any,
      { common_name: 'localhost', alt_names: '192.0.2.1' },
      ['subject alternate name 192.0.2.1 not allowed by this role'],
    ],
    [
      free,
      { common_name: 'John Doe', alt_names: 'Jane Doe' },
      ['subject alternate name Jane Doe not allowed by this role'],
    ],
    [
      {},
      { alt_names: 'localhost' },
      [
        'the common_name field is required, or must be provided in a CSR with "use_csr_common_name" set to true, unless "require_cn" is set to false',
      ],
    ],
    [{ cn_validations: 'email' }, { common_name: 'localhost' }, ['common name localhost not allowed by this role']],
    [
      { cn_validations: 'hostname' },
      { common_name: 'u@localhost' },
      ['common name u@localhost not allowed by this role'],
    ],
    [
      { cn_validations: 'disabled' },
      { common_name: 'x.test' },
      ['subject alternate name x.test not allowed by this role'],
    ],
    [{ cn_validations: 'disabled' }, { common_name: 'a\0b' }, ['common name a\0b not allowed by this role']],
    [
      { ...any, allow_ip_sans: false },
      { common_name: 'a.test', ip_sans: '192.0.2.1' },
      ['IP Subject Alternative Names are not allowed in this role, but was provided via the API'],
    ],
    [
      { ...any, allowed_ip_sans_cidr: '192.0.2.0/25,2001:db8::/33' },
      { common_name: 'a.test', ip_sans: '192.0.2.127,192.0.2.128,::ffff:192.0.2.129,2001:db8:7fff::,2001:db8:8000::' },
      [
        'the IP address "192.0.2.128" is not allowed in this role',
        'the IP address "192.0.2.129" is not allowed in this role',
        'the IP address "2001:db8:8000::" is not allowed in this role',
      ],
    ],
    [
      any,
      { common_name: 'a.test', ip_sans: '192.0.2.999,192.0.2.1/8,fe80::1%eth0,010.0.0.1' },
      [
        'the value "192.0.2.999" is not a valid IP address',
        'the value "192.0.2.1/8" is not a valid IP address',
        'the value "fe80::1%eth0" is not a valid IP address',
        'the value "010.0.0.1" is not a valid IP address',
      ],
    ],
    [
      any,
      { common_name: 'a.test', uri_sans: 'urn:a' },
      ['URI Subject Alternative Names are not allowed in this role, but were provided via the API'],
    ],
    [
      { ...any, allowed_uri_sans: 'spiffe://a/*' },
      { common_name: 'a.test', uri_sans: 'spiffe://b/c' },
      ['URI Subject Alternative Names were provided via the API which are not valid for this role'],
    ],
    [
      { ...any, allowed_uri_sans: '*' },
      { common_name: 'a.test', uri_sans: 'no scheme' },
      ['the provided URI Subject Alternative Name "no scheme" is not a valid URI'],
    ],
    [any, { common_name: 'a.test', other_sans: '1.2.3;UTF8:x' }, ['other SAN OID 1.2.3 not allowed by this role']],
    [
      { ...any, allowed_other_sans: '1.2.3;UTF8:y' },
      { common_name: 'a.test', other_sans: '1.2.3;UTF8:x' },
      ['other SAN x not allowed for OID 1.2.3 by this role'],
    ],
    [
      { ...any, allowed_other_sans: '*' },
      { common_name: 'a.test', other_sans: '1.2.3;IA5:x' },
      [
        'could not parse requested other SAN: only utf8 other SANs are supported; found non-supported type in other SAN "1.2.3;IA5:x"',
      ],
    ],
    [
      { ...any, allowed_other_sans: '*' },
      { common_name: 'a.test', other_sans: '1.2.3' },
      ['could not parse requested other SAN: expected a semicolon in other SAN "1.2.3"'],
    ],
    [
      { ...any, allowed_other_sans: '*' },
      { common_name: 'a.test', other_sans: '3.2.3;UTF8:x' },
      ['could not parse requested other SAN: "3.2.3" is not an object identifier in other SAN "3.2.3;UTF8:x"'],
    ],
    [
      { ...any, allowed_other_sans: '*' },
      { common_name: 'a.test', other_sans: '["1.2.3;UTF8:a\\u0000b","1.2.3;UTF8:a\\u202eb","1.2.3;UTF8:a\\u200bb"]' },
      ['a\0b', 'a\u202eb', 'a\u200bb'].map((each) => `other SAN ${each} has control characters or invisible ones`),
    ],
    [
      { ...any, allowed_uri_sans: 'https://*.example.com/*' },
      { common_name: 'a.test', uri_sans: 'https://evil.com#.example.com/' },
      ['URI Subject Alternative Names were provided via the API which are not valid for this role'],
    ],
    [
      { ...any, allowed_uri_sans: '*' },
      { common_name: 'a.test', uri_sans: 'https://a/../b' },
      ['the provided URI Subject Alternative Name "https://a/../b" is not a valid URI'],
    ],
    [
      { ...any, allowed_serial_numbers: '*' },
      { common_name: 'a.test', serial_number: '7\u202e' },
      ['serial_number 7\u202e not allowed by this role'],
    ],
    [any, { common_name: 'a.test', serial_number: '7' }, ['serial_number 7 not allowed by this role']],
    [
      { ...any, allowed_serial_numbers: 'A*' },
      { common_name: 'a.test', serial_number: 'B7' },
      ['serial_number B7 not allowed by this role'],
    ],
    [any, { common_name: 'a.test', user_ids: 'bob' }, ['user_id bob is not allowed by this role']],
    [
      { ...any, allowed_user_ids: 'al*' },
      { common_name: 'a.test', user_ids: 'alice,bob,a\0' },
      ['user_id bob is not allowed by this role', 'user_id a\0 is not allowed by this role'],
    ],
    [{ require_cn: false }, {}, ['a certificate needs a subject or a subject alternative name']],
  ])('%j refuses %j', (input, request, texts) => {
    expect(messages(decideIssue(role(input), issue(request), around))).toEqual(texts);
  });

  test('a thousand of them are judged, and each one that is refused is named', () => {
    const names = Array.from({ length: 1000 }, (_, at) => `h${at}.${at % 10 === 0 ? 'evil' : 'example.com'}`);
    const decision = decideIssue(role({ ...below, require_cn: false }), issue({ alt_names: names }), around);
    expect(decision.broken).toHaveLength(100);
    const open = decideIssue(role({ ...any, require_cn: false }), issue({ alt_names: names.join() }), around);
    expect(planned(open).names).toHaveLength(1000);
  });
});
