import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { isUniqueViolation } from '../../platform/database/conflicts.js';
import type { Database } from '../../platform/database/database.js';
import type { RevocationRow } from '../../platform/database/models.js';
import { rowCount } from '../../platform/database/row-counts.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, descending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import type { Keyset } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { ids } from '../../platform/ids.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import { issuersLike, ofIssuer } from '../certificates/whose-certificate.js';
import type { Crls } from '../crls/crls.js';
import type { CrlStanding } from '../crls/crl-standing.js';
import { heldByCrl } from '../crls/held.js';
import { rebuildWarnings } from '../crls/rebuild-warnings.js';
import type { RecordedWithCrl } from '../crls/recorded-with-crl.js';
import type { ScopedCrls } from '../crls/scoped/scoped-crls.js';
import { shardOf } from '../crls/scoped/shard-names.js';
import type { Authority } from '../issuers/authority.js';
import { rowOfCertificate } from '../issuance/record.js';
import { recordingRefusals } from '../issuance/refusals.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { reading } from '../refusal.js';
import { serialNumbersOf } from '../serial-numbers.js';
import { bareSerial, importPrivateKey, keyMatches, parseSerialNumber, revocationReasons } from '../x509/index.js';
import type { Certificate, RevocationReason, SerialNumber } from '../x509/index.js';
import {
  certificateNotFound,
  certificateOf,
  issuedAs,
  meantCertificate,
  meantIfSound,
  recordedOf,
  requireNoIssuer,
  revocableOf,
} from './revocable.js';
import type { MeantCertificate, Revocable, RevocationTarget } from './revocable.js';
import type { FoundNumber, RevocationStore } from './revocation.store.js';
import type { MountTurns } from './mount-turns.js';
import { recordRevocation } from './record-revocation.js';
import { RevocationRequests } from './revocation-requests.js';
import type { Actor } from '../../identity/audit/actor.js';
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
      turns: MountTurns;
      access: MountAccess;
      crls: Crls;
      scoped: ScopedCrls;
      requests: RevocationRequests;
      store: RevocationStore;
      withCrl: Pick<RecordedWithCrl, 'record'>;
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
    const { authority, meaning } = await this.#at(caller, mount, 'revoke', target);
    try {
      return await this.#revokeMeant(caller, meaning(), reason);
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
    const { authority, found, meaning } = await this.#at(caller, mount, rest, target);
    const path = pathBelow(mountPath(mount), rest);
    const details = typeof target.serialNumber === 'string' ? { serialNumber: target.serialNumber.slice(0, 100) } : {};
    const asked = { actor: caller, action: 'certificate.revoke', path, input: {}, details };
    const revocable = await recordingRefusals(this.deps.audit, asked, async () => {
      if (target.privateKey.trim() === '') throw problem('MISSING_INPUT', keyRequired, ['privateKey']);
      return this.#withItsKey(await this.#revocable(meaning()), target.privateKey);
    });
    return this.#revoke(caller, { authority, found }, revocable, reason);
  }

  #withItsKey(revocable: Revocable, privateKey: string): Revocable {
    const certificate = certificateOf(revocable);
    const key = reading('privateKey', () => importPrivateKey(privateKey));
    if (!keyMatches(certificate, key))
      throw problem('REQUEST_REFUSED', "provided private key does not match certificate's public key", ['privateKey']);
    return revocable;
  }

  /** For other parts of the service, which have already authorized the caller. @throws as `revoke`, except for permissions */
  async revokeAs(
    actor: Actor,
    authority: Authority,
    target: RevocationTarget,
    reason?: RevocationReason | null,
  ): Promise<RevocationOutcome> {
    return this.#revokeMeant(actor, await this.#meaning(authority, target), reason);
  }

  /** The same for one of very many: it does not wait for a CRL that contains it, which the job of the mount builds some seconds later. */
  async recordAs(actor: Actor, authority: Authority, target: RevocationTarget): Promise<void> {
    const meaning = await this.#meaning(authority, target);
    // The job builds it for all of them: nothing is known of a CRL here.
    const found = { ...meaning.found, standings: new Map<string, CrlStanding>() };
    await this.#recorded(actor, { authority, found }, await this.#revocable(meaning), null);
  }

  /** The authority of a mount with what is stored of the certificate, for a caller who may do this there: one statement. */
  async #at(caller: Caller, mount: string, operation: string, target: RevocationTarget) {
    // It is read after the policies were asked, and what is wrong with it is said after the mount was found.
    const read = async (path: string) => {
      const sound = meantIfSound(target);
      return { ...(await this.deps.store.found('path', path, sound?.serialNumber)), sound };
    };
    const { authority, found } = await this.deps.access.toWith(caller, mount, { operation, read }, 'update');
    /** @throws as {@link meantCertificate} */
    const meaning = (): Meaning => {
      const meant = found.sound ?? meantCertificate(target);
      return { authority, meant, found, known: target.issuerId };
    };
    return { authority, found, meaning };
  }

  async #meaning(authority: Authority, target: RevocationTarget): Promise<Meaning> {
    const meant = meantCertificate(target);
    const found = await this.deps.store.found('id', authority.mount.id, meant.serialNumber);
    return { authority, meant, found, known: target.issuerId };
  }

  #revocable({ authority, meant, found, known }: Meaning): Promise<Revocable> {
    return revocableOf(this.deps.database, authority, meant, found, known ?? undefined);
  }

  async #revokeMeant(
    actor: Actor,
    meaning: Meaning,
    reason: RevocationReason | null | undefined,
  ): Promise<RevocationOutcome> {
    return this.#revoke(actor, meaning, await this.#revocable(meaning), reason);
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
      count: () =>
        serialNumber || revokedAfter || revokedBefore
          ? client.revocation.count({ where })
          : rowCount(this.deps.database, `revocation/${mount.id}`),
    });
  }

  /** Their serial numbers, in the order of their text. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async serialNumbers(caller: Caller, mountPath: string, asked: ValuesAsked): Promise<SerialNumber[]> {
    const { mount } = await this.deps.access.to(caller, mountPath, 'certs/revoked/', 'list');
    return serialNumbersOf(this.deps.database, 'Revocation', mount.id, asked);
  }

  async #find(authority: Authority, serialNumber: SerialNumber, issuerId: string) {
    const { revocations } = await this.deps.store.found('id', authority.mount.id, serialNumber);
    return recordedOf(authority, revocations, issuerId);
  }

  async #revoke(
    actor: Actor,
    place: Place,
    revocable: Revocable,
    reason: RevocationReason | null | undefined,
  ): Promise<RevocationOutcome> {
    const { isOnCrl, isFirst, ...recorded } = await this.#recorded(actor, place, revocable, reason);
    const { serialNumber, revocation, warnings } = recorded;
    if (!revocation) return recorded;
    const { authority } = place;
    const said = isOnCrl ? [] : await heldByCrl(this.deps, authority, revocation, `certificate ${serialNumber}`);
    const rebuilt = isFirst && !authority.mount.crl.autoRebuild ? rebuildWarnings(authority) : [];
    return { ...recorded, warnings: [...warnings, ...said, ...rebuilt] };
  }

  async #recorded(
    actor: Actor,
    { authority, found }: Place,
    revocable: Revocable,
    reason: RevocationReason | null | undefined,
  ): Promise<RevocationOutcome & { readonly isFirst?: boolean; readonly isOnCrl?: boolean }> {
    const { serialNumber, sent, stored } = revocable;
    requireNoIssuer(authority, revocable);
    const issued = sent ? issuedAs(authority, sent, found) : stored;
    const before = recordedOf(authority, found.revocations, issued?.issuerId ?? revocable.issuerId);
    if (before) return { serialNumber, revokedAt: before.revokedAt, revocation: before, warnings: [] };
    if (!issued) throw certificateNotFound(revocable.asked ?? serialNumber);
    const now = this.deps.clock.now();
    if (issued.notAfter < now && !authority.mount.crl.allowExpiredCertRevocation) {
      const warning = `certificate with serial ${serialNumber} already expired; refusing to add to CRL. Enable 'AllowExpiredCertRevocation' to allow revoking expired certificates.`;
      return { serialNumber, revokedAt: null, revocation: null, warnings: [warning] };
    }
    const certificate = { serialNumber, ...issued, sent };
    const place = { authority, found };
    const withCrl = await this.#recordWithCrl(actor, place, certificate, reason ?? 'unspecified', now);
    const revocation = withCrl ?? (await this.#record(actor, authority, certificate, reason ?? 'unspecified', now));
    const warnings = authority.issuerById(issued.issuerId) ? [] : [withoutIssuer(serialNumber)];
    const isOnCrl = withCrl !== null;
    return { serialNumber, revokedAt: revocation.revokedAt, revocation, warnings, isFirst: true, isOnCrl };
  }

  /** In one commit with the CRL, where that is possible; null if nothing was recorded. */
  async #recordWithCrl(
    actor: Actor,
    { authority, found }: Place,
    { serialNumber, issuerId, notAfter, sent, der }: Issued,
    reason: RevocationReason,
    revokedAt: Date,
  ): Promise<RevocationRow | null> {
    const standing = found.standings.get(issuerId);
    // What was not stored is stored with its revocation.
    if (!standing || (sent && !ofIssuer(authority, found.certificates, issuerId))) return null;
    const { audit, withCrl } = this.deps;
    const shard = shardOf(authority, issuerId, sent ?? der);
    const mountId = authority.mount.id;
    const bare = bareSerial(serialNumber);
    const record = audit.statement(actor, 'certificate.revoke', ...said(authority, serialNumber, issuerId, reason));
    const place = { id: ids.revocation.make(), mountId, issuerId, serialNumber: bare };
    return withCrl.record(authority, standing, {
      row: { ...place, revokedAt, notAfter, reason: numberOf(reason), leftIn: null, shard },
      beside: [record, ...(found.isAsked ? [RevocationRequests.ending(mountId, bare)] : [])],
    });
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
      const { revocation, unkept } = await this.deps.turns.transaction(mount.id, async (tx) => {
        // The mount comes first, as in changes of its issuers: what these have moved is visible from here on, and neither waits for a lock of the other.
        const revocation = await recordRevocation(tx, {
          ...place,
          issuerId,
          revokedAt: now,
          notAfter,
          reason: numberOf(reason),
          shard,
        });
        // As in Vault, a revoked certificate can be read from then on, even if it was not stored before.
        const unkept = sent && (await tx.certificate.count({ where: row })) === 0 ? sent : undefined;
        if (unkept) {
          const kept = { ...rowOfCertificate(mount.id, issuerId, unkept), certificate: new Uint8Array(unkept.der) };
          await tx.certificate.create({ data: { ...kept, revokedAt: now } });
        } else if (like.length > 1) {
          // That of this issuer is marked by the trigger `Revocation_certificate`.
          await tx.certificate.updateMany({ where: { ...row, revokedAt: null }, data: { revokedAt: now } });
        }
        await RevocationRequests.end(tx, mount.id, place.serialNumber);
        const record = said(authority, serialNumber, issuerId, reason);
        await this.deps.audit.record(tx, actor, 'certificate.revoke', ...record);
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

/** With the text that OpenBao has for its path. */
const keyRequired: Said = {
  inVault: 'Must have private key to revoke via the /revoke-with-key path.',
  inGraphql: 'privateKey is required',
};

/** A certificate that a request means, with what is stored of it. */
interface Meaning extends Place {
  readonly meant: MeantCertificate;
  readonly known: string | null | undefined;
}

interface Place {
  readonly authority: Authority;
  readonly found: FoundNumber;
}

const numberOf = (reason: RevocationReason): number | null =>
  reason === 'unspecified' ? null : revocationReasons[reason];

/** What the audit record says. */
const said = (authority: Authority, serialNumber: SerialNumber, issuerId: string, reason: RevocationReason) =>
  [
    { type: 'certificate', id: serialNumber },
    { mount: authority.mount.path, issuer: authority.issuerById(issuerId)?.uuid ?? issuerId, reason },
  ] as const;

const waiting =
  'the certificate is not in this mount: the request waits until a mount that has it revokes it, or is removed if none does';

const withoutIssuer = (serialNumber: SerialNumber): string =>
  `the issuer of certificate ${serialNumber} is no longer in this mount: it is revoked here, and on a CRL once that authority is imported again`;
