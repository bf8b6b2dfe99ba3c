import type { Authority } from '../issuers/authority.js';
import { asciiName } from '../policy/host-name.js';
import { ipOctets, ipText } from '../x509/index.js';
import type { CertificateWhere } from './certificate.store.js';
import { columnText, searchedName, type NameKind } from './names.js';

export const certificateStatuses = ['valid', 'expired', 'revoked', 'not-yet-valid'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

interface Life {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly revokedAt: Date | null;
}

/** A revoked certificate stays revoked after its end. */
export function statusOf({ notBefore, notAfter, revokedAt }: Life, now: Date): CertificateStatus {
  if (revokedAt) return 'revoked';
  if (notAfter < now) return 'expired';
  return notBefore > now ? 'not-yet-valid' : 'valid';
}

const whereStatus = (status: CertificateStatus, now: Date): CertificateWhere => {
  switch (status) {
    case 'revoked':
      return { revokedAt: { not: null } };
    case 'expired':
      return { revokedAt: null, notAfter: { lt: now } };
    case 'not-yet-valid':
      return { revokedAt: null, notAfter: { gte: now }, notBefore: { gt: now } };
    case 'valid':
      return { revokedAt: null, notAfter: { gte: now }, notBefore: { lte: now } };
  }
};

/** What is looked for; what is absent does not count. All that is there must hold. */
export interface CertificateSearch {
  /** Common name or alternative name, whole; case does not count. */
  readonly name?: string | undefined;
  /** Kind of alternative name that `name` is; absent for any, the common name included. */
  readonly nameKind?: NameKind | 'cn' | undefined;
  /** A domain that a name is below, at any depth. */
  readonly below?: string | undefined;
  readonly commonName?: string | undefined;
  readonly serialNumber?: string | undefined;
  /** By id, name or `default`. */
  readonly issuer?: string | undefined;
  /** Its name. */
  readonly role?: string | undefined;
  readonly keyType?: string | undefined;
  readonly expiresAfter?: Date | undefined;
  readonly expiresBefore?: Date | undefined;
  readonly issuedAfter?: Date | undefined;
  readonly issuedBefore?: Date | undefined;
  readonly status?: CertificateStatus | undefined;
}

/** A name as somebody writes it, and as certificates have it where that differs: international names in ASCII, addresses in their one spelling. */
function formsOf(name: string): readonly [given: string, written: string] {
  const octets = ipOctets(name);
  const written = octets ? ipText(octets) : asciiName(name);
  return [searchedName(name), searchedName(written ?? name)];
}

/** The search as a condition on the certificates of a mount. @throws ISSUER_NOT_FOUND */
export function whereOf(authority: Authority, search: CertificateSearch, now: Date): CertificateWhere {
  const mountId = authority.mount.id;
  const conditions: CertificateWhere[] = [{ mountId }];
  const named = (name: string, kind: string | { not: 'below' }): void => {
    const [lower, written] = formsOf(name);
    const forms = lower === written ? lower : { in: [lower, written] };
    conditions.push({ nameSet: { some: { mountId, name: forms, kind } } });
  };
  if (search.name !== undefined) named(search.name, search.nameKind ?? { not: 'below' });
  if (search.below !== undefined) named(search.below.replace(/^\.+/, ''), 'below');
  if (search.commonName !== undefined) conditions.push({ commonName: columnText(search.commonName) });
  if (search.serialNumber !== undefined) {
    conditions.push({ serialNumber: search.serialNumber.replaceAll(/[^0-9a-f]/gi, '').toLowerCase() });
  }
  if (search.issuer !== undefined) conditions.push({ issuerId: authority.issuer(search.issuer).id });
  if (search.role !== undefined) conditions.push({ roleName: search.role });
  if (search.keyType !== undefined) conditions.push({ keyType: search.keyType });
  if (search.expiresAfter) conditions.push({ notAfter: { gte: search.expiresAfter } });
  if (search.expiresBefore) conditions.push({ notAfter: { lt: search.expiresBefore } });
  if (search.issuedAfter) conditions.push({ issuedAt: { gte: search.issuedAfter } });
  if (search.issuedBefore) conditions.push({ issuedAt: { lt: search.issuedBefore } });
  if (search.status !== undefined) conditions.push(whereStatus(search.status, now));
  return { AND: conditions };
}
