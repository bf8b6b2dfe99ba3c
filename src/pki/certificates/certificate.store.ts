import type { Database } from '../../platform/database/database.js';
import type { CertificateRow, Prisma } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, descending, instant, keyset, keysetPage, text } from '../../platform/graphql/keyset.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { serialNumbersOf } from '../serial-numbers.js';
import { bareSerial, type SerialNumber } from '../x509/index.js';

export type CertificateWhere = Prisma.CertificateWhereInput;

interface CertificatePage {
  readonly where: CertificateWhere;
  readonly orderBy: Prisma.CertificateOrderByWithRelationInput[];
  readonly take: number;
}

const newestFirst = keyset({ issuedAt: descending(instant), id: descending(text) });
/** One column more than the other order has: a cursor of that one is none of this. */
const expiringFirst = keyset({ notAfter: ascending(instant), issuedAt: ascending(instant), id: ascending(text) });

export type CertificateOrder = 'newest-first' | 'expiring-first';

/** Reads of `Certificate`. */
export class CertificateStore {
  constructor(private readonly deps: { database: Database }) {}

  bySerial(mountId: string, serialNumber: SerialNumber): Promise<CertificateRow | null> {
    const key = { mountId, serialNumber: bareSerial(serialNumber) };
    return this.deps.database.client.certificate.findUnique({ where: { mountId_serialNumber: key } });
  }

  page(where: CertificateWhere, order: CertificateOrder, asked: PageAsked): Promise<Connection<CertificateRow>> {
    const { certificate } = this.deps.database.client;
    const read = {
      rows: ({ where: beyond, orderBy, take }: CertificatePage) =>
        certificate.findMany({ where: { AND: [where, beyond] }, orderBy, take }),
      count: () => certificate.count({ where }),
    };
    return order === 'newest-first' ? keysetPage(newestFirst, asked, read) : keysetPage(expiringFirst, asked, read);
  }

  serials(mountId: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    return serialNumbersOf(this.deps.database, 'Certificate', mountId, asked);
  }
}
