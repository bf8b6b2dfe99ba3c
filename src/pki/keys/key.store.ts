import { createHash, randomUUID } from 'node:crypto';
import type { TransactionClient } from '../../platform/database/database.js';
import type { IssuerKeyRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import { keySealPurpose } from './key-seal-purpose.js';
import { defaultReference, findReferred, keyNotFound } from '../issuers/references.js';
import { sealedReference } from '../managed-keys/sealed-reference.js';
import type { ManagedKeyOfMount } from '../managed-keys/managed-key-use.js';
import { isRemote, privateKeyDer, publicInfoOf } from '../x509/index.js';
import type { PublicKeyInfo, SigningKey } from '../x509/index.js';

/** A key without its secret. */
export type KeyFacts = Omit<IssuerKeyRow, 'sealedKey'>;

const facts = { sealedKey: true } as const;

export const keyFingerprint = ({ der }: Pick<PublicKeyInfo, 'der'>): string =>
  createHash('sha256').update(der).digest('hex');

/** Keys of a mount, oldest first. */
export const keysOf = (tx: TransactionClient, mountId: string): Promise<KeyFacts[]> =>
  tx.issuerKey.findMany({ where: { mountId }, omit: facts, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });

/** A key by either kind of identifier, by name, or `default`. @throws KEY_NOT_FOUND */
export async function keyReferred(
  tx: TransactionClient,
  mount: { readonly id: string; readonly defaultKeyId: string | null },
  reference: string,
): Promise<KeyFacts> {
  const keys = await keysOf(tx, mount.id);
  const found =
    reference === defaultReference ? keys.find(({ id }) => id === mount.defaultKeyId) : findReferred(keys, reference);
  if (!found) throw keyNotFound(reference);
  return found;
}

export interface NewKey {
  readonly privateKey: SigningKey;
  /** Where it is, if it is in a token. */
  readonly managed?: ManagedKeyOfMount | undefined;
  readonly name: string | null;
  readonly now: Date;
}

/** Whether a key existed already, under any name. */
export interface KeptKey {
  readonly key: KeyFacts;
  readonly isNew: boolean;
}

/** Seals and stores a private key. The first one of a mount becomes its default. An existing key is found. */
export async function keepKey(
  tx: TransactionClient,
  seal: Seal,
  mountId: string,
  { privateKey, managed, name, now }: NewKey,
): Promise<KeptKey> {
  const info = publicInfoOf(privateKey);
  const fingerprint = keyFingerprint(info);
  const known = await tx.issuerKey.findUnique({
    where: { mountId_fingerprint: { mountId, fingerprint } },
    omit: facts,
  });
  if (known) return { key: known, isNew: false };
  const id = ids.key.make();
  const key = await tx.issuerKey.create({
    data: {
      id,
      mountId,
      name,
      fingerprint,
      createdAt: now,
      uuid: randomUUID(),
      keyType: info.spec.type,
      keyBits: info.spec.type === 'ed25519' ? 0 : info.spec.bits,
      publicKey: new Uint8Array(info.der),
      sealedKey: sealedKeyOf(seal, id, { privateKey, managed }),
      ...(managed && { managedKeyId: managed.id, managedKeyName: managed.name, managedKeyUuid: managed.uuid }),
    },
    omit: facts,
  });
  await tx.mount.updateMany({ where: { id: mountId, defaultKeyId: null }, data: { defaultKeyId: id } });
  return { key, isNew: true };
}

function sealedKeyOf(
  seal: Seal,
  id: string,
  { privateKey, managed }: Pick<NewKey, 'privateKey' | 'managed'>,
): Uint8Array<ArrayBuffer> {
  if (isRemote(privateKey)) {
    if (!managed) throw new Error('a key in a token without its managed key');
    return sealedReference(seal, id, managed.id);
  }
  const der = privateKeyDer(privateKey, 'pkcs8');
  const sealed = new Uint8Array(seal.wrap(keySealPurpose, der, id));
  der.fill(0);
  return sealed;
}
