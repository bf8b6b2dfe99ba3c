import type { Actor } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Database } from '../../platform/database/database.js';
import type { LeaseRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { PathPolicies } from '../access.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { Revocations } from './revocations.js';

/** Leases that roles with `generate_lease` handed out: ending one revokes its certificate. */
export class Leases {
  constructor(
    private readonly deps: {
      database: Database;
      policies: PathPolicies;
      authorities: AuthorityReader;
      revocations: Revocations;
    },
  ) {}

  /**
   * Ends a lease, and revokes what it was for. Safe to repeat: a lease that is gone is an invalid one.
   * @throws PERMISSION_DENIED, INVALID_INPUT for a lease that does not exist
   */
  async revoke(caller: Caller, leaseId: string): Promise<string> {
    const { database, policies } = this.deps;
    await policies.require(caller, 'sys/leases/revoke', 'update');
    const lease = await database.client.lease.findUnique({ where: { id: leaseId } });
    if (!lease) throw problem('INVALID_INPUT', 'invalid lease', ['leaseId']);
    await this.end(caller, lease);
    return leaseId;
  }

  /** The same for who has been authorized, or for nobody: with its token a lease ends by itself. */
  async end(actor: Actor, { id, mountId, serialNumber }: LeaseRow): Promise<void> {
    const { database, authorities, revocations } = this.deps;
    const authority = await authorities.byId(mountId);
    await revocations.revokeAs(actor, authority, { serialNumber });
    await database.client.lease.deleteMany({ where: { id } });
  }
}
