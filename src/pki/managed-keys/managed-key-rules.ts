import { passing, problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import { tokenCurves } from '../../platform/pkcs11/token-encodings.js';
import { mechanisms } from '../../platform/pkcs11/mechanisms.js';
import type { TokenCurve, TokenKeyName, TokenKeyShape } from '../../platform/pkcs11/token-messages.js';

/** What a key may be used for (Vault API, `sys/managed-keys`). Authorities sign; the others are kept for their clients. */
const managedKeyUsages = [
  ...['encrypt', 'decrypt', 'sign', 'verify', 'wrap', 'unwrap', 'mac', 'generate_random'],
] as const;

/** A managed key without its PIN. Empty texts and 0 stand for what is not set. */
export interface ManagedKeyConfig {
  readonly library: string;
  readonly slot: string;
  readonly tokenLabel: string;
  readonly keyLabel: string;
  readonly keyId: string;
  readonly mechanism: number;
  readonly keyBits: number;
  readonly curve: string;
  readonly allowGenerateKey: boolean;
  readonly allowReplaceKey: boolean;
  readonly allowStoreKey: boolean;
  readonly anyMount: boolean;
  readonly forceRwSession: boolean;
  readonly maxParallel: number;
  readonly usages: readonly string[];
}

/** What a caller gives: the rest has its default. Without a PIN the stored one stays. */
export type GivenManagedKey = {
  readonly [Key in keyof ManagedKeyConfig]?: ManagedKeyConfig[Key] | null | undefined;
} & { readonly pin?: string | null | undefined };

const shapeOfName = /^[a-z0-9](?:[a-z0-9._-]{0,126}[a-z0-9])?$/;
const longestText = 255;
/** PKCS#11: a label of a token has 32 octets. */
const longestTokenLabel = 32;
const largestSlot = 2n ** 64n - 1n;
const mostParallel = 64;
const rsaBits: readonly number[] = [2048, 3072, 4096];

const refused = (field: string, why: string) => problem('INVALID_INPUT', worded`${fieldName(field)} ${why}`, [field]);

/** @throws INVALID_INPUT */
export function readManagedKeyName(name: string): string {
  if (shapeOfName.test(name)) return name;
  throw refused(
    'name',
    'must have 1 to 128 lower-case letters, digits, dots, dashes and underscores, and begin and end with a letter or digit',
  );
}

function readText(field: string, text: string, most = longestText): string {
  // oxlint-disable-next-line no-control-regex -- what is looked for
  if (/[\x00-\x1f\x7f]/.test(text)) throw refused(field, 'must not have control characters');
  const octets = Buffer.byteLength(text);
  if (octets > most)
    throw problem(
      'INVALID_INPUT',
      worded`${fieldName(field)} is longer than ${most} octets`,
      [field],
      passing(octets, most),
    );
  return text;
}

/** Defaults filled in, and checked. @throws INVALID_INPUT */
export function readManagedKey(given: GivenManagedKey, libraries: readonly string[]): ManagedKeyConfig {
  const config: ManagedKeyConfig = {
    library: given.library ?? '',
    slot: (given.slot ?? '').trim(),
    tokenLabel: readText('tokenLabel', given.tokenLabel ?? '', longestTokenLabel),
    keyLabel: readText('keyLabel', given.keyLabel ?? ''),
    keyId: readText('keyId', given.keyId ?? ''),
    mechanism: given.mechanism ?? 0,
    keyBits: given.keyBits ?? 0,
    curve: given.curve ?? '',
    allowGenerateKey: given.allowGenerateKey ?? false,
    allowReplaceKey: given.allowReplaceKey ?? false,
    allowStoreKey: given.allowStoreKey ?? false,
    anyMount: given.anyMount ?? false,
    forceRwSession: given.forceRwSession ?? false,
    // terraform's provider sends 0 for what is not set.
    maxParallel: given.maxParallel === 0 ? 1 : (given.maxParallel ?? 1),
    usages: given.usages && given.usages.length > 0 ? [...new Set(given.usages)] : ['sign', 'verify'],
  };
  requirePlace(config, libraries);
  requireKind(config);
  const unknown = config.usages.find((usage) => !managedKeyUsages.some((known) => known === usage));
  if (unknown !== undefined) throw refused('usages', `must not have ${JSON.stringify(unknown)}`);
  const { maxParallel } = config;
  if (!Number.isInteger(maxParallel) || maxParallel < 1 || maxParallel > mostParallel)
    throw problem(
      'INVALID_INPUT',
      worded`${fieldName('maxParallel')} must be between 1 and ${mostParallel}`,
      ['maxParallel'],
      passing(maxParallel, mostParallel),
    );
  return config;
}

function requirePlace({ library, slot, tokenLabel, keyLabel, keyId }: ManagedKeyConfig, libraries: readonly string[]) {
  if (!libraries.includes(library)) {
    const known = libraries.length === 0 ? 'it names none' : `it names ${libraries.join(', ')}`;
    throw refused('library', `must be a name that the operator has given in TRUSTATE_PKCS11_LIBRARIES; ${known}`);
  }
  if (slot !== '' && (!/^\d{1,20}$/.test(slot) || BigInt(slot) > largestSlot))
    throw refused('slot', 'must be a decimal number below 2^64');
  if (slot === '' && tokenLabel === '') throw refused('tokenLabel', 'or the slot must be given');
  if (keyLabel === '' && keyId === '') throw refused('keyLabel', 'or the id of the key must be given');
  if (/^0x/i.test(keyId) && !/^0x(?:[0-9a-f]{2})+$/i.test(keyId))
    throw refused('keyId', 'must have whole octets in hexadecimal after 0x');
}

function requireKind({ mechanism, keyBits, curve, keyLabel, allowGenerateKey }: ManagedKeyConfig): void {
  if (!Object.values(mechanisms).some((known) => known === mechanism))
    throw refused(
      'mechanism',
      'must be one that signs: 0x0001 (CKM_RSA_PKCS), 0x000d (CKM_RSA_PKCS_PSS) or 0x1041 (CKM_ECDSA)',
    );
  const isEc = mechanism === mechanisms.ECDSA;
  if (isEc && keyBits !== 0) throw refused('keyBits', 'is for RSA; give the curve of a key for ECDSA');
  if (!isEc && curve !== '') throw refused('curve', 'is for ECDSA; give the bits of a key for RSA');
  if (keyBits !== 0 && !rsaBits.includes(keyBits)) throw refused('keyBits', `must be ${rsaBits.join(', ')}`);
  if (curve !== '' && curveNamed(curve) === undefined) throw refused('curve', `must be ${tokenCurves.join(', ')}`);
  if (!allowGenerateKey) return;
  if (isEc ? curve === '' : keyBits === 0)
    throw refused(isEc ? 'curve' : 'keyBits', 'must be given where the key may be generated');
  if (keyLabel === '') throw refused('keyLabel', 'must be given where the key may be generated');
}

const curveNamed = (text: string): TokenCurve | undefined => tokenCurves.find((curve) => curve === text);

/** @throws INVALID_INPUT */
export function readPin(pin: string): string {
  if (pin === '') throw refused('pin', 'must not be empty');
  return readText('pin', pin);
}

/** The name of its key in the token. */
export const tokenKeyName = ({ keyLabel, keyId }: Pick<ManagedKeyConfig, 'keyLabel' | 'keyId'>): TokenKeyName => ({
  label: keyLabel === '' ? null : keyLabel,
  id: keyId === '' ? null : /^0x/i.test(keyId) ? Buffer.from(keyId.slice(2), 'hex') : Buffer.from(keyId),
});

/** What is generated, where that is allowed. */
export function tokenKeyShape({ mechanism, keyBits, curve }: ManagedKeyConfig): TokenKeyShape | undefined {
  if (mechanism !== mechanisms.ECDSA) return keyBits === 0 ? undefined : { type: 'rsa', bits: keyBits };
  const found = curveNamed(curve);
  return found && { type: 'ec', curve: found };
}

export const isMechanismOfEc = (mechanism: number): boolean => mechanism === mechanisms.ECDSA;
export const isMechanismOfPss = (mechanism: number): boolean => mechanism === mechanisms.RSA_PKCS_PSS;
