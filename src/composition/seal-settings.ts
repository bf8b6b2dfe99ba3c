import type { Config } from '../settings/config.js';
import type { KeyNeed, SealSettings } from '../platform/seal/master-key.js';

/** Only the first start creates a key; a check never does. */
export const onlyThere: KeyNeed = { sealedUnder: [], make: false };

/** The source of the master key. */
export function sealSettings({ sealKey, sealKeyFile, dataDir }: Config): SealSettings {
  return { key: sealKey, keyFile: sealKeyFile, dataDir };
}
