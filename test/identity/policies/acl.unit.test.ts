import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Acl } from '../../../src/identity/policies/acl.js';
import { capabilities } from '../../../src/identity/policies/rules.js';
import type { Capability, PolicyRule } from '../../../src/identity/policies/rules.js';

const rule = (path: string, ...held: Capability[]): PolicyRule => ({ path, capabilities: held });
const at = (rules: readonly PolicyRule[], path: string) => [...new Acl(rules).at(path)].sort();

describe('which paths a rule fits', () => {
  test.each([
    // rule                path                         fits
    ['pki/issue/web', 'pki/issue/web', true],
    ['pki/issue/web', 'pki/issue/web2', false],
    ['pki/issue/web', 'pki/issue/web/', false],
    ['pki/issue', 'pki/issue/web', false],
    ['pki/*', 'pki/issue/web', true],
    ['pki/*', 'pki/', true],
    ['pki/*', 'pki', false],
    ['pki/*', 'pki2/issue/web', false],
    ['pki*', 'pki2/issue/web', true],
    ['*', 'anything/at/all', true],
    ['pki/is*', 'pki/issue/web', true],
    ['pki/+/web', 'pki/issue/web', true],
    ['pki/+/web', 'pki/issue/sign/web', false],
    ['pki/+/web', 'pki//web', true],
    ['pki/issue/+', 'pki/issue/web', true],
    ['pki/issue/+', 'pki/issue/', true],
    ['pki/issue/+', 'pki/issue', false],
    ['pki/issue/+', 'pki/issue/web/more', false],
    ['+/issue/+', 'pki/issue/web', true],
    ['+/issue/+', 'pki/int/issue/web', false],
    ['pki/issuer/+/issue/*', 'pki/issuer/default/issue/web', true],
    ['pki/issuer/+/issue/*', 'pki/issuer/default/sign/web', false],
    ['pki/+', 'pki/issue', true],
    ['+', 'pki', true],
    // Neither wildcard means anything where it does not belong.
    ['pki/*/web', 'pki/issue/web', false],
    ['pki/*/web', 'pki/*/web', true],
    ['pki/a+b', 'pki/acb', false],
    ['pki/a+b', 'pki/a+b', true],
    ['pki/.', 'pki/x', false],
  ])('%s, %s: %s', (pattern, path, fits) => {
    expect(at([rule(pattern, 'read')], path)).toEqual(fits ? ['read'] : []);
  });
});

describe('which of several rules counts', () => {
  test.each([
    ['the same path, over any pattern', ['pki/*', 'pki/+/web', 'pki/issue/web'], 'pki/issue/web', 'pki/issue/web'],
    ['a later wildcard', ['pki/*', 'pki/issue/*'], 'pki/issue/web', 'pki/issue/*'],
    ['a later wildcard, whichever kind', ['+/issue/web', 'pki/*'], 'pki/issue/web', 'pki/*'],
    [
      'no glob, where the first wildcard stands at the same place',
      ['pki/*', 'pki/+/secret'],
      'pki/issue/secret',
      'pki/+/secret',
    ],
    [
      'a later wildcard, though the rest of the other says more',
      ['pki/+/secret', 'pki/is*'],
      'pki/issue/secret',
      'pki/is*',
    ],
    ['no glob, where wildcards begin at the same place', ['pki/+/*', 'pki/+/web'], 'pki/issue/web', 'pki/+/web'],
    ['fewer wild segments', ['a/+/+/d', 'a/+/c/d'], 'a/b/c/d', 'a/+/c/d'],
    ['the longer one', ['a/+/c*', 'a/+/cc*'], 'a/b/ccc', 'a/+/cc*'],
    ['the later in the alphabet', ['+/+/c/+', '+/b/+/+'], 'a/b/c/d', '+/b/+/+'],
  ] as const)('%s', (_why, paths, path, winner) => {
    const orders = [paths, [...paths].reverse()];
    for (const order of orders) {
      const rules = order.map((each) => rule(each, ...(each === winner ? (['update'] as const) : (['deny'] as const))));
      expect(at(rules, path)).toEqual(['update']);
    }
  });

  test('rules for the same path add up', () => {
    expect(at([rule('a', 'read'), rule('a', 'update', 'read')], 'a')).toEqual(['read', 'update']);
  });

  test.each([['a'], ['a*'], ['+']])('deny wins over everything for the same path %s', (path) => {
    const rules = [rule(path, ...capabilities.filter((word) => word !== 'deny')), rule(path, 'deny')];
    expect(at(rules, 'a')).toEqual(['deny']);
    expect(at([...rules].reverse(), 'a')).toEqual(['deny']);
  });

  test('a segment + stands where the * of a glob would, and what does not end in one is more specific', () => {
    const rules = [rule('pki/*', 'read', 'update'), rule('pki/+/secret', 'deny')];
    expect(at(rules, 'pki/issue/secret')).toEqual(['deny']);
    expect(at(rules, 'pki/issue/open')).toEqual(['read', 'update']);
  });

  test('nothing is allowed where nothing is said', () => {
    expect(at([], 'a')).toEqual([]);
    expect(at([rule('a')], 'a')).toEqual([]);
  });
});

