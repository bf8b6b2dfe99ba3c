import { createHash, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { TransactionClient } from '../../platform/database/database.js';
import type { IssuerKeyRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import { keySealPurpose } from '../issuers/authorities.js';
import { defaultReference, findReferred, keyNotFound } from '../issuers/references.js';
import { privateKeyDer, publicKeyInfoOf } from '../x509/index.js';
import type { PublicKeyInfo } from '../x509/index.js';

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
  readonly privateKey: KeyObject;
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
  { privateKey, name, now }: NewKey,
): Promise<KeptKey> {
  const info = publicKeyInfoOf(privateKey);
  const fingerprint = keyFingerprint(info);
  const known = await tx.issuerKey.findUnique({
    where: { mountId_fingerprint: { mountId, fingerprint } },
    omit: facts,
  });
  if (known) return { key: known, isNew: false };
  const id = ids.key.make();
  const der = privateKeyDer(privateKey, 'pkcs8');
  const key = await tx.issuerKey.create({
    data: {
      ...{ id, mountId, name, fingerprint, createdAt: now },
      uuid: randomUUID(),
      keyType: info.spec.type,
      keyBits: info.spec.type === 'ed25519' ? 0 : info.spec.bits,
      publicKey: new Uint8Array(info.der),
      sealedKey: new Uint8Array(seal.wrap(keySealPurpose, der, id)),
    },
    omit: facts,
  });
  der.fill(0);
  await tx.mount.updateMany({ where: { id: mountId, defaultKeyId: null }, data: { defaultKeyId: id } });
  return { key, isNew: true };
}
