import type { Access } from '../access/access.js';
import type { Caller } from '../caller.js';

export interface UserPermissions {
  readonly canCreateOrganizations: boolean;
  readonly canChangeEmail: boolean;
  readonly canChangeUsername: boolean;
  readonly canManageUserTokens: boolean;
}

/** What the caller may do with an account: with its own as itself, with all accounts as a site administrator. */
export function userPermissions(access: Access, caller: Caller, userId: string): UserPermissions {
  const own = userId === caller.userId;
  const manages = access.allowsOnSite(caller, 'user.manage');
  return {
    canCreateOrganizations: own && access.allowsOnSite(caller, 'organization.create'),
    canChangeEmail: manages || (own && access.allowsOnSite(caller, 'account.update')),
    canChangeUsername: manages,
    canManageUserTokens: manages || (own && access.allowsOnSite(caller, 'token.manage-own')),
  };
}
