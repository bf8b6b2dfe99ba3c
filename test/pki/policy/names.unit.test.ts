import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anonymous } from '../../../src/pki/policy/identity-template.js';
import { encodableName, nameJudge } from '../../../src/pki/policy/name-rules.js';
import { role, type LooseInput } from './made.js';

const example = { allowed_domains: 'example.com' };
const bare = { ...example, allow_bare_domains: true };
const below = { ...example, allow_subdomains: true };
const globbed = { allowed_domains: '*.example.com,ftp*.example.org,*@mail.example', allow_glob_domains: true };
const any = { allow_any_name: true };
const free = { ...any, enforce_hostnames: false };
const long = (length: number) => 'a'.repeat(length);

/** The broken rule, or undefined for a name that is allowed. */
const verdict = (input: LooseInput, name: string) => nameJudge(role(input), anonymous)(name);

describe('names that a role allows', () => {
  test.each<[LooseInput, string]>([
    [bare, 'example.com'],
    [bare, 'EXAMPLE.com'],
    [bare, 'user@example.com'],
    [bare, 'user@EXAMPLE.COM'],
    [below, 'a.example.com'],
    [below, 'a.b.example.com'],
    [below, 'A.Example.Com'],
    [below, '*.example.com'],
    [below, '*.a.example.com'],
    [below, 'foo*.example.com'],
    [below, '*foo.example.com'],
    [below, 'f*o.example.com'],
    [below, 'user@mail.example.com'],
    [below, 'xn--mnchen-3ya.example.com'],
    [below, 'münchen.example.com'],
    [below, 'MÜNCHEN.example.com'],
    [below, 'straße.example.com'],
    [below, 'mu\u0308nchen.example.com'],
    [{ ...below, allowed_domains: 'münchen.de' }, 'www.münchen.de'],
    [{ ...below, allowed_domains: 'münchen.de' }, 'www.xn--mnchen-3ya.de'],
    [{ ...bare, allowed_domains: ['a.test', 'b.test'] }, 'b.test'],
    [{ ...bare, allowed_domains: 'user@example.com' }, 'user@example.com'],
    [{ ...bare, allowed_domains: '*.example.com' }, '*.example.com'],
    [globbed, 'a.example.com'],
    [globbed, 'A.EXAMPLE.COM'],
    [globbed, 'a.b.example.com'],
    [globbed, '*.b.example.com'],
    [globbed, 'ftp1.example.org'],
    [globbed, 'who@mail.example'],
    [{}, 'localhost'],
    [{}, 'LOCALHOST'],
    [{}, 'localdomain'],
    [{}, 'root@localhost'],
    [{ allow_subdomains: true }, 'a.localhost'],
    [{ allow_subdomains: true }, '*.localdomain'],
    [any, 'anything.at.all'],
    [any, '*.anything.at.all'],
    [any, '*'],
    [any, 'host'],
    [any, '192.0.2.1'],
    [any, 'r3---sn-ab.example.com'],
    [any, `${long(63)}.com`],
    [any, "o'brien+tag@example.com"],
    [free, 'John Doe'],
    [free, 'my_service'],
    [free, 'a b.example.com'],
    [{ ...below, enforce_hostnames: false }, 'my_host.example.com'],
    [{ ...below, allowed_domains: 'example.com,,' }, 'a.example.com'],
  ])('%j allows %s', (input, name) => {
    expect(verdict(input, name)).toBeUndefined();
  });

  test.each<[LooseInput, string, string]>([
    [{}, 'example.com', 'name-allowed'],
    [example, 'example.com', 'name-allowed'],
    [example, 'a.example.com', 'name-allowed'],
    [bare, 'a.example.com', 'name-allowed'],
    [bare, '*.example.com', 'name-allowed'],
    [bare, 'user@a.example.com', 'name-allowed'],
    [below, 'example.com', 'name-allowed'],
    [below, 'user@example.com', 'name-allowed'],
    [below, 'notexample.com', 'name-allowed'],
    [below, 'example.com.evil.org', 'name-allowed'],
    [below, 'example.org', 'name-allowed'],
    [below, '*.com', 'name-allowed'],
    [below, '*', 'name-allowed'],
    [below, 'com', 'name-allowed'],
    [globbed, 'example.com', 'name-allowed'],
    [globbed, 'ftp.example.net', 'name-allowed'],
    [{ allowed_domains: '*.example.com' }, 'a.example.com', 'name-allowed'],
    [{ ...below, allowed_domains: '*.example.com' }, 'a.example.com', 'name-allowed'],
    [{}, 'a.localhost', 'name-allowed'],
    [{}, '*.localhost', 'name-allowed'],
    [{ allow_localhost: false }, 'localhost', 'name-allowed'],
    [
      { ...below, allowed_domains_template: true, allowed_domains: '{{identity.entity.name}}.b' },
      'a.b',
      'name-allowed',
    ],
    // The wildcard gate comes first, even before allow_any_name.
    [{ ...any, allow_wildcard_certificates: false }, '*.example.com', 'wildcard-allowed'],
    [{ ...free, allow_wildcard_certificates: false }, 'a.*.com', 'wildcard-allowed'],
    [{ ...below, allow_wildcard_certificates: false }, '*.example.com', 'wildcard-allowed'],
    [any, '*.*.example.com', 'wildcard-form'],
    [any, '**.example.com', 'wildcard-form'],
    [any, 'a.*.example.com', 'wildcard-form'],
    [any, 'example.*', 'wildcard-form'],
    [free, 'a.*.example.com', 'wildcard-form'],
    [any, 'user@*.example.com', 'wildcard-form'],
    [any, '-*.example.com', 'wildcard-form'],
    [any, '*_.example.com', 'wildcard-form'],
    [any, 'xn--a*.example.com', 'wildcard-form'],
    [any, 'ü*.example.com', 'wildcard-form'],
    [any, '*@example.com', 'email-form'],
    // Host names come before allow_any_name.
    [any, 'my_host.example.com', 'host-name'],
    [any, 'John Doe', 'host-name'],
    [any, '-a.example.com', 'host-name'],
    [any, 'a-.example.com', 'host-name'],
    [any, '.example.com', 'host-name'],
    [any, 'a..example.com', 'host-name'],
    [any, 'example.com.', 'host-name'],
    [any, '*.', 'host-name'],
    [any, '.', 'host-name'],
    [any, 'a/b.example.com', 'host-name'],
    [any, 'https://example.com', 'host-name'],
    [any, 'example.com:443', 'host-name'],
    [any, 'user@192.0.2.1', 'host-name'],
    [any, '2001:db8::1', 'host-name'],
    [any, `${long(64)}.com`, 'host-name'],
    [any, `${`${long(49)}.`.repeat(5)}abcd`, 'host-name'],
    [below, 'a_b.example.com', 'host-name'],
    // What merely looks like a name.
    [below, 'ａ.example.com', 'international-name'],
    [below, 'a。example.com', 'international-name'],
    [below, 'a.ex\u00adample.com', 'plain-text'],
    [below, 'a\u200b.example.com', 'plain-text'],
    [below, 'a\u200d.example.com', 'plain-text'],
    [below, 'Ⅷ.example.com', 'international-name'],
    [below, 'xn--a.example.com', 'international-name'],
    [below, 'xn--.example.com', 'international-name'],
    [below, 'xn--abc-.example.com', 'international-name'],
    [below, 'xn--0.example.com', 'international-name'],
    [below, '＊.example.com', 'international-name'],
    [any, 'אa.example.com', 'international-name'],
    // What nobody can read.
    [any, 'example.com\0.evil.org', 'plain-text'],
    [free, 'example.com\0', 'plain-text'],
    [free, 'a\nb', 'plain-text'],
    [free, 'a\u202eb', 'plain-text'],
    [free, ' a', 'plain-text'],
    [free, '\ud800', 'plain-text'],
    [any, 'a@b@example.com', 'email-form'],
    [any, '@example.com', 'email-form'],
    [any, 'user@', 'email-form'],
    [any, 'us er@example.com', 'email-form'],
    [any, '.user@example.com', 'email-form'],
    [any, 'ü@example.com', 'email-form'],
    [any, `${long(65)}@example.com`, 'email-form'],
  ])('%j refuses %j: %s', (input, name, rule) => {
    expect(verdict(input, name)).toBe(rule);
  });
});

