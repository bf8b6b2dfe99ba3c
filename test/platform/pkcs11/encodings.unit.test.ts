import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curveParameters, curveOf, pointOf, tokenCurves } from '../../../src/platform/pkcs11/token-encodings.js';
import { readTokenUri } from '../../../src/platform/pkcs11/token-uri.js';
import { troubleOf } from '../../../src/platform/pkcs11/token-trouble.js';
import { readManagedKey, tokenKeyName } from '../../../src/pki/managed-keys/managed-key-rules.js';
import { publicKeyOfToken, signatureOfNumbers, tokenKeyOf } from '../../../src/pki/managed-keys/token-keys.js';
import { unwrapMasterKey, wrapMasterKey } from '../../../src/platform/seal/wrapped-keys.js';
import type { SealingToken } from '../../../src/platform/seal/wrapped-keys.js';
import { generateKeyPair, publicKeyInfoOf } from '../../../src/pki/x509/index.js';

test.each([
  ['pkcs11:token=a;object=k?module-name=m&pin-source=file:/p', { tokenLabel: 'a', label: 'k', pin: { file: '/p' } }],
  ['pkcs11:token=a;object=k?module-name=m&pin-source=file:///p', { pin: { file: '/p' } }],
  ['pkcs11:token=a;object=k?module-name=m&pin-source=/p', { pin: { file: '/p' } }],
  [
    'pkcs11:object=a%20b;slot-id=17;type=secret-key?pin-value=1%262&module-name=m',
    { slot: '17', label: 'a b', pin: { value: '1&2' } },
  ],
])('%s', (text, expected) => {
  expect(readTokenUri(text)).toMatchObject(expected);
});

test.each([
  'pkcs11:token=a;object=k?module-name=m',
  'pkcs11:token=a;object=k?pin-value=1',
  'pkcs11:object=k?module-name=m&pin-value=1',
  'pkcs11:token=a?module-name=m&pin-value=1',
  'pkcs11:token=a;object=k;object=l?module-name=m&pin-value=1',
  'pkcs11:token=a;object=k;colour=red?module-name=m&pin-value=1',
  'pkcs11:token=a;object=k;type=private?module-name=m&pin-value=1',
  'pkcs11:token=a;object=k?module-name=m&pin-value=1&pin-source=file:/p',
  'pkcs11:token=a;object=k?module-name=m&pin-source=file:p',
  'pkcs11:token=%;object=k?module-name=m&pin-value=1',
  'pkcs11:slot-id=x;object=k?module-name=m&pin-value=1',
  'https://example.com/?module-name=m',
])('%s is no key of a token', (text) => {
  expect(readTokenUri(text)).toBeUndefined();
});

test('an address of a key says what it was made of, and any text is read or refused', () => {
  const word = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(word, word, word, word, (token, object, library, pin) => {
      const [a, b, c, d] = [token, object, library, pin].map(encodeURIComponent);
      const uri = `pkcs11:token=${a ?? ''};object=${b ?? ''}?module-name=${c ?? ''}&pin-value=${d ?? ''}`;
      expect(readTokenUri(uri)).toEqual({ library, slot: null, tokenLabel: token, label: object, pin: { value: pin } });
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readTokenUri(`pkcs11:${text}`)));
});

test('points of curves with and without the octets around them', async () => {
  for (const [at, bits] of ([256, 384, 521] as const).entries()) {
    const { privateKey } = await generateKeyPair({ type: 'ec', bits });
    const info = publicKeyInfoOf(privateKey);
    const curve = tokenCurves[at] ?? 'P256';
    const wrapped = Buffer.concat([
      Buffer.from(bits === 521 ? [4, 0x81, info.bits.length] : [4, info.bits.length]),
      info.bits,
    ]);
    expect(curveOf(curveParameters(curve))).toBe(curve);
    for (const value of [wrapped, info.bits]) expect(Buffer.from(pointOf(curve, value) ?? [])).toEqual(info.bits);
    expect(pointOf(curve, wrapped.subarray(1))).toBeUndefined();
    const key = tokenKeyOf(info);
    if (!key) throw new Error('no key');
    expect(publicKeyOfToken(key).der).toEqual(info.der);
  }
  const rsa = publicKeyInfoOf((await generateKeyPair({ type: 'rsa', bits: 2048 })).privateKey);
  const key = tokenKeyOf(rsa);
  if (key?.type !== 'rsa') throw new Error('no key');
  expect(publicKeyOfToken({ ...key, modulus: Buffer.concat([Buffer.of(0), key.modulus]) }).der).toEqual(rsa.der);
  expect(tokenKeyOf(publicKeyInfoOf((await generateKeyPair({ type: 'ed25519' })).privateKey))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 140 }), (value) => void tokenCurves.map((curve) => pointOf(curve, value))),
  );
});

