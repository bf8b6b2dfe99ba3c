import { expect, test } from 'vitest';
import { longestDetails, longestText, rowOf } from '../../../src/identity/audit/record-row.js';
import type { Actor } from '../../../src/identity/audit/actor.js';
import type { AuditDetails, AuditTarget } from '../../../src/identity/audit/target.js';

const at = new Date(0);
const said = (actor: Actor, target: AuditTarget, details?: AuditDetails) =>
  rowOf({ at, actor, action: 'x', target, outcome: 'denied', problem: 'PERMISSION_DENIED', details });

/** Everything that a record says, with one text in every place that somebody chooses. */
const filled = (text: string) =>
  said(
    { kind: 'user', username: text, origin: { requestId: text, remoteAddress: text } },
    { type: 'path', id: text, name: text, organizationId: text },
    { plain: text, [text]: 1, deep: { list: [text, { text }] }, quoted: JSON.stringify({ token: text, text }) },
  );

const secret = 's3cr3t'.repeat(8);
const pem = `-----BEGIN EC PRIVATE KEY-----\n${secret}\n-----END EC PRIVATE KEY-----\n`;

test.each([
  `abcdefghij012345.atlasv1.${secret}`,
  `auth/token/revoke/abcdefghij012345.atlasv1.${secret}`,
  `auth/token/renew/${secret}`,
  `auth/token/lookup/hvs.${secret}`,
  `auth/token/revoke-orphan/${secret}/`,
  `Bearer ${secret}`,
  `https://x/objects/v1/object/aaaaaaaaaaaaaaaaaaaa${secret}`,
  `https://x/y?sig=${secret}`,
  `postgresql://user:${secret}@host/db`,
  `"password":"${secret}"`,
  pem,
  `path "x" {}\n${pem}`,
  // Where it stands across the end of what is kept.
  `${'a'.repeat(longestText - 60)} abcdefghij012345.atlasv1.${secret}`,
  `${'a'.repeat(longestDetails)} ${pem}`,
])('no column has what looks like a secret: %s', (text) => {
  const row = JSON.stringify(filled(text));
  expect(row).not.toContain(secret.slice(0, 12));
  JSON.parse(filled(text).details ?? '');
});

test('a text is as long as what can exist, and of a longer one there is its beginning, its length and its hash', () => {
  const exact = 'a'.repeat(longestText);
  expect(filled(exact)).toMatchObject({ actorName: exact, targetId: exact, targetName: exact, requestId: exact });
  const long = filled('b'.repeat(3_000_000));
  for (const [column, value] of Object.entries(long)) {
    if (typeof value === 'string') expect(value.length, column).toBeLessThanOrEqual(longestDetails);
  }
  expect(long.targetId).toHaveLength(longestText);
  expect(long.targetId).toMatch(/^bbb.*… \(3000000 characters, SHA-256 [0-9a-f]{64}\)$/);
  expect(long.details).toMatch(/^\{"cut":true,"begins":"\{\\"plain\\":\\"bbb/);
});

test('the id of a request is never one that a caller chose alone', () => {
  const of = (ownId?: string) => {
    const origin = { requestId: 'abc', remoteAddress: '::1', ...(ownId !== undefined && { ownId }) };
    return said({ kind: 'user', username: 'olga', origin }, { type: 'site', id: 'y' }).requestId;
  };
  expect([of(), of('Xy')]).toEqual(['abc', 'abc/Xy']);
});

test('what is no secret stays as it is', () => {
  const details = { mount: 'pki', role: 'web', tokens: ['at-1'], names: ['a.example.com', 'https://a.example.com/x'] };
  const row = said({ kind: 'user', username: 'olga' }, { type: 'token', id: 'at-1', name: 'ci of team "a"' }, details);
  expect(row).toMatchObject({ targetId: 'at-1', targetName: 'ci of team "a"', details: JSON.stringify(details) });
});
