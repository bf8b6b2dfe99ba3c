import type { KeyObject } from 'node:crypto';
import { freshestCrl, isRevocationReason, issuingDistributionPoint, revocationReasons } from '../x509/index.js';
import { encodeRevokedEntry, entriesOf, serialNumberOf, withoutEntries } from '../x509/index.js';
import { crlToBeSigned, digestOf, isRemote, remoteAlgorithm } from '../x509/index.js';
import type { CrlContent, RevocationReason, SignatureAlgorithm, SigningKey, SigningOptions } from '../x509/index.js';
import type { CrlOctets } from './parts/crl-octets.js';

/** An order to build a CRL. */
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
  /** Names of the distribution point, for a CRL that is only about the certificates that name it. */
  readonly distributionPoint?: readonly string[] | undefined;
  /** A CRL whose entries are reused. */
  readonly base: CrlOctets | undefined;
  /** The entries of the base that are left out: lower-case hex without separators. */
  readonly leaving: readonly string[];
  readonly key: SigningKey;
  readonly signing: SigningOptions;
}

/** What a CRL is built of, but for its entries and who signs it. */
export type CrlFrame = Omit<CrlOrder, 'key' | 'base'>;

/** The same for a thread: a key in a token signs in none, and only what it will sign is built there. */
export type SentOrder = CrlFrame & { readonly base: undefined } & (
    | { readonly privateKey: KeyObject }
    | { readonly privateKey?: undefined; readonly algorithm: SignatureAlgorithm }
  );

export function sentOrder({ key, ...order }: CrlOrder): SentOrder {
  const sent = { ...order, base: undefined };
  return isRemote(key) ? { ...sent, algorithm: remoteAlgorithm(key, order.signing) } : { ...sent, privateKey: key };
}

/** A CRL that is built and not signed yet, with its digest. */
export interface UnsignedCrl {
  readonly tbs: Uint8Array<ArrayBuffer>;
  readonly digest: Uint8Array<ArrayBuffer>;
}

export function unsignedCrl(content: CrlContent, algorithm: SignatureAlgorithm): UnsignedCrl {
  const tbs = new Uint8Array(crlToBeSigned(content, algorithm));
  return { tbs, digest: new Uint8Array(digestOf(algorithm, tbs)) };
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

/** Octets in which entries are joined: a million small arrays would take ten times the memory of what is in them. */
const blockBytes = 256 * 1024;

/** Entries in the order in which they come, joined in blocks. */
class EntryBlocks {
  readonly #full: Uint8Array[] = [];
  #block = Buffer.allocUnsafe(0);
  #used = 0;
  #count = 0;

  add(entry: Uint8Array): void {
    if (this.#used + entry.length > this.#block.length) {
      this.#close();
      // Few entries do not take a whole block.
      const size = this.#full.length === 0 ? blockBytes / 32 : blockBytes;
      this.#block = Buffer.allocUnsafe(Math.max(size, entry.length));
    }
    this.#block.set(entry, this.#used);
    this.#used += entry.length;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** Nothing may be added after this. */
  blocks(): readonly Uint8Array[] {
    this.#close();
    return this.#full;
  }

  #close(): void {
    if (this.#used > 0) this.#full.push(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafe(0);
    this.#used = 0;
  }
}

/** The entries of a CRL that another one is built on, each piece whole entries. */
export interface BaseEntries {
  readonly pieces: readonly Uint8Array[];
  readonly count: number;
}

/** @param count of a base */
export const entriesIn = (base: CrlOctets | undefined, count: number): BaseEntries => {
  if (base === undefined) return { pieces: [], count };
  const { frame, parts } = base;
  return { pieces: parts.length === 0 ? [entriesOf(frame)] : parts.map(({ content }) => content), count };
};

/** Collects the entries of a CRL, page by page. */
export class CrlGathering {
  readonly #entries = new EntryBlocks();
  /** An octet a character, which takes half of what hex does. */
  readonly #serials = new Set<string>();

  /** @param page in the form of `packRows` */
  add(page: string): void {
    if (page === '') return;
    for (const line of page.split('\n')) {
      const [hex = '', at, reason] = line.split(' ');
      const octets = Buffer.from(hex, 'hex');
      const serial = octets.toString('latin1');
      if (this.#serials.has(serial)) continue;
      this.#serials.add(serial);
      const revokedAt = new Date(Number(at));
      const entry = {
        serialNumber: serialNumberOf(octets),
        revokedAt,
        reason: reasonOf(reason ? Number(reason) : null),
      };
      this.#entries.add(encodeRevokedEntry(entry));
    }
  }

  /** The content: the entries of the base, without those that leave or were added again, and the added entries. */
  content(
    order: CrlFrame,
    base: BaseEntries,
  ): { readonly content: CrlContent; readonly entryCount: number; readonly removed: number } {
    const leaving = base.pieces.length === 0 ? new Set<string>() : new Set([...order.leaving, ...this.#hexSerials()]);
    const stay = base.pieces.map((piece) => withoutEntries(piece, leaving));
    const removed = stay.reduce((sum, each) => sum + each.removed, 0);
    const content: CrlContent = {
      issuer: { der: order.issuer },
      issuerKeyId: order.issuerKeyId,
      number: order.number,
      deltaBase: order.deltaBase,
      thisUpdate: order.thisUpdate,
      nextUpdate: order.nextUpdate,
      entries: [...stay.flatMap(({ pieces }) => pieces), ...this.#entries.blocks()],
      extensions: [
        ...(order.freshest.length === 0 ? [] : [freshestCrl(order.freshest)]),
        ...(order.distributionPoint ? [issuingDistributionPoint({ addresses: order.distributionPoint })] : []),
      ],
    };
    return { content, entryCount: base.count - removed + this.#entries.count, removed };
  }

  *#hexSerials(): Generator<string> {
    for (const serial of this.#serials) yield Buffer.from(serial, 'latin1').toString('hex');
  }
}
