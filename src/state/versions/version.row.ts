import type { SqlRow } from '../../platform/database/database.js';
import type { StateVersion as Row } from '../../platform/database/generated/sqlite/client.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionOutputId } from '../../platform/ids.js';
import { bigint, boolean, date, integer, text } from '../../platform/database/columns.js';
import { isStateVersionStatus } from './status.js';
import type { StateVersionStatus } from './status.js';
import type { VersionHome } from './version-home.js';
import type { StateVersion } from './version.type.js';

/** Every column of a state version, in the order in which {@link fromSqlRow} reads them. */
export const columns = [
  'id',
  'workspaceId',
  'number',
  'status',
  'intermediate',
  'serial',
  'md5',
  'lineage',
  'force',
  'size',
  'stateFormat',
  'engineVersion',
  'createdAt',
  'createdById',
  'runId',
  'rollbackOfId',
  'createdUnderLock',
  'finalizedAt',
  'discardedAt',
  'contentObjectId',
  'jsonObjectId',
  'contentUploadedAt',
  'jsonUploadedAt',
  'jsonSize',
  'softDeletedAt',
  'deleteOlderThanDays',
  'backingDataDueAt',
  'permanentlyDeletedAt',
  'resourcesProcessed',
  'processingProblem',
  'outputsGiven',
  'outputsSize',
  'resourceCount',
  'billableRumCount',
  'managedCount',
  'modules',
  'providers',
  'resources',
  'outputIds',
] as const satisfies readonly (keyof Row)[];

/** The columns as a statement of our own selects them. */
export function selection(table: string): string {
  return columns.map((column) => `${table}."${column}" AS "${column}"`).join(', ');
}

/** A row as Prisma gives it. */
export function fromRow(row: Row, home: VersionHome | null = null): StateVersion {
  return {
    home,
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
    resourceCount: row.resourceCount,
    billableRumCount: row.billableRumCount,
    managedCount: row.managedCount,
    // Outputs are content: while that is not to be had, neither are they.
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

/** A row as a statement of our own gives it: each database has its own words for dates, booleans and big numbers. */
export function fromSqlRow(row: SqlRow, home: VersionHome): StateVersion {
  const typed: Row = {
    id: text(row['id']),
    workspaceId: text(row['workspaceId']),
    number: bigint(row['number']),
    status: text(row['status']),
    intermediate: boolean(row['intermediate']),
    serial: bigint(row['serial']),
    md5: text(row['md5']),
    lineage: text.orNull(row['lineage']),
    force: boolean(row['force']),
    size: bigint(row['size']),
    stateFormat: integer.orNull(row['stateFormat']),
    engineVersion: text.orNull(row['engineVersion']),
    createdAt: date(row['createdAt']),
    createdById: text.orNull(row['createdById']),
    runId: text.orNull(row['runId']),
    rollbackOfId: text.orNull(row['rollbackOfId']),
    createdUnderLock: text.orNull(row['createdUnderLock']),
    finalizedAt: date.orNull(row['finalizedAt']),
    discardedAt: date.orNull(row['discardedAt']),
    contentObjectId: text.orNull(row['contentObjectId']),
    jsonObjectId: text.orNull(row['jsonObjectId']),
    contentUploadedAt: date.orNull(row['contentUploadedAt']),
    jsonUploadedAt: date.orNull(row['jsonUploadedAt']),
    jsonSize: bigint.orNull(row['jsonSize']),
    softDeletedAt: date.orNull(row['softDeletedAt']),
    deleteOlderThanDays: integer.orNull(row['deleteOlderThanDays']),
    backingDataDueAt: date.orNull(row['backingDataDueAt']),
    permanentlyDeletedAt: date.orNull(row['permanentlyDeletedAt']),
    resourcesProcessed: boolean(row['resourcesProcessed']),
    processingProblem: text.orNull(row['processingProblem']),
    outputsGiven: boolean(row['outputsGiven']),
    outputsSize: bigint(row['outputsSize']),
    resourceCount: bigint(row['resourceCount']),
    billableRumCount: bigint.orNull(row['billableRumCount']),
    managedCount: bigint(row['managedCount']),
    modules: text.orNull(row['modules']),
    providers: text.orNull(row['providers']),
    resources: text.orNull(row['resources']),
    outputIds: text(row['outputIds']),
  };
  return fromRow(typed, home);
}

function statusOf(word: string): StateVersionStatus {
  if (!isStateVersionStatus(word)) throw new Error(`a state version has the unknown status ${word}`);
  return word;
}

/** Only the service writes this column, so what does not look like it is a damaged row. */
function outputIdsOf(json: string): readonly StateVersionOutputId[] {
  if (json === '[]') return [];
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) throw new Error('the output ids of a state version are not a list');
  return list.map((id) => ids.stateVersionOutput.require(id));
}
