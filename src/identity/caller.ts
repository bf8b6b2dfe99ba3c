import type { BlockList } from 'node:net';
import type { Entity } from './policies/templates.js';
import type { OrganizationId, TeamId, TokenId, UserId } from '../platform/ids.js';

/** The origin of a request, for the audit record. */
export interface RequestOrigin {
  /** As in the log and the response: the caller may have chosen it. */
  readonly requestId: string;
  /** Letters of our own if the caller chose the id, so that its records do not look like those of another request. */
  readonly ownId?: string;
  readonly remoteAddress: string;
  /** The `Terraform-Version` header or the user agent, if sent. */
  readonly client?: string;
  /** The certificates by which the client has proved itself to the connection, DER, its own first. Absent or empty without one. */
  readonly certificates?: () => readonly Uint8Array[];
}

/** The permissions of a caller in one organization, from its membership and teams. */
export interface OrganizationRights {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly owner: boolean;
  readonly teams: readonly TeamId[];
  /** Organization-wide grants of all its teams together. */
  readonly grants: ReadonlySet<OrganizationGrant>;
}

/** Organization-wide grants, with the names of Terraform Enterprise's `organization-access`. */
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
 * A caller with a valid token. A team's or organization's token acts through a separate account. A restricted caller uses a token from `auth/token/create`:
 * only its policies give it permissions, regardless of its owner.
 */
export interface Caller {
  readonly kind: 'user' | 'team' | 'organization' | 'restricted';
  readonly tokenId: TokenId;
  /** The account that acts; for team and organization tokens, their service account. */
  readonly userId: UserId;
  readonly username: string;
  /** Set for team tokens. */
  readonly teamId?: TeamId;
  /** Set for team tokens. */
  readonly teamName?: string;
  /** Set for team and organization tokens: they reach no other organization. */
  readonly organizationId?: OrganizationId;
  /** Set for a token that reads the audit trail of an organization, and does nothing else. */
  readonly auditTrailOf?: OrganizationId;
  readonly siteAdmin: boolean;
  /**
   * The token lacks a policy that its owner has by default. It can do the work of its owner, but no administration by which it could get more permissions or a
   * longer life: see `notWhenNarrowed`.
   */
  readonly narrowed: boolean;
  /**
   * The token is not permanently equal to its owner: it expires, ends with another token, or has other policies than its owner has by default, which somebody
   * may want to take back. What is created with it ends with it.
   */
  readonly bound: boolean;
  /** Names of the policies that decide what it may do in the certificate authority and its system paths; `root` allows everything. */
  readonly policies: readonly string[];
  /** Its token is for a number of requests, each of which takes one: it creates no other. */
  readonly limited?: true;
  /** Its token is a batch token, which creates no other, cannot be renewed and cannot be revoked by itself. */
  readonly batch?: true;
  /** The networks that its token may be used from; absent for any. */
  readonly networks?: Pick<BlockList, 'check'>;
  /** The values for placeholders in policies. Absent for an orphan token, which belongs to nobody, so that rules with placeholders do not apply to it. */
  readonly entity?: Entity;
  /** By organization id; ids from rows need no parser. */
  readonly organizations: ReadonlyMap<string, OrganizationRights>;
  /** The identity epoch in which all of this was read: cached data of a caller is only valid in this epoch. */
  readonly epoch: string;
  /** When its token expires; absent if it does not. */
  readonly expiresAt?: Date;
  readonly origin: RequestOrigin;
}

/** Whether a caller is what it was when it was read: its token has not ended, and nothing has changed that could end it or give it other rights. */
export const isAsRead = ({ epoch, expiresAt }: Caller, present: string, now: Date): boolean =>
  epoch === present && (expiresAt === undefined || expiresAt > now);
