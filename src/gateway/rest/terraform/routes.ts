import { jsonApi } from './json-api.js';
import { CreateStateVersion, CurrentStateVersion } from './generated/operations.js';
import { constant } from './route.js';
import type { RestTable } from './route.js';
import { accountRoutes } from './routes/accounts.js';
import { auditTrailRoutes } from './routes/audit-trail.js';
import { consumerRoutes } from './routes/consumers.js';
import { membershipRoutes } from './routes/memberships.js';
import { organizationRoutes } from './routes/organizations.js';
import { projectRoutes } from './routes/projects.js';
import { reservedTagKeyRoutes } from './routes/reserved-tag-keys.js';
import { resourceRoutes } from './routes/resources.js';
import { retentionRoutes } from './routes/retention.js';
import { runRoutes } from './routes/runs.js';
import { tagRoutes } from './routes/tags.js';
import { teamAccessRoutes } from './routes/team-access.js';
import { teamRoutes } from './routes/teams.js';
import { tokenLifeRoutes } from './routes/token-lives.js';
import { tokenRoutes } from './routes/tokens.js';
import { stateVersionRoutes } from './routes/state-versions.js';
import { notificationRoutes } from './routes/notifications.js';
import { runTriggerRoutes } from './routes/run-triggers.js';
import { variableSetRoutes } from './routes/variable-sets.js';
import { variableRoutes } from './routes/variables.js';
import { workspaceRoutes } from './routes/workspaces.js';

/** The documented paths of the state service, and others that its command lines use. */
export const stateRoutes: RestTable = {
  prefix: '/api/v2',
  dialect: jsonApi,
  operations: 'state',
  routes: [
    // Clients read the headers of this response.
    constant('GET', '/ping', null, { anonymous: true }),
    ...organizationRoutes,
    ...accountRoutes,
    ...auditTrailRoutes,
    ...membershipRoutes,
    ...teamRoutes,
    ...teamAccessRoutes,
    ...tokenRoutes,
    ...tokenLifeRoutes,
    ...workspaceRoutes,
    ...projectRoutes,
    ...tagRoutes,
    ...reservedTagKeyRoutes,
    ...variableRoutes,
    ...variableSetRoutes,
    ...notificationRoutes,
    ...runTriggerRoutes,
    ...consumerRoutes,
    ...resourceRoutes,
    ...retentionRoutes,
    ...runRoutes,
    ...stateVersionRoutes,
  ],
};

/** Seconds between the snapshots of a client that sends some; clients use 20 for anything less. */
const snapshotSeconds = 20;

const askForSnapshots: ReadonlySet<string | undefined> = new Set([CurrentStateVersion.name, CreateStateVersion.name]);

/**
 * The same paths in a hosted deployment: responses about the current state version (also if there is none) and about a new one ask the client for intermediate
 * snapshots (docs/architecture.md, "State content").
 */
export const hostedStateRoutes: RestTable = {
  ...stateRoutes,
  routes: stateRoutes.routes.map((route) =>
    askForSnapshots.has(route.operation?.name)
      ? { ...route, headers: () => ({ 'x-terraform-snapshot-interval': String(snapshotSeconds) }) }
      : route,
  ),
};
