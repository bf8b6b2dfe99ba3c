import { shardAddress } from '../../config/crl-shards.js';
import type { Authority } from '../../issuers/authority.js';
import { parseCertificate } from '../../x509/index.js';
import type { Certificate } from '../../x509/index.js';
import { crlGroupOf } from '../crl-group.js';
import type { CrlGroup } from '../crl-group.js';

/** Every address by which a certificate may name a shard: of each issuer that shares the CRL, at each address that the mount has had. */
export const shardNames = ({ mount }: Authority, { members }: CrlGroup, shard: number): readonly string[] =>
  mount.crl.shardBases.flatMap((base) => members.map(({ uuid }) => shardAddress(base, uuid, shard)));

const numbered = /\/crl\/shard\/(\d{1,4})$/;

/** The shard that a certificate names as its distribution point; null if it names none of its issuer. */
export function shardNamed(
  authority: Authority,
  issuerId: string,
  { extensions }: Pick<Certificate, 'extensions'>,
): number | null {
  const group = crlGroupOf(authority, issuerId);
  if (!group) return null;
  for (const address of extensions.crlDistributionPoints ?? []) {
    const shard = Number(numbered.exec(address)?.[1] ?? Number.NaN);
    if (shard < authority.mount.crl.shardsEver && shardNames(authority, group, shard).includes(address)) return shard;
  }
  return null;
}

/** The shard of a certificate, or of its DER. It is read out of the certificate itself: the number of shards may have changed since. */
export function shardOf(
  authority: Authority,
  issuerId: string,
  certificate: Certificate | Uint8Array | undefined,
): number | null {
  if (certificate === undefined || authority.mount.crl.shardsEver === 0) return null;
  const parsed = certificate instanceof Uint8Array ? parseCertificate(certificate) : certificate;
  return shardNamed(authority, issuerId, parsed);
}
