import type { Database } from '../../platform/database/database.js';
import type { CertificateRow, Prisma } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { descending, instant, keyset, keysetPage, text } from '../../platform/graphql/keyset.js';
import { bareSerial, type SerialNumber } from '../x509/index.js';

export type CertificateWhere = Prisma.CertificateWhereInput;

const newestFirst = keyset({ issuedAt: descending(instant), id: descending(text) });

/** Reads of `Certificate`. */
export class CertificateStore {
  constructor(private readonly deps: { database: Database }) {}

  bySerial(mountId: string, serialNumber: SerialNumber): Promise<CertificateRow | null> {
    const key = { mountId, serialNumber: bareSerial(serialNumber) };
    return this.deps.database.client.certificate.findUnique({ where: { mountId_serialNumber: key } });
  }

  /** Newest first. */
  page(where: CertificateWhere, asked: PageAsked): Promise<Connection<CertificateRow>> {
    const { certificate } = this.deps.database.client;
    return keysetPage(newestFirst, asked, {
      rows: (query) =>
        certificate.findMany({ where: { AND: [where, query.where] }, orderBy: query.orderBy, take: query.take }),
      count: () => certificate.count({ where }),
    });
  }

  /** Stored form of serial numbers, in order, beginning after one. */
  async serials(where: CertificateWhere, after: string, take: number): Promise<string[]> {
    const rows = await this.deps.database.client.certificate.findMany({
      where: { AND: [where, { serialNumber: { gt: after } }] },
      select: { serialNumber: true },
      orderBy: { serialNumber: 'asc' },
      take,
    });
    return rows.map(({ serialNumber }) => serialNumber);
  }
}
