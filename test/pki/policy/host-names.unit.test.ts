import { describe, expect, test } from 'vitest';
import {
  asciiName,
  isDnsText,
  isHostName,
  isLocalPart,
  isReadable,
  isWildcardLabel,
} from '../../../src/pki/policy/host-name.js';
import { anonymous, fillTemplate, patternsOf } from '../../../src/pki/policy/identity-template.js';
import { encodableName, isHostLike, nameJudge } from '../../../src/pki/policy/name-rules.js';

import { otherNameFault, parseOtherName } from '../../../src/pki/policy/other-names.js';
import { role, type LooseInput } from './made.js';

/** A name of so many characters, in labels of 63 at most. */
const long = (length: number): string => {
  const labels = `${'a'.repeat(63)}.`.repeat(4);
  return labels.slice(0, length - 1).replace(/\.$/, 'a') + 'a';
};

describe('the form in which a name stands in a certificate', () => {
  test.each([
    ['A.test', 'A.test'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['a--b.test', 'a--b.test'],
    ['axn--b.test', 'axn--b.test'],
    ['a.xn--mnchen-3ya.de', 'a.xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.ü.de', 'xn--mnchen-3ya.xn--tda.de'],
    ['', ''],
    ['a'.repeat(1000), 'a'.repeat(1000)],
    ['a'.repeat(1001), undefined],
    ['xn--', undefined],
    ['xn--a.test', undefined],
    ['ａ.test', undefined],
    ['a。test', undefined],
    ['ü\u00ad.test', undefined],
    ['ß\u200d.test', undefined],
  ])('%.40j: %.40j', (name, ascii) => {
    expect(asciiName(name)).toBe(ascii);
  });

  test('no label of more than 63 characters is converted, which takes long', () => {
    expect(asciiName(`${'ü'.repeat(63)}.test`)).toMatch(/^xn--tdaa+\.test$/);
    expect(asciiName(`${'ü'.repeat(64)}.test`)).toBeUndefined();
    expect(asciiName(`a.${'xn--'.padEnd(64, 'a')}.ü`)).toBeUndefined();
    // Characters, not units of UTF-16, and composed ones.
    expect(asciiName(`${'\u{20000}'.repeat(40)}.test`)).toMatch(/^xn--j50iaa+\.test$/);
    expect(asciiName(`${'u\u0308'.repeat(40)}.test`)).toMatch(/^xn--tdaa+\.test$/);
  });
});

describe('RFC 1123 2.1', () => {
  test.each([
    ['a', true],
    ['a-1.B2', true],
    [long(253), true],
    [long(254), false],
    ['a'.repeat(63), true],
    ['a'.repeat(64), false],
    ['', false],
    ['a.', false],
    ['.a', false],
    ['a..b', false],
    ['-a', false],
    ['a-', false],
    ['a_b', false],
    ['*.a', false],
    ['192.0.2.1', false],
    ['1.2.3.4.5', true],
  ])('%.40s is a host name: %s', (name, is) => {
    expect(isHostName(name)).toBe(is);
  });

  test.each([
    ['a_b.*', true],
    ['a', true],
    [long(253), true],
    [long(254), false],
    ['a b', false],
    ['a.b c', false],
    ['a b.c', false],
    ['a'.repeat(64), false],
    ['', false],
    ['ü', false],
    ['192.0.2.1', false],
  ])('%.40s is text that a dNSName can hold: %s', (name, is) => {
    expect(isDnsText(name)).toBe(is);
  });

  test.each([
    ['*', true],
    ['a*', true],
    ['*a', true],
    ['a*b', true],
    ['a-b*c-d', true],
    ['abc*def', true],
    ['ab-cd*ef-gh', true],
    ['-*', false],
    ['*-', false],
    ['**', false],
    ['xn--a*', false],
    ['XN--*', false],
    ['axn--b*', true],
    ['a', false],
    [`${'a'.repeat(62)}*`, true],
    [`${'a'.repeat(63)}*`, false],
  ])('%.70s is the leftmost label of a wildcard: %s', (text, is) => {
    expect(isWildcardLabel(text)).toBe(is);
  });

  test.each([
    ['a.b+c', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    ['.a', false],
    ['a..b', false],
    ['a b', false],
    ['a*', false],
    ['ü', false],
  ])('%.70s is a local part: %s', (text, is) => {
    expect(isLocalPart(text)).toBe(is);
  });

  test.each([
    ['', true],
    ['ab ~', true],
    ['größe', true],
    ['a\0b', false],
    ['a\u202eb', false],
    ['ab\u200d', false],
    ['س\u200cس', true],
  ])('%j can be read: %s', (text, is) => {
    expect(isReadable(text)).toBe(is);
  });
});

describe('names that are judged', () => {
  const judged = (input: LooseInput, name: string) => nameJudge(role(input), anonymous)(name);
  const open = { allow_any_name: true };
  const free = { ...open, enforce_hostnames: false };
  const below = { allowed_domains: 'a.test', allow_subdomains: true };
  const star = (length: number): string => `*.${long(length - 2)}`;
  test.each<[LooseInput, string, string | undefined]>([
    // At most 253 in all, with a wildcard and without.
    [open, long(253), undefined],
    [open, long(254), 'host-name'],
    [open, star(253), undefined],
    [open, star(254), 'host-name'],
    [open, '', 'host-name'],
    [open, '*', undefined],
    [open, '*.', 'host-name'],
    [open, '.a', 'host-name'],
    // RFC 6125: one star in the leftmost label, whatever else is allowed.
    [free, '**.a.test', 'wildcard-form'],
    [free, 'a.*.test', 'wildcard-form'],
    [free, '*.*.test', 'wildcard-form'],
    [free, 'u@*.a.test', 'wildcard-form'],
    [{ ...free, allow_wildcard_certificates: false }, '*.a.test', 'wildcard-allowed'],
    // Localhost and what is below it, not what has nothing in front of the dot.
    [{ enforce_hostnames: false, allow_subdomains: true }, '.localhost', 'name-allowed'],
    [{ allow_subdomains: true }, 'a.localhost', undefined],
    [{ allow_subdomains: true }, '*.localhost', undefined],
    [{}, '*.localhost', 'name-allowed'],
    [{}, 'a.localhost', 'name-allowed'],
    [{ allow_localhost: false }, 'localhost', 'name-allowed'],
    // Subdomains, as far as one looks.
    [{ ...below, enforce_hostnames: false }, `${'x'.repeat(993)}.a.test`, undefined],
    [{ ...below, enforce_hostnames: false }, `${'x'.repeat(994)}.a.test`, 'name-allowed'],
    [{ ...below, enforce_hostnames: false }, '.a.test', 'name-allowed'],
    // A pattern is what has a star; another domain is not one.
    [{ allowed_domains: 'a.test', allow_glob_domains: true }, 'a.test', 'name-allowed'],
    [{ allowed_domains: '*.test', allow_glob_domains: true }, 'B.TEST', undefined],
    [{ allowed_domains: 'Bob*@a.test', allow_glob_domains: true }, 'Bob1@a.test', undefined],
    [{ allowed_domains: 'Bob*@a.test', allow_glob_domains: true }, 'bob1@a.test', 'name-allowed'],
  ])('%j, %.50s: %s', (input, name, rule) => {
    expect(judged(input, name)).toBe(rule);
  });

  test('an empty domain stands for nothing', () => {
    const policy = { ...role({ allow_subdomains: true, enforce_hostnames: false }), allowedDomains: ['', 'a.test'] };
    expect(nameJudge(policy, anonymous)('x.')).toBe('name-allowed');
    expect(nameJudge({ ...policy, allowedDomainsTemplate: true }, anonymous)('x.')).toBe('name-allowed');
    expect(nameJudge(policy, anonymous)('x.a.test')).toBeUndefined();
  });

  test.each([
    ['a.test', 'a.test'],
    ['*.münchen.de', '*.xn--mnchen-3ya.de'],
    ['*', '*'],
    ['u@münchen.de', 'u@xn--mnchen-3ya.de'],
    ['a b', undefined],
    ['*.a b', undefined],
    ['u v@a.test', undefined],
    ['u@a b', undefined],
    ['xn--a.test', undefined],
    ['u@xn--a.test', undefined],
  ])('%s is written %s', (name, text) => {
    expect(encodableName(name)).toBe(text);
  });

  test.each([
    ['a.test', true],
    ['*.a.test', true],
    ['a*.a.test', true],
    ['*', true],
    ['My CA', false],
    ['u@a.test', false],
    ['xn--a.test', false],
    ['-*.a.test', false],
    ['*.', false],
    ['a_b.test', false],
  ])('%s is a host too: %s', (name, is) => {
    expect(isHostLike(name)).toBe(is);
  });
});

describe('templates of a role', () => {
  const known: Readonly<Record<string, string>> = {
    'identity.a': 'x',
    'identity.e': '',
    other: 'y',
    'identity.s': 'x y',
  };
  const identity = (path: string) => known[path];
  test.each([
    ['{{identity.a}}.test', 'x.test'],
    ['{{ identity.a }}-{{identity.a}}', 'x-x'],
    ['plain', 'plain'],
    ['{{identity.none}}', undefined],
    ['{{identity.e}}', undefined],
    ['{{identity.s}}', undefined],
    ['{{other}}', undefined],
    ['{{}}', undefined],
    ['{{identity.a', undefined],
    ['a}}', undefined],
  ])('%s: %s', (template, filled) => {
    expect(fillTemplate(template, identity)).toBe(filled);
  });

  test('a value with a star is only used where the role says so', () => {
    const starred = (path: string) => (path === 'identity.name' ? '*.a' : path === 'identity.list' ? '*,b' : undefined);
    expect(fillTemplate('{{identity.name}}.test', starred)).toBe(undefined);
    expect(fillTemplate('{{identity.name}}.test', starred, true)).toBe('*.a.test');
    expect(fillTemplate('{{identity.list}}.test', starred, true)).toBe(undefined);
  });

  test('patterns that stand for nothing are none', () => {
    expect(patternsOf(['', 'a', '{{identity.none}}', '{{identity.a}}'], true, identity)).toEqual(['a', 'x']);
    expect(patternsOf(['', 'a', '{{identity.a}}'], false, identity)).toEqual(['a', '{{identity.a}}']);
  });
});

describe('other names', () => {
  const unsupported = 'only utf8 other SANs are supported; found non-supported type in other SAN';
  test.each([
    ['1.2', 'expected a semicolon in other SAN "1.2"'],
    ['1.2;UTF8', 'expected a colon in other SAN "1.2;UTF8"'],
    ['1.2:x;UTF8', 'expected a colon in other SAN "1.2:x;UTF8"'],
    ['1.2;IA5:x', `${unsupported} "1.2;IA5:x"`],
    ['1.2;xUTF8:x', `${unsupported} "1.2;xUTF8:x"`],
    ['1.2;UTF88:x', `${unsupported} "1.2;UTF88:x"`],
    ['a;UTF8:x', '"a" is not an object identifier in other SAN "a;UTF8:x"'],
  ])('%s: %s', (text, fault) => {
    expect(parseOtherName(text)).toEqual({ fault });
  });

  test.each([
    [['*'], '1.3', 'x', undefined],
    [['*', '1.2;UTF8:a'], '1.3', 'x', 'oid'],
    [['1.2;UTF8:a', '1.3;UTF8:b'], '1.2', 'b', 'value'],
    [['1.2;UTF8:a', '1.3;UTF8:b'], '1.4', 'b', 'oid'],
    [['1.2;UTF8:a', '1.2;UTF8:b*'], '1.2', 'bc', undefined],
    [[], '1.2', 'a', 'oid'],
  ])('%j, %s %s: %s', (allowed, oid, value, fault) => {
    expect(otherNameFault({ oid, value }, allowed)).toBe(fault);
  });
});
