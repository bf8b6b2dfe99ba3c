import { all, any, equals, oneOf, within } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { problem } from '../../platform/problems.js';
import type { RunStatus } from './run-status.js';

/** What a run does, by what it was asked for. */
export const runOperations = ['plan_and_apply', 'plan_only', 'refresh_only', 'destroy'] as const;
export type RunOperation = (typeof runOperations)[number];

/** The filter of a list of runs. All conditions must be met. */
export interface RunSearch {
  /** Any of these. */
  readonly statuses?: readonly RunStatus[] | null | undefined;
  readonly sources?: readonly string[] | null | undefined;
  readonly runOperations?: readonly RunOperation[] | null | undefined;
  readonly workspaceNames?: readonly string[] | null | undefined;
  /** Of the account that recorded it. */
  readonly username?: string | null | undefined;
  /** Of the configuration version. */
  readonly commitSha?: string | null | undefined;
  /** Its id, its whole message, or one of the two above. */
  readonly text?: string | null | undefined;
}

/** Values of one list. */
export const mostValues = 100;

const operation: Readonly<Record<RunOperation, SqlCondition>> = {
  plan_only: equals('planOnly', true),
  refresh_only: all(equals('planOnly', false), equals('refreshOnly', true)),
  destroy: all(equals('planOnly', false), equals('refreshOnly', false), equals('isDestroy', true)),
  plan_and_apply: all(equals('planOnly', false), equals('refreshOnly', false), equals('isDestroy', false)),
};

const byUsername = (username: string) => within('createdById', 'SELECT "id" FROM "User"', equals('username', username));
const byCommit = (sha: string) =>
  within('configurationVersionId', 'SELECT "id" FROM "ConfigurationVersion"', equals('commitSha', sha));

/** On the columns of `Run`. @throws INVALID_PARAMETER for too many values */
export function runConditions(search: RunSearch): readonly SqlCondition[] {
  for (const name of ['statuses', 'sources', 'runOperations', 'workspaceNames'] as const) {
    if ((search[name]?.length ?? 0) > mostValues)
      throw problem('INVALID_PARAMETER', `${name} may have at most ${mostValues} values`, ['filter', name]);
  }
  const { statuses, sources, runOperations: operations, workspaceNames, username, commitSha, text } = search;
  return [
    ...(statuses ? [oneOf('status', statuses)] : []),
    ...(sources ? [oneOf('source', sources)] : []),
    ...(operations ? [any(...[...new Set(operations)].map((each) => operation[each]))] : []),
    ...(workspaceNames ? [within('workspaceId', 'SELECT "id" FROM "Workspace"', oneOf('name', workspaceNames))] : []),
    ...(username != null ? [byUsername(username)] : []),
    ...(commitSha != null ? [byCommit(commitSha)] : []),
    ...(text != null ? [any(equals('id', text), equals('message', text), byUsername(text), byCommit(text))] : []),
  ];
}