describe('templates', () => {
  const identity = (path: string) =>
    ({ 'identity.entity.name': 'alice', 'identity.entity.metadata.star': '*', 'identity.entity.id': '' })[path];
  const judge = (domain: string, extra: LooseInput = {}) =>
    nameJudge(
      role({ ...below, allow_bare_domains: true, allowed_domains: domain, allowed_domains_template: true, ...extra }),
      identity,
    );

  test.each([
    ['{{identity.entity.name}}.example.com', 'alice.example.com', true],
    ['{{ identity.entity.name }}.example.com', 'a.alice.example.com', true],
    ['{{identity.entity.name}}.example.com', 'bob.example.com', false],
    ['{{identity.entity.name}}.example.com', 'x.example.com', false],
    ['{{identity.entity.unknown}}.example.com', 'a.example.com', false],
    ['{{identity.entity.id}}.example.com', 'a.example.com', false],
    ['{{request.name}}.example.com', 'a.example.com', false],
    ['{{identity.entity.name', 'alice', false],
    ['plain.example', 'plain.example', true],
  ])('%s allows %s: %s', (domain, name, allowed) => {
    expect(judge(domain)(name) === undefined).toBe(allowed);
  });

  test.each([['*'], ['a,b'], ['a b'], ['a\u200b'], ['{{x}}'], ['a\0'], ['']])(
    'filled in with %j stands for nothing',
    (value) => {
      const own = nameJudge(
        role({
          ...{ allowed_domains: '{{identity.entity.name}}.com,x.{{identity.entity.name}}', allow_bare_domains: true },
          ...{ allow_glob_domains: true, allow_subdomains: true, allowed_domains_template: true },
        }),
        () => value,
      );
      for (const name of ['evil.com', 'a.com', 'b.com', 'x.a', 'x.b', `${value}.com`, 'x'])
        expect(own(name)).toBeDefined();
    },
  );

  test("a caller's own name does not widen a pattern", () => {
    const own = judge('{{identity.entity.metadata.star}}.com', { allow_glob_domains: true });
    expect(own('evil.com')).toBe('name-allowed');
  });

  test('without the flag a template is only text', () => {
    const literal = nameJudge(role({ ...below, allowed_domains: '{{identity.entity.name}}' }), identity);
    expect(literal('a.alice')).toBe('name-allowed');
  });
});

