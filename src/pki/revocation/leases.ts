import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { LeaseRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { PathPolicies } from '../access.js';
import type { AuthorityReader } from '../issuers/authority.js';
import { serialNumberOf, type SerialNumber } from '../x509/index.js';
import type { Revocations } from './revocations.js';
import type { Actor } from '../../identity/audit/actor.js';

/** A lease as callers see it. */
export interface FoundLease {
  readonly leaseId: string;
  /** Path. */
  readonly mountPath: string;
  readonly serialNumber: SerialNumber;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** Remaining seconds. */
  readonly ttl: number;
}

/** Leases from roles with `generate_lease`: ending one revokes its certificate. */
export class Leases {
  constructor(
    private readonly deps: {
      database: Database;
      policies: PathPolicies;
      authorities: AuthorityReader;
      revocations: Revocations;
      clock: Clock;
    },
  ) {}

  /** @throws PERMISSION_DENIED, LEASE_NOT_FOUND */
  async lookUp(caller: Caller, leaseId: string): Promise<FoundLease> {
    const { database, policies, authorities, clock } = this.deps;
    await policies.require(caller, 'sys/leases/lookup', 'update');
    const { mountId, serialNumber, issuedAt, expiresAt } = known(
      await database.client.lease.findUnique({ where: { id: leaseId } }),
    );
    const { mount } = await authorities.byId(mountId);
    const left = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
    return {
      ...{ leaseId, issuedAt, expiresAt, mountPath: mount.path, ttl: Math.max(0, left) },
      serialNumber: serialNumberOf(Buffer.from(serialNumber, 'hex')),
    };
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

  /** The same for an authorized caller, or without a caller: a lease ends automatically with its token. */
  async end(actor: Actor, { id, mountId, serialNumber, issuerId }: LeaseRow): Promise<void> {
    const { database, authorities, revocations } = this.deps;
    const authority = await authorities.byId(mountId);
    await revocations.revokeAs(actor, authority, { serialNumber, issuerId });
    await database.client.lease.deleteMany({ where: { id } });
  }
}

function known(lease: LeaseRow | null): LeaseRow {
  if (!lease) throw problem('LEASE_NOT_FOUND', undefined, ['leaseId']);
  return lease;
}
