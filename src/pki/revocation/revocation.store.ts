import { bigint, boolean, bytes, date, integer, text } from '../../platform/database/columns.js';
import { condition } from '../../platform/database/conditions.js';
import { rowsAmong } from '../../platform/database/rows-among.js';
import type { Database, SqlRow } from '../../platform/database/database.js';
import type { RevocationRow } from '../../platform/database/models.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { RowOf } from '../../platform/database/row-reader.js';
import { joinedStanding, standingColumns, standingOf } from '../crls/crl-standing.js';
import type { CrlStanding } from '../crls/crl-standing.js';
import type { Standings } from '../crls/recorded-with-crl.js';
import { bareSerial } from '../x509/index.js';
import type { SerialNumber } from '../x509/index.js';

const certificateReader = rowReader(
  { id: text, certificate: bytes, issuerId: text.orNull, notAfter: date },
  'certificate_',
);

/** The row of a stored certificate. Its issuer may have been deleted; it is null for a certificate that names its signer itself. */
export type StoredCertificate = RowOf<typeof certificateReader>;

/** What is known of a serial number in a mount. */
export interface FoundNumber {
  /** Its `id` and `revision`; undefined if there is none. */
  readonly mount: SqlRow | undefined;
  /** One for each issuer that used the number, the earliest first. */
  readonly certificates: readonly StoredCertificate[];
  readonly revocations: readonly RevocationRow[];
  /** Whether somebody asked another mount to revoke it. */
  readonly isAsked: boolean;
  /** Of the issuers of these certificates that have a CRL, by their id. */
  readonly standings: ReadonlyMap<string, CrlStanding>;
}

const revocationReader = rowReader<RevocationRow>(
  {
    id: text,
    mountId: text,
    issuerId: text,
    serialNumber: text,
    revokedAt: date,
    reason: integer.orNull,
    notAfter: date,
    ordinal: bigint,
    leftIn: bigint.orNull,
    shard: integer.orNull,
  },
  'revocation_',
);

const isAsked = `EXISTS (SELECT 1 FROM "RevocationRequest" q WHERE q."holderMountId" = m."id" AND q."serialNumber" = ?)`;
const foundSql = (
  place: 'id' | 'path',
) => `SELECT m."id" AS "id", ${standingColumns}, ${certificateReader.selection('c')},
  ${revocationReader.selection('r')}, ${isAsked} AS "isAsked"
  FROM "Mount" m LEFT JOIN "Certificate" c ON c."mountId" = m."id" AND c."serialNumber" = ?
  LEFT JOIN "Revocation" r ON r."mountId" = m."id" AND r."serialNumber" = ?
  ${joinedStanding('c."issuerId"')} WHERE m."${place}" = ? ORDER BY c."id", r."id"`;
const byPlace = { id: foundSql('id'), path: foundSql('path') } as const;

const standingSql = `SELECT ${standingColumns} FROM "Mount" m ${joinedStanding('?')} WHERE m."id" = ?`;

/** What revocation reads: one statement for all that depends on a serial number. */
export class RevocationStore implements Standings {
  constructor(private readonly deps: { readonly database: Database }) {}

  /** @param serialNumber undefined for none: then only the mount is found */
  async found(by: 'id' | 'path', mount: string, serialNumber: SerialNumber | undefined): Promise<FoundNumber> {
    const bare = serialNumber === undefined ? '' : bareSerial(serialNumber);
    const rows = await this.deps.database.readSql(byPlace[by], [bare, bare, bare, mount]);
    // A certificate is in a row for each revocation of its number.
    const certificates = new Map<string, StoredCertificate>();
    const revocations = new Map<string, RevocationRow>();
    const standings = new Map<string, CrlStanding>();
    for (const row of rows) {
      const certificate = text.orNull(row['certificate_id']) === null ? null : certificateReader.read(row);
      if (certificate) certificates.set(certificate.id, certificate);
      const revocation = text.orNull(row['revocation_id']) === null ? null : revocationReader.read(row);
      if (revocation) revocations.set(revocation.id, revocation);
      const standing = standingOf(row);
      if (certificate?.issuerId && standing) standings.set(certificate.issuerId, standing);
    }
    const [mountRow] = rows;
    return {
      mount: mountRow,
      certificates: [...certificates.values()],
      revocations: [...revocations.values()],
      isAsked: mountRow !== undefined && boolean(mountRow['isAsked']),
      standings,
    };
  }

  /** Which of these certificates of an issuer are revoked by now: numbers without separators. */
  async revoked(mountId: string, issuerId: string, serialNumbers: readonly string[]): Promise<readonly string[]> {
    const rows = await rowsAmong(this.deps.database, 'serialNumber', serialNumbers, ({ sql, parameters }) =>
      condition(
        `SELECT "serialNumber" FROM "Revocation" WHERE "mountId" = ? AND "issuerId" = ? AND ${sql}`,
        ...[mountId, issuerId, ...parameters],
      ),
    );
    return rows.map((row) => text(row['serialNumber']));
  }

  /** Where the CRL of an issuer stands now; undefined if it has none, or is not in the mount. */
  async standing(mountId: string, issuerId: string): Promise<CrlStanding | undefined> {
    const [row] = await this.deps.database.readSql(standingSql, [issuerId, mountId]);
    return row && standingOf(row);
  }
}
