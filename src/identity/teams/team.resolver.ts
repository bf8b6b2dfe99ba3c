import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { OrganizationRow, TeamRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { owning } from '../../platform/graphql/by-id.js';
import { Internal } from '../../platform/graphql/internal.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { orderArgument } from '../../platform/graphql/order.js';
import { payload } from '../../platform/graphql/payload.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { TeamProjectAccessConnection } from '../access/project-access.type.js';
import { TeamWorkspaceAccessConnection } from '../access/team-access.type.js';
import { OrganizationMembershipConnection } from '../memberships/membership.type.js';
import { Organization } from '../organizations/organization.type.js';
import { UserConnection } from '../users/user.type.js';
import { teamPermissions } from './permissions.js';
import { accessColumns } from './organization-access.js';
import {
  AddTeamMembersInput,
  AddTeamMembersPayload,
  CreateTeamInput,
  CreateTeamPayload,
  DeleteTeamInput,
  DeleteTeamPayload,
  orderByName,
  OrganizationAccess,
  RemoveTeamMembersInput,
  RemoveTeamMembersPayload,
  Team,
  TeamConnection,
  TeamFilter,
  TeamOrder,
  TeamPage,
  TeamPermissionsType,
  UpdateTeamInput,
  UpdateTeamPayload,
} from './team.type.js';

/** Owners have all permissions, whatever their columns say. */
const everyAccess = Object.fromEntries(accessColumns.map((column) => [column, true]));

const named = { nullable: true, description: 'Only teams with these names.' } as const;
const sought = {
  nullable: true,
  description: 'Only teams whose name contains this text. Case does not matter.',
} as const;

@Resolver(() => Organization)
export class OrganizationTeamsResolver {
  @FieldResolver(() => BigIntScalar, {
    description: 'The number of its teams that the caller can see, including the team of owners.',
  })
  async teamCount(@Root() organization: OrganizationRow, @Ctx() context: IdentityContext) {
    const { teamsOfOrganization } = context.identity.visibleTo(requireCaller(context));
    const teams = teamsOfOrganization(orderByName);
    const { count } = await teams.connection(organization, { names: [] }, pageAsked({ first: 1 }));
    return BigInt(await count());
  }

  @FieldResolver(() => TeamConnection, { description: 'Its teams that the caller can see.' })
  teams(
    @Root() organization: OrganizationRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('filter', () => TeamFilter, filterArgument) filter: TeamFilter | null | undefined,
    @Arg('orderBy', () => TeamOrder, orderArgument(orderByName)) orderBy: TeamOrder,
    @Ctx() context: IdentityContext,
  ) {
    const { teamsOfOrganization } = context.identity.visibleTo(requireCaller(context));
    const { names, search } = filter ?? {};
    const teams = teamsOfOrganization(orderBy);
    return teams.connection(organization, { names: names ?? [], search }, pageAsked(args));
  }
}

@Resolver(() => Team)
export class TeamResolver {
  @Lookup(() => Team, { description: 'A team, by its id.' })
  team(@Arg('id', () => ID, { description: 'Its identifier.' }) id: string, @Ctx() context: IdentityContext) {
    return context.identity.teams.read(requireCaller(context), id);
  }

  @Internal()
  @Query(() => TeamPage, { description: 'The teams of an organization in order of their names, by page number.' })
  teamPage(
    @Arg('organization', () => String, { description: 'Its name or id.' }) organization: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Arg('names', () => [String], named) names: string[] | null,
    @Arg('search', () => String, sought) search: string | null,
    @Ctx() context: IdentityContext,
  ) {
    const filter = { names: names ?? [], search };
    return context.identity.teams.page(requireCaller(context), organization, filter, pageWindow(args));
  }

  @FieldResolver(() => Organization, { description: 'Its organization.' })
  organization(@Root() team: TeamRow, @Ctx() { identity }: IdentityContext) {
    return owning(identity.load.organization, team.organizationId);
  }

  @FieldResolver(() => OrganizationAccess, { description: 'Its permissions in the whole organization.' })
  organizationAccess(@Root() team: TeamRow): object {
    return team.owners ? everyAccess : team;
  }

  @FieldResolver(() => TeamPermissionsType, { description: 'The permissions of the caller on it.' })
  permissions(@Root() team: TeamRow, @Ctx() context: IdentityContext) {
    return teamPermissions(context.identity.access, requireCaller(context), team);
  }

  @FieldResolver(() => UserConnection, { description: 'Its members.' })
  members(@Root() team: TeamRow, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: IdentityContext) {
    return context.identity.visibleTo(requireCaller(context)).membersOfTeam.connection(team, {}, pageAsked(args));
  }

  @FieldResolver(() => OrganizationMembershipConnection, {
    description: 'The memberships of its members in its organization.',
  })
  memberships(
    @Root() team: TeamRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.visibleTo(requireCaller(context)).membershipsOfTeam.connection(team, {}, pageAsked(args));
  }

  @FieldResolver(() => TeamWorkspaceAccessConnection, {
    description:
      'Its access to single workspaces. Members of the team see all of it; others see it for the workspaces whose access they manage.',
  })
  workspaceAccess(
    @Root() team: TeamRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity
      .visibleTo(requireCaller(context))
      .workspaceAccessOfTeam.connection(team, {}, pageAsked(args));
  }

  @FieldResolver(() => TeamProjectAccessConnection, {
    description:
      'Its access to projects. Members of the team see all of it; others see it for the projects whose access they may read.',
  })
  projectAccess(
    @Root() team: TeamRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.visibleTo(requireCaller(context)).projectAccessOfTeam.connection(team, {}, pageAsked(args));
  }

  @Mutation(() => CreateTeamPayload, { description: 'Creates a team.' })
  createTeam(@Arg('input', () => CreateTeamInput) input: CreateTeamInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('team', () => context.identity.teams.create(caller, input.organization, input));
  }

  @Mutation(() => UpdateTeamPayload, { description: 'Changes a team.' })
  updateTeam(@Arg('input', () => UpdateTeamInput) input: UpdateTeamInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('team', () => context.identity.teams.update(caller, input.id, input));
  }

  @Mutation(() => DeleteTeamPayload, { description: 'Deletes a team. The team of owners cannot be deleted.' })
  deleteTeam(@Arg('input', () => DeleteTeamInput) input: DeleteTeamInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => {
      await context.identity.teams.delete(caller, input.id);
      return input.id;
    });
  }

  @Mutation(() => AddTeamMembersPayload, {
    description: 'Adds members of the organization to a team. Users who are already in the team stay in it.',
  })
  addTeamMembers(@Arg('input', () => AddTeamMembersInput) input: AddTeamMembersInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('team', () => context.identity.teamMembers.add(caller, input.id, input));
  }

  @Mutation(() => RemoveTeamMembersPayload, {
    description:
      'Removes members from a team. Users who are not in the team are ignored. The last owner cannot be removed.',
  })
  removeTeamMembers(
    @Arg('input', () => RemoveTeamMembersInput) input: RemoveTeamMembersInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('team', () => context.identity.teamMembers.remove(caller, input.id, input));
  }
}
