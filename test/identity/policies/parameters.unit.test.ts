import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weak } from '../../../src/gateway/rest/vault/weak.js';
import type { WeakTable } from '../../../src/gateway/rest/vault/weak.js';
import { sentParameters } from '../../../src/gateway/rest/vault/parameters.js';
import { Acl } from '../../../src/identity/policies/acl.js';
import type { ParameterRules } from '../../../src/identity/policies/parameters.js';
import { areParameterRules } from '../../../src/identity/policies/parameter-text.js';
import { readPolicy } from '../../../src/identity/policies/policy-text.js';

const fields: WeakTable = {
  bar: weak.text,
  name: weak.text,
  no_store: weak.flag,
  key_bits: weak.whole,
  ttl: weak.duration,
  names: weak.list,
  csr: weak.pem,
  crls: weak.pems,
  key_name: weak.trimmed,
  skid: weak.keyIdentifier,
  algorithm: weak.algorithm,
  policies: weak.policyNames,
  from: weak.mountPath,
  identifiers: weak.any,
};
const path = 'secret/foo';
const pem = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n';
type Sent = Readonly<Record<string, unknown>>;

const asked = (sent: Sent) => sentParameters({ fields }, sent, {});
const allows = (rules: readonly ParameterRules[], sent: Sent) =>
  new Acl(rules.map((rule) => ({ path, capabilities: ['update'], ...rule }))).permits(path, asked(sent));
const rulesIn = (stanzas: string) => readPolicy(`path "${path}" { capabilities = ["update"]\n ${stanzas} }`);

