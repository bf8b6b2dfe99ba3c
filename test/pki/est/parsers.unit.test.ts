import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathPolicyOf } from '../../../src/pki/enrolment/path-policy.js';
import { isLabel } from '../../../src/pki/est/est-config.js';
import { csrAttributes } from '../../../src/pki/est/csr-attributes.js';
import { readRequestAttributes } from '../../../src/pki/est/request-attributes.js';
import { readTransferred, transferText } from '../../../src/pki/est/transfer.js';
import { octetString, utf8String } from '../../../src/pki/x509/der-writer.js';
import { parseRequest, X509Error } from '../../../src/pki/x509/index.js';
import { asn1Of } from './openssl-asn1.js';
import { attributeTypes, capabilities, requestDer } from './requests.js';

const white = fc.constantFrom(' ', '\t', '\r', '\n', '\r\n');

describe('bodies in base64', () => {
  test('are read as they are written, whatever white space is between', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), fc.array(white), (bytes, spaces) => {
        const text = transferText(bytes);
        const spaced = text.split('').flatMap((letter, at) => [spaces[at] ?? '', letter]);
        for (const sent of [text, spaced.join(''), `${text}\r\n`])
          expect(readTransferred(Buffer.from(sent))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['white space', ' \r\n\t '],
    ['a letter too few', 'QUJ'],
    ['padding inside', 'QQ==QUJD'],
    ['the letters of URLs', '-_-_'],
    ['PEM', '-----BEGIN CERTIFICATE REQUEST-----\nQUJD\n-----END CERTIFICATE REQUEST-----'],
    ['DER', Buffer.from([0x30, 0x80, 0, 0]).toString('latin1')],
    ['three paddings', 'Q==='],
  ])('are not %s', (_what, text) => {
    expect(readTransferred(Buffer.from(text, 'latin1'))).toBeUndefined();
  });

  test('are not anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const read = readTransferred(bytes);
        const letters = Buffer.from(bytes).toString('latin1').replaceAll(/\s/g, '');
        expect(read?.toString('base64').replace(/=+$/, '').slice(0, -1) ?? '').toBe(
          read ? letters.replace(/=+$/, '').slice(0, -1) : '',
        );
      }),
    );
  });
});

describe('what a request says beside its content', () => {
  test('is read', async () => {
    const der = await requestDer({
      attributes: [
        [attributeTypes.challengePassword, utf8String('secret')],
        [attributeTypes.asymmetricDecryptKeyIdentifier, octetString(Buffer.from('a key'))],
        [attributeTypes.decryptKeyIdentifier, octetString(Buffer.from('a secret'))],
        [attributeTypes.capabilities, capabilities('2.16.840.1.101.3.4.1.42', '1.2.840.113549.3.7')],
        [attributeTypes.changeSubjectName, octetString()],
        ['1.2.3.4', octetString(), utf8String('of no meaning here')],
      ],
    });
    expect(readRequestAttributes(parseRequest(der))).toEqual({
      challengePassword: 'secret',
      changesSubject: true,
      decryptKeyIdentifier: Buffer.from('a secret'),
      asymmetricDecryptKeyIdentifier: Buffer.from('a key'),
      capabilities: ['2.16.840.1.101.3.4.1.42', '1.2.840.113549.3.7'],
    });
  });

  test('is nothing for most', async () => {
    expect(readRequestAttributes(parseRequest(await requestDer()))).toEqual({ changesSubject: false });
  });

  test.each(Object.values(attributeTypes))('%s has one value, once', async (type) => {
    const value = octetString(Buffer.from('a'));
    const twice = await requestDer({ attributes: [[type, value, octetString()]] });
    expect(() => readRequestAttributes(parseRequest(twice))).toThrow('without exactly one value');
    const again = await requestDer({
      attributes: [
        [type, value],
        [type, utf8String('b')],
      ],
    });
    expect(() => readRequestAttributes(parseRequest(again))).toThrow('without exactly one value');
  });

  test('is refused in words, whatever it is', async () => {
    const types = fc.constantFrom(...Object.values(attributeTypes));
    const value = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => octetString(bytes)),
      fc.string().map((text) => utf8String(text)),
      fc.array(types).map((each) => capabilities(...each)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(types, value), { maxLength: 4 }), async (attributes) => {
        const csr = parseRequest(await requestDer({ attributes }));
        try {
          readRequestAttributes(csr);
        } catch (error) {
          expect(error).toBeInstanceOf(X509Error);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('labels', () => {
  test.each([
    ['devices', true],
    ['a-b.c_d~E9', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    ['.', false],
    ['..', false],
    ['...', false],
    ['a/b', false],
    ['a b', false],
    ['a%20b', false],
    ['é', false],
    ['cacerts', false],
    ['simpleenroll', false],
    ['simplereenroll', false],
    ['serverkeygen', false],
    ['csrattrs', false],
    ['fullcmc', false],
    ['__proto__', true],
  ])('%j can be one: %s', (label, expected) => {
    expect(isLabel(label)).toBe(expected);
  });

  test('need no encoding in a path', () => {
    fc.assert(fc.property(fc.string(), (text) => !isLabel(text) || encodeURIComponent(text) === text));
  });
});

test.each([
  ['sign-verbatim', { kind: 'sign-verbatim' }],
  ['role:web', { kind: 'role', name: 'web' }],
  ['role:', undefined],
  ['', undefined],
  ['forbid', undefined],
  ['Sign-Verbatim', undefined],
])('%j is the policy %j', (text, policy) => {
  expect(pathPolicyOf(text)).toEqual(policy);
});

describe('what a role wants of requests, as openssl reads it', () => {
  test.each([
    [{ keyType: 'rsa', keyBits: 0 }, 'SEQUENCE;SEQUENCE;OBJECT:rsaEncryption;SET;INTEGER:0800'],
    [{ keyType: 'rsa', keyBits: 4096 }, 'SEQUENCE;SEQUENCE;OBJECT:rsaEncryption;SET;INTEGER:1000'],
    [{ keyType: 'ec', keyBits: 384 }, 'SEQUENCE;SEQUENCE;OBJECT:id-ecPublicKey;SET;OBJECT:secp384r1'],
    [{ keyType: 'ed25519', keyBits: 0 }, 'SEQUENCE;OBJECT:ED25519'],
  ])('%j', (role, expected) => {
    expect(asn1Of(csrAttributes(role) ?? Buffer.of())).toBe(expected);
  });

  test('is nothing where it takes any key', () => {
    expect(csrAttributes({ keyType: 'any', keyBits: 0 })).toBeNull();
  });
});
