import type { Audit } from '../../identity/audit/audit.js';
import type { AuditDetails } from '../../identity/audit/target.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import { randomLetters } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import { sealedMetadata } from '../certificates/certificate-metadata.store.js';
import type { NewCertificateMetadata } from '../certificates/certificate-metadata.store.js';
import { insertMetadata } from '../certificates/certificate-writer.js';
import type { CertificateWriter } from '../certificates/certificate-writer.js';
import type { Role } from '../policy/index.js';
import { bareSerial } from '../x509/index.js';
import { certificateRow, type Issuance } from './record.js';

/** How a certificate is stored, as a role says. */
export type Keeping = Pick<Role, 'noStore' | 'generateLease'>;
interface KeepingNow {
  /** Path of the request below the mount. */
  readonly path: string;
  /** Its name in audit records. */
  readonly recorded: string;
  /** In base64; absent or empty for none. */
  readonly metadata?: string | undefined;
  /** What the record has besides. */
  readonly details?: AuditDetails;
  /** What else belongs to the commit that stores it. */
  readonly beside?: (certificateId: string) => readonly SqlWrite[];
}
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
      readonly seal: Seal;
    },
  ) {}

  /**
   * Everything in one commit. Of a certificate that is not stored, nobody was told that something is kept: its record is in the log of the database before the
   * answer, and on disk a moment later.
   */
  async keep(
    issued: Issuance,
    { path, recorded, noStore, generateLease, metadata: given, details, beside }: Keeping & KeepingNow,
  ): Promise<Kept> {
    const { actor, authority, issuer, planned, at } = issued;
    const metadata = this.#metadata(issued, given);
    const more = { ...details, ...(metadata && { metadata: true }) };
    if (noStore) {
      const { database } = this.deps;
      const record = this.#unstoredRecord(issued, recorded, more);
      if (metadata) await database.writeSql([insertMetadata(metadata), record]);
      else await database.background.writeSql([record]);
      return { certificateId: undefined, leaseId: '', leaseDuration: 0 };
    }
    const row = certificateRow(issued);
    const signedBy = issuer.certificate;
    const record = [...(beside?.(row.id) ?? []), this.#record(issued, recorded, row.id, more)];
    // A lease belongs to a token, and the service has none.
    if (!generateLease || actor.tokenId === undefined) {
      await this.deps.certificates.save(row, { signedBy, metadata, record });
      return { certificateId: row.id, leaseId: '', leaseDuration: 0 };
    }
    const leasePath = `${authority.mount.path}/${path}`;
    const leaseId = `${leasePath}/${randomLetters(24)}`;
    const [issuedAt, expiresAt] = [at, planned.notAfter];
    const lease = {
      id: leaseId,
      mountId: row.mountId,
      serialNumber: row.serialNumber,
      issuerId: issuer.id,
      tokenId: actor.tokenId,
      issuedAt,
      expiresAt,
      path: leasePath,
    };
    await this.deps.certificates.save(row, { signedBy, lease, metadata, record });
    // The validity of certificates counts whole seconds, including the second that has begun.
    const leaseDuration = Math.ceil((expiresAt.getTime() - issuedAt.getTime()) / 1000);
    return { certificateId: row.id, leaseId, leaseDuration };
  }

  #metadata(
    { authority, issuer, roleName, certified, planned, at }: Issuance,
    metadata: string | undefined,
  ): NewCertificateMetadata | undefined {
    // Rules ask for a role where there is metadata.
    if (metadata === undefined || metadata === '' || roleName === undefined) return undefined;
    const serialNumber = bareSerial(certified.serialNumber);
    const place = { mountId: authority.mount.id, serialNumber, issuerId: issuer.id, roleName };
    return sealedMetadata(this.deps.seal, { ...place, notAfter: planned.notAfter, storedAt: at }, metadata);
  }

  /** Without a row, the audit record contains what the row would contain. */
  #unstoredRecord(issued: Issuance, recorded: string, kept: AuditDetails): SqlWrite {
    const { subject, notAfter } = issued.planned;
    const more = { subject: subject.toString(), notAfter: notAfter.toISOString(), ...kept };
    return this.#record(issued, recorded, issued.certified.serialNumber, more);
  }

  #record(
    { actor, authority, issuer, roleName, certified }: Issuance,
    action: string,
    id: string,
    more: AuditDetails,
  ): SqlWrite {
    const target = { type: 'certificate' as const, id, name: certified.serialNumber };
    const role = roleName === undefined ? {} : { role: roleName };
    const details = { mount: authority.mount.path, issuer: issuer.id, ...role, ...more };
    return this.deps.audit.statement(actor, action, target, details);
  }
}
