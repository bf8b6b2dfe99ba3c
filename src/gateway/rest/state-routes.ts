import { jsonApi } from './json-api.js';
import { constant } from './row.js';
import type { RestTable } from './row.js';
import { stateVersionRows } from './state-routes/state-versions.js';
import { workspaceRows } from './state-routes/workspaces.js';

/** The documented paths of the state service, and what its command lines use besides. */
export const stateRoutes: RestTable = {
  prefix: '/api/v2',
  dialect: jsonApi,
  operations: 'state',
  rows: [
    // Clients read the headers of this answer.
    constant('GET', '/ping', null, { anonymous: true }),
    ...workspaceRows,
    ...stateVersionRows,
  ],
};
