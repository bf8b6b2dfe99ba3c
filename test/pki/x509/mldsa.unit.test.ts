import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createSigner,
  importPrivateKey,
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
import { oid, sequence, bitString } from '../../../src/pki/x509/der-writer.js';
import { mldsaOids } from '../../../src/pki/x509/oids.js';
import { bothForms, expandedAlone, seedAlone } from './mldsa-forms.js';
import { broken, messages, parseRole, ruleOf } from '../policy/made.js';

const forms = { 'from its seed': seedAlone, expanded: expandedAlone, 'in both forms': bothForms };

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

    test.each(Object.entries(forms))('is read %s, and then written and read again', (_, form) => {
      const key = importPrivateKey(form(bits));
      const info = publicKeyInfoOf(key);
      expect(info.spec).toEqual({ type: 'mldsa', bits });
      const known = createPublicKey(importPrivateKey(seedAlone(bits)));
      expect(createPublicKey(key).equals(known)).toBe(true);
      const signer = createSigner(key);
      const tbs = Buffer.from('content');
      const { name, der } = signer.algorithm;
      const parts = { tbs, algorithm: { name, der, accepted: signer.algorithm, weak: false } };
      verifySignature({ ...parts, signature: signer.sign(tbs) }, known, 'test');
      const again = importPrivateKey(privateKeyPem(key, 'pkcs8'));
      expect(createPublicKey(again).equals(info.key)).toBe(true);
    });

    test('is refused where it is cut off', () => {
      expect(() => importPrivateKey(expandedAlone(bits, 1))).toThrow(X509Error);
    });
  });
} else {
  describe('where Node has no ML-DSA', () => {
    test.each(mldsaBits)('a key of ML-DSA-%i is refused in words that say so', async (bits) => {
      await expect(generateKeyPair({ type: 'mldsa', bits })).rejects.toThrow(mldsaMissing);
      expect(() => importPrivateKey(seedAlone(bits))).toThrow(mldsaMissing);
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
