import type { Database } from '../../platform/database/database.js';
import type { CertificateRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, connectionOf, descending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import type { Column, Columns, Keyset } from '../../platform/graphql/keyset.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { serialNumbersOf } from '../serial-numbers.js';
import { CertificateWalk } from './certificate-walk.js';
import type { CertificateQuery } from './certificate-walk.js';
import { bareSerial, type SerialNumber } from '../x509/index.js';

export type CertificateOrderField = 'issuedAt' | 'notAfter' | 'commonName';

/** Each order is an index of the mount's certificates, read forwards or backwards. */
export interface CertificateOrder {
  readonly field: CertificateOrderField;
  readonly direction: OrderDirection;
}

type Kind<T> = Parameters<typeof ascending<T>>[0];

/** The orders by time have one additional column that does not affect the order. A cursor of one order is therefore not valid in another. */
function orders<Key extends object>(columns: (by: <T>(kind: Kind<T>) => Column<T>) => Columns<Key>) {
  return { ASC: keyset(columns(ascending), 2), DESC: keyset(columns(descending), 2) };
}

export const certificateOrders = {
  issuedAt: orders((by) => ({ issuedAt: by(instant), id: by(text) })),
  notAfter: orders((by) => ({ notAfter: by(instant), id: by(text), issuedAt: by(instant) })),
  commonName: orders((by) => ({ commonName: by(text), id: by(text), issuedAt: by(instant) })),
};

export const newestFirst = certificateOrders.issuedAt.DESC;

/** Reads of `Certificate`. */
export class CertificateStore {
  readonly #walk: CertificateWalk;

  constructor(private readonly deps: { database: Database }) {
    this.#walk = new CertificateWalk(deps);
  }

  /** One for each issuer that used this number, the earliest first. */
  numbered(mountId: string, serialNumber: SerialNumber): Promise<CertificateRow[]> {
    const where = { mountId, serialNumber: bareSerial(serialNumber) };
    return this.deps.database.client.certificate.findMany({ where, orderBy: { id: 'asc' } });
  }

  /** Whether an issuer was deleted and its certificates still belong to it: no issuer of its subject and key took over. */
  async isFormer(issuerId: string): Promise<boolean> {
    return (await this.deps.database.client.formerIssuer.count({ where: { id: issuerId } })) > 0;
  }

  /** A page that may be short if there are few matches among very many rows: `hasNextPage` says whether there are more, and the cursor continues. */
  page(
    query: CertificateQuery,
    { field, direction }: CertificateOrder,
    asked: PageAsked,
  ): Promise<Connection<CertificateRow>> {
    switch (field) {
      case 'issuedAt':
        return this.#walked(query, certificateOrders.issuedAt[direction], asked);
      case 'notAfter':
        return this.#walked(query, certificateOrders.notAfter[direction], asked);
      case 'commonName':
        return this.#walked(query, certificateOrders.commonName[direction], asked);
    }
  }

  async #walked<Key extends { readonly id: string; readonly issuedAt: Date }>(
    query: CertificateQuery,
    order: Keyset<Key>,
    asked: PageAsked,
  ): Promise<Connection<CertificateRow>> {
    const { keys, stopped } = await this.#walk.page(query, order, asked);
    const rows = await this.deps.database.client.certificate.findMany({
      where: { id: { in: keys.map(({ id }) => id) } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const fetched = keys.map((key) => ({ key, node: byId.get(key.id) ?? null }));
    return connectionOf(order, asked, fetched, () => this.#walk.count(query, newestFirst), stopped);
  }

  /** Whole, in the order of the serial numbers. */
  bySerials(mountId: string, { size, after }: ValuesAsked): Promise<CertificateRow[]> {
    const from = after === null ? {} : { serialNumber: { gt: after.replaceAll(':', '') } };
    return this.deps.database.client.certificate.findMany({
      where: { mountId, ...from },
      orderBy: [{ serialNumber: 'asc' }, { id: 'asc' }],
      take: size,
    });
  }

  serials(mountId: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    return serialNumbersOf(this.deps.database, 'Certificate', mountId, asked);
  }
}
