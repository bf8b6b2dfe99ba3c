import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { bigint, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import { leaseTable } from '../../platform/database/generated/tables.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { LeaseRow } from '../../platform/database/models.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { problem } from '../../platform/problems.js';
import type { PathPolicies } from '../access.js';
import type { AuthorityReader } from '../issuers/authority.js';
import { leaseRevocation } from './lease-revocation.job-kind.js';
import { failuresOf, isLasting, wordsOf } from './lease-failures.js';
import type { LeaseFailure } from './lease-failures.js';
import { batches, leaseKeys, leasePrefix } from './lease-list.js';
import { serialNumberOf, type SerialNumber } from '../x509/index.js';
import type { Revocations } from './revocations.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { JobStore } from '../../platform/jobs/job.store.js';

/** A lease as callers see it. */
export interface FoundLease {
  readonly leaseId: string;
  /** Path. */
  readonly mountPath: string;
  readonly mountAccessor: string;
  readonly serialNumber: SerialNumber;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** Remaining seconds. */
  readonly ttl: number;
  /** Why its certificate can never be revoked, if that was tried in vain. */
  readonly revokeError: string | null;
}

/** How many leases of a mount are irrevocable. */
export interface LeaseCount {
  readonly mountPath: string;
  readonly mountAccessor: string;
  readonly leaseCount: bigint;
}

/** Which leases are to end. */
export interface LeasesAsked {
  readonly below: string;
  readonly force: boolean;
  readonly sync: boolean;
}

export interface LeasesEnded {
  /** By the request itself. */
  readonly endedCount: number;
  readonly warnings: readonly string[];
}

/** Leases from roles with `generate_lease`: ending one revokes its certificate. */
export class Leases {
  constructor(
    private readonly deps: {
      database: Database;
      policies: PathPolicies;
      authorities: AuthorityReader;
      revocations: Revocations;
      jobs: JobStore;
      audit: Audit;
      clock: Clock;
      /** Wakes the job runner. */
      wake: () => void;
    },
  ) {}

  /** @throws PERMISSION_DENIED, LEASE_NOT_FOUND */
  async lookUp(caller: Caller, leaseId: string): Promise<FoundLease> {
    await this.deps.policies.require(caller, 'sys/leases/lookup', 'update');
    return this.#found(leaseId);
  }

  /** A lease that somebody wants to renew, which none allows: certificates end when they say. @throws PERMISSION_DENIED, LEASE_NOT_FOUND */
  async toRenew(caller: Caller, leaseId: string): Promise<FoundLease> {
    await this.deps.policies.require(caller, 'sys/leases/renew', 'update');
    return this.#found(leaseId, 'lease not found');
  }

  /** The next parts of the ids of leases below a path, and those of its own leases. @throws PERMISSION_DENIED */
  async keys(caller: Caller, below: string, page: ValuesAsked): Promise<readonly string[]> {
    const prefix = leasePrefix(below);
    await this.deps.policies.require(caller, `sys/leases/lookup/${prefix && `${prefix}/`}`, 'list', 'sudo');
    return leaseKeys(this.deps.database, prefix, page);
  }

  async #found(leaseId: string, missing?: string): Promise<FoundLease> {
    const lease = await this.deps.database.client.lease.findUnique({ where: { id: leaseId } });
    const row = known(lease, missing);
    const { mount } = await this.deps.authorities.byId(row.mountId);
    return this.#shown(row, mount);
  }

  #shown(
    { id, serialNumber, issuedAt, expiresAt, revokeError }: LeaseRow,
    mount: { readonly path: string; readonly accessor: string },
  ): FoundLease {
    const { clock } = this.deps;
    const left = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
    return {
      leaseId: id,
      issuedAt,
      expiresAt,
      revokeError,
      ttl: Math.max(0, left),
      mountPath: mount.path,
      mountAccessor: mount.accessor,
      serialNumber: serialNumberOf(Buffer.from(serialNumber, 'hex')),
    };
  }

  /** The leases whose certificates can never be revoked; those that end first come first. @throws PERMISSION_DENIED */
  async irrevocable(caller: Caller, size: number): Promise<readonly FoundLease[]> {
    const { database, policies } = this.deps;
    await policies.require(caller, 'sys/leases', 'read', 'sudo');
    const rows = leasesOf(await database.readSql(irrevocableLeases, [size]));
    const mounts = new Map(
      (await database.readSql(irrevocableByMount)).map((row) => [
        text(row['id']),
        { path: text(row['path']), accessor: text(row['accessor']) },
      ]),
    );
    return rows.flatMap((row) => {
      const mount = mounts.get(row.mountId);
      return mount ? [this.#shown(row, mount)] : [];
    });
  }

  /** How many there are, by mount. @throws PERMISSION_DENIED */
  async irrevocableCounts(caller: Caller): Promise<readonly LeaseCount[]> {
    const { database, policies } = this.deps;
    await policies.require(caller, 'sys/leases/count', 'read');
    const rows = await database.readSql(irrevocableByMount);
    return rows.map((row) => ({
      mountPath: text(row['path']),
      mountAccessor: text(row['accessor']),
      leaseCount: bigint(row['count']),
    }));
  }

  /**
   * Ends a lease and revokes its certificate. Safe to repeat: a missing lease counts as ended, as in OpenBao.
   * @returns its id, null if there was none
   * @throws PERMISSION_DENIED
   */
  async revoke(caller: Caller, leaseId: string): Promise<string | null> {
    const { database, policies } = this.deps;
    await policies.require(caller, 'sys/leases/revoke', 'update');
    const lease = await database.client.lease.findUnique({ where: { id: leaseId } });
    if (!lease) return null;
    await this.end(caller, lease);
    return leaseId;
  }

  /**
   * Ends all leases of a path and of those below it, or the lease with this id: some at once, those beyond by a job. Safe to repeat.
   * @param force also ends leases whose certificates cannot be revoked
   * @param sync ends more of them at once
   * @throws PERMISSION_DENIED, and why a certificate cannot be revoked, after all others were
   */
  async revokeWithin(caller: Caller, { below, force, sync }: LeasesAsked): Promise<LeasesEnded> {
    const { database, policies, clock, jobs, audit, wake } = this.deps;
    const prefix = leasePrefix(below);
    const path = `sys/leases/revoke-${force ? 'force' : 'prefix'}/${prefix}`;
    await policies.require(caller, path, 'update', 'sudo');
    const target = { type: 'path' as const, id: path };
    const ends = { target, force };
    const one = await database.client.lease.findUnique({ where: { id: prefix } });
    if (one) return ended(1, await this.#endAll(caller, [one], ends));
    const until = new Date(clock.now().getTime() + clocksDifferMs);
    const within = { prefix, until, irrevocable: true };
    let asked = 0;
    let first: LeaseFailure | undefined;
    for await (const leases of batches(database, within, leasesAtOnce)) {
      if (asked >= (sync ? longestSync : leasesAtOnce)) {
        const job = leaseRevocation({ prefix, until, force, actor: caller });
        await database.transaction(async (tx) => {
          await jobs.schedule(tx, job);
          await audit.record(tx, caller, 'lease.revoke', target, { prefix, force });
        });
        wake();
        return ended(asked, first, [endsLater]);
      }
      const failure = await this.#endAll(caller, leases, ends);
      first ??= failure;
      asked += leases.length;
    }
    return ended(asked, first);
  }

  /** @returns why the first of those that are left could not be ended */
  async #endAll(
    caller: Caller,
    leases: readonly LeaseRow[],
    { target, force }: { readonly target: AuditTarget; readonly force: boolean },
  ): Promise<LeaseFailure | undefined> {
    const failures = await failuresOf(leases, (lease) => this.end(caller, lease));
    if (!force) return failures[0];
    await this.forget(caller, target, failures.filter(isLasting));
    return failures.find((failure) => !isLasting(failure));
  }

  /** Deletes leases whose certificates can never be revoked, and records it. */
  async forget(actor: Actor, target: AuditTarget, failed: readonly LeaseFailure[]): Promise<void> {
    const [first] = failed;
    if (!first) return;
    const { database, audit } = this.deps;
    const ids = failed.map(({ lease }) => lease.id);
    await database.transaction(async (tx) => {
      const { count } = await tx.lease.deleteMany({ where: { id: { in: ids } } });
      const details = { force: true, count, leases: briefly(ids), reason: wordsOf(first) };
      if (count > 0) await audit.record(tx, actor, 'lease.revoke', target, details);
    });
  }

  /** Notes of leases that their certificates can never be revoked, and why: nobody tries again by itself. */
  async giveUp(actor: Actor, target: AuditTarget, failed: readonly LeaseFailure[]): Promise<void> {
    const [first] = failed;
    if (!first) return;
    const { database, audit } = this.deps;
    await database.transaction(async (tx) => {
      const noted: string[] = [];
      for (const failure of inLockOrder(failed, ({ lease }) => lease.id)) {
        const { id } = failure.lease;
        const data = { revokeError: wordsOf(failure), tokenId: null };
        const { count } = await tx.lease.updateMany({ where: { id, revokeError: null }, data });
        if (count > 0) noted.push(id);
      }
      const details = { irrevocable: true, count: noted.length, leases: briefly(noted), reason: wordsOf(first) };
      if (noted.length > 0) await audit.record(tx, actor, 'lease.revoke', target, details);
    });
  }

  /** The same for an authorized caller, or without a caller: a lease ends automatically with its token. */
  async end(actor: Actor, { id, mountId, serialNumber, issuerId }: LeaseRow): Promise<void> {
    const { database, authorities, revocations } = this.deps;
    const authority = await authorities.byId(mountId);
    await revocations.revokeAs(actor, authority, { serialNumber, issuerId });
    await database.client.lease.deleteMany({ where: { id } });
  }

  /** The same for one of very many, whose certificates need not be on a CRL yet. */
  async endLater(actor: Actor, { id, mountId, serialNumber, issuerId }: LeaseRow): Promise<void> {
    const { database, authorities, revocations } = this.deps;
    await revocations.recordAs(actor, await authorities.byId(mountId), { serialNumber, issuerId });
    await database.client.lease.deleteMany({ where: { id } });
  }
}

