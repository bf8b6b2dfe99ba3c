import type { StateVersionRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionOutputId } from '../../platform/ids.js';
import { isStateVersionStatus } from './status.js';
import type { StateVersionStatus } from './status.js';
import type { VersionHome } from './version-home.js';
import type { StateVersion } from './version.type.js';

/** A row as the domain sees it. */
export function fromRow(row: StateVersionRow, home: VersionHome | null = null): StateVersion {
  return {
    home,
    neighbours: null,
    id: ids.stateVersion.require(row.id),
    workspaceId: ids.workspace.require(row.workspaceId),
    number: row.number,
    status: statusOf(row.status),
    intermediate: row.intermediate,
    serial: row.serial,
    md5: row.md5,
    lineage: row.lineage,
    size: row.size,
    stateFormat: row.stateFormat,
    engineVersion: row.engineVersion,
    createdAt: row.createdAt,
    createdById: ids.user.parse(row.createdById),
    runId: ids.run.parse(row.runId),
    rollbackOfId: ids.stateVersion.parse(row.rollbackOfId),
    finalizedAt: row.finalizedAt,
    discardedAt: row.discardedAt,
    softDeletedAt: row.softDeletedAt,
    deleteOlderThanNDays: row.deleteOlderThanDays,
    backingDataDueAt: row.backingDataDueAt,
    permanentlyDeletedAt: row.permanentlyDeletedAt,
    resourcesProcessed: row.resourcesProcessed,
    processingProblem: row.processingProblem,
    resourceCount: row.processingProblem === null ? row.resourceCount : null,
    billableRumCount: row.billableRumCount,
    managedCount: row.managedCount,
    // Outputs are content: if that is unavailable, so are they.
    outputIds: row.status.startsWith('backing_data_') ? [] : outputIdsOf(row.outputIds),
    modulesJson: row.modules,
    providersJson: row.providers,
    resourcesJson: row.resources,
    force: row.force,
    createdUnderLock: row.createdUnderLock,
    outputsGiven: row.outputsGiven,
    outputsSize: row.outputsSize,
    jsonSize: row.jsonSize,
    contentObjectId: row.contentObjectId,
    jsonObjectId: row.jsonObjectId,
    jsonUploadedAt: row.jsonUploadedAt,
  };
}

function statusOf(word: string): StateVersionStatus {
  if (!isStateVersionStatus(word)) throw new Error(`a state version has the unknown status ${word}`);
  return word;
}

/** Only the service writes this column, so an invalid value means a damaged row. */
function outputIdsOf(json: string): readonly StateVersionOutputId[] {
  if (json === '[]') return [];
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) throw new Error('the output ids of a state version are not a list');
  return list.map((id) => ids.stateVersionOutput.require(id));
}
