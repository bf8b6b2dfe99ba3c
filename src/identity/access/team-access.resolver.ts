import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { owning } from '../../platform/graphql/by-id.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { Team } from '../teams/team.type.js';
import {
  AddTeamWorkspaceAccessInput,
  AddTeamWorkspaceAccessPayload,
  RemoveTeamWorkspaceAccessInput,
  RemoveTeamWorkspaceAccessPayload,
  TeamWorkspaceAccess,
  TeamWorkspaceAccessConnection,
  TeamWorkspaceAccessPage,
  UpdateTeamWorkspaceAccessInput,
  UpdateTeamWorkspaceAccessPayload,
} from './team-access.type.js';

@Resolver(() => TeamWorkspaceAccess)
export class TeamWorkspaceAccessResolver {
  @Lookup(() => TeamWorkspaceAccess, { description: 'Access of a team to a workspace, by its id.' })
  teamWorkspaceAccess(
    @Arg('id', () => ID, { description: 'Its identifier.' }) id: string,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.workspaceAccess.read(requireCaller(context), id);
  }

  @Query(() => TeamWorkspaceAccessConnection, {
    description: 'Which teams have access to a workspace. For callers who manage that access.',
  })
  workspaceTeamAccess(
    @Arg('workspaceId', () => ID, { description: 'Identifier of the workspace.' }) workspaceId: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.workspaceAccess.list(requireCaller(context), workspaceId, pageAsked(args));
  }

  @Internal()
  @Query(() => TeamWorkspaceAccessPage, {
    description: 'The same list in order of the names of the teams, by page number.',
  })
  workspaceTeamAccessPage(
    @Arg('workspaceId', () => ID, { description: 'Identifier of the workspace.' }) workspaceId: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.workspaceAccess.page(requireCaller(context), workspaceId, pageWindow(args));
  }

  @FieldResolver(() => Team, { description: 'The team.' })
  team(@Root() { teamId }: { teamId: string }, @Ctx() { identity }: IdentityContext) {
    return owning(identity.load.team, teamId);
  }

  @Mutation(() => AddTeamWorkspaceAccessPayload, { description: 'Gives a team access to a workspace.' })
  addTeamWorkspaceAccess(
    @Arg('input', () => AddTeamWorkspaceAccessInput) input: AddTeamWorkspaceAccessInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('teamWorkspaceAccess', () => context.identity.workspaceAccess.add(caller, input));
  }

  @Mutation(() => UpdateTeamWorkspaceAccessPayload, { description: 'Changes the access of a team to a workspace.' })
  updateTeamWorkspaceAccess(
    @Arg('input', () => UpdateTeamWorkspaceAccessInput) input: UpdateTeamWorkspaceAccessInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('teamWorkspaceAccess', () => context.identity.workspaceAccess.update(caller, input.id, input));
  }

  @Mutation(() => RemoveTeamWorkspaceAccessPayload, { description: 'Removes the access of a team to a workspace.' })
  removeTeamWorkspaceAccess(
    @Arg('input', () => RemoveTeamWorkspaceAccessInput) { id }: RemoveTeamWorkspaceAccessInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => {
      await context.identity.workspaceAccess.remove(caller, id);
      return id;
    });
  }
}
