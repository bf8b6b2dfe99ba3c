import type { Actor } from '../../identity/audit/audit.js';
import { ids } from '../../platform/ids.js';
import type { NewCertificate } from '../certificates/certificate-writer.js';
import { namesOf, writeNames } from '../certificates/names.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import type { PlannedCertificate } from '../policy/index.js';
import { serialNumberBytes, type CertifiedKey } from '../x509/index.js';
import type { Certified } from './certify.js';

/** Everything about a certificate that its row says. */
export interface Issuance {
  readonly actor: Actor;
  readonly authority: Authority;
  readonly issuer: AuthorityIssuer;
  readonly roleName: string | undefined;
  readonly planned: PlannedCertificate;
  readonly publicKey: CertifiedKey;
  readonly certified: Certified;
  readonly at: Date;
}

/** The row of a certificate. */
export function certificateRow(issuance: Issuance): NewCertificate {
  const { planned, publicKey, certified } = issuance;
  const { spec } = publicKey;
  return {
    id: ids.certificate.makeAt(issuance.at),
    mountId: issuance.authority.mount.id,
    serialNumber: serialNumberBytes(certified.serialNumber).toString('hex'),
    issuerId: issuance.issuer.id,
    roleName: issuance.roleName ?? null,
    commonName: planned.subject.commonName ?? '',
    names: writeNames(namesOf(planned.names)),
    keyType: spec.type,
    keyBits: spec.type === 'ed25519' ? 0 : spec.bits,
    notBefore: planned.notBefore,
    notAfter: planned.notAfter,
    issuedAt: issuance.at,
    issuedById: issuance.actor.userId ?? null,
    certificate: certified.der,
  };
}
