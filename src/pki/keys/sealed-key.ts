import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { TransactionClient } from '../../platform/database/database.js';
import type { Seal } from '../../platform/seal/seal.js';
import { keySealPurpose } from '../issuers/authorities.js';
import { keyNotFound } from '../issuers/references.js';

/** Opens a private key from its row. @throws KEY_NOT_FOUND, SealError */
export async function openKey(client: TransactionClient, seal: Seal, id: string): Promise<KeyObject> {
  const row = await client.issuerKey.findUnique({ where: { id }, select: { sealedKey: true } });
  if (!row) throw keyNotFound(id);
  const der = seal.unwrap(keySealPurpose, row.sealedKey, id);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  return key;
}
