import type { WorkspaceRow } from '../../platform/database/models.js';
import type { RunId, StateVersionId, UserId } from '../../platform/ids.js';
import type { StoredJsonState, StoredState } from '../backing-data/intake.js';
import { countedOf } from '../inventory/counted-resources.js';
import type { IdentifiedOutput } from '../outputs/output.store.js';
import type { WorkspaceValues } from '../workspaces/planned-change.js';
import type { DeclaredState } from './acceptance.js';
import type { NewVersion } from './new-version.js';
import { lockNameOf } from './state-lock.js';
import { initialStatus } from './status.js';
import type { CopiedInventory, Joined } from './version.store.js';

/** A state version that is to be added to its workspace. */
export interface Arrival {
  readonly id: StateVersionId;
  /** The workspace and related data, as read at the beginning. */
  readonly joined: Joined;
  /** With the lineage of the supplied content, if it has one. */
  readonly declared: DeclaredState;
  readonly createdById: UserId;
  readonly runId: RunId | null;
  readonly rollbackOfId: StateVersionId | null;
  /** Supplied content; `null` if it is uploaded later. */
  readonly content: StoredState | null;
  readonly json: StoredJsonState | null;
  /** The supplied outputs, and their bytes; `null` for none. */
  readonly outputs: GivenOutputs | null;
  /** What another version with the same content has, and this one gets with its row. */
  readonly copied?: CopiedInventory | null;
}

export interface GivenOutputs {
  /** In order of their names. */
  readonly identified: readonly IdentifiedOutput[];
  readonly size: bigint;
  /** Whether others write them, after the version. */
  readonly apart: boolean;
}

/** The row of a version that becomes the newest one of its workspace. */
export function versionOf(arrival: Arrival, seen: WorkspaceRow, now: Date): NewVersion {
  const { id, joined, declared, content, json, outputs, copied } = arrival;
  return {
    id,
    workspaceId: joined.home.workspaceId,
    number: seen.lastNumber + 1n,
    status: initialStatus(content ? 'supplied' : 'omitted'),
    serial: declared.serial,
    md5: declared.md5,
    lineage: declared.lineage,
    force: declared.force,
    contentObjectId: content?.objectId ?? null,
    size: BigInt(content?.size ?? 0),
    jsonObjectId: json?.objectId ?? null,
    jsonSize: json ? BigInt(json.size) : null,
    outputsSize: outputs?.size ?? 0n,
    stateFormat: content?.header.version ?? null,
    engineVersion: content?.header.engineVersion ?? null,
    createdAt: now,
    createdById: arrival.createdById,
    runId: arrival.runId,
    rollbackOfId: arrival.rollbackOfId,
    createdUnderLock: lockNameOf(seen),
    outputsGiven: outputs !== null,
    outputIds: JSON.stringify(copied?.outputIds ?? (outputs?.identified ?? []).map((output) => output.id)),
  };
}

/** What the workspace says once it has this version, but for its stored bytes. */
export function workspaceWith(
  seen: WorkspaceRow,
  { id, number, status, createdAt }: NewVersion,
  { declared, content, copied }: Arrival,
): WorkspaceValues {
  return {
    ...(content && known(seen, declared, content)),
    lastNumber: number,
    pendingCount: status === 'pending' ? 1n : 0n,
    discardedCount: seen.discardedCount + seen.pendingCount,
    finalizedCount: seen.finalizedCount + (status === 'finalized' ? 1n : 0n),
    updatedAt: createdAt,
    latestChangeAt: createdAt,
    latestStateVersionId: id,
    ...(content && { currentStateVersionId: id }),
    ...(copied && countedOf(copied.source)),
  };
}

/** What the workspace knows after this content is its newest. */
export function known(
  seen: WorkspaceRow,
  { serial, md5 }: Pick<DeclaredState, 'serial' | 'md5'>,
  content: StoredState,
): WorkspaceValues {
  return {
    knownSerial: serial,
    knownMd5: md5,
    lineage: content.header.lineage ?? seen.lineage,
    highestSerial: serial > seen.highestSerial ? serial : seen.highestSerial,
  };
}
