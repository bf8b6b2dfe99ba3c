import { expect, test } from 'vitest';
import { decideIssue } from '../../../src/pki/policy/index.js';
import { outsideConstraints } from '../../../src/pki/policy/within-constraints.js';
import { Name } from '../../../src/pki/x509/index.js';
import { around, broken, issue, messages, planned, role } from './made.js';
import type { LooseInput } from './made.js';

const many = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, at) => make(at));
const wide = role({
  ...{ allow_glob_domains: true, key_type: 'ec', allow_any_name: false, require_cn: false },
  allowed_domains: many(4_900, (n) => `*x${n}*.example.com`),
  allowed_uri_sans: many(4_900, (n) => `https://*.x${n}.example.com/*`),
  allowed_other_sans: many(4_900, (n) => `1.2.${n};UTF8:*`),
  allowed_user_ids: many(4_900, (n) => `*er${n}`),
  allowed_serial_numbers: many(4_900, (n) => `*A${n}`),
});
const decide = (request: LooseInput) =>
  decideIssue(wide, issue({ common_name: 'a.x1.example.com', ...request }), around);

test.each<[string, LooseInput]>([
  ['alt_names', { alt_names: many(4_990, (n) => `a${n}.x${n}.example.com`) }],
  ['uri_sans', { uri_sans: many(4_990, (n) => `https://a.x${n}.example.com/`) }],
  ['other_sans', { other_sans: many(4_990, (n) => `1.2.${n};UTF8:a`) }],
  ['user_ids', { user_ids: many(4_990, (n) => `user${n}`) }],
  ['common_name', { common_name: 'x1'.repeat(100_000) }],
  ['serial_number', { serial_number: 'A'.repeat(100_000) }],
])('%s: what would take long to compare with the patterns of a role is refused unseen', (_field, request) => {
  const outcome = decide(request);
  expect(broken(outcome)).toMatchObject([{ rule: 'names-limit' }]);
  expect(messages(outcome)[0]).toMatch(/^\w+: too much to compare with the 4900 patterns of this role$/);
});

test('some names are compared with all patterns', () => {
  const request = {
    alt_names: many(10, (n) => `a.x${n}.example.com`),
    uri_sans: many(10, (n) => `https://a.x${n}.example.com/`),
    other_sans: many(10, (n) => `1.2.${n};UTF8:a`),
    user_ids: many(10, (n) => `user${n}`),
  };
  expect(planned(decide(request)).names).toHaveLength(30);
});

const none = { dns: [], ip: [], email: [], uri: [], directory: [], unread: [] };
const outside = (names: number, constraints: number) =>
  outsideConstraints(
    'alt_names',
    {
      ...{ subject: Name.of({ commonName: 'a' }), isAuthority: false },
      names: many(names, (n) => `n${n}.example.org`).map((value) => ({ type: 'dns', value })),
    },
    [
      {
        subject: 'CN=narrow',
        constraints: { permitted: { ...none, dns: many(constraints, (n) => `n${n}.example.com`) }, excluded: none },
      },
    ],
  );

test('of very many constraints the first are told', () => {
  const [first, ...others] = outside(3, 1_000);
  expect(others).toHaveLength(2);
  expect(first?.message).toMatch(/"n19\.example\.com", and 980 more$/);
});

test('what would take long to compare with constraints is refused unseen', () => {
  expect(outside(5_000, 20_000).map(({ message }) => message)).toEqual([
    '5001 names are too much to compare with the name constraints of CN=narrow',
  ]);
});

test('so are mailboxes that would take long to convert, and common names', () => {
  const mailbox = (n: number) =>
    ({ type: 'otherName', oid: '1.3.6.1.5.5.7.8.9', value: `jürgen@bücher${n}.xn--p1ai` }) as const;
  const judge = (names: number, labels: number) =>
    outsideConstraints(
      'other_sans',
      {
        ...{ subject: Name.of({ commonName: `${'ü.'.repeat(labels - 1)}de` }), isAuthority: false },
        names: Array.from({ length: names }, (_, at) => mailbox(at)),
      },
      [{ subject: 'CN=narrow', constraints: { permitted: none, excluded: { ...none, email: ['example.com'] } } }],
    ).map(({ message }) => message);
  expect(judge(400, 200)).toEqual([]);
  expect(judge(400, 201)).toEqual(['its international names are too much to compare with name constraints']);
});
