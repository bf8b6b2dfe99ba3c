import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { date, text } from '../../platform/database/columns.js';
import { all, equals } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Database, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { RowOf } from '../../platform/database/row-reader.js';
import { noPage } from '../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import {
  ascending,
  connectionOf,
  inPage,
  keyset,
  pageBounds,
  text as textKind,
} from '../../platform/graphql/keyset.js';
import { keysetSql } from '../../platform/graphql/keyset-sql.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess, PathPolicies } from '../access.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { bareSerial, bareText, serialOfBare } from '../x509/index.js';
import type { SerialNumber } from '../x509/index.js';
import type { MountTurns } from './mount-turns.js';

/** More are not kept of one mount, so that nobody fills the queue of others. */
export const mostRequests = 1000;

/** A revocation that somebody asked of a mount that does not have the certificate. */
export interface RevocationRequest {
  readonly serialNumber: SerialNumber;
  readonly requestedAt: Date;
  /** The name of who asked. */
  readonly requestedBy: string;
  /** The accessor of the mount that was asked. */
  readonly mountAccessor: string;
}

interface Place {
  readonly id: string;
  readonly path: string;
}

/** The JSON text of a configuration is written by this program only, without spaces. */
const partakers = `SELECT "id", "path" FROM "Mount" WHERE "id" <> ? AND "crlConfig" LIKE '%"crossClusterRevocation":true%' ORDER BY "id"`;

/** One for each serial number: several mounts may have been asked. */
const listed = (whose: SqlCondition) => `SELECT r."serialNumber" AS "serialNumber", MIN(m."accessor") AS "accessor"
  FROM "RevocationRequest" r JOIN "Mount" m ON m."id" = r."mountId"
  WHERE r.${whose.sql} AND r."serialNumber" > ? GROUP BY r."serialNumber" ORDER BY r."serialNumber" LIMIT ?`;

const requestReader = rowReader({ id: text, serialNumber: text, requestedAt: date, requestedBy: text, mountId: text });
const bySerial = keyset<{ readonly serialNumber: string; readonly id: string }>({
  serialNumber: ascending(textKind),
  id: ascending(textKind),
});
/** Those that were asked of a mount, and those of others for its certificates: no request is both. */
const ofMount = (mountId: string) => [equals('mountId', mountId), equals('holderMountId', mountId)] as const;

/**
 * Revocations across mounts (`cross_cluster_revocation`): what is asked of a mount for a certificate that it does not have is done where the caller may do it, or
 * waits for somebody who may. A caller learns nothing of mounts where he may not revoke: the answer is the same whether one of them has the certificate.
 */
export class RevocationRequests {
  constructor(
    private readonly deps: {
      database: Database;
      access: MountAccess;
      policies: PathPolicies;
      authorities: AuthorityReader;
      audit: Audit;
      clock: Clock;
      turns: MountTurns;
    },
  ) {}

  /**
   * For a certificate that the mount of the authority does not have.
   * @param revoke revokes it in the mount that has it, where the caller may revoke
   * @returns what `revoke` returns; undefined if the request waits for a mount
   * @throws REQUEST_REFUSED if too many of this mount wait, and what `revoke` throws
   */
  async ask<Outcome>(
    caller: Caller,
    { mount }: Authority,
    serialNumber: SerialNumber,
    revoke: (holder: Authority) => Promise<Outcome>,
  ): Promise<Outcome | undefined> {
    const { database, policies, authorities } = this.deps;
    const rows = await database.readSql(partakers, [mount.id]);
    const others = rows.map((row): Place => ({ id: text(row['id']), path: text(row['path']) }));
    const own: Place[] = [];
    for (const other of others)
      if (await policies.allows(caller, pathBelow(mountPath(other.path), 'revoke'), 'update')) own.push(other);
    const mine = await this.#holder(own, serialNumber);
    if (mine !== null) return revoke(await authorities.byId(mine));
    await this.#keep(caller, mount, serialNumber, await this.#holder(others, serialNumber));
    return undefined;
  }

  /**
   * Requests that were made of a mount, and those of others for its certificates, by serial number. None if it does not take part.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND
   */
  async connection(caller: Caller, mountPath: string, page: PageAsked): Promise<Connection<RevocationRequest>> {
    const mount = await this.#listed(caller, mountPath);
    if (!mount) return noPage;
    const { place, orderBy, take } = keysetSql(pageBounds(bySerial, page));
    const { database } = this.deps;
    const rows: RowOf<typeof requestReader>[] = [];
    for (const whose of ofMount(mount.id)) {
      const where = all(whose, place);
      const found = await database.readSql(
        `SELECT ${requestReader.selection('r')} FROM "RevocationRequest" r WHERE ${where.sql} ORDER BY ${orderBy} LIMIT ?`,
        [...where.parameters, take],
      );
      rows.push(...found.map(requestReader.read));
    }
    const fetched = inPage(page, rows, ({ serialNumber, id }) => `${serialNumber} ${id}`).slice(0, take);
    const mounts = await database.client.mount.findMany({
      where: { id: { in: [...new Set(fetched.map(({ mountId }) => mountId))] } },
      select: { id: true, accessor: true },
    });
    const accessors = new Map(mounts.map(({ id, accessor }) => [id, accessor]));
    return connectionOf(
      bySerial,
      page,
      fetched.map((row) => ({ key: row, node: requestOf(row, accessors.get(row.mountId)) })),
      () => database.client.revocationRequest.count({ where: whereOf(mount.id) }),
    );
  }