test('numbers of signatures are the shortest ones', () => {
  const numbers = Buffer.concat([Buffer.alloc(31), Buffer.of(0x80), Buffer.alloc(31), Buffer.of(1)]);
  expect(signatureOfNumbers(numbers).toString('hex')).toBe('300702020080020101');
});

test.each([
  ['CKR_PIN_INCORRECT:160', 'pin'],
  ['CKR_PIN_LOCKED:164', 'pin'],
  ['CKR_SESSION_HANDLE_INVALID:179', 'lost'],
  ['CKR_DEVICE_REMOVED:50', 'lost'],
  ['CKR_MECHANISM_INVALID:112', 'refused'],
  ['something else', 'lost'],
])('%s is a fault of kind %s', (said, fault) => {
  expect(troubleOf(new Error(said)).fault).toBe(fault);
});

const sound = {
  library: 'm',
  tokenLabel: 't',
  keyLabel: 'k',
  mechanism: 0x1041,
  curve: 'P256',
  allowGenerateKey: true,
};
test.each([
  [{}, null],
  [{ library: '/usr/lib/evil.so' }, 'library'],
  [{ mechanism: 9 }, 'mechanism'],
  [{ keyBits: 2048 }, 'keyBits'],
  [{ mechanism: 1, curve: '', keyBits: 1024 }, 'keyBits'],
  [{ mechanism: 1 }, 'curve'],
  [{ curve: 'P224' }, 'curve'],
  [{ keyLabel: 'a\u0000b' }, 'keyLabel'],
  [{ keyLabel: 'x'.repeat(256) }, 'keyLabel'],
  [{ keyId: '0xabc' }, 'keyId'],
  [{ slot: '-1' }, 'slot'],
  [{ maxParallel: 65 }, 'maxParallel'],
])('a managed key with %j', (more, field) => {
  const read = () => readManagedKey({ ...sound, ...more }, ['m']);
  if (field === null) {
    expect(read()).toMatchObject(sound);
    return;
  }
  let thrown: unknown;
  try {
    read();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ field: [field] });
});

test('ids are octets after 0x, and text otherwise', () => {
  expect(tokenKeyName({ keyLabel: '', keyId: '0x0aff' })).toEqual({ label: null, id: Buffer.of(0x0a, 0xff) });
  expect(tokenKeyName({ keyLabel: 'l', keyId: 'id' })).toEqual({ label: 'l', id: Buffer.from('id') });
});

test('a wrapped master key is bound to the key of the token', async () => {
  const sealed = new Map<string, { readonly bytes: Uint8Array; readonly bound: Uint8Array }>();
  const token: SealingToken = {
    label: 'seal key',
    prepare: () => Promise.resolve(),
    wrap: (bytes, bound) => {
      const out = Buffer.alloc(48, sealed.size + 1);
      sealed.set(out.toString('hex'), { bytes, bound });
      return Promise.resolve({ nonce: Buffer.alloc(12, 3), bytes: out });
    },
    unwrap: (_label, _nonce, bytes, bound) => {
      const found = sealed.get(Buffer.from(bytes).toString('hex'));
      if (!found || !Buffer.from(found.bound).equals(bound))
        return Promise.reject(new Error('it answers CKR_ENCRYPTED_DATA_INVALID'));
      return Promise.resolve(found.bytes);
    },
    close: () => undefined,
  };
  const line = await wrapMasterKey(token, Buffer.alloc(32, 9));
  expect(await unwrapMasterKey(token, line, 'here')).toEqual(Buffer.alloc(32, 9));
  await expect(unwrapMasterKey(undefined, line, 'here')).rejects.toThrow('set TRUSTATE_SEAL_TOKEN');
  const [form = '', , nonce = '', bytes = ''] = line.split('.');
  const moved = [form, Buffer.from('other').toString('base64url'), nonce, bytes].join('.');
  await expect(unwrapMasterKey(token, moved, 'here')).rejects.toThrow('CKR_ENCRYPTED_DATA_INVALID');
});