describe('whether a rule reaches below a path', () => {
  test.each([
    // rule            path     reaches
    ['pki/issue/web', 'pki', true],
    ['pki/issue/web', 'pk', false],
    ['pki', 'pki', false],
    ['pki2/issue/web', 'pki', false],
    ['pki/*', 'pki', true],
    ['pki*', 'pki', true],
    ['pk*', 'pki', true],
    ['*', 'pki', true],
    ['pkis*', 'pki', false],
    ['+', 'pki', false],
    ['+/issue/*', 'pki', true],
    ['+/issue/+', 'a/b', false],
    ['+/b/issue/+', 'a/b', true],
    ['a/c/+', 'a/b', false],
    ['a/b*', 'a/b', true],
    ['a/c*', 'a/b', false],
    ['+/c*', 'a/b', false],
    ['a/b/c*', 'a/b', true],
    ['a/b*', 'a/b/c', true],
    ['x/b*', 'a/b/c', false],
    ['+/b*', 'a/b/c', true],
    ['x/+*', 'a/b/c', false],
  ])('%s, %s: %s', (pattern, path, reaches) => {
    expect(new Acl([rule(pattern, 'read')]).reaches(path)).toBe(reaches);
    expect(new Acl([rule(pattern, 'read', 'deny')]).reaches(path)).toBe(false);
    expect(new Acl([rule(pattern)]).reaches(path)).toBe(false);
  });
});

describe('lists', () => {
  test.each([
    // rule           asked for       allowed
    ['pki/roles', 'pki/roles/', true],
    ['pki/roles', 'pki/roles', true],
    ['pki/roles/', 'pki/roles/', true],
    ['pki/roles/*', 'pki/roles/', true],
    ['pki/*', 'pki/roles/', true],
    ['pki/+/', 'pki/roles/', true],
    ['pki/roles/+', 'pki/roles/', true],
    ['pki/+', 'pki/roles/', true],
    ['+/roles', 'pki/roles/', true],
    ['pki/role*', 'pki/roles/', true],
    ['pki/+', 'pki/certs/revoked/', false],
    ['pki/certs', 'pki/roles/', false],
    ['pki/roles/', 'pki/roles', true],
  ])('%s, %s: %s', (pattern, path, allowed) => {
    expect(new Acl([rule(pattern, 'list')]).atList(path).has('list')).toBe(allowed);
  });
});

test('of two rules for a list, the one with the slash counts', () => {
  const rules = [rule('pki/+', 'list'), rule('pki/+/', 'deny')];
  expect([...new Acl(rules).atList('pki/roles/')]).toEqual(['deny']);
});

