import { describe, expect, test } from 'vitest';
import { decideIssue, decideSign, issueFields, signFields } from '../../../src/pki/policy/index.js';
import { patternsOf } from '../../../src/pki/policy/identity-template.js';
import { nameJudge } from '../../../src/pki/policy/name-rules.js';
import { uriJudge } from '../../../src/pki/policy/uri-patterns.js';
import { subjectAltName } from '../../../src/pki/x509/index.js';
import {
  around,
  broken,
  csr,
  csrPem,
  issue,
  messages,
  parameters,
  planned,
  role,
  parseParameters,
  parseRole,
  patchRole,
} from './made.js';
import type { LooseInput } from './made.js';

const open = role({ allow_any_name: true, enforce_hostnames: false, key_type: 'any', allowed_uri_sans: '*' });
const making = role({ allow_any_name: true, allowed_uri_sans: '*' });

const hosts = (count: number, suffix = 'example.com') => Array.from({ length: count }, (_, at) => `n${at}.${suffix}`);
const decide = (request: LooseInput) => decideIssue(making, issue({ common_name: 'a.test', ...request }), around);

test('a thousand names are no matter', () => {
  expect(planned(decide({ alt_names: hosts(1000) })).names).toHaveLength(1001);
});

test.each(['alt_names', 'ip_sans', 'uri_sans', 'other_sans', 'user_ids'])(
  'a list of more than 5000 is refused by name: %s',
  (field) => {
    const outcome = parseParameters(issueFields, { [field]: hosts(26_000).join(',') });
    expect(broken(outcome)).toEqual([
      {
        ...{ field, value: '26000', rule: 'list-length' },
        message: `${field}: 26000 items were given, and at most 5000 are taken`,
      },
    ]);
  },
);

test('names of several lists count together', () => {
  const request = { alt_names: hosts(3000), uri_sans: hosts(3000).map((host) => `https://${host}`) };
  expect(messages(decide(request))).toEqual(['6000 names were asked for, and a certificate takes at most 5000']);
});

test('labels of international names count together', () => {
  const few = (count: number) => Array.from({ length: count }, (_, at) => `bücher${at}.xn--p1ai`);
  expect(broken(decide({ alt_names: few(500) }))).toEqual([]);
  expect(broken(decide({ alt_names: [...hosts(1000), ...few(501)] }))).toEqual([
    {
      ...{ field: 'alt_names', value: '1002', rule: 'names-limit' },
      message: 'international names with 1002 labels were asked for, and a request takes at most 1000',
    },
  ]);
});