  /** The list in which REST shows them: each serial number once, in order, with the accessor of a mount that was asked. @throws as `connection` */
  async accessors(
    caller: Caller,
    mountPath: string,
    { size, after }: ValuesAsked,
  ): Promise<ReadonlyMap<SerialNumber, string>> {
    const mount = await this.#listed(caller, mountPath);
    const found = new Map<string, string>();
    for (const whose of mount ? ofMount(mount.id) : []) {
      const place = [...whose.parameters, bareText(after), size];
      for (const row of await this.deps.database.readSql(listed(whose), place))
        found.set(text(row['serialNumber']), found.get(text(row['serialNumber'])) ?? text(row['accessor']));
    }
    const first = [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, size);
    return new Map(first.map(([bare, accessor]) => [serialOfBare(bare), accessor]));
  }

  /**
   * Takes back what was asked of a mount, or refuses what others ask for its certificate: for callers who may revoke there, and so could confirm it.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND if nothing waits
   */
  async dismiss(caller: Caller, mountPath: string, serialNumber: SerialNumber): Promise<SerialNumber> {
    const { database, access, audit } = this.deps;
    const { mount } = await access.to(caller, mountPath, 'revoke', 'update');
    await database.transaction(async (tx) => {
      const where = { ...whereOf(mount.id), serialNumber: bareSerial(serialNumber) };
      const { count } = await tx.revocationRequest.deleteMany({ where });
      if (count === 0) throw problem('NOT_FOUND', 'no request to revoke this certificate waits', ['serialNumber']);
      const target = { type: 'certificate' as const, id: serialNumber };
      await audit.record(tx, caller, 'certificate.dismiss-request', target, { mount: mount.path, requests: count });
    });
    return serialNumber;
  }

  /** The same for a batch. */
  static readonly ending = (holderMountId: string, bare: string): SqlWrite => ({
    sql: 'DELETE FROM "RevocationRequest" WHERE "holderMountId" = ? AND "serialNumber" = ?',
    rows: [[holderMountId, bare]],
  });

  /** For the transaction of a revocation, which is what the requests for it wait for. */
  static async end(tx: TransactionClient, holderMountId: string, bare: string): Promise<void> {
    await tx.revocationRequest.deleteMany({ where: { holderMountId, serialNumber: bare } });
  }

  /** The mount, if it takes part. */
  async #listed(caller: Caller, mountPath: string): Promise<Authority['mount'] | null> {
    const { mount } = await this.deps.access.to(caller, mountPath, 'certs/revocation-queue/', 'list');
    return mount.crl.crossClusterRevocation ? mount : null;
  }

  /** The first of some mounts that has a certificate which is not revoked. */
  async #holder(places: readonly Place[], serialNumber: SerialNumber): Promise<string | null> {
    const row = await this.deps.database.client.certificate.findFirst({
      where: { mountId: { in: places.map(({ id }) => id) }, serialNumber: bareSerial(serialNumber), revokedAt: null },
      orderBy: { mountId: 'asc' },
      select: { mountId: true },
    });
    return row?.mountId ?? null;
  }

  async #keep(
    caller: Caller,
    mount: Authority['mount'],
    serialNumber: SerialNumber,
    holderMountId: string | null,
  ): Promise<void> {
    const { turns, audit, clock } = this.deps;
    const place = { mountId: mount.id, serialNumber: bareSerial(serialNumber) };
    await turns.transaction(mount.id, async (tx) => {
      // One after the other, so that the limit holds.
      await tx.mount.update({ where: { id: mount.id }, data: { revokedCount: { increment: 0 } } });
      if ((await tx.revocationRequest.count({ where: { mountId: mount.id } })) >= mostRequests)
        throw problem('REQUEST_REFUSED', `${mostRequests} revocation requests of this mount wait: no more are kept`);
      const request = { id: ids.revocationRequest.make(), requestedAt: clock.now(), requestedBy: caller.username };
      if ((await tx.revocationRequest.count({ where: place })) === 0)
        await tx.revocationRequest.create({ data: { ...request, ...place, holderMountId } });
      const target = { type: 'certificate' as const, id: serialNumber };
      await audit.record(tx, caller, 'certificate.request-revocation', target, { mount: mount.path });
    });
  }
}

const whereOf = (mountId: string) => ({ OR: [{ mountId }, { holderMountId: mountId }] });

const requestOf = (
  { serialNumber, requestedAt, requestedBy }: RowOf<typeof requestReader>,
  mountAccessor: string | undefined,
): RevocationRequest | null =>
  mountAccessor === undefined
    ? null
    : { serialNumber: serialOfBare(serialNumber), requestedAt, requestedBy, mountAccessor };
