import type { Config } from '../settings/config.js';
import { SealToken } from '../platform/pkcs11/seal-token.js';
import type { KeyNeed, SealSettings } from '../platform/seal/master-key.js';
import { tokenSettings } from './token-settings.js';

/** Only the first start creates a key; a check never does. */
export const onlyThere: KeyNeed = { sealedUnder: [], make: false };

/** The source of the master key. */
export function sealSettings(config: Config): SealSettings {
  const { sealKey, sealKeyFile, sealToken, dataDir } = config;
  const token = sealToken && (() => new SealToken(sealToken, tokenSettings(config)));
  return { key: sealKey, keyFile: sealKeyFile, dataDir, token };
}
