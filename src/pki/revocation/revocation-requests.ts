import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { date, text } from '../../platform/database/columns.js';
import { equals } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess, PathPolicies } from '../access.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import { mountPath, pathBelow } from '../mounts/mount-path.js';
import { bareSerial, serialOfBare } from '../x509/index.js';
import type { SerialNumber } from '../x509/index.js';

/** More are not kept of one mount, so that nobody fills the queue of others. */
export const mostRequests = 1000;
/** Rows that one statement deletes. */
const pageSize = 500;

/** A revocation that somebody asked of a mount that does not have the certificate. */
export interface RevocationRequest {
  readonly serialNumber: SerialNumber;
  readonly requestedAt: Date;
  /** The accessor of the mount that was asked. */
  readonly mountAccessor: string;
}

interface Place {
  readonly id: string;
  readonly path: string;
}

/** The JSON text of a configuration is written by this program only, without spaces. */
const partakers = `SELECT "id", "path" FROM "Mount" WHERE "id" <> ? AND "crlConfig" LIKE '%"crossClusterRevocation":true%' ORDER BY "id"`;

const listed = (
  whose: SqlCondition,
) => `SELECT r."serialNumber" AS "serialNumber", r."requestedAt" AS "requestedAt", m."accessor" AS "accessor"
  FROM "RevocationRequest" r JOIN "Mount" m ON m."id" = r."mountId"
  WHERE r.${whose.sql} AND r."serialNumber" > ? ORDER BY r."serialNumber", m."id" LIMIT ?`;

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
   * Requests that were made of a mount, and those of others for its certificates, in the order of their serial numbers. None if it does not take part.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND
   */
  async page(caller: Caller, mountPath: string, { size, after }: ValuesAsked): Promise<readonly RevocationRequest[]> {
    const { mount } = await this.deps.access.to(caller, mountPath, 'certs/revocation-queue/', 'list');
    if (!mount.crl.crossClusterRevocation) return [];
    const found = new Map<string, RevocationRequest>();
    for (const column of ['mountId', 'holderMountId']) {
      const whose = equals(column, mount.id);
      const place = [...whose.parameters, (after ?? '').replaceAll(':', ''), size];
      for (const row of await this.deps.database.readSql(listed(whose), place)) {
        const [bare, mountAccessor] = [text(row['serialNumber']), text(row['accessor'])];
        if (!found.has(bare))
          found.set(bare, { serialNumber: serialOfBare(bare), requestedAt: date(row['requestedAt']), mountAccessor });
      }
    }
    return [...found.keys()]
      .toSorted()
      .slice(0, size)
      .flatMap((bare) => found.get(bare) ?? []);
  }

  /** For the transaction of a revocation, which is what the requests for it wait for. */
  static async end(tx: TransactionClient, holderMountId: string, bare: string): Promise<void> {
    await tx.revocationRequest.deleteMany({ where: { holderMountId, serialNumber: bare } });
  }

  /**
   * Deletes requests of a mount that nobody confirmed for some time (`revocation_queue_safety_buffer`).
   * @param safetyBuffer seconds
   * @param deleted called after each page
   * @returns how many
   */
  async tidy(mountId: string, safetyBuffer: number, deleted?: () => Promise<void>) {
    const { database, clock } = this.deps;
    const before = new Date(clock.now().getTime() - safetyBuffer * 1000);
    const where = { mountId, requestedAt: { lt: before } };
    for (let count = 0; ;) {
      const page = await database.client.revocationRequest.findMany({ where, take: pageSize, select: { id: true } });
      if (page.length === 0) return count;
      const some = { id: { in: page.map(({ id }) => id) } };
      count += (await database.client.revocationRequest.deleteMany({ where: some })).count;
      await deleted?.();
    }
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
    const { database, audit, clock } = this.deps;
    const place = { mountId: mount.id, serialNumber: bareSerial(serialNumber) };
    await database.transaction(async (tx) => {
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
