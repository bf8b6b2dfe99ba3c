import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { UserRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { TeamConnection } from '../teams/team.type.js';
import {
  CreateUserInput,
  CreateUserPayload,
  UpdateAccountInput,
  UpdateAccountPayload,
  UpdateUserInput,
  UpdateUserPayload,
  User,
  UserConnection,
  UserFilter,
  userRefOf,
} from './user.type.js';

@Resolver(() => User)
export class UserResolver {
  @Query(() => User, { description: 'The account that the token speaks for.' })
  me(@Ctx() context: IdentityContext) {
    return context.identity.users.me(requireCaller(context));
  }

  @Lookup(() => User, { description: 'An account that shares an organization with the caller, by username or id.' })
  user(
    @Arg('username', () => String, { description: 'Its username, or its id.' }) username: string,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.users.read(requireCaller(context), username);
  }

  @Query(() => UserConnection, {
    description: 'People who share an organization with the caller; everybody for a site administrator.',
  })
  users(
    @Arg('filter', () => UserFilter, filterArgument) filter: UserFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.users.list(requireCaller(context), filter?.search ?? null, pageAsked(args));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where the person is reached; null to everybody but itself and site administrators.',
  })
  email(@Root() user: UserRow, @Ctx() context: IdentityContext): string | null {
    return isPrivateTo(user, context) ? user.email : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The address that the person asks for, until a site administrator confirms it by writing it; null to everybody but those two.',
  })
  unconfirmedEmail(@Root() user: UserRow, @Ctx() context: IdentityContext): string | null {
    return isPrivateTo(user, context) ? user.unconfirmedEmail : null;
  }

  @FieldResolver(() => Boolean, { description: 'Whether it acts for a team, an organization or the service itself.' })
  isServiceAccount(@Root() user: UserRow): boolean {
    return user.kind !== 'person';
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'Whether it administers the site; null to everybody but itself and site administrators.',
  })
  isSiteAdmin(@Root() user: UserRow, @Ctx() context: IdentityContext): boolean | null {
    return isPrivateTo(user, context) ? user.siteAdmin : null;
  }

  @FieldResolver(() => Boolean, { description: 'Whether its tokens are refused.' })
  isSuspended(@Root() user: UserRow): boolean {
    return user.suspendedAt !== null;
  }

  @FieldResolver(() => TeamConnection, {
    description: 'The teams that it is in, of all organizations, as far as the caller sees them.',
  })
  teams(@Root() user: UserRow, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: IdentityContext) {
    return context.identity.visibleTo(requireCaller(context)).teamsOfUser.connection(user, {}, pageAsked(args));
  }

  @Mutation(() => CreateUserPayload, { description: 'Opens an account for a person. For site administrators.' })
  createUser(@Arg('input', () => CreateUserInput) input: CreateUserInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('user', () => context.identity.users.create(caller, { ...input, siteAdmin: input.isSiteAdmin }));
  }

  @Mutation(() => UpdateUserPayload, { description: 'Changes or suspends an account. For site administrators.' })
  updateUser(@Arg('input', () => UpdateUserInput) input: UpdateUserInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('user', () => context.identity.users.update(caller, userRefOf(input.user), changesOf(input)));
  }

  @Mutation(() => UpdateAccountPayload, {
    description:
      'Changes the account of the caller. Takes a token of a user. Who does not administer the site keeps its username, and its new email address counts once a site administrator confirms it.',
  })
  updateAccount(@Arg('input', () => UpdateAccountInput) input: UpdateAccountInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('user', () => context.identity.users.updateOwn(caller, input));
  }
}

function isPrivateTo(user: UserRow, context: IdentityContext): boolean {
  const caller = requireCaller(context);
  return caller.siteAdmin || caller.userId === user.id;
}

const changesOf = ({ username, email, isSiteAdmin, isSuspended }: UpdateUserInput) => ({
  ...{ username, email, siteAdmin: isSiteAdmin, suspended: isSuspended },
});
