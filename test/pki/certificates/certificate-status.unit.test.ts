import { expect, test } from 'vitest';
import { statusOf } from '../../../src/pki/certificates/certificate-search.js';

const notBefore = new Date('2026-03-01T12:00:00.000Z');
const notAfter = new Date('2026-03-02T12:00:00.000Z');
const beside = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

// RFC 5280 4.1.2.5: from notBefore through notAfter, inclusive.
test.each([
  ['before its first second', beside(notBefore, -1), 'not-yet-valid'],
  ['on its first second', notBefore, 'valid'],
  ['on its last second', notAfter, 'valid'],
  ['after its last second', beside(notAfter, 1), 'expired'],
] as const)('%s', (_when, now, status) => {
  expect(statusOf({ notBefore, notAfter, revokedAt: null }, now)).toBe(status);
  expect(statusOf({ notBefore, notAfter, revokedAt: notBefore }, now)).toBe('revoked');
});
