import type { TeamRow, UserRow } from '../../platform/database/models.js';
import { item, problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { requireOwner } from './owners.js';
import { targetOf } from './teams.js';
import { requireVisible } from './visible-teams.js';
import type { IdentityParts } from '../parts.js';

/** Members of a team by either kind of name, as in Terraform Enterprise's two relationships. */
export interface TeamMembersNamed {
  readonly usernames?: readonly string[] | null | undefined;
  readonly membershipIds?: readonly string[] | null | undefined;
}

/** The members of teams. */
export class TeamMembers {
  constructor(private readonly deps: IdentityParts) {}

  /** Existing members stay. @throws NOT_FOUND, INVALID_INPUT for a user who is not a member of the organization */
  async add(caller: Caller, teamId: string, named: TeamMembersNamed): Promise<TeamRow> {
    const team = await this.#managed(caller, teamId);
    const users = await this.#users(team, named);
    const createdAt = this.deps.clock.now();
    return this.deps.changes.make(caller, 'team.add-members', async (tx) => {
      // First, so that two requests that add the same member wait for one another.
      await tx.team.update({ where: { id: teamId }, data: { updatedAt: createdAt } });
      const there = await tx.teamMembership.findMany({ where: { teamId, userId: { in: users.map(({ id }) => id) } } });
      const present = new Set(there.map(({ userId }) => userId));
      const added = users.filter(({ id }) => !present.has(id));
      for (const { id } of added) await tx.teamMembership.create({ data: { teamId, userId: id, createdAt } });
      const result = await tx.team.update({
        where: { id: teamId },
        data: { memberCount: { increment: added.length } },
      });
      return { result, target: targetOf(team), details: { usernames: added.map(({ username }) => username) } };
    });
  }

  /** Users outside the team are ignored. @throws NOT_FOUND, INVALID_INPUT, IN_USE for the last owner */
  async remove(caller: Caller, teamId: string, named: TeamMembersNamed): Promise<TeamRow> {
    const team = await this.#managed(caller, teamId);
    const users = await this.#users(team, named);
    const updatedAt = this.deps.clock.now();
    return this.deps.changes.make(caller, 'team.remove-members', async (tx) => {
      await tx.team.update({ where: { id: teamId }, data: { updatedAt } });
      const { count } = await tx.teamMembership.deleteMany({
        where: { teamId, userId: { in: users.map(({ id }) => id) } },
      });
      const result = await tx.team.update({ where: { id: teamId }, data: { memberCount: { decrement: count } } });
      if (team.owners) await requireOwner(tx, team.organizationId);
      return { result, target: targetOf(team), details: { usernames: users.map(({ username }) => username) } };
    });
  }

  async #managed(caller: Caller, id: string): Promise<TeamRow> {
    const team = await this.deps.directory.team(id);
    const action = team.owners ? 'team.manage-owners' : 'membership.manage';
    await this.deps.access.onOrganization(caller, action, team.organizationId);
    requireVisible(caller, team);
    return team;
  }

  async #users({ organizationId }: TeamRow, { usernames, membershipIds }: TeamMembersNamed): Promise<UserRow[]> {
    const byName = [...new Set(usernames)];
    const byMembership = [...new Set(membershipIds)];
    if (byName.length + byMembership.length === 0) {
      throw problem('MISSING_INPUT', 'usernames must name at least one member', ['usernames']);
    }
    const memberships = await this.deps.client.organizationMembership.findMany({
      where: { organizationId, OR: [{ user: { username: { in: byName } } }, { id: { in: byMembership } }] },
      include: { user: true },
    });
    const known = new Set(memberships.flatMap(({ id, user }) => [id, user.username]));
    for (const [field, given] of [
      ['usernames', usernames],
      ['membershipIds', membershipIds],
    ] as const) {
      const stranger = given?.find((name) => !known.has(name));
      if (!given || stranger === undefined) continue;
      const message = `${field} names somebody who is not a member of the organization`;
      throw problem('INVALID_INPUT', message, [field], item(given.indexOf(stranger)));
    }
    return memberships.map(({ user }) => user);
  }
}
