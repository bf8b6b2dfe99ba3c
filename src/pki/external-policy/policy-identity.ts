import type { Caller } from '../../identity/caller.js';

/** What of a caller is offered to the service, before the paths of the configuration select of it. */
export interface OfferedIdentity {
  readonly entity: Readonly<Record<string, unknown>>;
  readonly groups: readonly Readonly<Record<string, unknown>>[];
}

/**
 * As Vault has it, a token without an account behind it has no identity. The groups are the organizations of the account, each with the ids of its teams.
 */
export function offeredIdentity({ entity, organizations, username, kind }: Caller): OfferedIdentity | null {
  if (!entity) return null;
  return {
    entity: { ...entity, username, kind },
    groups: [...organizations.values()].map(({ organizationId, organizationName, owner, teams }) => ({
      id: organizationId,
      name: organizationName,
      owner,
      teams: [...teams],
    })),
  };
}

/** What paths are tried on when they are written. */
export const exampleIdentity: OfferedIdentity = {
  entity: { id: 'user-1', name: 'someone', username: 'someone', kind: 'user' },
  groups: [{ id: 'org-1', name: 'default', owner: true, teams: ['team-1'] }],
};
