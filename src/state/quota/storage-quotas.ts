import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Directory } from '../../identity/directory.js';
import { targetOf } from '../../identity/organizations/organizations.js';
import type { Clock } from '../../platform/clock.js';
import type { OrganizationRow } from '../../platform/database/models.js';
import { passing, problem } from '../../platform/problems.js';
import { quotaOf, withoutLimit } from './quota-rule.js';

/** What an organization may store: the installation's quota, anything, or a number of bytes. */
export type StorageQuota =
  | { readonly kind: 'installation' }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'bytes'; readonly bytes: bigint };

/** An exbibyte: 64-bit counters can count further. */
const largestQuota = 2n ** 60n;

/** How much an organization stores, and its limit. */
export interface OrganizationUsage {
  readonly usedBytes: bigint;
  /** The quota that applies; `null` for no limit. */
  readonly quotaBytes: bigint | null;
  readonly quotaKind: StorageQuota['kind'];
}

/** The quotas of organizations: site administrators set them, and owners see them. */
export class StorageQuotas {
  constructor(
    private readonly deps: {
      directory: Directory;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
      quotaBytes: bigint | null;
    },
  ) {}

  /**
   * A quota below the present use deletes nothing, but refuses new content. It applies to transactions that begin afterwards.
   * @param ref name or id of the organization
   * @throws NOT_FOUND, TOKEN_KIND_REFUSED, INVALID_INPUT
   */
  async set(caller: Caller, ref: string, quota: StorageQuota): Promise<OrganizationRow> {
    const { changes, directory, access, clock } = this.deps;
    await access.onSite(caller, 'storage-quota.manage');
    const storageQuota = columnOf(quota);
    const { id } = await directory.organization(ref);
    return changes.make(caller, 'organization.set-storage-quota', async (tx) => {
      const before = await tx.organization.findUnique({ where: { id }, select: { storageQuota: true } });
      if (!before) throw problem('NOT_FOUND');
      const changed = await tx.organization.update({ where: { id }, data: { storageQuota, updatedAt: clock.now() } });
      const details = { from: inWords(before.storageQuota), to: inWords(storageQuota) };
      return { result: changed, target: targetOf(changed), details };
    });
  }

  /** @param usedBytes from {@link usedBytes} */
  usage({ storageQuota }: OrganizationRow, usedBytes: bigint): OrganizationUsage {
    return { usedBytes, quotaBytes: quotaOf(storageQuota, this.deps.quotaBytes), quotaKind: kindOf(storageQuota) };
  }
}

function columnOf(quota: StorageQuota): bigint | null {
  if (quota.kind !== 'bytes') return quota.kind === 'unlimited' ? withoutLimit : null;
  if (quota.bytes >= 0n && quota.bytes <= largestQuota) return quota.bytes;
  const rule = `bytes must be a whole number from 0 to ${largestQuota}`;
  throw problem('INVALID_INPUT', rule, ['bytes'], passing(quota.bytes, largestQuota));
}

function kindOf(column: bigint | null): StorageQuota['kind'] {
  if (column === null) return 'installation';
  return column === withoutLimit ? 'unlimited' : 'bytes';
}

const inWords = (column: bigint | null): string => {
  const kind = kindOf(column);
  return kind === 'bytes' ? String(column) : kind;
};
