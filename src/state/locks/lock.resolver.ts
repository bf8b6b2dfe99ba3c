import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { Team } from '../../identity/teams/team.type.js';
import { seesTeam } from '../../identity/teams/visible-teams.js';
import { User } from '../../identity/users/user.type.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { Run } from '../runs/run.type.js';
import { refOf } from '../workspaces/workspace-ref.input.js';
import { Workspace } from '../workspaces/workspace.type.js';
import { lockOf } from './lock-columns.js';
import {
  ForceUnlockWorkspaceInput,
  ForceUnlockWorkspacePayload,
  Lock,
  LockWorkspaceInput,
  LockWorkspacePayload,
  UnlockWorkspaceInput,
  UnlockWorkspacePayload,
} from './lock.type.js';

@Resolver(() => Lock)
export class LockHolderResolver {
  @FieldResolver(() => User, { nullable: true, description: 'The holder, if it is an account that still exists.' })
  user(@Root() { holderKind, holderId }: Lock, @Ctx() { identity }: StateContext) {
    return holderKind === 'User' ? identity.load.user.load(holderId) : null;
  }

  @FieldResolver(() => Team, {
    nullable: true,
    description: 'The holder, if it is a team that still exists and that you can see.',
  })
  async team(@Root() { holderKind, holderId }: Lock, @Ctx() context: StateContext) {
    const team = holderKind === 'Team' ? await context.identity.load.team.load(holderId) : null;
    return team && seesTeam(requireCaller(context), team) ? team : null;
  }

  @FieldResolver(() => Run, { nullable: true, description: 'The holder, if it is a run that you may see.' })
  run(@Root() { holderKind, holderId }: Lock, @Ctx() context: StateContext) {
    return holderKind === 'Run' ? context.state.visibleTo(requireCaller(context)).run(holderId) : null;
  }
}

@Resolver(() => Workspace)
export class LockResolver {
  @FieldResolver(() => Boolean, {
    description: 'Whether it is locked. Only the holder of the lock can write its state.',
  })
  locked(@Root() { lockedAt }: WorkspaceRow): boolean {
    return lockedAt !== null;
  }

  @FieldResolver(() => Lock, { nullable: true, description: 'The lock. Null if the workspace is not locked.' })
  lock(@Root() workspace: WorkspaceRow) {
    return lockOf(workspace);
  }

  @Mutation(() => LockWorkspacePayload, {
    description: 'Locks a workspace. This is refused if the workspace is already locked, even by you.',
  })
  lockWorkspace(@Arg('input', () => LockWorkspaceInput) input: LockWorkspaceInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('workspace', () => context.state.locks.lock(caller, refOf(input.workspace), input));
  }

  @Mutation(() => UnlockWorkspacePayload, {
    description: 'Releases your lock. This is refused while the newest state version waits for its content.',
  })
  unlockWorkspace(@Arg('input', () => UnlockWorkspaceInput) input: UnlockWorkspaceInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('workspace', () => context.state.locks.unlock(caller, refOf(input.workspace), input));
  }

  @Mutation(() => ForceUnlockWorkspacePayload, {
    description:
      'Releases the lock of a workspace, even if somebody else holds it. For administrators of the workspace.',
  })
  forceUnlockWorkspace(
    @Arg('input', () => ForceUnlockWorkspaceInput) input: ForceUnlockWorkspaceInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('workspace', () => context.state.locks.forceUnlock(caller, refOf(input.workspace), input));
  }
}
