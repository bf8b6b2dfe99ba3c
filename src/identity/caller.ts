import type { Entity } from './policies/templates.js';
import type { OrganizationId, TeamId, TokenId, UserId } from '../platform/ids.js';

/** Where a request came from, for the audit record. */
export interface RequestOrigin {
  /** As in the log and the answer: the caller may have chosen it. */
  readonly requestId: string;
  /** Letters of our own, if the caller chose the id, so that no records look like those of another request. */
  readonly ownId?: string;
  readonly remoteAddress: string;
  /** The `Terraform-Version` header or the user agent, where sent. */
  readonly client?: string;
}

/** What a caller may do in one organization, gathered from its membership and teams. */
export interface OrganizationRights {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly owner: boolean;
  readonly teams: readonly TeamId[];
  /** Organization-wide grants of all its teams together. */
  readonly grants: ReadonlySet<OrganizationGrant>;
}

/** Organization-wide grants, by the names that Terraform Enterprise's `organization-access` gives them. */
export const organizationGrants = [
  'manage-workspaces',
  'read-workspaces',
  'manage-projects',
  'read-projects',
  'manage-membership',
  'manage-teams',
  'manage-organization-access',
  'access-secret-teams',
] as const;
export type OrganizationGrant = (typeof organizationGrants)[number];

/**
 * Somebody with a valid token. A team's or organization's token acts through an account of its own. A restricted one was made through
 * `auth/token/create`: its policies are all that it may do, regardless of its owner.
 */
export interface Caller {
  readonly kind: 'user' | 'team' | 'organization' | 'restricted';
  readonly tokenId: TokenId;
  /** The account that acts; for team and organization tokens, their service account. */
  readonly userId: UserId;
  readonly username: string;
  /** Set on team tokens. */
  readonly teamId?: TeamId;
  /** Set on team and organization tokens: they reach no other organization. */
  readonly organizationId?: OrganizationId;
  readonly siteAdmin: boolean;
  /**
   * The token lacks a policy that its owner has by default. It does the work of its owner, and administers nothing by which it could become more than it
   * is or outlive its end: see `notWhenNarrowed`.
   */
  readonly narrowed: boolean;
  /**
   * The token is not as good as its owner for ever: it has an end, ends with another one, or has other policies than its owner has by default, fewer or more,
   * which somebody may want back. What is made with it ends with it.
   */
  readonly bound: boolean;
  /** Names of the policies that decide what it may do in the certificate authority and its system paths; `root` stands for everything. */
  readonly policies: readonly string[];
  /** What their placeholders stand for. Absent for an orphan that a token made: it belongs to nobody, so rules with placeholders do not apply to it. */
  readonly entity?: Entity;
  /** By organization id; a row's id looks it up without a parser. */
  readonly organizations: ReadonlyMap<string, OrganizationRights>;
  /** The identity epoch all of this was read under: what is cached of a caller holds for this epoch only. */
  readonly epoch: string;
  /** When its token ends; absent where that never ends by itself. */
  readonly expiresAt?: Date;
  readonly origin: RequestOrigin;
}
