import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import type { BuiltCrl } from './crl-builder.js';
import type { CrlGroup } from './crl-group.js';
import type { CrlOrder } from './crl-order.js';
import type { NewCrl } from './crl.store.js';

const second = 1000;

/** What every CRL of an issuer has, whatever is on it. */
export function orderOf({ mount: { crl: config } }: Authority, signer: AuthorityIssuer, number: bigint, now: Date) {
  return {
    issuer: signer.certificate.subject.der,
    issuerKeyId: signer.subjectKeyId,
    number,
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + config.expiry * second),
    freshest: config.enableDelta ? signer.urls.deltaCrlDistributionPoints : [],
    key: signer.privateKey(),
    signing: signer.revocationSignature,
  };
}

/** @param through ordinal of the last revocation in it */
export function newCrl(
  { mount }: Authority,
  { leader }: CrlGroup,
  { number, deltaBase, thisUpdate, nextUpdate }: CrlOrder,
  { octets, entryCount, through }: BuiltCrl & { readonly through: bigint },
): NewCrl {
  const delta = deltaBase !== undefined;
  const suppressed = mount.crl.disable;
  const head = { mountId: mount.id, issuerId: leader.id, delta, number, baseNumber: deltaBase ?? null };
  return { ...head, thisUpdate, nextUpdate, entryCount: BigInt(entryCount), through, suppressed, octets };
}
