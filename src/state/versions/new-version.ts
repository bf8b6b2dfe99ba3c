import type { StateVersionRow } from '../../platform/database/models.js';
import type { RunId, StateVersionId, UserId, WorkspaceId } from '../../platform/ids.js';
import type { InventoryColumns } from '../inventory/arrived-inventory.js';
import type { StateVersionStatus } from './status.js';
import { fromRow } from './version.row.js';
import type { StateVersion } from './version.type.js';

/** The columns of a new row; all others have defaults. */
export interface NewVersion {
  readonly id: StateVersionId;
  readonly workspaceId: WorkspaceId;
  readonly number: bigint;
  readonly status: StateVersionStatus;
  readonly serial: bigint;
  readonly md5: string;
  readonly lineage: string | null;
  readonly force: boolean;
  readonly size: bigint;
  readonly stateFormat: number | null;
  readonly engineVersion: string | null;
  readonly createdAt: Date;
  readonly createdById: UserId;
  readonly runId: RunId | null;
  readonly rollbackOfId: StateVersionId | null;
  readonly createdUnderLock: string | null;
  readonly contentObjectId: string | null;
  readonly jsonObjectId: string | null;
  readonly jsonSize: bigint | null;
  readonly outputsGiven: boolean;
  readonly outputsSize: bigint;
  /** JSON text of the ids. */
  readonly outputIds: string;
}

/** When the parts of a new version arrived, if they came with it. */
export function arrivals({ createdAt, contentObjectId, jsonObjectId }: NewVersion) {
  const arrived = contentObjectId === null ? null : createdAt;
  return { finalizedAt: arrived, contentUploadedAt: arrived, jsonUploadedAt: jsonObjectId === null ? null : createdAt };
}

/** A new version as its row is: with what was read of its content, or the defaults of schema.prisma. */
export function addedVersion(version: NewVersion, read: InventoryColumns | null): StateVersion {
  const row: StateVersionRow = {
    ...version,
    ...arrivals(version),
    intermediate: false,
    resourcesProcessed: false,
    processingProblem: null,
    discardedAt: null,
    softDeletedAt: null,
    deleteOlderThanDays: null,
    backingDataDueAt: null,
    permanentlyDeletedAt: null,
    resourceCount: 0n,
    billableRumCount: null,
    managedCount: 0n,
    modules: '{}',
    providers: '{}',
    resources: '[]',
    ...read,
  };
  return fromRow(row);
}