test('a rule for the very list counts before any pattern', () => {
  const rules = [rule('pki/*', 'deny'), rule('pki/roles', 'list')];
  expect([...new Acl(rules).atList('pki/roles/')]).toEqual(['list']);
  expect([...new Acl(rules).atList('pki/keys/')]).toEqual(['deny']);
});

describe('a path that is closed', () => {
  const rules = [rule('pki/issue/web', 'update'), rule('pki/roles/', 'list'), rule('*', 'read')];
  const closed = new Acl(rules, ['pki/issue/+', 'pki/roles', 'sys/*']);
  test.each([
    ['pki/issue/web', ['deny']],
    ['pki/issue/web/more', ['read']],
    ['sys/mounts', ['deny']],
    ['pki/sign/web', ['read']],
  ])('%s: %j', (path, allowed) => {
    expect([...closed.at(path)]).toEqual(allowed);
  });

  test('has no list, with a slash or without', () => {
    expect([...closed.atList('pki/roles/')]).toEqual(['deny']);
    expect([...closed.atList('sys/mounts/')]).toEqual(['deny']);
    expect([...new Acl(rules).atList('pki/roles/')]).toEqual(['list']);
    expect([...new Acl(rules, ['pki/roles/']).atList('pki/roles')]).toEqual(['deny']);
  });
});

/** The documents of Vault and OpenBao, "Policies", by their examples. */
describe('documented', () => {
  test.each([
    // policy                                      asked for                   fits
    [['secret/foo'], 'secret/foo', 'secret/foo'],
    [['secret/foo'], 'secret/food', null],
    [['secret/foo'], 'secret/foo/bar', null],
    [['secret/bar/*'], 'secret/bar/zip', 'secret/bar/*'],
    [['secret/bar/*'], 'secret/bar/zip/zap', 'secret/bar/*'],
    [['secret/bar/*'], 'secret/bars/zip', null],
    [['secret/zip-*'], 'secret/zip-zap', 'secret/zip-*'],
    [['secret/zip-*'], 'secret/zip-zap/zong', 'secret/zip-*'],
    [['secret/zip-*'], 'secret/zip/zap', null],
    [['secret/+/teamb'], 'secret/foo/teamb', 'secret/+/teamb'],
    [['secret/+/teamb'], 'secret/foo/bar/teamb', null],
    [['secret/+/+/teamb'], 'secret/foo/bar/teamb', 'secret/+/+/teamb'],
    [['secret/*', 'secret/super-secret'], 'secret/super-secret', 'secret/super-secret'],
    [['secret/foo*', 'secret/foo'], 'secret/foobar', 'secret/foo*'],
    [['secret/*', 'secret/+/+/foo/*'], 'secret/a/b/foo/c', 'secret/*'],
  ] as const)('%j, %s: %s', (paths, path, winner) => {
    const rules = paths.map((each) => rule(each, each === winner ? 'read' : 'deny'));
    expect(at(rules, path)).toEqual(winner === null ? [] : ['read']);
  });
});

describe('any rules and paths', () => {
  const segment = fc.constantFrom('a', 'b', 'ab', '+');
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
  const pattern = fc.tuple(path, fc.boolean()).map(([text, glob]) => (glob && !text.endsWith('+') ? `${text}*` : text));
  const rules = fc.array(fc.tuple(pattern, fc.uniqueArray(fc.constantFrom(...capabilities))), { maxLength: 8 });

  test('their order makes no difference', () => {
    fc.assert(
      fc.property(rules, path, (drawn, asked) => {
        const made = drawn.map(([text, held]) => rule(text, ...held));
        expect(at([...made].reverse(), asked)).toEqual(at(made, asked));
      }),
    );
  });

  test('nothing is allowed that no fitting rule allows', () => {
    fc.assert(
      fc.property(rules, path, (drawn, asked) => {
        const made = drawn.map(([text, held]) => rule(text, ...held));
        const somewhere = new Set(
          made.filter((each) => at([each], asked).length > 0).flatMap((each) => each.capabilities),
        );
        for (const capability of at(made, asked)) expect(somewhere).toContain(capability);
      }),
    );
  });
});
