import type { Audit } from '../../identity/audit/audit.js';
import type { AuditDetails } from '../../identity/audit/target.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import { randomLetters } from '../../platform/ids.js';
import type { CertificateWriter } from '../certificates/certificate-writer.js';
import type { Role } from '../policy/index.js';
import { certificateRow, type Issuance } from './record.js';

/** How a certificate is stored, as a role says. */
export type Keeping = Pick<Role, 'noStore' | 'generateLease'>;
/** Without a role: the defaults of roles. */
export const byDefault: Keeping = { noStore: false, generateLease: false };

export interface Kept {
  /** The id of the stored certificate; absent if the role has `no_store`. */
  readonly certificateId: string | undefined;
  /** `''` without a lease. */
  readonly leaseId: string;
  /** Seconds; 0 without a lease. */
  readonly leaseDuration: number;
}

/** Stores issued certificates: the row, the lease, and the audit record. */
export class KeptCertificates {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly certificates: CertificateWriter;
      readonly audit: Audit;
    },
  ) {}

  /**
   * Everything in one commit.
   * @param path the path of the request below the mount
   * @param recorded its name in audit records
   */
  async keep(
    issued: Issuance,
    { path, recorded, noStore, generateLease }: Keeping & { readonly path: string; readonly recorded: string },
  ): Promise<Kept> {
    const { actor, authority, issuer, planned, at } = issued;
    if (noStore) {
      await this.deps.database.writeSql([this.#unstoredRecord(issued, recorded)]);
      return { certificateId: undefined, leaseId: '', leaseDuration: 0 };
    }
    const row = certificateRow(issued);
    const signedBy = issuer.certificate;
    const record = [this.#record(issued, recorded, row.id)];
    // A lease belongs to a token, and the service has none.
    if (!generateLease || actor.tokenId === undefined) {
      await this.deps.certificates.save(row, { signedBy, record });
      return { certificateId: row.id, leaseId: '', leaseDuration: 0 };
    }
    const leasePath = `${authority.mount.path}/${path}`;
    const leaseId = `${leasePath}/${randomLetters(24)}`;
    const [issuedAt, expiresAt] = [at, planned.notAfter];
    const lease = {
      ...{ id: leaseId, mountId: row.mountId, serialNumber: row.serialNumber, issuerId: issuer.id },
      ...{ tokenId: actor.tokenId, issuedAt, expiresAt, path: leasePath },
    };
    await this.deps.certificates.save(row, { signedBy, lease, record });
    // The validity of certificates counts whole seconds, including the second that has begun.
    const leaseDuration = Math.ceil((expiresAt.getTime() - issuedAt.getTime()) / 1000);
    return { certificateId: row.id, leaseId, leaseDuration };
  }

  /** Without a row, the audit record contains what the row would contain. */
  #unstoredRecord(issued: Issuance, recorded: string): SqlWrite {
    const { subject, notAfter } = issued.planned;
    const more = { subject: subject.toString(), notAfter: notAfter.toISOString() };
    return this.#record(issued, recorded, issued.certified.serialNumber, more);
  }

  #record(
    { actor, authority, issuer, roleName, certified }: Issuance,
    action: string,
    id: string,
    more: AuditDetails = {},
  ): SqlWrite {
    const target = { type: 'certificate' as const, id, name: certified.serialNumber };
    const role = roleName === undefined ? {} : { role: roleName };
    const details = { mount: authority.mount.path, issuer: issuer.id, ...role, ...more };
    return this.deps.audit.statement(actor, action, target, details);
  }
}
