import type { Config } from '../config.js';
import type { SealSettings } from '../platform/seal/master-key.js';

/** Where the master key comes from. */
export function sealSettings({ sealKey, sealKeyFile, dataDir }: Config): SealSettings {
  return { key: sealKey, keyFile: sealKeyFile, dataDir };
}