describe('whatever is asked', () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('a', 'A', '*', '.', '@', '-', '_', 'ü', '。', '\0', 'x', 'n', '{', '}'),
      maxLength: 30,
    }),
    fc
      .array(fc.oneof(label, fc.constantFrom('*', 'a*', '', 'xn--a', 'com', 'example')), { maxLength: 6 })
      .map((l) => l.join('.')),
  );

  test('judging never throws', () => {
    const roles = [{}, bare, below, globbed, any, free].map((input) => nameJudge(role(input), anonymous));
    fc.assert(
      fc.property(hostile, (name) => {
        for (const judge of roles) judge(name);
        encodableName(name);
      }),
      { numRuns: 2000 },
    );
  });

  test('a name that passes stays below its domain, wildcards included, however it is written', () => {
    const domains = fc.array(label, { minLength: 2, maxLength: 3 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(domains, hostile, fc.boolean(), fc.boolean(), (domain, prefix, enforced, joined) => {
        const judge = nameJudge(
          role({
            ...{ allowed_domains: domain, allow_subdomains: true, allow_bare_domains: true, allow_localhost: false },
            enforce_hostnames: enforced,
          }),
          anonymous,
        );
        const name = joined ? `${prefix}${domain}` : prefix;
        if (judge(name) !== undefined) return;
        const written = encodableName(name);
        if (written === undefined) return;
        const host = written.slice(written.lastIndexOf('@') + 1).toLowerCase();
        expect(host === domain || host.endsWith(`.${domain}`)).toBe(true);
        // A wildcard matches one label, so what it can stand for is below the domain too.
        if (host.includes('*')) expect(host.slice(host.indexOf('.') + 1).endsWith(domain)).toBe(true);
        expect(host.replace(/^[^.]*/, '')).not.toContain('*');
      }),
      { numRuns: 3000 },
    );
  });
});
