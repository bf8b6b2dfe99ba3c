import { problem } from '../../../../platform/problems.js';
import { commaList } from '../../found.js';
import type { RunFilter, RunOperation } from '../generated/operations.js';
import type { RestRequest } from '../route.js';
import { runStatusesOf, runStatusesOfGroups } from './run-statuses.js';

const operations: ReadonlyMap<string, RunOperation> = new Map([
  ['plan_and_apply', 'PLAN_AND_APPLY'],
  ['plan_only', 'PLAN_ONLY'],
  ['refresh_only', 'REFRESH_ONLY'],
  ['destroy', 'DESTROY'],
]);
const timeframe = 'filter[timeframe]';

/**
 * Terraform Enterprise API, "Runs": what lists of runs are narrowed by. Words that no run here can have find none.
 * @throws INVALID_PARAMETER
 */
export function runFilterOf({ query }: Pick<RestRequest, 'query'>): RunFilter {
  if ((query(timeframe) ?? '') !== '') throw problem('INVALID_PARAMETER', `${timeframe} is not supported`, [timeframe]);
  const one = (name: string) => {
    const given = query(name);
    return given === '' ? undefined : given;
  };
  const ofGroups = runStatusesOfGroups(query('filter[status_group]'));
  const named = runStatusesOf(query('filter[status]'));
  const both = ofGroups && named ? named.filter((status) => ofGroups.includes(status)) : (named ?? ofGroups);
  // No run waits for an agent.
  const statuses = commaList(query('filter[agent_pool_names]')) ? [] : both;
  const sources = commaList(query('filter[source]'));
  const asked = commaList(query('filter[operation]'))?.flatMap((word) => operations.get(word) ?? []);
  const workspaceNames = commaList(query('filter[workspace_names]'));
  const [username, commitSha] = [one('search[user]'), one('search[commit]')];
  const text = username === undefined && commitSha === undefined ? (one('search[basic]') ?? one('search')) : undefined;
  return {
    ...(statuses && { statuses }),
    ...(sources && { sources }),
    ...(asked && { runOperations: asked }),
    ...(workspaceNames && { workspaceNames }),
    ...(username !== undefined && { username }),
    ...(commitSha !== undefined && { commitSha }),
    ...(text !== undefined && { text }),
  };
}
