import type { StateVersionRow, WorkspaceRow } from '../../platform/database/models.js';
import { storedBytesOf } from '../quota/stored-bytes.js';
import type { StoredColumns } from '../quota/stored-bytes.js';
import { counterOf, isStateVersionStatus } from './status.js';

type Counter = (typeof counterOf)[keyof typeof counterOf] | 'storedBytes';

/** The counters of a workspace once these versions of it are deleted. */
export function countersWithout(
  seen: Pick<WorkspaceRow, Counter>,
  rows: readonly (StoredColumns & Pick<StateVersionRow, 'status'>)[],
): Partial<Record<Counter, bigint>> {
  const changes: Partial<Record<Counter, bigint>> = { storedBytes: seen.storedBytes - storedBytesOf(...rows) };
  for (const { status } of rows) {
    if (!isStateVersionStatus(status)) continue;
    const counter = counterOf[status];
    changes[counter] = (changes[counter] ?? seen[counter]) - 1n;
  }
  return changes;
}
