import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { CertificateRow } from '../../platform/database/models.js';
import { mapConnection, type Connection, type PageAsked } from '../../platform/graphql/connection.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { problem } from '../../platform/problems.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import type { MountAccess } from '../access.js';
import { encodePem, parseSerialNumber, serialOfBare, type KeySpec, type SerialNumber } from '../x509/index.js';
import { statusOf, queryOf, type CertificateSearch, type CertificateStatus } from './certificate-search.js';
import type { CertificateOrder, CertificateStore } from './certificate.store.js';
import { meantOf, ofIssuer } from './whose-certificate.js';
import { readNames, type CertificateNames } from './names.js';

/** A stored certificate as callers see it. */
export interface StoredCertificate {
  readonly id: string;
  /** Path. */
  readonly mountPath: string;
  readonly serialNumber: SerialNumber;
  readonly issuerId: string | null;
  readonly roleName: string | null;
  readonly commonName: string;
  readonly names: CertificateNames;
  /** Null for a row that does not have it. */
  readonly keyType: KeySpec['type'] | null;
  /** 0 for Ed25519. */
  readonly keyBits: number;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly issuedAt: Date;
  readonly revokedAt: Date | null;
  readonly status: CertificateStatus;
  /** PEM. */
  readonly certificate: string;
  readonly der: Uint8Array;
}

const keyTypes: readonly KeySpec['type'][] = ['rsa', 'ec', 'ed25519', 'mldsa'];

/** The stored certificates of a mount. */
export class Certificates {
  constructor(
    private readonly deps: {
      store: CertificateStore;
      authorities: AuthorityReader;
      access: MountAccess;
      clock: Clock;
    },
  ) {}

  /**
   * Certificates are public: every caller who knows a serial number may read its certificate, as with the REST path.
   * @param issuerRef the issuer, if several used the number. Defaults to the one whose key is here
   * @throws MOUNT_NOT_FOUND, NOT_FOUND, ISSUER_NOT_FOUND
   */
  async bySerial(mount: string, serial: string, issuerRef?: string | null): Promise<StoredCertificate> {
    const authority = await this.deps.authorities.byPath(mount);
    const number = parseSerialNumber(serial);
    const rows = number ? await this.deps.store.numbered(authority.mount.id, number) : [];
    const row =
      issuerRef === null || issuerRef === undefined
        ? meantOf(authority, rows)
        : ofIssuer(authority, rows, authority.issuer(issuerRef).id);
    if (!row) throw problem('NOT_FOUND', `certificate with serial ${serial} not found`, ['serialNumber']);
    return this.shown(row, authority.mount.path);
  }

  /**
   * The current state of the certificate of an event; null if it is not stored, or no longer.
   * @param about has the issuer at the time of the event. If that is unknown, or another issuer took over since, the certificate is the one that {@link
   * bySerial} finds
   * @throws MOUNT_NOT_FOUND
   */
  async known(about: {
    readonly mountPath: string;
    readonly serialNumber: SerialNumber;
    readonly issuerId: string | null;
  }): Promise<StoredCertificate | null> {
    const authority = await this.deps.authorities.byPath(about.mountPath);
    const rows = await this.deps.store.numbered(authority.mount.id, about.serialNumber);
    const row = await this.#since(authority, rows, about.issuerId);
    return row ? this.shown(row, authority.mount.path) : null;
  }

  /** Among certificates with one number, the one of an issuer that may have been replaced since: its certificates then belong to another issuer. */
  async #since(authority: Authority, rows: readonly CertificateRow[], issuerId: string | null) {
    const row = issuerId === null ? undefined : ofIssuer(authority, rows, issuerId);
    if (row || rows.length === 0) return row;
    const stays = issuerId !== null && (authority.issuerById(issuerId) ?? (await this.deps.store.isFormer(issuerId)));
    return stays ? undefined : meantOf(authority, rows);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async search(
    caller: Caller,
    mount: string,
    search: CertificateSearch,
    order: CertificateOrder,
    page: PageAsked,
  ): Promise<Connection<StoredCertificate>> {
    const authority = await this.#listed(caller, mount);
    const found = await this.deps.store.page(queryOf(authority, search, this.deps.clock.now()), order, page);
    return mapConnection(found, (row) => this.shown(row, authority.mount.path));
  }

  /** Serial numbers, in the order of their text. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async serials(caller: Caller, mount: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    return this.deps.store.serials((await this.#listed(caller, mount)).mount.id, asked);
  }

  /** Whole certificates in that order. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async bySerials(caller: Caller, mount: string, asked: ValuesAsked): Promise<StoredCertificate[]> {
    const { id, path } = (await this.#listed(caller, mount)).mount;
    return (await this.deps.store.bySerials(id, asked)).map((row) => this.shown(row, path));
  }

  #listed(caller: Caller, mount: string): Promise<Authority> {
    return this.deps.access.to(caller, mount, 'certs/', 'list');
  }

  /** A row as callers see it. */
  shown(row: CertificateRow, mountPath: string): StoredCertificate {
    const { id, issuerId, roleName, commonName, keyType, keyBits, notBefore, notAfter, issuedAt, revokedAt } = row;
    return {
      id,
      issuerId,
      roleName,
      commonName,
      keyBits,
      notBefore,
      notAfter,
      issuedAt,
      revokedAt,
      mountPath,
      keyType: keyTypes.find((type) => type === keyType) ?? null,
      serialNumber: serialOfBare(row.serialNumber),
      names: readNames(row.names),
      status: statusOf(row, this.deps.clock.now()),
      certificate: encodePem('CERTIFICATE', row.certificate).trimEnd(),
      der: row.certificate,
    };
  }
}
