import {
  isMldsaSupported,
  mldsaBits,
  mldsaMissing,
  rsaBits,
  type EcBits,
  type KeySpec,
  type MldsaBits,
} from '../x509/index.js';
import { usualKeyBits, type Role } from './parameters/index.js';
import type { Broken, RuleCode } from './rules.js';

export const keyTypes = ['rsa', 'ec', 'ed25519', 'mldsa', 'any'] as const;

const ecBits: readonly EcBits[] = [224, 256, 384, 521];
const signatureBits: readonly number[] = [0, 256, 384, 512];

/** Shorter keys are never certified. */
const leastRsaBits = 2048;

const isRsaBits = (bits: number): boolean => rsaBits.some((each) => each === bits);
const mldsaBitsOf = (bits: number): MldsaBits | undefined => mldsaBits.find((each) => each === bits);
const ecBitsOf = (bits: number): EcBits | undefined => ecBits.find((each) => each === bits);

const wrong = (field: string, value: number | string, rule: RuleCode, message: string): Broken[] => [
  { field, value: String(value), rule, message },
];

/** What is wrong with a combination of key type and bits. Ed25519 has no bits; `any` accepts those of either type. */
export function keyFaults({ keyType, keyBits }: Pick<Role, 'keyType' | 'keyBits'>): Broken[] {
  const bits = (kind: string): Broken[] =>
    wrong('key_bits', keyBits, 'key-bits', `unsupported bit length for ${kind} key: ${keyBits}`);
  switch (keyType) {
    case 'rsa':
      if (keyBits === 0 || isRsaBits(keyBits)) return [];
      return keyBits < leastRsaBits
        ? wrong(
            'key_bits',
            keyBits,
            'key-bits',
            `RSA keys < ${leastRsaBits} bits are unsafe and not supported: got ${keyBits}`,
          )
        : bits('RSA');
    case 'ec':
      return keyBits === 0 || ecBitsOf(keyBits) !== undefined ? [] : bits('EC');
    case 'ed25519':
      return [];
    case 'mldsa':
      if (!isMldsaSupported()) return wrong('key_type', keyType, 'key-type', mldsaMissing);
      return keyBits === 0 || mldsaBitsOf(keyBits) !== undefined ? [] : bits('ML-DSA');
    case 'any':
      return keyBits === 0 || [isRsaBits(keyBits), ecBitsOf(keyBits), mldsaBitsOf(keyBits)].some(Boolean)
        ? []
        : bits('any');
    default:
      return wrong('key_type', keyType, 'key-type', `unknown key type ${keyType}`);
  }
}

/** @param keyType of the key that signs; the hash of the other types follows from the key, and bits have no effect */
export const signatureFaults = (bits: number, keyType = 'rsa'): Broken[] =>
  keyType !== 'rsa' || signatureBits.includes(bits)
    ? []
    : wrong(
        'signature_bits',
        bits,
        'signature-bits',
        `unsupported signature_bits: ${bits}; must be 0, 256, 384 or 512`,
      );

/** The key that a role generates; undefined for `any`, which generates none. */
export function keySpecOf({ keyType, keyBits }: Pick<Role, 'keyType' | 'keyBits'>): KeySpec | undefined {
  switch (keyType) {
    case 'rsa':
      return { type: 'rsa', bits: keyBits === 0 ? usualKeyBits.rsa : keyBits };
    case 'ec':
      return { type: 'ec', bits: ecBitsOf(keyBits) ?? usualKeyBits.ec };
    case 'ed25519':
      return { type: 'ed25519' };
    case 'mldsa':
      return { type: 'mldsa', bits: mldsaBitsOf(keyBits) ?? usualKeyBits.mldsa };
    default:
      return undefined;
  }
}

const bitsOf = (key: KeySpec): number => (key.type === 'ed25519' ? 0 : key.bits);

/** The smallest key size of signing requests that a role accepts. With `any`, bits of the other type do not count. */
function leastBits({ keyType, keyBits }: Pick<Role, 'keyType' | 'keyBits'>, key: KeySpec): number {
  if (key.type === 'rsa') return isRsaBits(keyBits) ? keyBits : leastRsaBits;
  if (key.type === 'ec') return ecBitsOf(keyBits) ?? (keyType === 'any' ? 224 : 256);
  if (key.type === 'mldsa') return mldsaBitsOf(keyBits) ?? (keyType === 'any' ? 44 : usualKeyBits.mldsa);
  return 0;
}

/** Why a role refuses the key of a signing request: its type, then its size. */
export function csrKeyFaults(role: Pick<Role, 'keyType' | 'keyBits'>, key: KeySpec): Broken[] {
  if (role.keyType !== 'any' && role.keyType !== key.type) {
    return wrong('csr', key.type, 'key-type-required', `role requires keys of type ${role.keyType}`);
  }
  const weak = weakKeyFaults(key);
  const [least, bits] = [leastBits(role, key), bitsOf(key)];
  const message = `role requires a minimum of a ${least}-bit key, but CSR's key is ${bits} bits`;
  return weak.length > 0 || bits >= least ? weak : wrong('csr', bits, 'key-bits-minimum', message);
}

/** Rules that apply without a role too. */
export const weakKeyFaults = (key: KeySpec): Broken[] =>
  key.type === 'rsa' && key.bits < leastRsaBits
    ? wrong('csr', key.bits, 'weak-key', 'RSA keys < 2048 bits are unsafe and not supported')
    : [];