/** @throws why a certificate cannot be revoked, after all others were */
function ended(endedCount: number, failure: LeaseFailure | undefined, warnings: readonly string[] = []): LeasesEnded {
  if (failure) throw failure.reason;
  return { endedCount, warnings };
}

/** Of a lease's id in a record: a hundred of them fit. */
const longestId = 300;
const briefly = (ids: readonly string[]): readonly string[] => ids.map((id) => id.slice(0, longestId));
/** By so much the clock of another node, which issues leases, may be ahead of ours. */
export const clocksDifferMs = 5_000;
const leasesOf = madeOfRows(leaseTable.read);
const irrevocableLeases = `SELECT ${leaseTable.selection('l')} FROM "Lease" l WHERE l."revokeError" IS NOT NULL ORDER BY l."expiresAt", l."id" LIMIT ?`;
const irrevocableByMount = `SELECT m."id" AS "id", m."path" AS "path", m."accessor" AS "accessor", COUNT(*) AS "count" FROM "Lease" l
  JOIN "Mount" m ON m."id" = l."mountId" WHERE l."revokeError" IS NOT NULL GROUP BY m."id", m."path", m."accessor" ORDER BY m."path"`;
/** Leases that end at the same time share one new CRL. */
const leasesAtOnce = 50;
/** How many one request ends before its caller waits too long. */
const longestSync = 1_000;
const endsLater = 'there are more leases: they end in the background, and their certificates are revoked';

function known(lease: LeaseRow | null, missing?: string): LeaseRow {
  if (!lease) throw problem('LEASE_NOT_FOUND', missing, ['leaseId']);
  return lease;
}
