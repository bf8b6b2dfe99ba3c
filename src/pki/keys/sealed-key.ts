import { createPrivateKey } from 'node:crypto';
import type { TransactionClient } from '../../platform/database/database.js';
import type { Seal } from '../../platform/seal/seal.js';
import { keySealPurpose } from './key-seal-purpose.js';
import { keyNotFound } from '../issuers/references.js';
import { isMechanismOfPss } from '../managed-keys/managed-key-rules.js';
import { managedKeyIdOf } from '../managed-keys/sealed-reference.js';
import type { RemoteKeys } from '../managed-keys/managed-key-use.js';
import { parsePublicKeyInfo } from '../x509/index.js';
import type { SigningKey } from '../x509/index.js';

interface OpeningDeps {
  readonly client: TransactionClient;
  readonly seal: Seal;
  readonly managedKeys: RemoteKeys;
}

/** Opens a private key from its row, or finds what signs with it in its token. @throws KEY_NOT_FOUND, SealError */
export async function openKey({ client, seal, managedKeys }: OpeningDeps, id: string): Promise<SigningKey> {
  const row = await client.issuerKey.findUnique({ where: { id }, include: { managedKey: true, mount: true } });
  if (!row) throw keyNotFound(id);
  const managedKeyId = managedKeyIdOf(seal, row);
  if (managedKeyId !== null) {
    const onlyPss = isMechanismOfPss(row.managedKey?.mechanism ?? 0);
    return managedKeys.remote(managedKeyId, parsePublicKeyInfo(row.publicKey), row.mount, onlyPss);
  }
  const der = seal.unwrap(keySealPurpose, row.sealedKey, id);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  return key;
}
