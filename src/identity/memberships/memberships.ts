import type { Database, TransactionClient } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import { all, any, condition, equals } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { OrganizationRow, Prisma, UserRow } from '../../platform/database/models.js';
import { fewContaining } from '../../platform/database/name-parts.js';
import { searched, searchedAmong, searchedIn } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage, way } from '../../platform/graphql/read-page.js';
import { ids } from '../../platform/ids.js';
import { item, problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import { tooNarrow } from '../access/access.js';
import type { Caller } from '../caller.js';
import { found, idOf } from '../directory.js';
import { requireText } from '../names.js';
import { requireOwner } from '../teams/owners.js';
import type { AuditTarget } from '../audit/target.js';
import type { IdentityParts } from '../parts.js';
import { forgetWaiting, waitingAccount } from './waiting-invitations.js';

export type MembershipRow = Prisma.OrganizationMembershipGetPayload<object>;
export type MembershipStatus = 'active' | 'invited';

export interface MembershipFilter {
  readonly status?: MembershipStatus | null | undefined;
  /** Part of a username or of an email address, in any case. */
  readonly search?: string | null | undefined;
  readonly emails?: readonly string[] | null | undefined;
}

export interface NewMembership {
  /** Name or id. */
  readonly organization: string;
  /** Either of the two names the user. */
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly teamIds?: readonly string[] | null | undefined;
  /** Whether the user must accept before the membership takes effect. Only a site administrator may omit this. */
  readonly invite?: boolean | null | undefined;
}

const byId = keyset({ id: ascending(text) });

/** Memberships in organizations. */
export class Memberships {
  constructor(private readonly deps: IdentityParts) {}

  /** Members see each other; an invited user sees the invitation. @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<MembershipRow> {
    const membership = await this.#find(id);
    if (membership.userId !== caller.userId) {
      await this.deps.access.onOrganization(caller, 'membership.read', membership.organizationId);
    }
    return membership;
  }

  /** The organization, if the caller may list its memberships. @param ref name or id @throws NOT_FOUND */
  async listable(caller: Caller, ref: string): Promise<OrganizationRow> {
    const organization = await this.deps.directory.organization(ref);
    await this.deps.access.onOrganization(caller, 'membership.read', organization.id);
    return organization;
  }

  /** The caller's own memberships and invitations. */
  listOwn({ userId }: Caller, page: PageAsked): Promise<Connection<MembershipRow>> {
    return this.#list({ userId }, page);
  }

  pageOwn({ userId }: Caller, window: PageWindow): Promise<NumberedPage<MembershipRow>> {
    return this.#page({ userId }, window);
  }

  /** @throws NOT_FOUND, MISSING_INPUT, INVALID_INPUT, NAME_TAKEN for a user who is a member already */
  async add(caller: Caller, input: NewMembership): Promise<MembershipRow> {
    const { access, changes, clock, directory } = this.deps;
    const organization = await directory.organization(input.organization);
    await access.onOrganization(caller, 'membership.manage', organization.id);
    const named = await this.#named(input);
    const teams = await this.#teams(caller, organization.id, input.teamIds ?? []);
    // An address that no user has waits for one, whoever invites.
    const status = named === null ? 'invited' : firstStatus(caller, input);
    const now = clock.now();
    const field = [typeof input.username === 'string' ? 'username' : 'email'];
    const message = 'The user is a member or invited already';
    return changes.make(
      caller,
      'membership.create',
      async (tx) => {
        // The organization first: a deletion that holds it waits for nobody who waits for it.
        await tx.organization.update({ where: { id: organization.id }, data: { memberCount: { increment: 1 } } });
        const user = named ?? (await waitingAccount(tx, input.email ?? '', now));
        const data = {
          id: ids.organizationMembership.make(),
          organizationId: organization.id,
          userId: user.id,
          status,
          emailKnown: typeof input.username !== 'string',
        };
        const result = await tx.organizationMembership.create({ data: { ...data, createdAt: now } });
        for (const teamId of inLockOrder(teams, (id) => id)) {
          await tx.teamMembership.create({ data: { teamId, userId: user.id, createdAt: now } });
          await tx.team.update({ where: { id: teamId }, data: { memberCount: { increment: 1 } } });
        }
        return { result, target: targetOf(result, user), details: { status, teams } };
      },
      { unique: [{ model: 'OrganizationMembership', columns: ['organizationId', 'userId'], field, message }] },
    );
  }

  /** The invited user accepts. @throws NOT_FOUND, TOKEN_KIND_REFUSED */
  async accept(caller: Caller, id: string): Promise<MembershipRow> {
    const membership = await this.#find(id);
    const { organizationId } = membership;
    const refuse = (refused?: ProblemError): never =>
      this.deps.access.refuseOthers(caller, 'membership.accept', { type: 'membership', id, organizationId }, refused);
    if (membership.userId !== caller.userId || caller.kind !== 'user') refuse();
    if (caller.narrowed) refuse(problem('TOKEN_KIND_REFUSED', tooNarrow));
    return this.deps.changes.make(caller, 'membership.accept', async (tx) => {
      const result = await tx.organizationMembership.update({ where: { id }, data: { status: 'active' } });
      return { result, target: targetOf(result, caller) };
    });
  }

  /**
   * Ends a membership, and those in the teams of the organization; members may end their own.
   * @throws NOT_FOUND, IN_USE for the last owner
   */
  async remove(caller: Caller, id: string): Promise<void> {
    const membership = await this.#find(id);
    const { organizationId, userId } = membership;
    const own = caller.kind === 'user' && !caller.narrowed && userId === caller.userId;
    if (!own) await this.deps.access.onOrganization(caller, 'membership.manage', organizationId);
    const owns = await this.deps.client.teamMembership.findFirst({
      where: { userId, team: { organizationId, owners: true } },
    });
    if (owns && !own) await this.deps.access.onOrganization(caller, 'team.manage-owners', organizationId);
    const user = await this.deps.directory.user(userId);
    await this.deps.changes.make(caller, 'membership.delete', async (tx) => {
      // First, so that two members who remove each other wait for one another.
      await tx.organization.update({ where: { id: organizationId }, data: { memberCount: { decrement: 1 } } });
      await leaveTeams(tx, organizationId, userId);
      found((await tx.organizationMembership.deleteMany({ where: { id } })).count === 1 ? id : null);
      await forgetWaiting(tx, user);
      await requireOwner(tx, organizationId);
      return { result: undefined, target: targetOf(membership, user) };
    });
  }

  #list(where: Prisma.OrganizationMembershipWhereInput, page: PageAsked): Promise<Connection<MembershipRow>> {
    const { organizationMembership } = this.deps.client;
    return keysetPage(byId, page, {
      rows: (query) => organizationMembership.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => organizationMembership.count({ where }),
    });
  }

  #page(where: Prisma.OrganizationMembershipWhereInput, window: PageWindow): Promise<NumberedPage<MembershipRow>> {
    const { organizationMembership } = this.deps.client;
    return readPage(
      window,
      () => organizationMembership.count({ where }),
      ({ backwards, ...place }) =>
        organizationMembership.findMany({ where, orderBy: { id: way(backwards) }, ...place }),
    );
  }

  async #find(id: string): Promise<MembershipRow> {
    return found(
      await this.deps.client.organizationMembership.findUnique({ where: { id: idOf('organizationMembership', id) } }),
    );
  }

  /** `null` for an address that no user has. */
  async #named({ username, email }: NewMembership): Promise<UserRow | null> {
    const { user } = this.deps.client;
    if (typeof username === 'string') {
      const named = await user.findUnique({ where: { username } });
      if (named?.kind === 'person') return named;
      throw problem('INVALID_INPUT', 'username names no user', ['username']);
    }
    if (typeof email !== 'string' || email === '') {
      throw problem('MISSING_INPUT', 'username or email is required', ['username']);
    }
    const [named, ...others] = await user.findMany({
      where: { searchEmail: searched({ equals: email }), kind: 'person' },
      take: 2,
    });
    if (others.length > 0) throw problem('INVALID_INPUT', 'email belongs to several users', ['email']);
    if (!named) requireText('email', email, ['email']);
    return named ?? null;
  }

  /** The teams of a new member, without duplicates; only owners may add to the team of owners. */
  async #teams(caller: Caller, organizationId: string, teamIds: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(teamIds)];
    const teams = await this.deps.client.team.findMany({ where: { id: { in: wanted }, organizationId } });
    if (teams.length < wanted.length) {
      const missing = teamIds.findIndex((id) => !teams.some((team) => team.id === id));
      throw problem('INVALID_INPUT', 'teamIds names a team that does not exist', ['teamIds'], item(missing));
    }
    if (teams.some(({ owners }) => owners)) {
      await this.deps.access.onOrganization(caller, 'team.manage-owners', organizationId);
    }
    return wanted;
  }
}

