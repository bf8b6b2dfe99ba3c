import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createSigner,
  importPrivateKey,
  encodePem,
  generateKeyPair,
  isMldsaSupported,
  mldsaBits,
  mldsaMissing,
  parsePublicKeyInfo,
  privateKeyPem,
  publicKeyInfoOf,
  signatureAlgorithms,
  verifySignature,
  X509Error,
} from '../../../src/pki/x509/index.js';
import {
  contextPrimitive,
  encode,
  integer,
  octetString,
  oid,
  sequence,
  bitString,
} from '../../../src/pki/x509/der-writer.js';
import { mldsaOids } from '../../../src/pki/x509/oids.js';
import { expandedAlone } from './mldsa-forms.js';
import { broken, messages, parseRole, ruleOf } from '../policy/made.js';

const short = (bits: 44 | 65 | 87) =>
  encodePem(
    'PRIVATE KEY',
    sequence(
      integer(0),
      sequence(oid(mldsaOids[bits])),
      octetString(encode(contextPrimitive(0), Buffer.alloc(32, bits))),
    ),
  );

if (isMldsaSupported()) {
  describe.each(mldsaBits)('ML-DSA-%i', (bits) => {
    test('signs, and its key is written and read', async () => {
      const { privateKey } = await generateKeyPair({ type: 'mldsa', bits });
      const info = publicKeyInfoOf(privateKey);
      expect(info.spec).toEqual({ type: 'mldsa', bits });
      expect(parsePublicKeyInfo(info.der).spec).toEqual({ type: 'mldsa', bits });
      const tbs = Buffer.from('content');
      const signer = createSigner(privateKey);
      const algorithm = {
        name: signer.algorithm.name,
        der: signer.algorithm.der,
        accepted: signer.algorithm,
        weak: false,
      };
      const signature = signer.sign(tbs);
      verifySignature({ tbs, algorithm, signature }, info.key, 'test');
      expect(() => {
        verifySignature({ tbs: Buffer.from('other'), algorithm, signature }, info.key, 'test');
      }).toThrow('does not verify');
      const again = importPrivateKey(privateKeyPem(privateKey, 'traditional'));
      expect(createPublicKey(again).equals(info.key)).toBe(true);
    });

    test('is read from its seed alone', () => {
      expect(publicKeyInfoOf(importPrivateKey(short(bits))).spec).toEqual({ type: 'mldsa', bits });
    });

    test('is read expanded, without its seed, and then written so', async () => {
      const { privateKey } = await generateKeyPair({ type: 'mldsa', bits });
      const key = importPrivateKey(expandedAlone(privateKey, bits));
      const info = publicKeyInfoOf(key);
      expect(info.spec).toEqual({ type: 'mldsa', bits });
      expect(createPublicKey(key).equals(createPublicKey(privateKey))).toBe(true);
      const signer = createSigner(key);
      const tbs = Buffer.from('content');
      const { name, der } = signer.algorithm;
      const parts = { tbs, algorithm: { name, der, accepted: signer.algorithm, weak: false } };
      verifySignature({ ...parts, signature: signer.sign(tbs) }, createPublicKey(privateKey), 'test');
      const again = importPrivateKey(privateKeyPem(key, 'pkcs8'));
      expect(createPublicKey(again).equals(info.key)).toBe(true);
    });

    test('is refused where it is cut off', async () => {
      const { privateKey } = await generateKeyPair({ type: 'mldsa', bits });
      expect(() => importPrivateKey(expandedAlone(privateKey, bits, 1))).toThrow(X509Error);
    });
  });
} else {
  describe('where Node has no ML-DSA', () => {
    test.each(mldsaBits)('a key of ML-DSA-%i is refused in words that say so', async (bits) => {
      await expect(generateKeyPair({ type: 'mldsa', bits })).rejects.toThrow(mldsaMissing);
      expect(() => importPrivateKey(short(bits))).toThrow(mldsaMissing);
      const spki = sequence(sequence(oid(mldsaOids[bits])), bitString(Buffer.alloc(1312)));
      expect(() => parsePublicKeyInfo(spki)).toThrow(mldsaMissing);
    });

    test('and so is a role for them', () => {
      const outcome = parseRole({ key_type: 'mldsa', allow_any_name: true });
      expect([ruleOf(outcome), messages(outcome)]).toEqual(['key-type', [mldsaMissing]]);
      expect(broken(parseRole({ key_type: 'any', key_bits: 65 }))).toEqual([]);
    });
  });
}

test('has an algorithm of its own for each parameter set', () => {
  const ours = signatureAlgorithms.filter(({ scheme }) => scheme.startsWith('ml-dsa'));
  expect(ours.map(({ name, der }) => [name, der.toString('hex')])).toEqual([
    ['ML-DSA-44', '300b0609608648016503040311'],
    ['ML-DSA-65', '300b0609608648016503040312'],
    ['ML-DSA-87', '300b0609608648016503040313'],
  ]);
  const { publicKey } = generateKeyPairSync('ed25519');
  const [algorithm] = ours;
  if (!algorithm) throw new Error('none');
  const parts = {
    tbs: Buffer.of(1),
    algorithm: { ...algorithm, accepted: algorithm, weak: false },
    signature: Buffer.of(1),
  };
  expect(() => {
    verifySignature(parts, publicKey, 'test');
  }).toThrow("not of its key's type");
});
