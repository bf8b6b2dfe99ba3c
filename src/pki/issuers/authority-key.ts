import type { KeyObject } from 'node:crypto';
import type { TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { KeyAsker, KeyPool } from '../keys/key-pool.js';
import { keepKey, keyReferred } from '../keys/key.store.js';
import type { KeyFacts } from '../keys/key.store.js';
import { openKey } from '../keys/sealed-key.js';
import { keyFaults } from '../policy/key-rules.js';
import { keySpecOf } from '../policy/index.js';
import { refusal } from '../policy/rules.js';
import { refused } from '../refusal.js';
import type { ManagedKeyOfMount, ManagedKeyWish } from '../managed-keys/managed-key-use.js';
import type { ManagedKeys } from '../managed-keys/managed-keys.js';
import type { KeySpec, SigningKey } from '../x509/index.js';
import { requireFreeName } from './issuer.store.js';
import { isMade } from '../keys/key-source.js';
import type { KeySource } from '../keys/key-source.js';
import { readName } from './references.js';
import { fieldName, worded } from '../../platform/wording.js';

/** The key for a new authority: one that was just generated and is not stored yet, or one of the mount. */
export interface AuthorityKey {
  readonly privateKey: SigningKey;
  /** Where it is, if it is new and in a token. */
  readonly managed?: ManagedKeyOfMount;
  /** Set for a key of the mount. */
  readonly existing?: KeyFacts;
  readonly name: string | null;
  /** The same key, to be returned once. */
  readonly exported: KeyObject | undefined;
}

export interface KeyWish extends ManagedKeyWish {
  readonly keyType: string;
  readonly keyBits: number;
  readonly keyName: string;
  readonly keyRef: string;
}

/** The type of key to generate. @throws REQUEST_REFUSED for another type or size */
function specOf(wish: Pick<KeyWish, 'keyType' | 'keyBits'>): KeySpec {
  const broken = refusal(keyFaults(wish));
  if (broken) throw refused(broken.broken);
  const spec = keySpecOf(wish);
  if (!spec) throw problem('REQUEST_REFUSED', `unknown key type ${wish.keyType}`, ['keyType']);
  return spec;
}

/** What the caller said of a key to generate; null and undefined for nothing. */
export interface GivenKey {
  readonly keyType?: string | null | undefined;
  readonly keyBits?: number | null | undefined;
}

/** A key that exists has its type and size already. With OpenBao's text. @throws INVALID_INPUT */
function requireNoKind({ keyType, keyBits }: GivenKey): void {
  const field = typeof keyType === 'string' ? 'keyType' : typeof keyBits === 'number' ? 'keyBits' : undefined;
  if (field === undefined) return;
  const why = {
    inVault:
      'invalid parameter for the kms/existing path parameter, key_type nor key_bits arguments can be set in this mode',
    inGraphql: 'keyType and keyBits cannot be given for a key that exists',
  };
  throw problem('INVALID_INPUT', why, [field]);
}

/** A managed key is named only for the type kms. @throws INVALID_INPUT */
function requireManaged(source: KeySource, { managedKeyName, managedKeyId }: ManagedKeyWish): void {
  if (source === 'kms' || (managedKeyName === '' && managedKeyId === '')) return;
  const field = managedKeyName === '' ? 'managedKeyId' : 'managedKeyName';
  throw problem('INVALID_INPUT', worded`${fieldName(field)} is only for the type kms`, [field]);
}

/** Generates a key, or finds a managed one in its token, or opens the key of a reference. @throws KEY_NOT_FOUND, REQUEST_REFUSED, INVALID_INPUT, and as {@link KeyPool.take} */
export async function obtainKey(
  deps: {
    readonly client: TransactionClient;
    readonly seal: Seal;
    readonly keyPool: KeyPool;
    readonly managedKeys: ManagedKeys;
    readonly asker: KeyAsker;
  },
  mountId: string,
  source: KeySource,
  wish: KeyWish,
  given: GivenKey,
): Promise<AuthorityKey> {
  requireManaged(source, wish);
  if (isMade(source)) {
    const name = readName('key', wish.keyName, 'keyName');
    const spec = specOf(wish);
    await requireFreeName(deps.client, mountId, 'key', name);
    const privateKey = await deps.keyPool.privateKey(spec, deps.asker);
    return { privateKey, name, exported: source === 'exported' ? privateKey : undefined };
  }
  requireNoKind(given);
  const mount = await deps.client.mount.findUniqueOrThrow({ where: { id: mountId } });
  if (source === 'kms') {
    const name = readName('key', wish.keyName, 'keyName');
    await requireFreeName(deps.client, mountId, 'key', name);
    return { ...(await deps.managedKeys.obtain(mount, wish)), name, exported: undefined };
  }
  const existing = await keyReferred(deps.client, mount, wish.keyRef.trim() || 'default');
  return { privateKey: await openKey(deps, existing.id), existing, name: existing.name, exported: undefined };
}

/** Stores a generated key; a key of the mount does not change. */
export async function storeKey(
  tx: TransactionClient,
  seal: Seal,
  mountId: string,
  { existing, privateKey, managed, name }: AuthorityKey,
  now: Date,
): Promise<KeyFacts> {
  return existing ?? (await keepKey(tx, seal, mountId, { privateKey, managed, name, now })).key;
}