/**
 * Nobody becomes a member without consent: members see each other's address, and the named user may not be the intended one.
 * @throws INVALID_INPUT
 */
function firstStatus(caller: Caller, { invite }: NewMembership): MembershipStatus {
  if (caller.siteAdmin) return invite === true ? 'invited' : 'active';
  if (invite !== false) return 'invited';
  throw problem(
    'INVALID_INPUT',
    'invite can only be false for a site administrator: others invite, and the user accepts',
    ['invite'],
  );
}

/** Whether the organization may know the user's address: for members, and if the invitation named it. */
export function knowsEmail({ status, emailKnown }: MembershipRow): boolean {
  return status === 'active' || emailKnown;
}

/** As `knowsEmail`. */
const emailIsKnown = any(equals('status', 'active'), condition('"emailKnown"'));

/** Users that include all whose name or address has a part, if they are few. */
export const fewSearched = (names: Pick<Database, 'readSql'>, { search }: MembershipFilter) =>
  fewContaining(names, search, 'user', 'user-email');

/** The conditions of a filter on memberships. */
export function membershipConditions({ status, search, emails }: MembershipFilter): SqlCondition[] {
  // Looked at for each membership: a list of all users with the part would be made for a page of twenty, by PostgreSQL also where it is asked whether one exists.
  const user = ({ sql, parameters }: SqlCondition) =>
    condition(`(SELECT 1 FROM "User" WHERE "id" = "userId" AND ${sql}) = 1`, ...parameters);
  const byEmail = (part: SqlCondition) => all(emailIsKnown, user(part));
  return [
    ...(status ? [equals('status', status)] : []),
    ...(search ? [any(user(searchedIn('searchName', search)), byEmail(searchedIn('searchEmail', search)))] : []),
    ...(emails ? [byEmail(searchedAmong('searchEmail', emails))] : []),
  ];
}

async function leaveTeams(tx: TransactionClient, organizationId: string, userId: string): Promise<void> {
  const teams = await tx.teamMembership.findMany({
    where: { userId, team: { organizationId } },
    select: { teamId: true },
  });
  for (const { teamId } of inLockOrder(teams, (membership) => membership.teamId)) {
    await tx.teamMembership.delete({ where: { teamId_userId: { teamId, userId } } });
    await tx.team.update({ where: { id: teamId }, data: { memberCount: { decrement: 1 } } });
  }
}

function targetOf({ id, organizationId }: MembershipRow, { username }: { username: string }): AuditTarget {
  return { type: 'organization-membership', id, name: username, organizationId };
}
