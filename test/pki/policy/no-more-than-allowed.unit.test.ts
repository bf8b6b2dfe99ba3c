import { describe, expect, test } from 'vitest';
import { outsideConstraints } from '../../../src/pki/policy/index.js';
import { otherNameFault } from '../../../src/pki/policy/other-names.js';
import { uriJudge } from '../../../src/pki/policy/uri-patterns.js';
import { Name, nameConstraints, type GeneralName } from '../../../src/pki/x509/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { readNameConstraints } from '../../../src/pki/x509/name-constraints.js';

const nobody = () => undefined;

describe('a pattern of URIs allows no more than it says', () => {
  test.each<[string, string, boolean]>([
    // pattern, URI, allowed
    ['https://a/x', 'https://a/x', true],
    ['https://a/x', 'http://a/x', false],
    ['https://a/x', 'https://b/x', false],
    ['https://a/x', 'https://a/X', false],
    ['https://a/x', 'https://a/x/y', false],
    ['https://a/x', 'https://a/x?', false],
    ['https://a/x', 'https://a/x#', false],
    ['https://a/x', 'https://a:1/x', false],
    ['https://a/x', 'https://u@a/x', false],
    ['HTTPS://A/x', 'https://a/x', true],
    ['https://a:1/', 'https://a:1/', true],
    ['https://a:1/', 'https://a:2/', false],
    ['https://a:1/', 'https://a/', false],
    ['https://u@a/', 'https://u@a/', true],
    ['https://u@a/', 'https://v@a/', false],
    ['https://u@a/', 'https://a/', false],
    ['https://*/x', 'https://a.b/x', true],
    ['https://*/x', 'https://a/y', false],
    ['https://*.a/x', 'https://b/x', false],
    ['https://*.a/x', 'https://c.A/x', true],
    ['https://*/x', 'https://a%2eb/x', false],
    ['https://*/x', 'https://[::1]/x', false],
    // A star at the very end stands for the rest.
    ['https://a/x*', 'https://a/xyz', true],
    ['https://a/x*', 'https://a/xyz?q#f', true],
    ['https://a/x*', 'https://a/y', false],
    ['https://a/x*', 'https://b/x', false],
    ['https://a/x*?q=1', 'https://a/xyz?q=1', true],
    ['https://a/x*?q=1', 'https://a/xyz?q=2', false],
    ['https://a/x*?q=1', 'https://a/xyz', false],
    ['https://a/x*#f', 'https://a/xyz#f', true],
    ['https://a/x*#f', 'https://a/xyz#g', false],
    ['https://a/x*#f', 'https://a/xyz', false],
    ['https://a/?q=*', 'https://a/?q=1#f', true],
    ['https://a/?q=*', 'https://a/?r=1', false],
    ['https://a/?q=*', 'https://a/', false],
    ['https://a/x?q*', 'https://a/y?q1', false],
    ['https://a/?*q', 'https://a/?rq', true],
    ['https://a/?*q', 'https://a/?rq#f', false],
    ['https://a/?q*#f', 'https://a/?q1#f', true],
    ['https://a/?q*#f', 'https://a/?q1#g', false],
    ['https://a/#f*', 'https://a/#fx', true],
    ['https://a/#f*', 'https://a/#g', false],
    ['urn:a:b', 'urn:a:b', true],
    ['urn:a', 'urn:a:b', false],
    ['file:///x', 'file:/x', false],
    ['file:/x', 'file:///x', false],
    // Whole schemes, and everything.
    ['spiffe:*', 'spiffe://a', true],
    ['spiffe://*', 'SPIFFE:a', true],
    ['spiffe:*', 'https://a', false],
    ['spiffe:*', 'no uri', false],
    ['*', 'no uri', true],
    ['no uri', 'no uri', false],
  ])('%s and %s: %s', (pattern, uri, allowed) => {
    expect(uriJudge([pattern], false, nobody)(uri)).toBe(allowed);
    expect(uriJudge(['urn:other', pattern], false, nobody)(uri)).toBe(allowed);
    expect(uriJudge([], false, nobody)(uri)).toBe(false);
  });

  const template = 'spiffe://a/{{identity.entity.name}}';
  test.each<[string | undefined, boolean, string, boolean]>([
    ['bob', true, 'spiffe://a/bob', true],
    ['bob', true, 'spiffe://a/eve', false],
    ['bob', false, 'spiffe://a/bob', false],
    ['b/b', true, 'spiffe://a/b/b', false],
    ['b?b', true, 'spiffe://a/b?b', false],
    ['b*', true, 'spiffe://a/bb', false],
    ['', true, 'spiffe://a/', false],
    [undefined, true, 'spiffe://a/', false],
    [undefined, true, 'spiffe://a/undefined', false],
  ])('filled in with %j (templates: %s), %s: %s', (name, templates, uri, allowed) => {
    expect(uriJudge([template], templates, () => name)(uri)).toBe(allowed);
  });
});

