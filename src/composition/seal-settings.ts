import type { Config } from '../settings/config.js';
import type { KeyNeed, SealSettings } from '../platform/seal/master-key.js';

/** A key is made by the first start, and by no look at what is there. */
export const onlyThere: KeyNeed = { sealedUnder: [], make: false };

/** Where the master key comes from. */
export function sealSettings({ sealKey, sealKeyFile, dataDir }: Config): SealSettings {
  return { key: sealKey, keyFile: sealKeyFile, dataDir };
}
