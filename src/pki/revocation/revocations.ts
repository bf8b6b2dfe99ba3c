import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { isUniqueViolation } from '../../platform/database/conflicts.js';
import type { Database } from '../../platform/database/database.js';
import type { RevocationRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, descending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import type { Keyset } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import { issuersLike, meantOf, ofIssuer } from '../certificates/whose-certificate.js';
import type { Crls } from '../crls/crls.js';
import { heldByCrl } from '../crls/held.js';
import { rebuildWarnings } from '../crls/rebuild-warnings.js';
import type { ScopedCrls } from '../crls/scoped/scoped-crls.js';
import { shardNamed } from '../crls/scoped/shard-names.js';
import type { Authority } from '../issuers/authority.js';
import { rowOfCertificate } from '../issuance/record.js';
import { recordingRefusals } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { reading } from '../refusal.js';
import { serialNumbersOf } from '../serial-numbers.js';
import {
  bareSerial,
  importPrivateKey,
  keyMatches,
  parseCertificate,
  parseSerialNumber,
  revocationReasons,
} from '../x509/index.js';
import type { Certificate, RevocationReason, SerialNumber } from '../x509/index.js';
import { certificateNotFound, certificateOf, issuerOf, requireNoIssuer, revocableOf } from './revocable.js';
import type { Revocable, RevocationTarget } from './revocable.js';
import { recordRevocation } from './record-revocation.js';
import { RevocationRequests } from './revocation-requests.js';
import type { Actor } from '../../identity/audit/actor.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** The result of a revocation. */
export interface RevocationOutcome {
  readonly serialNumber: SerialNumber;
  /** The first time it was revoked; null for an expired one, which is on no CRL. */
  readonly revokedAt: Date | null;
  readonly revocation: RevocationRow | null;
  readonly warnings: readonly Said[];
  /** Whether it waits for a mount that has the certificate. */
  readonly pending?: boolean;
}

/** The recorded data of a revoked certificate. */
interface Issued {
  readonly serialNumber: SerialNumber;
  readonly issuerId: string;
  readonly notAfter: Date;
  /** Set if it was sent, because it may not be stored. */
  readonly sent?: Certificate | undefined;
  /** DER, if it is stored. */
  readonly der?: Uint8Array | undefined;
}

interface ByRevocation {
  readonly revokedAt: Date;
  readonly id: string;
}
const byRevocation: Readonly<Record<OrderDirection, Keyset<ByRevocation>>> = {
  ASC: keyset<ByRevocation>({ revokedAt: ascending(instant), id: ascending(text) }),
  DESC: keyset<ByRevocation>({ revokedAt: descending(instant), id: descending(text) }),
};

/** A filter of revocations; absent conditions do not count. */
export interface RevocationSearch {
  readonly serialNumber?: SerialNumber | null | undefined;
  readonly revokedAfter?: Date | null | undefined;
  readonly revokedBefore?: Date | null | undefined;
}

/** Revocation (Vault API, PKI: "Revoke certificate", "Revoke certificate with private key"). */
export class Revocations {
  constructor(
    private readonly deps: {
      database: Database;
      access: MountAccess;
      crls: Crls;
      scoped: ScopedCrls;
      requests: RevocationRequests;
      audit: Audit;
      clock: Clock;
      /** Called for certificates that were not stored before. */
      stored: () => void;
    },
  ) {}

  /**
   * Revokes a certificate permanently. Resolves after a CRL that contains it is published, unless CRLs are rebuilt by time (`auto_rebuild`).
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, REQUEST_REFUSED, CERTIFICATE_NOT_FOUND, ISSUER_ON_OWN_CRL
   */
  async revoke(
    caller: Caller,
    mount: string,
    target: RevocationTarget,
    reason?: RevocationReason | null,
  ): Promise<RevocationOutcome> {
    const authority = await this.deps.access.to(caller, mount, 'revoke', 'update');
    try {
      return await this.revokeAs(caller, authority, target, reason);
    } catch (error) {
      const serialNumber = parseSerialNumber(target.serialNumber?.trim() ?? '');
      const isMissing = error instanceof ProblemError && error.code === 'CERTIFICATE_NOT_FOUND';
      if (!isMissing || !serialNumber || !authority.mount.crl.crossClusterRevocation) throw error;
      const elsewhere = await this.deps.requests.ask(caller, authority, serialNumber, (holder) =>
        this.revokeAs(caller, holder, { serialNumber }, reason),
      );
      return elsewhere ?? { serialNumber, revokedAt: null, revocation: null, warnings: [waiting], pending: true };
    }
  }

  /**
   * The same for the holder of the certificate's private key.
   * @throws as `revoke`, and REQUEST_REFUSED for a key that cannot be read or does not match
   */
  async revokeWithKey(
    caller: Caller,
    mount: string,
    target: RevocationTarget & { readonly privateKey: string },
    reason?: RevocationReason | null,
  ): Promise<RevocationOutcome> {
    const rest = 'revoke-with-key';
    const authority = await this.deps.access.to(caller, mount, rest, 'update');
    const path = pathBelow(mountPath(mount), rest);
    const details = typeof target.serialNumber === 'string' ? { serialNumber: target.serialNumber.slice(0, 100) } : {};
    const asked = { actor: caller, action: 'certificate.revoke', path, input: {}, details };
    const revocable = await recordingRefusals(this.deps.audit, asked, () => this.#withItsKey(authority, target));
    return this.#revoke(caller, authority, revocable, reason);
  }

  async #withItsKey(
    authority: Authority,
    target: RevocationTarget & { readonly privateKey: string },
  ): Promise<Revocable> {
    if (target.privateKey.trim() === '')
      throw problem('MISSING_INPUT', worded`${parameter('private_key')} is required`, ['privateKey']);
    const revocable = await revocableOf(this.deps.database, authority, target);
    const certificate = certificateOf(revocable);
    const key = reading('privateKey', () => importPrivateKey(target.privateKey));
    if (!keyMatches(certificate, key))
      throw problem('REQUEST_REFUSED', 'the private key is not that of the certificate', ['privateKey']);
    return revocable;
  }

  /** For other parts of the service, which have already authorized the caller. @throws as `revoke`, except for permissions */
  async revokeAs(
    actor: Actor,
    authority: Authority,
    target: RevocationTarget,
    reason?: RevocationReason | null,
  ): Promise<RevocationOutcome> {
    return this.#revoke(actor, authority, await revocableOf(this.deps.database, authority, target), reason);
  }

  /** The same for one of very many: it does not wait for a CRL that contains it, which the job of the mount builds some seconds later. */
  async recordAs(actor: Actor, authority: Authority, target: RevocationTarget): Promise<void> {
    await this.#recorded(actor, authority, await revocableOf(this.deps.database, authority, target), null);
  }

  /**
   * Revoked certificates of a mount, by time of revocation.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND
   */
  async connection(
    caller: Caller,
    mountPath: string,
    page: PageAsked,
    { serialNumber, revokedAfter, revokedBefore }: RevocationSearch = {},
    direction: OrderDirection = 'DESC',
  ): Promise<Connection<RevocationRow>> {
    const { mount } = await this.deps.access.to(caller, mountPath, 'certs/revoked/', 'list');
    const { client } = this.deps.database;
    const revokedAt = { ...(revokedAfter && { gte: revokedAfter }), ...(revokedBefore && { lt: revokedBefore }) };
    const where = { mountId: mount.id, revokedAt, ...(serialNumber && { serialNumber: bareSerial(serialNumber) }) };
    return keysetPage(byRevocation[direction], page, {
      rows: ({ where: place, orderBy, take }) =>
        client.revocation.findMany({ where: { AND: [where, place] }, orderBy, take }),
      count: () => client.revocation.count({ where }),
    });
  }

  /** Their serial numbers, in the order of their text. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async serialNumbers(caller: Caller, mountPath: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    const { mount } = await this.deps.access.to(caller, mountPath, 'certs/revoked/', 'list');
    return serialNumbersOf(this.deps.database, 'Revocation', mount.id, asked);
  }

  /** By its serial number: that of an issuer, or if the issuer is unknown, the one that is meant. */
  async #find(authority: Authority, serialNumber: SerialNumber, issuerId: string | undefined) {
    const where = { mountId: authority.mount.id, serialNumber: bareSerial(serialNumber) };
    const rows = await this.deps.database.client.revocation.findMany({ where, orderBy: { id: 'asc' } });
    return issuerId === undefined ? meantOf(authority, rows) : ofIssuer(authority, rows, issuerId);
  }

  /** The recorded data of a certificate that was sent: with the issuer of its row if there is one, among issuers that cannot be distinguished. */
  async #sent(authority: Authority, sent: Certificate): Promise<Omit<Issued, 'serialNumber' | 'sent'>> {
    const { id } = issuerOf(authority, sent);
    const where = { mountId: authority.mount.id, serialNumber: bareSerial(sent.serialNumber) };
    const rows = await this.deps.database.client.certificate.findMany({ where, select: { issuerId: true } });
    return { issuerId: ofIssuer(authority, rows, id)?.issuerId ?? id, notAfter: sent.notAfter };
  }

  async #revoke(
    actor: Actor,
    authority: Authority,
    revocable: Revocable,
    reason: RevocationReason | null | undefined,
  ): Promise<RevocationOutcome> {
    const recorded = await this.#recorded(actor, authority, revocable, reason);
    const { serialNumber, revocation, warnings, isFirst } = recorded;
    if (!revocation) return recorded;
    const said = await heldByCrl(this.deps, authority, revocation, `certificate ${serialNumber}`);
    const rebuilt = isFirst && !authority.mount.crl.autoRebuild ? rebuildWarnings(authority) : [];
    return { ...recorded, warnings: [...warnings, ...said, ...rebuilt] };
  }

  async #recorded(
    actor: Actor,
    authority: Authority,
    revocable: Revocable,
    reason: RevocationReason | null | undefined,
  ): Promise<RevocationOutcome & { readonly isFirst?: boolean }> {
    const { serialNumber, sent, stored } = revocable;
    requireNoIssuer(authority, revocable);
    const issued = sent ? await this.#sent(authority, sent) : stored;
    const before = await this.#find(authority, serialNumber, issued?.issuerId ?? revocable.issuerId);
    if (before) return { serialNumber, revokedAt: before.revokedAt, revocation: before, warnings: [] };
    if (!issued) throw certificateNotFound(revocable.asked ?? serialNumber);
    const now = this.deps.clock.now();
    if (issued.notAfter < now && !authority.mount.crl.allowExpiredCertRevocation) {
      const warning = `certificate with serial ${serialNumber} already expired; refusing to add to CRL. Enable 'AllowExpiredCertRevocation' to allow revoking expired certificates.`;
      return { serialNumber, revokedAt: null, revocation: null, warnings: [warning] };
    }
    const certificate = { serialNumber, ...issued, sent };
    const revocation = await this.#record(actor, authority, certificate, reason ?? 'unspecified', now);
    const warnings = authority.issuerById(issued.issuerId) ? [] : [withoutIssuer(serialNumber)];
    return { serialNumber, revokedAt: revocation.revokedAt, revocation, warnings, isFirst: true };
  }

  /** Always one row, whatever else is revoked. Of two at the same time, the first counts. */
  async #record(
    actor: Actor,
    authority: Authority,
    { serialNumber, issuerId, notAfter, sent, der }: Issued,
    reason: RevocationReason,
    now: Date,
  ): Promise<RevocationRow> {
    const { mount } = authority;
    const place = { mountId: mount.id, serialNumber: bareSerial(serialNumber) };
    // A row without an issuer belongs to a certificate that names its issuer itself.
    const like = [...issuersLike(authority, issuerId)];
    const row = { ...place, OR: [{ issuerId: { in: like } }, { issuerId: null }] };
    const shard = shardOf(authority, issuerId, sent ?? der);
    try {
      const { revocation, unkept } = await this.deps.database.transaction(async (tx) => {
        // The mount comes first, as in changes of its issuers: what these have moved is visible from here on, and neither waits for a lock of the other.
        const revocation = await recordRevocation(tx, {
          ...{ ...place, issuerId, revokedAt: now, notAfter },
          reason: reason === 'unspecified' ? null : revocationReasons[reason],
          shard,
        });
        // As in Vault, a revoked certificate can be read from then on, even if it was not stored before.
        const unkept = sent && (await tx.certificate.count({ where: row })) === 0 ? sent : undefined;
        if (unkept) {
          const kept = { ...rowOfCertificate(mount.id, issuerId, unkept), certificate: new Uint8Array(unkept.der) };
          await tx.certificate.create({ data: { ...kept, revokedAt: now } });
        } else {
          await tx.certificate.updateMany({ where: { ...row, revokedAt: null }, data: { revokedAt: now } });
        }
        await RevocationRequests.end(tx, mount.id, place.serialNumber);
        const target = { type: 'certificate' as const, id: serialNumber };
        const details = { mount: mount.path, issuer: authority.issuerById(issuerId)?.uuid ?? issuerId, reason };
        await this.deps.audit.record(tx, actor, 'certificate.revoke', target, details);
        return { revocation, unkept };
      });
      if (unkept) this.deps.stored();
      return revocation;
    } catch (error) {
      const taken = (['Revocation', 'Certificate'] as const).some((table) =>
        isUniqueViolation(error, table, ['mountId', 'serialNumber', 'issuerId']),
      );
      const first = taken ? await this.#find(authority, serialNumber, issuerId) : undefined;
      if (first) return first;
      throw error;
    }
  }
}

/** Read out of the certificate itself: the number of shards may have changed since. */
function shardOf(authority: Authority, issuerId: string, certificate: Certificate | Uint8Array | undefined) {
  if (certificate === undefined || authority.mount.crl.shardsEver === 0) return null;
  const parsed = certificate instanceof Uint8Array ? parseCertificate(certificate) : certificate;
  return shardNamed(authority, issuerId, parsed);
}

const waiting =
  'the certificate is not in this mount: the request waits until a mount that has it revokes it, or is removed if none does';

const withoutIssuer = (serialNumber: SerialNumber): string =>
  `the issuer of certificate ${serialNumber} is no longer in this mount: it is revoked here, and on a CRL once that authority is imported again`;
