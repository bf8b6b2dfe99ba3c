import { parseRole } from './made.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anonymous } from '../../../src/pki/policy/identity-template.js';
import { isUri, splitUri } from '../../../src/pki/policy/uri.js';
import { uriJudge } from '../../../src/pki/policy/uri-patterns.js';
import { inVault } from '../../../src/platform/wording.js';

const allows = (pattern: string, uri: string): boolean => isUri(uri) && uriJudge([pattern], false, anonymous)(uri);

describe('a pattern of allowed_uri_sans', () => {
  test.each([
    // pattern                        URI                                              allowed
    // Vault's own examples
    ['spiffe://hostname/*', 'spiffe://hostname/a/b', true],
    ['spiffe://hostname/*', 'spiffe://hostname2/a', false],
    ['http://someuri/abc', 'http://someuri/abc', true],
    ['http://someuri/abc', 'http://someuri/abcd', false],
    ['http://*/abc', 'http://h.example/abc', true],
    // All of a scheme, or of all
    ['*', 'urn:x', true],
    ['*', 'https://u:p@h:1/a?b#c', true],
    ['spiffe:*', 'spiffe://a/b', true],
    ['spiffe://*', 'spiffe://a/b?c', true],
    ['SPIFFE://*', 'spiffe://a/b', true],
    ['https://*', 'http://a/', false],
    ['urn:*', 'urn:a:b', true],
    // The authority
    ['https://*.example.com/*', 'https://a.example.com/x', true],
    ['https://*.example.com/*', 'https://a.b.example.com/', true],
    ['https://*.example.com/*', 'https://A.EXAMPLE.COM/x', true],
    ['https://*.example.com/*', 'https://example.com/x', false],
    ['https://*.example.com/*', 'https://evil.com#.example.com/', false],
    ['https://*.example.com/*', 'https://evil.com/.example.com/', false],
    ['https://*.example.com/*', 'https://evil.com?.example.com/', false],
    ['https://*.example.com/*', 'https://evil.com:1@a.example.com/', false],
    ['https://*.example.com/*', 'https://a.example.com@evil.com/', false],
    ['https://*.example.com/*', 'https://a.example.com:443/', false],
    ['https://*.example.com/*', 'https://evil.com\\.example.com/', false],
    ['https://*.example.com/*', 'https://evil.com%2f.example.com/', false],
    ['https://*.example.com/*', 'https://evil.com%23.example.com/', false],
    ['https://*.example.com*', 'https://a.example.com.evil.com/', false],
    ['https://example.com*', 'https://example.com/x', false],
    ['https://*example.com', 'https://evil.com/example.com', false],
    ['spiffe://*.example.com/a', 'spiffe://evil%2f.example.com/a', false],
    ['https://[2001:db8::*]/', 'https://[2001:db8::1]/', false],
    ['https://[2001:db8::1]/', 'https://[2001:DB8::1]/', true],
    // Userinfo and port have to be asked for
    ['https://*@example.com/', 'https://u@example.com/', true],
    ['https://*@example.com/', 'https://example.com/', false],
    ['https://*@example.com/', 'https://a@b@example.com/', false],
    ['https://example.com:*/', 'https://example.com:8443/', true],
    ['https://example.com:*/', 'https://example.com/', false],
    ['https://example.com/', 'https://example.com:/', false],
    // Path, query, fragment
    ['https://example.com/a*c', 'https://example.com/abbc', true],
    ['https://example.com/a*c', 'https://example.com/a/c', true],
    ['https://example.com/a*c', 'https://example.com/a?c', false],
    ['https://example.com/a*c', 'https://example.com/a#c', false],
    ['https://example.com/*', 'https://example.com/a?b#c', true],
    ['https://example.com/*', 'https://example.com', false],
    ['https://example.com/a', 'https://example.com/a?b', false],
    ['https://example.com/a?*', 'https://example.com/a?b#c', true],
    ['https://example.com/a?*', 'https://example.com/a', false],
    ['https://example.com/a?b=*#f', 'https://example.com/a?b=1#f', true],
    ['https://example.com/a?b=*#f', 'https://example.com/a?b=1#g', false],
    ['https://example.com/a#*', 'https://example.com/a#b', true],
    ['https://example.com/team/*', 'https://example.com/team/../admin', false],
    ['https://example.com/team/*', 'https://example.com/team/%2E%2e/admin', false],
    ['https://example.com/team/*', 'https://example.com/team/..a', true],
    ['https://example.com/a*?b', 'https://example.com/ax?b', true],
    ['https://example.com/a*?b', 'https://example.com/ax?c', false],
    ['https://example.com/a*?b', 'https://example.com/ax', false],
    ['https://example.com/a*#f', 'https://example.com/ax#f', true],
    ['https://example.com/a*#f', 'https://example.com/ax#g', false],
    ['https://example.com/a*#f', 'https://example.com/ax', false],
    ['https://example.com/a?b', 'https://example.com/a?b#c', false],
    ['https://example.com/a?b*', 'https://example.com/a?bx#c', true],
    ['https://example.com/a?*b', 'https://example.com/a?xb#c', false],
    ['https://example.com/a', 'http://example.com/a', false],
    ['HTTPS://example.com/a', 'https://example.com/a', true],
    // An authority is none by another name
    ['https:/x', 'https://evil.com/x', false],
    ['https://*/x', 'https:/x', false],
    ['https:*.example.com', 'https://a.example.com', false],
    ['urn:a:*', 'urn:a:b', true],
    ['urn:a:*', 'urn:b:a:b', false],
    // Without a scheme
    ['*.example.com', 'https://a.example.com', false],
    ['*/x', 'https://a/x', false],
  ])('%s allows %s: %s', (pattern, uri, allowed) => {
    expect(allows(pattern, uri)).toBe(allowed);
  });

  test('with a scheme allows nothing that has none', () => {
    for (const pattern of ['spiffe:*', 'spiffe://a/b', 'x'])
      expect(uriJudge([pattern], false, anonymous)('no URI')).toBe(false);
    expect(uriJudge(['*'], false, anonymous)('no URI')).toBe(true);
  });

  test('that allows nothing comes with a warning', () => {
    const outcome = parseRole({ allowed_uri_sans: '*.example.com,spiffe://a/*,*' });
    expect('warnings' in outcome && outcome.warnings.map(inVault)).toEqual([
      'allowed_uri_sans: "*.example.com" allows nothing, as it has no scheme',
    ]);
  });
});

