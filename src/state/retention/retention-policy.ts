import type { WorkspaceRow } from '../../platform/database/models.js';

export type RetentionColumns = Pick<WorkspaceRow, 'retentionKind' | 'retentionDays'>;

/** How long state versions are kept, as in Terraform Enterprise. */
export type RetentionPolicy =
  | { readonly kind: 'delete-older'; readonly days: number }
  | { readonly kind: 'dont-delete' };

/** A hundred years: a longer time is a mistake. */
export const mostDays = 36_500;

/** @returns what is wrong with a number of days, or `null` */
export function daysFault(days: number): string | null {
  if (!Number.isInteger(days) || days < 1) return 'Delete older than n days must be at least 1';
  return days > mostDays ? `Delete older than n days must be at most ${mostDays}` : null;
}

/** The policy in the columns; `null` for none. */
export function policyOf({ retentionKind, retentionDays }: RetentionColumns): RetentionPolicy | null {
  if (retentionKind === 'dont-delete') return { kind: 'dont-delete' };
  return retentionKind === 'delete-older' && retentionDays !== null
    ? { kind: 'delete-older', days: retentionDays }
    : null;
}

export function policyColumns(policy: RetentionPolicy | null): RetentionColumns {
  if (policy === null) return { retentionKind: null, retentionDays: null };
  return { retentionKind: policy.kind, retentionDays: policy.kind === 'delete-older' ? policy.days : null };
}
