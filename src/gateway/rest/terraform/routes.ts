import { jsonApi } from './json-api.js';
import { CreateStateVersion, CurrentStateVersion } from './generated/operations.js';
import { constant } from './row.js';
import type { RestTable } from './row.js';
import { accountRows } from './routes/accounts.js';
import { consumerRows } from './routes/consumers.js';
import { membershipRows } from './routes/memberships.js';
import { organizationRows } from './routes/organizations.js';
import { projectRows } from './routes/projects.js';
import { retentionRows } from './routes/retention.js';
import { runRows } from './routes/runs.js';
import { tagRows } from './routes/tags.js';
import { teamAccessRows } from './routes/team-access.js';
import { teamRows } from './routes/teams.js';
import { tokenRows } from './routes/tokens.js';
import { stateVersionRows } from './routes/state-versions.js';
import { workspaceRows } from './routes/workspaces.js';

/** The documented paths of the state service, and the further ones that its command lines use. */
export const stateRoutes: RestTable = {
  prefix: '/api/v2',
  dialect: jsonApi,
  operations: 'state',
  rows: [
    // Clients read the headers of this answer.
    constant('GET', '/ping', null, { anonymous: true }),
    ...organizationRows,
    ...accountRows,
    ...membershipRows,
    ...teamRows,
    ...teamAccessRows,
    ...tokenRows,
    ...workspaceRows,
    ...projectRows,
    ...tagRows,
    ...consumerRows,
    ...retentionRows,
    ...runRows,
    ...stateVersionRows,
  ],
};

/** Seconds between the snapshots of a client that takes some; clients take 20 for anything less. */
const snapshotSeconds = 20;

const askForSnapshots: ReadonlySet<string | undefined> = new Set([CurrentStateVersion.name, CreateStateVersion.name]);

/**
 * The same paths in a hosted deployment: answers to reading the current state version (also that there is none) and to creating one ask the client for
 * intermediate snapshots (docs/architecture.md, "State content").
 */
export const hostedStateRoutes: RestTable = {
  ...stateRoutes,
  rows: stateRoutes.rows.map((row) =>
    askForSnapshots.has(row.operation?.name)
      ? { ...row, headers: () => ({ 'x-terraform-snapshot-interval': String(snapshotSeconds) }) }
      : row,
  ),
};
