import type { Database } from '../platform/database/database.js';
import { OperatorError } from '../platform/operator-error.js';
import type { Seal } from '../platform/seal/seal.js';

const key = 'seal.key-id';

/**
 * Notes which master key this installation is sealed under, and refuses to go on under one that opens nothing: a lost key file would otherwise be made anew in
 * silence, and be noticed when the first content cannot be read.
 * @throws OperatorError
 */
export async function rememberSeal({ client }: Database, seal: Seal): Promise<void> {
  const known = await client.installationFact.findUnique({ where: { key } });
  if (known && !seal.opens(known.value)) {
    throw new OperatorError(
      `The database is sealed under the master key ${known.value}, which is not among the configured ones: set TRUSTATE_SEAL_KEY or TRUSTATE_SEAL_KEY_FILE, or restore the seal key file.`,
    );
  }
  if (known?.value === seal.keyId) return;
  await client.installationFact.upsert({
    where: { key },
    create: { key, value: seal.keyId },
    update: { value: seal.keyId },
  });
}
