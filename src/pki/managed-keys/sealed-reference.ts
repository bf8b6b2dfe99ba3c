import { SealError } from '../../platform/seal/seal-error.js';
import type { Seal } from '../../platform/seal/seal.js';
import { keySealPurpose } from '../keys/key-seal-purpose.js';

interface StoredKey {
  readonly id: string;
  readonly sealedKey: Uint8Array;
  readonly managedKeyId: string | null;
}

/** What a row of a key in a token has in place of the key: whoever can only write to the database points it to no other key of a token. */
export const sealedReference = (seal: Seal, keyId: string, managedKeyId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(seal.wrap(keySealPurpose, Buffer.from(managedKeyId), keyId));

/** The managed key of a stored key; null for a key that is sealed here. @throws SealError */
export function managedKeyIdOf(seal: Seal, { id, sealedKey, managedKeyId }: StoredKey): string | null {
  if (managedKeyId === null) return null;
  const sealed = seal.unwrap(keySealPurpose, sealedKey, id).toString();
  if (sealed !== managedKeyId) throw new SealError('tampered', `The managed key of ${id} was changed`);
  return managedKeyId;
}
