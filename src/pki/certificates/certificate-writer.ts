import { eventWrite } from '../../platform/events/outbox.js';
import { issuedEvent } from '../events/pki-events.js';
import type { Database, SqlParameter, SqlWrite } from '../../platform/database/database.js';

/** A certificate that is stored, column by column. */
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

/** What `generate_lease` hands out beside a certificate. */
export interface NewLease {
  readonly id: string;
  readonly mountId: string;
  readonly serialNumber: string;
  readonly issuerId: string;
  readonly tokenId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

type Columns<Row> = readonly (keyof Row & string)[];

const certificateColumns: Columns<NewCertificate> = [
  ...(['id', 'mountId', 'serialNumber', 'issuerId', 'roleName', 'commonName', 'names', 'keyType', 'keyBits'] as const),
  ...(['notBefore', 'notAfter', 'issuedAt', 'issuedById', 'certificate'] as const),
];

const leaseColumns: Columns<NewLease> = [
  ...(['id', 'mountId', 'serialNumber', 'issuerId', 'tokenId', 'issuedAt', 'expiresAt'] as const),
];

const insert = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${columns.map((each) => `"${each}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;

const insertCertificate = insert('Certificate', certificateColumns);
const insertLease = insert('Lease', leaseColumns);

const write = <Row extends object>(
  sql: string,
  columns: readonly (keyof Row)[],
  row: Row & Record<keyof Row, SqlParameter>,
): SqlWrite => ({
  sql,
  rows: [columns.map((column) => row[column])],
});

/**
 * Stores certificates: one row each, in one commit with all that wait at the same time. Past Prisma, which takes longer to make the
 * statement than a P-256 certificate takes to make.
 */
export class CertificateWriter {
  constructor(private readonly deps: { database: Database; stored: () => void }) {}

  /**
   * Resolves when it is on disk, with its lease if it has one.
   * @param record what the audit has to say of it, in the same commit
   */
  async save(
    certificate: NewCertificate,
    { lease, record }: { readonly lease?: NewLease; readonly record: readonly SqlWrite[] },
  ): Promise<void> {
    const rows = [
      write(insertCertificate, certificateColumns, { ...certificate }),
      eventWrite(issuedEvent(certificate)),
      ...record,
    ];
    if (lease) rows.push(write(insertLease, leaseColumns, { ...lease }));
    await this.deps.database.writeSql(rows);
    this.deps.stored();
  }
}
