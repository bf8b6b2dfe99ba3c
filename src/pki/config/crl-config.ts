import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
/** `config/crl` of a mount (Vault API, PKI: "Set revocation configuration"). Durations are seconds. */
export interface CrlConfig {
  readonly expiry: number;
  readonly disable: boolean;
  readonly ocspDisable: boolean;
  readonly ocspExpiry: number;
  readonly autoRebuild: boolean;
  readonly autoRebuildGracePeriod: number;
  readonly enableDelta: boolean;
  readonly deltaRebuildInterval: number;
  readonly allowExpiredCertRevocation: boolean;
  readonly crossClusterRevocation: boolean;
  readonly unifiedCrl: boolean;
  readonly unifiedCrlOnExistingPaths: boolean;
  /** -1 for no limit. */
  readonly maxCrlEntries: number;
  /** How many shards new certificates are spread over; 0 for none. */
  readonly shards: number;
  /** The largest number of shards so far: certificates keep the shard that they were issued with. */
  readonly shardsEver: number;
  /** The addresses of the mount by which certificates name shards, the present one first. */
  readonly shardBases: readonly string[];
  /** How callers of REST wrote durations, by their names here: they read them back like that, as long as the text means the value. */
  readonly written: Readonly<Record<string, string>>;
}

const hour = 3600;

export const defaultCrlConfig: CrlConfig = {
  expiry: 72 * hour,
  disable: false,
  ocspDisable: false,
  ocspExpiry: 12 * hour,
  autoRebuild: false,
  autoRebuildGracePeriod: 12 * hour,
  enableDelta: false,
  deltaRebuildInterval: 15 * 60,
  allowExpiredCertRevocation: false,
  crossClusterRevocation: false,
  unifiedCrl: false,
  unifiedCrlOnExistingPaths: false,
  maxCrlEntries: 100_000,
  shards: 0,
  shardsEver: 0,
  shardBases: [],
  written: {},
};

const longest = 100 * 365 * 24 * hour;

/** Each with its REST name and its smallest value. */
const durations = [
  ['expiry', 'expiry', 1],
  ['ocspExpiry', 'ocsp_expiry', 0],
  ['autoRebuildGracePeriod', 'auto_rebuild_grace_period', 1],
  ['deltaRebuildInterval', 'delta_rebuild_interval', 1],
] as const satisfies readonly (readonly [field: keyof CrlConfig, name: string, least: number])[];

/** What is wrong with a configuration; undefined if nothing is. */
export function crlConfigFault(config: CrlConfig): { readonly field: string; readonly message: Said } | undefined {
  const fault = (field: keyof CrlConfig, message: Said) => ({ field, message });
  for (const [field, name, least] of durations) {
    const seconds = config[field];
    if (seconds < least || seconds > longest)
      return fault(field, worded`${parameter(name)} must be at least ${least} and at most ${longest} seconds`);
  }
  if (config.autoRebuild && config.autoRebuildGracePeriod >= config.expiry)
    return fault('autoRebuildGracePeriod', 'CRL auto-rebuilding grace period must be strictly shorter than CRL expiry');
  if (config.enableDelta && config.deltaRebuildInterval >= config.expiry)
    return fault('deltaRebuildInterval', 'CRL delta rebuild window must be strictly shorter than CRL expiry');
  if (config.enableDelta && !config.autoRebuild)
    return fault(
      'enableDelta',
      'Delta CRLs cannot be enabled when auto rebuilding is disabled as the complete CRL is always regenerated!',
    );
  if (config.maxCrlEntries < -1)
    return fault('maxCrlEntries', worded`${parameter('max_crl_entries')} must be -1, for no limit, or more`);
  if (config.crossClusterRevocation && !config.autoRebuild)
    return fault(
      'crossClusterRevocation',
      'Global, cross-cluster revocation queue cannot be enabled when auto rebuilding is disabled as the local cluster may not have the certificate entry!',
    );
  if (config.unifiedCrlOnExistingPaths && !config.unifiedCrl)
    return fault(
      'unifiedCrlOnExistingPaths',
      worded`${parameter('unified_crl_on_existing_paths')} cannot be enabled if ${parameter('unified_crl')} is disabled`,
    );
  if (config.unifiedCrl && !config.autoRebuild)
    return fault(
      'unifiedCrl',
      worded`${parameter('unified_crl')}=true requires ${parameter('auto_rebuild')}=true, as unified CRLs cannot be rebuilt on every revocation.`,
    );
  return undefined;
}
