import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { endWithin, parentOf, policiesWithin } from '../../../src/identity/tokens/descent.js';
import { chosenPolicies, shownName } from '../../../src/identity/tokens/service-token.rules.js';
import { issueToken, readToken, sameHash, sha256 } from '../../../src/identity/tokens/token-text.js';
import { ids } from '../../../src/platform/ids.js';
import { origin } from '../world.js';

describe('texts', () => {
  test('an issued token leads to its row and hides its secret', () => {
    const { id, secretHash, text } = issueToken();
    expect(text).toMatch(/^[A-Za-z0-9]{16}\.atlasv1\.[A-Za-z0-9]{43}$/);
    expect(readToken(text)).toEqual({ id, secretHash });
    expect(text).toContain(id.slice(3));
    expect(secretHash).not.toContain(text.slice(25));
  });

  test.each<[string, 'by its id' | 'as a whole' | null]>([
    // text                                                   read
    [`${'a'.repeat(16)}.atlasv1.${'s'.repeat(32)}`, 'by its id'],
    [`${'a'.repeat(16)}.atlasv1.${'s'.repeat(256)}`, 'by its id'],
    [`${'a'.repeat(16)}.atlasv1.${'s'.repeat(257)}`, null],
    [`${'a'.repeat(16)}.atlasv1.${'s'.repeat(31)}`, 'as a whole'],
    [`${'a'.repeat(15)}.atlasv1.${'s'.repeat(32)}`, 'as a whole'],
    [`-${'a'.repeat(16)}.atlasv1.${'s'.repeat(32)}`, 'as a whole'],
    [`${'a'.repeat(16)}.atlasv1.${'s'.repeat(32)}!`, 'as a whole'],
    ['x'.repeat(16), 'as a whole'],
    ['!~'.repeat(128), 'as a whole'],
    ['x'.repeat(15), null],
    ['x'.repeat(257), null],
    [`${'x'.repeat(16)} `, null],
    [` ${'x'.repeat(16)}`, null],
  ])('%.60s', (text, read) => {
    const found = readToken(text);
    if (read === null) expect(found).toBeNull();
    const byId = text.slice(0, 16);
    const secret = text.slice(25);
    if (read === 'by its id') expect(found).toEqual({ id: `at-${byId}`, secretHash: sha256(secret) });
    if (read === 'as a whole') {
      expect(found?.secretHash).toBe(sha256(text));
      expect(found?.id).not.toContain(byId);
      // It says nothing of the hash that is checked.
      expect(found?.id).not.toBe(`at-${sha256(text).slice(0, 16)}`);
      expect(readToken(text)).toEqual(found);
    }
  });

  test('hashes are the same octet by octet', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect([sameHash('ab', 'ab'), sameHash('ab', 'ac'), sameHash('ab', 'abc'), sameHash('', '')]).toEqual([
      ...[true, false, false, true],
    ]);
  });

  test('any text is read as a token or as none, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const read = readToken(text);
        if (read === null) return;
        expect(read.id).toMatch(/^at-[A-Za-z0-9]{16}$/);
        expect(read.secretHash).toMatch(/^[0-9a-f]{64}$/);
        expect(text).toMatch(/^[\x21-\x7e]{16,}$/);
      }),
    );
  });
});

