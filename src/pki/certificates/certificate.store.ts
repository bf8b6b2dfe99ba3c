import type { Database } from '../../platform/database/database.js';
import type { CertificateRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, connectionOf, descending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import type { Keyset } from '../../platform/graphql/keyset.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { serialNumbersOf } from '../serial-numbers.js';
import { CertificateWalk } from './certificate-walk.js';
import type { CertificateQuery } from './certificate-walk.js';
import { bareSerial, type SerialNumber } from '../x509/index.js';

export const newestFirst = keyset({ issuedAt: descending(instant), id: descending(text) });
/** One column more than the other order has, which it does not go by: a cursor of that one is none of this. */
export const expiringFirst = keyset(
  { notAfter: ascending(instant), id: ascending(text), issuedAt: ascending(instant) },
  2,
);

export type CertificateOrder = 'newest-first' | 'expiring-first';

/** Reads of `Certificate`. */
export class CertificateStore {
  readonly #walk: CertificateWalk;

  constructor(private readonly deps: { database: Database }) {
    this.#walk = new CertificateWalk(deps);
  }

  /** One for each issuer that gave this number, the first one first. */
  numbered(mountId: string, serialNumber: SerialNumber): Promise<CertificateRow[]> {
    const where = { mountId, serialNumber: bareSerial(serialNumber) };
    return this.deps.database.client.certificate.findMany({ where, orderBy: { id: 'asc' } });
  }

  /** Whether an issuer was deleted and has what it issued still: none of its subject and key has taken over. */
  async isFormer(issuerId: string): Promise<boolean> {
    return (await this.deps.database.client.formerIssuer.count({ where: { id: issuerId } })) > 0;
  }

  /** A page that may be short, where what is looked for is rare among very many: `hasNextPage` tells, and its cursor goes on. */
  page(query: CertificateQuery, order: CertificateOrder, asked: PageAsked): Promise<Connection<CertificateRow>> {
    return order === 'newest-first'
      ? this.#walked(query, newestFirst, asked)
      : this.#walked(query, expiringFirst, asked);
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

  serials(mountId: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    return serialNumbersOf(this.deps.database, 'Certificate', mountId, asked);
  }
}