describe('a template', () => {
  const filled = (value: string | undefined) =>
    uriJudge(['spiffe://{{identity.entity.name}}.example.com/{{identity.entity.name}}/*'], true, () => value);

  test.each([
    ['alice', 'spiffe://alice.example.com/alice/x', true],
    ['alice', 'spiffe://bob.example.com/bob/x', false],
    [undefined, 'spiffe://.example.com//x', false],
    ['*', 'spiffe://bob.example.com/bob/x', false],
    ['evil.com/#', 'spiffe://evil.com/#.example.com/evil.com/#/x', false],
    ['a/b', 'spiffe://a/b.example.com/a/b/x', false],
    ['a@b', 'spiffe://a@b.example.com/a@b/x', false],
    ['a,b', 'spiffe://a,b.example.com/a,b/x', false],
    ['a\u200b', 'spiffe://a\u200b.example.com/a\u200b/x', false],
  ])('filled in with %j allows %s: %s', (value, uri, allowed) => {
    expect(filled(value)(uri)).toBe(allowed);
  });
});

test.each([
  ['urn:a', true],
  ['mailto:a@b.example', true],
  ['https://[::1]:8443/a%20b?c=%2F#d', true],
  ['urn:', false],
  ['a', false],
  ['//a', false],
  ['https://a b/', false],
  ['https://a/%zz', false],
  ['https://a/{b}', false],
  ['https://a/b#c#d', false],
  ['https://a:b/', false],
  ['https://ä/', false],
  ['urn:a\0b', false],
  ['https://a/./b', false],
])('%j is a URI: %s', (text, uri) => {
  expect(isUri(text)).toBe(uri);
});

test('a template of which a part is not known allows nothing, also without that part', () => {
  const judge = uriJudge(['x://{{identity.entity.name}}/a', 'x:/b#{{identity.entity.name}}'], true, anonymous);
  expect(['x:/a', 'x:///a', 'x:/b', 'x:/b#'].map(judge)).toEqual([false, false, false, false]);
});

describe('whatever is asked', () => {
  const part = fc.stringMatching(/^[a-z0-9.]{0,6}$/);
  const hostile = fc.string({
    unit: fc.constantFrom('a', 'e', '.', '/', '?', '#', '@', ':', '%2e', '%23', '\\', '*', '[', ']', 'x.example.com'),
    maxLength: 12,
  });

  test('what a pattern with a host allows has a host below it for who reads as browsers do', () => {
    const judge = uriJudge(['https://*.example.com/*'], false, anonymous);
    const uris = fc.oneof(
      hostile.map((text) => `https://${text}.example.com/`),
      hostile.map((text) => `https://${text}`),
    );
    fc.assert(
      fc.property(uris, (uri) => {
        if (!isUri(uri) || !judge(uri)) return;
        const { hostname, username, port } = new URL(uri);
        expect(hostname.endsWith('.example.com')).toBe(true);
        expect([username, port]).toEqual(['', '']);
      }),
      { numRuns: 3000 },
    );
  });

  test('a URI without stars allows itself and nothing else', () => {
    const uris = fc.tuple(part, part, part).map(([host, path, query]) => `https://h${host}/${path}?${query}`);
    fc.assert(
      fc.property(uris, uris, (one, other) => {
        const judge = uriJudge([one], false, anonymous);
        expect(judge(one)).toBe(true);
        expect(judge(other)).toBe(one === other);
      }),
    );
  });

  test('components put together are the URI again', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const uri = splitUri(`x:${text}`);
        if (uri === undefined) return;
        const { scheme, userinfo, host, port, path, query, fragment } = uri;
        const wrap = (before: string, value: string | undefined, after = '') =>
          value === undefined ? '' : before + value + after;
        const authority = host === undefined ? '' : `//${wrap('', userinfo, '@')}${host}${wrap(':', port)}`;
        expect(`${scheme}:${authority}${path}${wrap('?', query)}${wrap('#', fragment)}`).toBe(`x:${text}`);
      }),
      { numRuns: 1000 },
    );
  });
});
