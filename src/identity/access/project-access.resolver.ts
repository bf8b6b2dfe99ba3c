import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { TeamProjectAccessRow } from '../../platform/database/models.js';
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
  AddTeamProjectAccessInput,
  AddTeamProjectAccessPayload,
  ProjectPartOfAccess,
  RemoveTeamProjectAccessInput,
  RemoveTeamProjectAccessPayload,
  TeamProjectAccess,
  TeamProjectAccessConnection,
  TeamProjectAccessPage,
  UpdateTeamProjectAccessInput,
  UpdateTeamProjectAccessPayload,
  WorkspacePartOfAccess,
} from './project-access.type.js';

@Resolver(() => TeamProjectAccess)
export class TeamProjectAccessResolver {
  @Lookup(() => TeamProjectAccess, { description: 'Access of a team to a project, by its id.' })
  teamProjectAccess(
    @Arg('id', () => ID, { description: 'Its identifier.' }) id: string,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.projectAccess.read(requireCaller(context), id);
  }

  @Query(() => TeamProjectAccessConnection, {
    description: 'Which teams have access to a project. For callers who may read or manage that access.',
  })
  projectTeamAccess(
    @Arg('projectId', () => ID, { description: 'Identifier of the project.' }) projectId: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.projectAccess.list(requireCaller(context), projectId, pageAsked(args));
  }

  @Internal()
  @Query(() => TeamProjectAccessPage, {
    description: 'The same list in order of the names of the teams, by page number.',
  })
  projectTeamAccessPage(
    @Arg('projectId', () => ID, { description: 'Identifier of the project.' }) projectId: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.projectAccess.page(requireCaller(context), projectId, pageWindow(args));
  }

  @FieldResolver(() => Team, { description: 'The team.' })
  team(@Root() { teamId }: { teamId: string }, @Ctx() { identity }: IdentityContext) {
    return owning(identity.load.team, teamId);
  }

  @FieldResolver(() => ProjectPartOfAccess, { description: 'What it allows with the project itself.' })
  projectAccess(@Root() { settings, teams, variableSets }: TeamProjectAccessRow) {
    return { settings, teams, variableSets };
  }

  @FieldResolver(() => WorkspacePartOfAccess, { description: 'What it allows with every workspace in the project.' })
  workspaceAccess(@Root() row: TeamProjectAccessRow) {
    const { runs, stateVersions, variables, sentinelMocks, runTasks } = row;
    return {
      runs,
      stateVersions,
      variables,
      sentinelMocks,
      runTasks,
      create: row.workspaceCreation,
      locking: row.workspaceLocking,
      move: row.workspaceMoving,
      delete: row.workspaceDeletion,
    };
  }

  @Mutation(() => AddTeamProjectAccessPayload, { description: 'Gives a team access to a project and its workspaces.' })
  addTeamProjectAccess(
    @Arg('input', () => AddTeamProjectAccessInput) input: AddTeamProjectAccessInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('teamProjectAccess', () => context.identity.projectAccess.add(caller, input));
  }

  @Mutation(() => UpdateTeamProjectAccessPayload, { description: 'Changes the access of a team to a project.' })
  updateTeamProjectAccess(
    @Arg('input', () => UpdateTeamProjectAccessInput) input: UpdateTeamProjectAccessInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('teamProjectAccess', () => context.identity.projectAccess.update(caller, input.id, input));
  }

  @Mutation(() => RemoveTeamProjectAccessPayload, { description: 'Removes the access of a team to a project.' })
  removeTeamProjectAccess(
    @Arg('input', () => RemoveTeamProjectAccessInput) { id }: RemoveTeamProjectAccessInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => {
      await context.identity.projectAccess.remove(caller, id);
      return id;
    });
  }
}
