import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAccountKey } from '../../../src/pki/acme/account-key.js';
import { directoryPolicyOf } from '../../../src/pki/acme/acme-config.js';
import { AcmeProblem } from '../../../src/pki/acme/acme-problem.js';
import { readCertificateId } from '../../../src/pki/acme/certificate-id.js';
import { readContacts } from '../../../src/pki/acme/contacts.js';
import { directoryName, placeOfDirectory } from '../../../src/pki/acme/directory.js';
import { readIdentifiers } from '../../../src/pki/acme/identifiers.js';
import { readJws } from '../../../src/pki/acme/jws.js';
import { readOrderedRequest } from '../../../src/pki/acme/ordered-request.js';
import { reverseName } from '../../../src/pki/acme/validation-attempt.js';
import { certificateIdOf } from './certificate-id-text.js';
import { jwkOf, newKey } from './client.js';

/** Whatever it is given: it is read, or refused in the words of the protocol. */
async function onlyRefuses(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    expect(error).toBeInstanceOf(AcmeProblem);
  }
}

const text = fc.oneof(
  fc.string(),
  fc.base64String().map((each) => each.replaceAll(/[+/=]/g, '-')),
  fc.constant(''),
);
const member = fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean(), fc.jsonValue());
const header = fc.dictionary(fc.constantFrom('alg', 'url', 'nonce', 'jwk', 'kid', 'crit', '__proto__'), member);
const key = fc.record({
  kty: fc.constantFrom('EC', 'RSA', 'OKP', 'oct'),
  crv: text,
  x: text,
  y: text,
  n: text,
  e: text,
});
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('made-up input is refused', () => {
  test('as a request', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(header.map(encoded), text), text, text, async (head, payload, signature) => {
        const body = JSON.stringify({ protected: head, payload, signature });
        await onlyRefuses(() => readJws(Buffer.from(body)));
      }),
      { numRuns: 500 },
    ));

  test('as bytes', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await onlyRefuses(() => readJws(Buffer.from(bytes)));
        const csr = Buffer.from(bytes).toString('base64url');
        await onlyRefuses(async () => readOrderedRequest(csr, [], await readAccountKey(jwkOf(newKey().publicKey))));
      }),
      { numRuns: 100 },
    ));

  test('as a key', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(key, fc.jsonValue()), (jwk) => onlyRefuses(() => readAccountKey(jwk))),
      { numRuns: 500 },
    ));

  test('as names, addresses and identifiers of certificates', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), text, async (value, name) => {
        await onlyRefuses(() => readIdentifiers(value));
        await onlyRefuses(() =>
          readIdentifiers([
            { type: 'dns', value: name },
            { type: 'ip', value: name },
          ]),
        );
        await onlyRefuses(() => readContacts(value));
        await onlyRefuses(() => readCertificateId(name));
        expect(['role', 'forbid', 'sign-verbatim', undefined]).toContain(directoryPolicyOf(name)?.kind);
      }),
      { numRuns: 500 },
    ));
});

test('an identifier of a certificate reads as it is written (RFC 9773 §4.1)', () => {
  const text = 'aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE';
  expect(certificateIdOf(readCertificateId(text))).toBe(text);
  for (const other of ['aYhba4dGQEHhs3uEe6CuLN4ByNQ.h2VDIQ', 'aYhba4dGQEHhs3uEe6CuLN4ByNQ', 'a.b', 'aYhb.AAAB'])
    expect(() => readCertificateId(other)).toThrow(AcmeProblem);
});

test.each([
  ['', {}],
  ['issuer/a', { issuerRef: 'a' }],
  ['roles/b', { role: 'b' }],
  ['issuer/a/roles/b', { issuerRef: 'a', role: 'b' }],
])('the directory %j has one name', (name, place) => {
  expect(directoryName(place)).toBe(name);
  expect(placeOfDirectory('pki', name)).toEqual({ mount: 'pki', ...place });
});

test('an address has a name in DNS (RFC 8738 §6)', () => {
  expect(reverseName('192.0.2.1')).toBe('1.2.0.192.in-addr.arpa');
  expect(reverseName('2001:db8::1')).toBe('1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa');
});
