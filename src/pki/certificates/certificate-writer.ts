import { eventWriteIf } from '../../platform/events/outbox.js';
import { problem } from '../../platform/problems.js';
import { issuedEvent } from '../events/pki-events.js';
import { metadataColumns, metadataValues } from './certificate-metadata.store.js';
import type { NewCertificateMetadata } from './certificate-metadata.store.js';
import { holderOf, isKept, issuersStay } from '../issuers/former-issuers.js';
import type { Certificate } from '../x509/index.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database, SqlParameter, SqlWrite } from '../../platform/database/database.js';

/** A stored certificate, column by column. */
export interface NewCertificate {
  readonly id: string;
  readonly mountId: string;
  /** Lower-case hex without separators. */
  readonly serialNumber: string;
  readonly issuerId: string;
  readonly roleName: string | null;
  readonly commonName: string;
  readonly names: string;
  readonly keyType: string;
  readonly keyBits: number;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly issuedAt: Date;
  readonly issuedById: string | null;
  /** DER. */
  readonly certificate: Uint8Array;
}

/** What `generate_lease` returns in addition to a certificate. */
export interface NewLease {
  readonly id: string;
  readonly mountId: string;
  readonly serialNumber: string;
  readonly issuerId: string;
  readonly tokenId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** The id without its last part. */
  readonly path: string;
}

/** What is stored with a certificate. */
interface Beside {
  readonly lease?: NewLease | undefined;
  readonly metadata?: NewCertificateMetadata | undefined;
}

/** An issuer is rarely replaced several times while one certificate is stored. */
const attempts = 5;

type Columns<Row> = readonly (keyof Row & string)[];

const certificateColumns: Columns<NewCertificate> = [
  ...(['id', 'mountId', 'serialNumber', 'issuerId', 'roleName', 'commonName', 'names', 'keyType', 'keyBits'] as const),
  ...(['notBefore', 'notAfter', 'issuedAt', 'issuedById', 'certificate'] as const),
];

const leaseColumns: Columns<NewLease> = [
  ...(['id', 'mountId', 'serialNumber', 'issuerId', 'tokenId', 'issuedAt', 'expiresAt', 'path'] as const),
];

const into = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${columns.map((each) => `"${each}"`).join(', ')})`;
const places = (columns: readonly string[]): string => columns.map(() => '?').join(', ');
/** Not as a selection, which SQLite prepares to undo: it might have several rows. */
const insert = (table: string, columns: readonly string[]): string =>
  `${into(table, columns)} VALUES (${places(columns)})`;

const insertCertificate = insert('Certificate', certificateColumns);
/** One more parameter: the mount. */
const insertBesideIssuers = `${into('Certificate', certificateColumns)} SELECT ${places(certificateColumns)}${issuersStay}`;
const insertLease = insert('Lease', leaseColumns);

const insertMetadataSql = insert('CertificateMetadata', metadataColumns);

/** Metadata of one certificate. */
export const insertMetadata = (row: NewCertificateMetadata): SqlWrite => ({
  sql: insertMetadataSql,
  rows: [metadataValues(row)],
});

const write = <Row extends object>(
  sql: string,
  columns: readonly (keyof Row)[],
  row: Row & Record<keyof Row, SqlParameter>,
  ...more: readonly SqlParameter[]
): SqlWrite => ({
  sql,
  rows: [[...columns.map((column) => row[column]), ...more]],
});

/**
 * Stores certificates: one row each, in one commit with all that wait at the same time. It does not use Prisma, which takes longer to build the statement than
 * creating a P-256 certificate takes.
 */
export class CertificateWriter {
  constructor(private readonly deps: { database: Database; stored: () => void }) {}

  /**
   * Resolves when the certificate, and its lease and metadata if any, are on disk. If its issuer was deleted in the meantime and another issuer of its subject and key took
   * over, the certificate belongs to that one, like earlier certificates.
   * @param signedBy the certificate of its issuer
   * @param record its audit record, in the same commit
   * @throws CONFLICT if no issuer took over
   */
  async save(
    certificate: NewCertificate,
    { signedBy, record, ...beside }: Beside & { signedBy: Certificate; record: readonly SqlWrite[] },
  ): Promise<void> {
    const { database, stored } = this.deps;
    let { issuerId } = certificate;
    for (let attempt = 1; !(await this.#kept({ ...certificate, issuerId }, beside, record)); attempt += 1) {
      const holder = await holderOf(database.client, certificate.mountId, signedBy);
      if (holder === undefined || attempt === attempts) throw problem('CONFLICT');
      issuerId = holder;
    }
    stored();
  }

  /** @returns whether its issuer is still the same */
  async #kept(certificate: NewCertificate, { lease, metadata }: Beside, record: readonly SqlWrite[]): Promise<boolean> {
    const { issuerId } = certificate;
    const rows = [
      // First: after this, changes of issuers of the mount wait, and what the next statement reads about them does not change.
      this.deps.database.provider === 'postgresql'
        ? write(insertBesideIssuers, certificateColumns, { ...certificate }, certificate.mountId)
        : write(insertCertificate, certificateColumns, { ...certificate }),
      eventWriteIf(isKept(issuerId), issuedEvent(certificate)),
      ...record,
    ];
    if (lease) rows.push(write(insertLease, leaseColumns, { ...lease, issuerId }));
    if (metadata) rows.push(insertMetadata({ ...metadata, issuerId }));
    try {
      await this.deps.database.writeSql(rows);
      return true;
    } catch (error) {
      if (error instanceof ChangesMissing) return false;
      throw error;
    }
  }
}
