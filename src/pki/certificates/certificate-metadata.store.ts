import type { Database, SqlParameter } from '../../platform/database/database.js';
import type { CertificateMetadataRow } from '../../platform/database/models.js';
import { partedCount } from '../../platform/database/row-counts.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { descending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { ids } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import { serialNumbersOf } from '../serial-numbers.js';
import type { SerialNumber } from '../x509/index.js';

/** Metadata to store with a certificate, column by column. */
export interface NewCertificateMetadata {
  readonly id: string;
  readonly mountId: string;
  /** Lower-case hex without separators. */
  readonly serialNumber: string;
  readonly issuerId: string;
  readonly roleName: string;
  readonly notAfter: Date;
  readonly storedAt: Date;
  readonly sealedMetadata: Uint8Array;
}

/** What metadata belongs to. */
export type MetadataPlace = Omit<NewCertificateMetadata, 'id' | 'sealedMetadata'>;

/** The purpose of sealed metadata; the context is the row's id. */
const purpose = 'certificate-metadata';

const newestFirst = keyset<{ readonly storedAt: Date; readonly id: string }>({
  storedAt: descending(instant),
  id: descending(text),
});

export const metadataColumns = [
  ...(['id', 'mountId', 'serialNumber', 'issuerId', 'roleName', 'notAfter', 'storedAt', 'sealedMetadata'] as const),
] satisfies readonly (keyof NewCertificateMetadata)[];

export const metadataValues = (row: NewCertificateMetadata): readonly SqlParameter[] =>
  metadataColumns.map((column) => row[column]);

/** @param metadata in base64 */
export function sealedMetadata(seal: Seal, place: MetadataPlace, metadata: string): NewCertificateMetadata {
  const id = ids.certificateMetadata.makeAt(place.storedAt);
  return { ...place, id, sealedMetadata: seal.wrap(purpose, Buffer.from(metadata, 'base64'), id) };
}

/** The rows of `CertificateMetadata`. */
export class CertificateMetadataStore {
  constructor(private readonly deps: { readonly database: Database; readonly seal: Seal }) {}

  /** One for each issuer that used this number, the earliest first. */
  numbered(mountId: string, serialNumber: string): Promise<CertificateMetadataRow[]> {
    const { certificateMetadata } = this.deps.database.client;
    return certificateMetadata.findMany({ where: { mountId, serialNumber }, orderBy: { id: 'asc' } });
  }

  /** Newest first. */
  page(mountId: string, page: PageAsked): Promise<Connection<CertificateMetadataRow>> {
    const { certificateMetadata } = this.deps.database.client;
    return keysetPage(newestFirst, page, {
      rows: ({ where, orderBy, take }) =>
        certificateMetadata.findMany({ where: { AND: [{ mountId }, where] }, orderBy, take }),
      count: () => partedCount(this.deps.database, [`certificate-metadata/${mountId}`]),
    });
  }

  serials(mountId: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    return serialNumbersOf(this.deps.database, 'CertificateMetadata', mountId, asked);
  }

  /** In base64. */
  opened({ id, sealedMetadata: sealed }: CertificateMetadataRow): string {
    return this.deps.seal.unwrap(purpose, sealed, id).toString('base64');
  }
}