describe('what a role has', () => {
  const domains = (count: number) => Array.from({ length: count }, (_, at) => `bücher${at}.xn--p1ai`);
  const template = '{{identity.entity.name}}.example.com';
  const judged = (allowed: readonly string[], name: string, more: LooseInput = {}) => {
    // As one that was written by an earlier version.
    const policy = { ...role({ allow_bare_domains: true, allow_subdomains: true, ...more }), allowedDomains: allowed };
    return nameJudge(policy, () => 'bücher1')(name);
  };

  test('a thousand labels of international domains are taken, and more refused', () => {
    expect(parseRole({ allowed_domains: domains(500) }).broken).toBeUndefined();
    expect(broken(parseRole({ allowed_domains: domains(501) }))).toEqual([
      {
        ...{ field: 'allowed_domains', value: '1002', rule: 'names-limit' },
        message: 'allowed_domains: international domains with 1002 labels were given, and a role takes at most 1000',
      },
    ]);
  });

  test('a stored role with more allows what needs no conversion, and says why it allows nothing else', () => {
    expect(judged(domains(500), 'a.bücher1.xn--p1ai')).toBeUndefined();
    expect(judged([...domains(501), 'example.com'], 'a.bücher1.xn--p1ai')).toBe('names-limit');
    expect(judged([...domains(501), 'example.com'], 'EXAMPLE.com')).toBeUndefined();
    expect(judged([...domains(501), 'example.com'], 'other.test')).toBe('name-allowed');
    expect(judged([...domains(501), 'example.com'], 'a.xn--bcher1-3ya.xn--p1ai')).toBe('names-limit');
  });

  test('a stored role with more takes changes of other fields, and of these what is within the limit', () => {
    const before = { ...role({ allow_subdomains: true }), allowedDomains: domains(501) };
    expect(patchRole(before, { max_ttl: 60 }).role).toMatchObject({ maxTtl: 60, allowedDomains: domains(501) });
    expect(patchRole(before, { allowed_domains: domains(500) }).role).toMatchObject({ allowedDomains: domains(500) });
    for (const change of [{ allowed_domains: domains(502) }, { allowed_domains_template: true }])
      expect(broken(patchRole(before, { max_ttl: 60, ...change }))).toMatchObject([{ rule: 'names-limit' }]);
  });

  test('domains that become international by a caller count too', () => {
    const filled = Array.from({ length: 501 }, (_, at) => `{{identity.entity.name}}.x${at}`);
    const templates = { allowed_domains_template: true };
    expect(judged(filled.slice(1), 'a.bücher1.x1', templates)).toBeUndefined();
    expect(judged(filled, 'a.bücher1.x1', templates)).toBe('names-limit');
  });

  test.each([
    ['allowed_domains', 'allowed_domains_template', template],
    ['allowed_uri_sans', 'allowed_uri_sans_template', `spiffe://${template}`],
  ])('templates are taken up to 200000 characters: %s', (field, flag, each) => {
    const many = Array.from({ length: 5_000 }, () => each);
    const plain = many.map((_, at) => `https://x${at}.example.com/a/long/path/of/a/resource/`);
    expect(parseRole({ [field]: [...many.slice(2_500), ...plain.slice(2_500)], [flag]: true }).broken).toBeUndefined();
    expect(parseRole({ [field]: many }).broken).toBeUndefined();
    expect(broken(parseRole({ [field]: many, [flag]: true }))).toMatchObject([
      { field, rule: 'names-limit', message: `${field}: its templates have more than 200000 characters together` },
    ]);
  });

  test('more templates of a stored role allow nothing, nor do values that no name can have', () => {
    const many = Array.from({ length: 10_000 }, () => template);
    expect(patternsOf(many, true, () => 'a')).toEqual([]);
    expect(patternsOf([template], true, () => 'a')).toEqual(['a.example.com']);
    expect(patternsOf([template], true, () => 'a'.repeat(1_001))).toEqual([]);
    const uris = many.map((each) => `spiffe://${each}`);
    expect(uriJudge(uris, true, () => 'a')('spiffe://a.example.com')).toBe(false);
    expect(uriJudge(uris.slice(1, 100), true, () => 'a')('spiffe://a.example.com')).toBe(true);
  });
});

test('names of a signing request count too', async () => {
  const many = subjectAltName(hosts(6000, 'test').map((value) => ({ type: 'dns', value })));
  const wish = { extensions: [many] };
  const outcome = decideSign(open, parameters(signFields, { csr: await csrPem(wish) }), await csr(wish), around);
  expect(broken(outcome)).toMatchObject([{ field: 'csr', rule: 'names-limit' }]);
});

test('few names may be too long together', () => {
  const long = `${'a'.repeat(60)}.`.repeat(3);
  const outcome = decide({ alt_names: hosts(2000, `${long}example.com`) });
  expect(broken(outcome)).toMatchObject([{ field: 'alt_names', rule: 'certificate-size' }]);
  expect(messages(outcome)[0]).toMatch(/would have \d+ octets, and at most 262144 are allowed$/);
});

test('a long value is not repeated whole', () => {
  const value = 'a'.repeat(1_000_000);
  const [first] = broken(decide({ common_name: value }));
  expect(first?.value).toHaveLength(1000);
  expect(first?.message).toBe(`common name ${'a'.repeat(300)}… (1000000 characters) not allowed by this role`);
});

test('of very many broken rules the first are shown', () => {
  const said = messages(decide({ alt_names: hosts(4000).map((host) => `x ${host}`) }));
  expect(said).toHaveLength(101);
  expect(said[0]).toBe('subject alternate name x n0.example.com not allowed by this role');
  expect(said.at(-1)).toBe('and 3900 more');
});
