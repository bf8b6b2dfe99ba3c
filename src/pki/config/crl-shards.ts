import { trimmed } from '../../platform/trimmed.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { CrlConfig } from './crl-config.js';
import type { ClusterConfig } from './urls-config.js';

/** More shards than this are not configured: each is a CRL of its own. */
const mostShards = 1024;

/** More addresses of a mount than this are not kept: each is a name of each shard. */
const mostBases = 16;

/** The shard of new certificates: any even choice does, because the certificate itself says which one it is. */
export const shardOfSerial = (serialNumber: string, shards: number): number =>
  Number.parseInt(serialNumber.replaceAll(':', '').slice(-8), 16) % shards;

/** The address of a mount, without a slash at its end; empty if `config/cluster` has none. */
export const shardBase = ({ aiaPath, path }: ClusterConfig): string => trimmed(aiaPath === '' ? path : aiaPath, '/');

/** The address of a shard of an issuer, as its certificates name it (docs/revocation.md, "CRLs in shards"). */
export const shardAddress = (base: string, issuerUuid: string, shard: number): string =>
  `${base}/issuer/${issuerUuid}/crl/shard/${shard}`;

/** A configuration that remembers what certificates with shards may say: the largest number of shards, and every address of the mount. */
export function rememberingShards(config: CrlConfig, cluster: ClusterConfig): CrlConfig {
  const base = shardBase(cluster);
  if (config.shards === 0) return config;
  return {
    ...config,
    shardsEver: Math.max(config.shardsEver, config.shards),
    shardBases: base === '' ? config.shardBases : [base, ...config.shardBases.filter((known) => known !== base)],
  };
}

/** What is wrong with shards at a mount; undefined if nothing is. */
export function shardFault(config: CrlConfig, cluster: ClusterConfig) {
  if (config.shards < 0 || config.shards > mostShards)
    return worded`shards must be at least 0 and at most ${mostShards}`;
  if (config.shards === 0) return undefined;
  if (shardBase(cluster) === '')
    return worded`shards need the address of the mount, because certificates name them by it: set ${fieldName('aiaPath')} or path of config/cluster first`;
  if (config.shardBases.length > mostBases)
    return worded`the mount has had ${mostBases} addresses while it had shards, and each of them is a name of each shard: no more can be kept`;
  return undefined;
}
