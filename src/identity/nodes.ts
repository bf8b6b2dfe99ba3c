import { ids } from '../platform/ids.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import { requireCaller } from './context.js';
import type { IdentityContext } from './context.js';

/** What `node(id)` finds of users and their permissions. */
export const identityNodes: NodeLoaders<IdentityContext> = {
  org: node('Organization', ({ identity }, caller, id) => identity.organizations.read(caller, id)),
  user: node('User', ({ identity }, caller, id) => (ids.user.is(id) ? identity.visibleTo(caller).user.load(id) : null)),
  ou: node('OrganizationMembership', ({ identity }, caller, id) => identity.memberships.read(caller, id)),
  team: node('Team', ({ identity }, caller, id) => identity.teams.read(caller, id)),
  at: node('Token', ({ identity }, caller, id) => identity.tokens.read(caller, id)),
  tws: node('TeamWorkspaceAccess', ({ identity }, caller, id) => identity.workspaceAccess.read(caller, id)),
  tprj: node('TeamProjectAccess', ({ identity }, caller, id) => identity.projectAccess.read(caller, id)),
};

function node(
  type: string,
  load: (
    context: IdentityContext,
    caller: ReturnType<typeof requireCaller>,
    id: string,
  ) => Promise<object | null> | null,
): NodeLoaders<IdentityContext>[string] {
  return { type, load: (id, context) => load(context, requireCaller(context), id) };
}
