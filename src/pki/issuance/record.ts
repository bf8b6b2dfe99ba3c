import { ids } from '../../platform/ids.js';
import type { NewCertificate } from '../certificates/certificate-writer.js';
import { columnText, namesOf, writeNames } from '../certificates/names.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import type { PlannedCertificate } from '../policy/index.js';
import { bareSerial } from '../x509/index.js';
import type { Certificate, CertifiedKey, GeneralName, Name } from '../x509/index.js';
import type { Certified } from './certify.js';
import type { Actor } from '../../identity/audit/actor.js';

/** Everything that the row of a certificate contains. */
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
export function certificateRow({ actor, authority, issuer, roleName, planned, ...made }: Issuance): NewCertificate {
  const { publicKey, certified, at } = made;
  return {
    id: ids.certificate.makeAt(at),
    mountId: authority.mount.id,
    serialNumber: bareSerial(certified.serialNumber),
    issuerId: issuer.id,
    roleName: roleName ?? null,
    ...described(planned, planned.names, publicKey),
    notBefore: planned.notBefore,
    notAfter: planned.notAfter,
    issuedAt: at,
    issuedById: actor.userId ?? null,
    certificate: certified.der,
  };
}

/** The row of a certificate that was not stored when it was issued: everything known about it is in the certificate itself. */
export function rowOfCertificate(mountId: string, issuerId: string, certificate: Certificate): NewCertificate {
  const { serialNumber, extensions, publicKey, notBefore, notAfter, der } = certificate;
  return {
    id: ids.certificate.make(),
    mountId,
    issuerId,
    serialNumber: bareSerial(serialNumber),
    roleName: null,
    ...described(certificate, extensions.subjectAltName ?? [], publicKey),
    notBefore,
    notAfter,
    issuedAt: notBefore,
    issuedById: null,
    certificate: der,
  };
}

const described = (
  { subject }: { readonly subject: Name },
  names: readonly GeneralName[],
  { spec }: Pick<CertifiedKey, 'spec'>,
) => ({
  commonName: columnText(subject.commonName ?? ''),
  names: writeNames(namesOf(names)),
  keyType: spec.type,
  keyBits: spec.type === 'ed25519' ? 0 : spec.bits,
});
