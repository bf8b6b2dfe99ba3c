import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { CertificateRow } from '../../platform/database/models.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { bareSerial } from '../x509/index.js';
import type { AcmeAccount } from './account.store.js';
import { AcmeProblem, malformed } from './acme-problem.js';
import type { Identifier } from './acme-problem.js';
import { readCertificateId } from './certificate-id.js';
import type { Directory } from './directory.js';
import { keyOfIdentifier } from './identifiers.js';
import type { OrderStore } from './order.store.js';

type KnownRow = Pick<CertificateRow, 'id' | 'notBefore' | 'notAfter' | 'revokedAt'>;

/** A certificate by the name that those who renew it give it. */
export interface KnownCertificate {
  readonly row: KnownRow;
  readonly issuer: AuthorityIssuer;
}

/** Certificates by their identifier, and orders that replace them (RFC 9773 §5). */
export class Replacements {
  constructor(
    private readonly deps: { readonly database: Database; readonly store: OrderStore; readonly clock: Clock },
  ) {}

  /** @returns undefined if this mount issued none of that identifier @throws AcmeProblem `malformed` */
  async find(authority: Authority, text: string): Promise<KnownCertificate | undefined> {
    const { authorityKeyIdentifier, serialNumber } = readCertificateId(text);
    const issuers = authority.issuers.filter(({ subjectKeyId }) => subjectKeyId.equals(authorityKeyIdentifier));
    if (issuers.length === 0) return undefined;
    const rows = await this.deps.database.client.certificate.findMany({
      where: { mountId: authority.mount.id, serialNumber: bareSerial(serialNumber) },
      select: { id: true, issuerId: true, notBefore: true, notAfter: true, revokedAt: true },
    });
    for (const row of rows) {
      const issuer = issuers.find(({ id }) => id === row.issuerId);
      if (issuer) return { row, issuer };
    }
    return undefined;
  }

  /** @throws AcmeProblem `malformed`, `alreadyReplaced` */
  async requireReplaceable(
    { authority }: Directory,
    account: AcmeAccount,
    replaces: string,
    identifiers: readonly Identifier[],
  ): Promise<void> {
    const { store, clock } = this.deps;
    const known = await this.find(authority, replaces);
    const before = known && (await store.ofCertificate(known.row.id));
    if (!before || before.accountId !== account.id)
      throw malformed('replaces names no certificate that this account ordered');
    const had = new Set(before.identifiers.map(keyOfIdentifier));
    if (!identifiers.some((each) => had.has(keyOfIdentifier(each))))
      throw malformed('the certificate that replaces names has none of the names of this order');
    if (await store.isReplaced(account.mountId, replaces, clock.now()))
      throw new AcmeProblem('alreadyReplaced', 'another order has replaced this certificate');
  }
}