describe('other names', () => {
  test.each<[string[], string, string, string | undefined]>([
    [['*'], '1.2.3', 'x', undefined],
    [['*', '1.2.4;UTF8:*'], '1.2.3', 'x', 'oid'],
    [['1.2.3;UTF8:*'], '1.2.3', 'x', undefined],
    [['1.2.3;UTF8:*'], '1.2.4', 'x', 'oid'],
    [['1.2.3;UTF8:x'], '1.2.3', 'y', 'value'],
    [['1.2.3;UTF8:x', '1.2.3;UTF8:y'], '1.2.3', 'y', undefined],
    [['1.2.3;UTF8:x', '1.2.4;UTF8:y'], '1.2.3', 'y', 'value'],
    [['1.2.3;IA5:x'], '1.2.3', 'x', 'oid'],
    [['nonsense'], '1.2.3', 'x', 'oid'],
    [[], '1.2.3', 'x', 'oid'],
  ])('%j for %s %s: %s', (allowed, oid, value, fault) => {
    expect(otherNameFault({ oid, value }, allowed)).toBe(fault);
  });
});

describe('a name lies in a subtree or does not (RFC 5280 4.2.1.10)', () => {
  const within = (side: 'permitted' | 'excluded', kind: string, base: string, name: GeneralName): boolean => {
    const { value } = nameConstraints({ permitted: {}, excluded: {}, [side]: { [kind]: [base] } });
    const constraints = readNameConstraints(readDer(value, 'constraints', { maxBytes: value.length }));
    const certificate = { subject: Name.empty, names: [name], isAuthority: false };
    return outsideConstraints('alt_names', certificate, [{ subject: 'CN=A', constraints }]).length === 0;
  };

  test.each<['dns' | 'ip' | 'email' | 'uri', string, string, boolean]>([
    ['dns', 'a.example', 'a.example', true],
    ['dns', 'a.example', 'x.a.example', true],
    ['dns', 'A.EXAMPLE', 'x.a.Example', true],
    ['dns', 'a.example', 'xa.example', false],
    ['dns', 'a.example', 'b.example', false],
    ['dns', 'x.a.example', 'a.example', false],
    ['dns', '.a.example', 'x.a.example', true],
    ['dns', '.a.example', 'a.example', false],
    ['dns', '.a.example', 'xa.example', false],
    ['dns', '', 'a.example', true],
    ['email', 'me@a.example', 'me@a.example', true],
    ['email', 'me@a.example', 'me@A.example', true],
    ['email', 'me@a.example', 'Me@a.example', false],
    ['email', 'me@a.example', 'you@a.example', false],
    ['email', 'me@a.example', 'me@b.example', false],
    ['email', 'me@a.example', 'me@x.a.example', false],
    ['email', '@a.example', 'me@a.example', false],
    ['email', 'a.example', 'me@a.example', true],
    ['email', 'a.example', 'me@x.a.example', false],
    ['email', 'a.example', 'me@b.example', false],
    ['email', '.a.example', 'me@x.a.example', true],
    ['email', '.a.example', 'me@a.example', false],
    ['email', '.a.example', 'me@xa.example', false],
    ['email', '.a.example', 'me@long.b.example', false],
    ['email', '', 'me@a.example', true],
    ['uri', 'a.example', 'https://a.example/', true],
    ['uri', 'a.example', 'https://A.example/', true],
    ['uri', 'a.example', 'https://x.a.example/', false],
    ['uri', 'a.example', 'https://b.example/', false],
    ['uri', '.a.example', 'https://x.a.example/', true],
    ['uri', '.a.example', 'https://a.example/', false],
    ['uri', '.a.example', 'https://long.b.example/', false],
    ['uri', '', 'https://b.example/', true],
    ['ip', '10.0.0.0/8', '10.1.1.1', true],
    ['ip', '10.0.0.0/8', '11.1.1.1', false],
    ['ip', '10.128.0.0/9', '10.127.0.1', false],
    ['ip', '10.128.0.0/9', '10.128.0.1', true],
    ['ip', '10.0.0.1/32', '10.0.0.1', true],
    ['ip', '10.0.0.1/32', '10.0.0.2', false],
    ['ip', '::/0', '2001:db8::1', true],
    ['ip', '::/0', '10.0.0.1', false],
    ['ip', '0.0.0.0/0', '2001:db8::1', false],
    ['ip', '2001:db8::/32', '2001:db9::1', false],
  ])('%s %s, %s: %s', (kind, base, value, inside) => {
    expect(within('permitted', kind, base, { type: kind, value })).toBe(inside);
    expect(within('excluded', kind, base, { type: kind, value })).toBe(!inside);
  });
});
