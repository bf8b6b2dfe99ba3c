import { defaultClusterConfig, defaultUrlsConfig } from './urls-config.js';
import type { ClusterConfig, UrlsConfig } from './urls-config.js';
import { defaultCrlConfig } from './crl-config.js';
import type { CrlConfig } from './crl-config.js';
import { defaultAcmeConfig } from '../acme/acme-config.js';
import type { AcmeConfig } from '../acme/acme-config.js';
import { defaultEstConfig } from '../est/est-config.js';
import type { EstConfig } from '../est/est-config.js';
import { defaultScepConfig } from '../scep/scep-config.js';
import type { ScepConfig } from '../scep/scep-config.js';
import { defaultCmpConfig } from '../cmp/cmp-config.js';
import type { CmpConfig } from '../cmp/cmp-config.js';

/**
 * Reads a JSON text of a mount or an issuer. Fields that are missing or have another type get their defaults. Only this program writes these texts; a newer
 * version may have written more fields.
 */
export function stored<T extends object>(defaults: T, text: string): T {
  const given: unknown = JSON.parse(text);
  const result = { ...defaults };
  if (typeof given !== 'object' || given === null) return result;
  for (const [name, preset] of Object.entries(defaults)) {
    const value: unknown = Reflect.get(given, name);
    if (Array.isArray(value) === Array.isArray(preset) && typeof value === typeof preset)
      Reflect.set(result, name, value);
  }
  return result;
}

export const readUrlsConfig = (text: string): UrlsConfig => stored(defaultUrlsConfig, text);
export const readClusterConfig = (text: string): ClusterConfig => stored(defaultClusterConfig, text);
export const readAcmeConfig = (text: string): AcmeConfig => stored(defaultAcmeConfig, text);
export const readEstConfig = (text: string): EstConfig => stored(defaultEstConfig, text);
export const readScepConfig = (text: string): ScepConfig => stored(defaultScepConfig, text);
export const readCmpConfig = (text: string): CmpConfig => stored(defaultCmpConfig, text);
export const readCrlConfig = (text: string): CrlConfig => stored(defaultCrlConfig, text);
