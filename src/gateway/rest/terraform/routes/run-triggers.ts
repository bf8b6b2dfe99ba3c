import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { get, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { unpaged } from './unpaged.js';
import { ReadRunTriggers } from '../generated/operations.js';

const path = '/workspaces/:workspace_id/run-triggers';
const workspaceOf = ({ params }: RestRequest<'workspace_id'>) => ({ id: params.workspace_id });

/** Nothing runs on the server: a workspace has none, and gets none. */
export const runTriggerRoutes: readonly Route[] = [
  get(
    path,
    ReadRunTriggers,
    workspaceOf,
    ({ workspace }, request) => {
      found(workspace);
      return unpaged([], request);
    },
    { neverIncluded: ['workspace', 'sourceable'] },
  ),
  post(path, ReadRunTriggers, workspaceOf, ({ workspace }) => {
    found(workspace);
    const rule = 'run triggers cannot be created: nothing runs on the server, so no run could trigger another';
    throw problem('INVALID_INPUT', rule, ['data']);
  }),
];
