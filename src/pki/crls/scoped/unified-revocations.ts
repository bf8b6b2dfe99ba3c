import type { Caller } from '../../../identity/caller.js';
import { date, text } from '../../../platform/database/columns.js';
import { oneOf } from '../../../platform/database/conditions.js';
import type { Database } from '../../../platform/database/database.js';
import type { ValuesAsked } from '../../../platform/graphql/values.js';
import type { MountAccess } from '../../access.js';
import { serialOfBare } from '../../x509/index.js';
import type { SerialNumber } from '../../x509/index.js';
import type { TakingPart } from './taking-part.js';

/** A certificate that is on a unified CRL, or was until it expired. */
export interface UnifiedRevocation {
  readonly serialNumber: SerialNumber;
  /** When it was first revoked. */
  readonly revokedAt: Date;
  /** The accessors of the mounts that revoked it. */
  readonly mountAccessors: readonly string[];
}

/** `certs/unified-revoked`: what all mounts revoked that take part in the unified CRLs of a mount's authorities. */
export class UnifiedRevocations {
  constructor(
    private readonly deps: { database: Pick<Database, 'readSql'>; access: MountAccess; taking: TakingPart },
  ) {}

  /** In the order of their serial numbers. None if the mount does not take part. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async page(caller: Caller, mountPath: string, { size, after }: ValuesAsked): Promise<readonly UnifiedRevocation[]> {
    const authority = await this.deps.access.to(caller, mountPath, 'certs/unified-revoked/', 'list');
    const mounts = new Map<string, { readonly accessor: string; readonly issuerIds: string[] }>();
    for (const { authority: other, group, accessor } of (await this.deps.taking.all(authority)).flat()) {
      const known = mounts.get(other.mount.id) ?? { accessor, issuerIds: [] };
      known.issuerIds.push(...group.members.map(({ id }) => id));
      mounts.set(other.mount.id, known);
    }
    const found = new Map<string, UnifiedRevocation>();
    // One after the other by the index of each mount: together they would be sorted, however many there are.
    for (const [mountId, { accessor, issuerIds }] of mounts) {
      const whose = oneOf('issuerId', issuerIds);
      const rows = await this.deps.database.readSql(
        `SELECT "serialNumber", "revokedAt" FROM "Revocation"
         WHERE "mountId" = ? AND "serialNumber" > ? AND ${whose.sql} ORDER BY "serialNumber" LIMIT ?`,
        [mountId, (after ?? '').replaceAll(':', ''), ...whose.parameters, size],
      );
      for (const row of rows) add(found, text(row['serialNumber']), date(row['revokedAt']), accessor);
    }
    return [...found.keys()]
      .sort()
      .slice(0, size)
      .flatMap((serialNumber) => found.get(serialNumber) ?? []);
  }
}

function add(found: Map<string, UnifiedRevocation>, bare: string, revokedAt: Date, accessor: string): void {
  const known = found.get(bare);
  found.set(bare, {
    serialNumber: serialOfBare(bare),
    revokedAt: known && known.revokedAt < revokedAt ? known.revokedAt : revokedAt,
    mountAccessors: [...new Set([...(known?.mountAccessors ?? []), accessor])],
  });
}
