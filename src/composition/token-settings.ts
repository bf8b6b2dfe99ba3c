import path from 'node:path';
import type { Config } from '../settings/config.js';
import type { TokenSettings } from '../platform/pkcs11/tokens.js';

/** How tokens are reached. */
export const tokenSettings = ({
  pkcs11Libraries,
  pkcs11Package,
  pkcs11Timeout,
  dataDir,
}: Pick<Config, 'pkcs11Libraries' | 'pkcs11Package' | 'pkcs11Timeout' | 'dataDir'>): TokenSettings => ({
  libraries: pkcs11Libraries ?? new Map<string, string>(),
  packages: pkcs11Package ?? path.join(dataDir, 'pkcs11'),
  timeout: pkcs11Timeout,
});
