import type { Caller } from '../../identity/caller.js';
import type { CertificateMetadataRow } from '../../platform/database/models.js';
import { mapConnection, type Connection, type PageAsked } from '../../platform/graphql/connection.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import { bareSerial, parseSerialNumber, serialOfBare, type SerialNumber } from '../x509/index.js';
import type { CertificateMetadataStore } from './certificate-metadata.store.js';
import { meantOf, ofIssuer } from './whose-certificate.js';

/** Metadata of a certificate as callers see it. */
export interface StoredCertificateMetadata {
  /** Path. */
  readonly mountPath: string;
  readonly serialNumber: SerialNumber;
  readonly issuerId: string;
  readonly roleName: string;
  readonly notAfter: Date;
  readonly storedAt: Date;
  /** The row, for what has to be opened. */
  readonly row: CertificateMetadataRow;
}

/** Metadata that was given with requests for certificates (Vault API, PKI: "Read certificate metadata"). */
export class CertificatesMetadata {
  constructor(private readonly deps: { readonly store: CertificateMetadataStore; readonly access: MountAccess }) {}

  /**
   * @param issuerRef the issuer, if several used the number. Defaults to the one whose key is here
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, ISSUER_NOT_FOUND
   */
  async bySerial(
    caller: Caller,
    mount: string,
    serial: SerialNumber,
    issuerRef?: string | null,
  ): Promise<StoredCertificateMetadata> {
    const authority = await this.deps.access.to(caller, mount, `cert-metadata/${serial}`, 'read');
    const number = parseSerialNumber(serial);
    const rows = number ? await this.deps.store.numbered(authority.mount.id, bareSerial(number)) : [];
    const row =
      issuerRef === null || issuerRef === undefined
        ? meantOf(authority, rows)
        : ofIssuer(authority, rows, authority.issuer(issuerRef).id);
    if (!row) throw problem('NOT_FOUND', `no metadata of a certificate with serial ${serial} found`, ['serialNumber']);
    return this.shown(row, authority.mount.path);
  }

  /** Newest first. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async list(caller: Caller, mount: string, page: PageAsked): Promise<Connection<StoredCertificateMetadata>> {
    const found = await this.#listed(caller, mount);
    return mapConnection(await this.deps.store.page(found.id, page), (row) => this.shown(row, found.path));
  }

  /** Serial numbers, in the order of their text. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async serials(caller: Caller, mount: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    return this.deps.store.serials((await this.#listed(caller, mount)).id, asked);
  }

  async #listed(caller: Caller, mount: string) {
    return (await this.deps.access.to(caller, mount, 'cert-metadata/', 'list')).mount;
  }

  /** A row as callers see it. */
  shown(row: CertificateMetadataRow, mountPath: string): StoredCertificateMetadata {
    const { issuerId, roleName, notAfter, storedAt } = row;
    return { mountPath, issuerId, roleName, notAfter, storedAt, serialNumber: serialOfBare(row.serialNumber), row };
  }

  /** In base64. */
  opened({ row }: StoredCertificateMetadata): string {
    return this.deps.store.opened(row);
  }
}
