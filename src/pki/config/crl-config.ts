/** `config/crl` of a mount (vault-clients.md). Durations are seconds. */
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
};
