import type { KeyObject } from 'node:crypto';
import { freshestCrl, isRevocationReason, revocationReasons } from '../x509/index.js';
import { encodeRevokedEntry, entriesOf, serialNumberOf, withoutEntries } from '../x509/index.js';
import type { CrlContent, RevocationReason, SigningOptions } from '../x509/index.js';

/** An order to build a CRL, in a form that can be sent between threads. */
export interface CrlOrder {
  /** Subject of the issuer, DER. */
  readonly issuer: Uint8Array;
  readonly issuerKeyId: Uint8Array;
  readonly number: bigint;
  readonly deltaBase: bigint | undefined;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** Addresses of delta CRLs; empty for none. */
  readonly freshest: readonly string[];
  /** A CRL whose entries are reused. */
  readonly base: Uint8Array | undefined;
  /** The entries of the base that are left out: lower-case hex without separators. */
  readonly leaving: readonly string[];
  readonly privateKey: KeyObject;
  readonly signing: SigningOptions;
}

export interface RevokedRow {
  /** Lower-case hex without separators. */
  readonly serialNumber: string;
  readonly revokedAt: Date;
  /** Number of RFC 5280 5.3.1; null for unspecified. */
  readonly reason: number | null;
}

const reasonNames: ReadonlyMap<number, RevocationReason> = new Map(
  Object.entries(revocationReasons).flatMap(([name, number]) => (isRevocationReason(name) ? [[number, name]] : [])),
);

export const reasonOf = (number: number | null): RevocationReason | undefined =>
  number === null ? undefined : reasonNames.get(number);

/** Rows as one text, which is much cheaper to send to another thread than objects. */
export const packRows = (rows: readonly RevokedRow[]): string =>
  rows
    .map(({ serialNumber, revokedAt, reason }) => `${serialNumber} ${revokedAt.getTime()} ${reason ?? ''}`)
    .join('\n');

/** Collects the entries of a CRL, page by page. */
export class CrlGathering {
  readonly #entries: Uint8Array[] = [];
  readonly #serials = new Set<string>();

  /** @param page in the form of `packRows` */
  add(page: string): void {
    if (page === '') return;
    for (const line of page.split('\n')) {
      const [hex = '', at, reason] = line.split(' ');
      if (this.#serials.has(hex)) continue;
      const serialNumber = serialNumberOf(Buffer.from(hex, 'hex'));
      this.#serials.add(hex);
      const revokedAt = new Date(Number(at));
      this.#entries.push(
        encodeRevokedEntry({ serialNumber, revokedAt, reason: reasonOf(reason ? Number(reason) : null) }),
      );
    }
  }

  /** The content: the entries of the base, without those that leave or were added again, and the added entries. */
  content(order: CrlOrder, baseCount: number): { readonly content: CrlContent; readonly entryCount: number } {
    const { pieces, removed } = withoutEntries(
      order.base === undefined ? new Uint8Array() : entriesOf(order.base),
      new Set([...order.leaving, ...(order.base === undefined ? [] : this.#serials)]),
    );
    const content: CrlContent = {
      issuer: { der: order.issuer },
      issuerKeyId: order.issuerKeyId,
      number: order.number,
      deltaBase: order.deltaBase,
      thisUpdate: order.thisUpdate,
      nextUpdate: order.nextUpdate,
      entries: [...pieces, ...this.#entries],
      extensions: order.freshest.length === 0 ? [] : [freshestCrl(order.freshest)],
    };
    return { content, entryCount: baseCount - removed + this.#entries.length };
  }
}