/** Vault's rules for `auth/token/create`. */
describe('the policies of a token that is made', () => {
  const plain = { policies: ['a', 'b', 'default'], sudo: false };
  const bare = { policies: ['a', 'b'], sudo: false };
  const sudo = { policies: ['a'], sudo: true };
  const root = { policies: ['root'], sudo: false };
  const beyond = 'child policies must be subset of parent';
  const rootOnly = 'root tokens may not be created without parent token being root';
  test.each([
    // maker  asked for                                       carries, or why not
    [plain, {}, ['a', 'b', 'default']],
    [plain, { policies: [] }, ['a', 'b', 'default']],
    [plain, { policies: null }, ['a', 'b', 'default']],
    [plain, { noDefaultPolicy: true }, ['a', 'b']],
    [plain, { policies: ['b'] }, ['b', 'default']],
    [plain, { policies: ['b', ' B '] }, ['b', 'default']],
    [plain, { policies: ['b', 'a'], noDefaultPolicy: true }, ['a', 'b']],
    [plain, { policies: ['c'] }, beyond],
    [plain, { policies: ['root'] }, rootOnly],
    [bare, { policies: ['b'] }, ['b']],
    [bare, { policies: ['default'] }, beyond],
    [bare, {}, ['a', 'b']],
    [sudo, { policies: ['c'] }, ['c', 'default']],
    [sudo, { policies: ['root'] }, rootOnly],
    [sudo, {}, ['a']],
    [root, {}, ['root']],
    [root, { policies: ['root', 'a'] }, ['root']],
    [root, { policies: ['z', 'a'] }, ['a', 'default', 'z']],
    [root, { policies: ['z'], noDefaultPolicy: true }, ['z']],
    [root, { policies: ['z'], noDefaultPolicy: false }, ['default', 'z']],
  ] as const)('of one with %j, asked for %j: %j', (maker, asked, carries) => {
    const refused: unknown = expect.objectContaining({ code: 'INVALID_INPUT', message: carries, field: ['policies'] });
    if (typeof carries === 'string') expect(() => chosenPolicies(asked, maker)).toThrow(refused);
    else expect(chosenPolicies(asked, maker)).toEqual(carries);
  });

  test('a name that is none is refused', () => {
    const message: unknown = expect.stringMatching(/^the name of a policy must have 1 to 128/);
    expect(() => chosenPolicies({ policies: ['a b'] }, root)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message, field: ['policies'] }),
    );
  });

  test.each([
    [null, 'token'],
    ['', 'token'],
    ['--', 'token'],
    ['ci', 'token-ci'],
    ['a b/c', 'token-a-b-c'],
    ['a  b', 'token-a-b'],
    ['!ci!', 'token-ci'],
    ['a.b_c-d', 'token-a.b_c-d'],
    ['ü'.repeat(3), 'token'],
    ['n'.repeat(300), `token-${'n'.repeat(200)}`],
  ])('one that is called %.20j shows itself as %.20s', (given, shown) => {
    expect(shownName(given)).toBe(shown);
  });
});

describe('what is made with a token', () => {
  const end = new Date('2026-03-01T12:00:00.000Z');
  const caller = (more: Partial<Caller>): Caller => ({
    ...{ kind: 'user', tokenId: ids.token.make(), userId: ids.user.make(), username: 'ann', siteAdmin: false },
    ...{ narrowed: false, bound: false, policies: ['a', 'b'], organizations: new Map(), epoch: '1', origin },
    origin: { requestId: 'r', remoteAddress: '192.0.2.1' },
    ...more,
  });
  const at = (ms: number) => new Date(end.getTime() + ms);

  test.each([
    // own end  asked    ends
    [null, null, null],
    [null, at(0), at(0)],
    [end, null, end],
    [end, at(-1), at(-1)],
    [end, at(0), at(0)],
    [end, at(1), 'refused'],
  ])('ends no later: %s, asked %s: %s', (own, asked, ends) => {
    const maker = caller(own ? { expiresAt: own } : {});
    const message = 'expiresAt must not be later than the expiry of the token that creates it';
    const refused: unknown = expect.objectContaining({ code: 'INVALID_INPUT', message, field: ['expiresAt'] });
    if (ends === 'refused') expect(() => endWithin(maker, asked)).toThrow(refused);
    else expect(endWithin(maker, asked)).toEqual(ends);
  });

  test.each([
    [{}, false],
    [{ bound: true }, true],
    [{ narrowed: true, bound: true }, true],
  ])('ends with it where %j: %s', (more, descends) => {
    const maker = caller(more);
    expect(parentOf(maker)).toBe(descends ? maker.tokenId : null);
  });

  test.each([
    // narrowed  asked     carries
    [false, null, null],
    [false, ['a'], ['a']],
    [true, null, ['a', 'b']],
    [true, ['b'], ['b']],
  ])('has no other policies, narrowed %s, asked %j: %j', (narrowed, asked, carries) => {
    expect(policiesWithin(caller({ narrowed }), asked)).toEqual(carries);
    expect(() => policiesWithin(caller({ narrowed }), ['c'])).toThrow(/^child policies must be subset of parent/);
  });
});
