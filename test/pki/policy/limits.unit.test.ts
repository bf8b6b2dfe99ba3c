import { expect, test } from 'vitest';
import { decideIssue, decideSign, issueFields, signFields } from '../../../src/pki/policy/index.js';
import { subjectAltName } from '../../../src/pki/x509/index.js';
import { around, broken, csr, csrPem, issue, messages, parameters, planned, role, parseParameters } from './made.js';
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