/** What is documented of Vault and OpenBao, and what they do. */
describe('a rule that looks at parameters', () => {
  test.each<readonly [stanzas: string, sent: Sent, allowed: boolean]>([
    ['required_parameters = ["name", "id"]', { name: 'a', id: 1 }, true],
    ['required_parameters = ["name", "id"]', { name: 'a' }, false],
    ['required_parameters = ["name", "id"]', {}, false],
    ['required_parameters = ["NAME"]', { name: 'a' }, true],
    ['required_parameters = ["name"]', { name: null }, false],

    ['allowed_parameters = { "bar" = [] }', { bar: 'anything' }, true],
    ['allowed_parameters = { "bar" = [] }', { bar: 'anything', ttl: '1h' }, false],
    ['allowed_parameters = { "bar" = [] }', { bar: 'a', unheard: 'of' }, false],
    ['allowed_parameters = { "bar" = [] }', {}, true],
    ['allowed_parameters = { "bar" = ["8h", "24h"] }', { bar: '24h' }, true],
    ['allowed_parameters = { "bar" = ["8h", "24h"] }', { bar: '25h' }, false],
    ['allowed_parameters = { "bar" = ["zip", "zap"], "*" = [] }', { bar: 'zip', ttl: 5, other: 1 }, true],
    ['allowed_parameters = { "bar" = ["zip", "zap"], "*" = [] }', { bar: 'zop' }, false],
    ['allowed_parameters = { "*" = [] }', { bar: 'zop', other: 1 }, true],
    ['allowed_parameters {\n "BAR" = ["zip"]\n}', { bar: 'zip' }, true],

    ['denied_parameters = { "bar" = [] }', { bar: 'a' }, false],
    ['denied_parameters = { "bar" = [] }', { bar: null }, false],
    ['denied_parameters = { "bar" = [] }', { ttl: '1h' }, true],
    ['denied_parameters = { "bar" = ["admin"] }', { bar: 'admin' }, false],
    ['denied_parameters = { "bar" = ["admin"] }', { BAR: 'admin' }, false],
    ['denied_parameters = { "bar" = ["admin"] }', { bar: 'other' }, true],
    ['denied_parameters = { "bar" = ["admin"] }', { bar: 'admix' }, true],
    ['denied_parameters = { "bar" = ["admin"] }', { bar: null }, true],
    ['denied_parameters = { "*" = [] }', { bar: 'a' }, false],
    ['denied_parameters = { "*" = [] }', {}, true],
    ['denied_parameters = { "bar" = [] } allowed_parameters = { "*" = [] }', { bar: 'a' }, false],
    ['denied_parameters = { "bar" = ["a"] } allowed_parameters = { "bar" = ["a", "b"] }', { bar: 'a' }, false],
    ['denied_parameters = { "bar" = ["a"] } allowed_parameters = { "bar" = ["a", "b"] }', { bar: 'b' }, true],

    ['allowed_parameters = { "bar" = ["foo-*"] }', { bar: 'foo-1' }, true],
    ['allowed_parameters = { "bar" = ["foo-*"] }', { bar: 'a-foo-1' }, false],
    ['allowed_parameters = { "bar" = ["foo-*"] }', { bar: 'fax' }, false],
    ['allowed_parameters = { "bar" = ["*-foo"] }', { bar: 'a-foo' }, true],
    ['allowed_parameters = { "bar" = ["*foo*"] }', { bar: 'a-foo-1' }, true],
    ['allowed_parameters = { "bar" = ["f*o"] }', { bar: 'foo' }, false],

    // White space at its ends counts where it does for what is done.
    ['allowed_parameters = { "bar" = ["foo-*"] }', { bar: 'foo-1\n' }, true],
    ['allowed_parameters = { "bar" = ["foo-1"] }', { bar: 'foo-1 ' }, false],
    ['denied_parameters = { "bar" = ["admin"] }', { bar: ' other' }, true],
    ['allowed_parameters = { "csr" = ["-----BEGIN CERTIFICATE REQUEST*"] }', { csr: pem }, true],
    ['allowed_parameters = { "csr" = ["*-----END CERTIFICATE REQUEST-----"] }', { csr: `\n${pem}\n` }, true],
    ['allowed_parameters = { "csr" = ["-----BEGIN NEW*"] }', { csr: pem }, false],
    ['denied_parameters = { "csr" = ["-----BEGIN NEW*"] }', { csr: pem }, true],
    ['denied_parameters = { "csr" = ["-----BEGIN CERT*"] }', { csr: ` \r\n${pem}` }, false],
    [`denied_parameters = { "csr" = [${JSON.stringify(pem)}] }`, { csr: pem.replaceAll('\n', '\r\n') }, false],
    [`denied_parameters = { "crls" = [${JSON.stringify(pem)}] }`, { crls: ['x', ` ${pem}`] }, false],
    [`allowed_parameters = { "crls" = [${JSON.stringify(pem)}] }`, { crls: [pem.trim(), `${pem}\n`] }, true],
    ['denied_parameters = { "key_name" = ["own"] }', { key_name: '\town ' }, false],
    ['allowed_parameters = { "key_name" = ["own-*"] }', { key_name: ' own-1 ' }, true],
    ['denied_parameters = { "skid" = ["0A:0b"] }', { skid: ' 0a-0B' }, false],
    ['denied_parameters = { "algorithm" = ["SHA1*"] }', { algorithm: ' sha-1 with RSA' }, false],
    ['denied_parameters = { "policies" = ["admin"] }', { policies: ['own', ' Admin '] }, false],
    ['denied_parameters = { "from" = ["pki"] }', { from: '/pki/ ' }, false],
    ['denied_parameters = { "names" = ["admin"] }', { names: ['x', 'admin\n'] }, false],

    ['denied_parameters = { "no_store" = [false, "false"] }', { no_store: false }, false],
    ['denied_parameters = { "no_store" = [false] }', { no_store: 'false' }, false],
    ['denied_parameters = { "no_store" = [false] }', { no_store: 0 }, false],
    ['denied_parameters = { "no_store" = [false] }', { no_store: true }, true],
    ['denied_parameters = { "no_store" = [false] }', { bar: 'a' }, true],
    ['required_parameters = ["no_store"] denied_parameters = { "no_store" = [false] }', { bar: 'a' }, false],
    ['allowed_parameters = { "key_bits" = [2048, "4096"] }', { key_bits: '2048' }, true],
    ['allowed_parameters = { "key_bits" = [2048, "4096"] }', { key_bits: 4096 }, true],
    ['allowed_parameters = { "key_bits" = [2048] }', { key_bits: 1024 }, false],
    // One duration, however it is written.
    ['allowed_parameters = { "ttl" = ["8h"] }', { ttl: '480m' }, true],
    ['denied_parameters = { "ttl" = ["8h"] }', { ttl: 28_800 }, false],
    // A value that the parameter can have none of may be any of them.
    ['allowed_parameters = { "ttl" = ["8*"] }', { ttl: '8h' }, false],
    ['denied_parameters = { "ttl" = ["8*"] }', { ttl: '9h' }, false],

    // Lists item by item, also where they are text with commas.
    ['allowed_parameters = { "names" = ["*.example.com"] }', { names: ['a.example.com', 'b.example.com'] }, true],
    ['allowed_parameters = { "names" = ["*.example.com"] }', { names: ['a.example.com', 'evil.com'] }, false],
    ['allowed_parameters = { "names" = ["a*"] }', { names: 'a.example.com,evil.com' }, false],
    ['allowed_parameters = { "names" = [["a", "b"]] }', { names: 'a,b' }, true],
    ['allowed_parameters = { "names" = [["a", "b"]] }', { names: 'a' }, false],
    ['allowed_parameters = { "names" = [["a", "b"]] }', { names: 'a,c' }, false],
    // A star alone is one, where it is no list of any value.
    ['allowed_parameters = { "names" = [["*", "b"]] }', { names: '*,b' }, true],
    ['allowed_parameters = { "names" = [["*", "b"]] }', { names: 'x,b' }, false],
    // Of a parameter that the path does not know, as it was sent.
    ['allowed_parameters = { "other" = ["a"] }', { other: ['a', 'a'] }, true],
    ['allowed_parameters = { "other" = ["a*"] }', { other: ['ab', 1] }, false],
    ['denied_parameters = { "other" = ["b"] }', { other: ['a', {}] }, false],
    ['denied_parameters = { "other" = ["b"] }', { other: ['a', 1] }, true],
    ['allowed_parameters = { "names" = ["a"] }', { names: [] }, false],
    ['denied_parameters = { "names" = ["admin"] }', { names: ['x', 'admin'] }, false],
    ['denied_parameters = { "names" = ["admin"] }', { names: 'x, admin' }, false],
    ['denied_parameters = { "names" = ["admin"] }', { names: 'x,y' }, true],
    ['denied_parameters = { "identifiers" = ["1.2"] }', { identifiers: '1.1,1.2' }, false],
    ['denied_parameters = { "identifiers" = ["1.2"] }', { identifiers: [{ oid: '1.2' }] }, false],
    ['allowed_parameters = { "identifiers" = ["1.2"] }', { identifiers: [{ oid: '1.2' }] }, false],
    // More than anybody looks through.
    ['allowed_parameters = { "names" = ["a"] }', { names: Array<string>(10_001).fill('a') }, false],
    ['denied_parameters = { "names" = ["b"] }', { names: Array<string>(10_001).fill('a') }, false],
    ['allowed_parameters = { "names" = ["a*"] }', { names: Array<string>(10_000).fill('a') }, true],
    ['denied_parameters = { "__proto__" = [] }', JSON.parse('{"__proto__": 1}'), false],
  ])('%s, %.60j: %s', (stanzas, sent, allowed) => {
    expect(allows(rulesIn(stanzas), sent)).toBe(allowed);
  });

  test('is written in JSON as in HCL', () => {
    const hcl = `allowed_parameters = { "ttl" = ["1h", 60], "*" = [] } denied_parameters = { "names" = [["a", "b"], true] }
      required_parameters = ["ttl"]`;
    const block = {
      capabilities: ['update'],
      allowed_parameters: { ttl: ['1h', 60], '*': [] },
      denied_parameters: [{ names: [['a', 'b'], true] }],
      required_parameters: ['ttl'],
    };
    expect(readPolicy(JSON.stringify({ path: { [path]: block } }))).toEqual(rulesIn(hcl));
  });

  test('allows no write of which nobody says the parameters', () => {
    const acl = new Acl(rulesIn('denied_parameters = { "bar" = ["a"] }'));
    expect([acl.permits(path, null), acl.permits(path, []), acl.permits('secret/other', null)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(acl.looksAtRequests).toBe(true);
    const both = new Acl([...rulesIn('required_parameters = ["bar"]'), { path: 'other', capabilities: ['read'] }]);
    expect([both.looksAtRequests, both.permits('other', null)]).toEqual([true, true]);
    const open = new Acl(rulesIn(''));
    expect([open.looksAtRequests, open.permits(path, null)]).toEqual([false, true]);
  });
});

test.each<readonly [stored: object, sound: boolean]>([
  [{}, true],
  [{ allowedParameters: { bar: ['a', 1, true, null, ['b', 2]], '*': [] } }, true],
  [{ deniedParameters: { bar: [] }, requiredParameters: ['bar'] }, true],
  [{ allowedParameters: 'bar' }, false],
  [{ allowedParameters: null }, true],
  [{ allowedParameters: { bar: 'a' } }, false],
  [{ allowedParameters: { bar: [], name: 'a' } }, false],
  [{ allowedParameters: { bar: [{}] } }, false],
  [{ allowedParameters: { bar: ['a', {}] } }, false],
  [{ allowedParameters: { bar: [['a', {}]] } }, false],
  [{ deniedParameters: { bar: 'a' } }, false],
  [{ deniedParameters: 1 }, false],
  [{ requiredParameters: 'bar' }, false],
  [{ requiredParameters: ['bar', 1] }, false],
])('what was stored is rules: %j, %s', (stored, sound) => {
  expect(areParameterRules(stored)).toBe(sound);
});

describe('rules for the same path', () => {
  test.each<readonly [rules: readonly ParameterRules[], sent: Sent, allowed: boolean]>([
    [[{ allowedParameters: { bar: ['a'] } }, { allowedParameters: { bar: ['b'] } }], { bar: 'b' }, true],
    [[{ allowedParameters: { bar: ['a'] } }, { allowedParameters: { bar: [] } }], { bar: 'c' }, true],
    [[{ allowedParameters: { bar: [] } }, { allowedParameters: { bar: ['a'] } }], { bar: 'c' }, true],
    [[{ allowedParameters: { bar: ['a'] } }, { allowedParameters: { name: ['b'] } }], { bar: 'a', name: 'b' }, true],
    // One that says nothing lifts nothing.
    [[{ allowedParameters: { bar: ['a'] } }, {}], { bar: 'b' }, false],
    [[{}, { allowedParameters: { bar: ['a'] } }], { bar: 'b' }, false],
    [[{ deniedParameters: { bar: ['a'] } }, { deniedParameters: { bar: ['b'] } }], { bar: 'a' }, false],
    [[{ deniedParameters: { bar: ['a'] } }, { deniedParameters: { bar: [] } }], { bar: 'c' }, false],
    [[{ deniedParameters: { bar: ['a'] } }, { allowedParameters: { bar: [] } }], { bar: 'a' }, false],
    [[{ allowedParameters: { bar: [null, 'a'] } }], { bar: null }, true],
    [[{ allowedParameters: { bar: ['a'] } }], { bar: null }, false],
    [[{ requiredParameters: ['bar'] }, { requiredParameters: ['name'] }], { bar: 'a' }, false],
    [[{ requiredParameters: ['bar'] }, { requiredParameters: ['name'] }], { bar: 'a', name: 'b' }, true],
  ])('%j, %j: %s', (rules, sent, allowed) => {
    expect(allows(rules, sent)).toBe(allowed);
  });

  const name = fc.constantFrom('bar', 'name', 'no_store', 'key_bits', 'ttl', 'names', 'identifiers', 'other');
  const value = fc.oneof(
    fc.constantFrom('a', 'b', 'a,b', 'a*', '*b', '1', 'true', '8h', 1, 0, true, false, null, 28_800),
    fc.array(fc.constantFrom('a', 'b', 1), { maxLength: 2 }),
  );
  const lists = fc.dictionary(name, fc.array(value, { maxLength: 3 }), { maxKeys: 3 });
  const rule = fc.record(
    { allowedParameters: lists, deniedParameters: lists, requiredParameters: fc.array(name, { maxLength: 2 }) },
    { requiredKeys: [] },
  );
  const sentOf = fc.dictionary(name, value, { maxKeys: 3 });
  const denied = fc.tuple(fc.oneof(name, fc.constant('*')), fc.array(value, { maxLength: 2 }));

  test('one more denied parameter never allows more', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 3 }), denied, sentOf, (rules, [more, values], sent) => {
        const stricter = [...rules, { deniedParameters: { [more]: more === '*' ? [] : values } }];
        if (allows(stricter, sent)) expect(allows(rules, sent)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('nor does one more required', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 3 }), name, sentOf, (rules, more, sent) => {
        if (allows([...rules, { requiredParameters: [more] }], sent)) expect(allows(rules, sent)).toBe(true);
      }),
    );
  });
});
