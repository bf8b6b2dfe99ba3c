import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { UserRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { orderArgument } from '../../platform/graphql/order.js';
import { payload } from '../../platform/graphql/payload.js';
import { waitingKind } from '../memberships/waiting-invitations.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { userPermissions } from './permissions.js';
import type { UserPermissions } from './permissions.js';
import { TeamConnection } from '../teams/team.type.js';
import {
  CreateUserInput,
  CreateUserPayload,
  orderByUsername,
  UpdateAccountInput,
  UpdateAccountPayload,
  UpdateUserInput,
  UpdateUserPayload,
  User,
  UserConnection,
  UserFilter,
  UserOrder,
  UserPermissionsType,
  userRefOf,
} from './user.type.js';

@Resolver(() => User)
export class UserResolver {
  @Query(() => User, { description: 'The account that the token belongs to.' })
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
    description: 'People who share an organization with the caller. For site administrators: all users.',
  })
  users(
    @Arg('filter', () => UserFilter, filterArgument) filter: UserFilter | null | undefined,
    @Arg('orderBy', () => UserOrder, orderArgument(orderByUsername)) orderBy: UserOrder,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return context.identity.users.list(caller, filter?.search ?? null, orderBy, pageAsked(args));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Email address of the person. Only the account itself and site administrators can see it; null for others.',
  })
  email(@Root() user: UserRow, @Ctx() context: IdentityContext): string | null {
    return isPrivateTo(user, context) ? user.email : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The new email address that the person wants, until a site administrator confirms it by setting it. Only the account itself and site administrators can see it; null for others.',
  })
  unconfirmedEmail(@Root() user: UserRow, @Ctx() context: IdentityContext): string | null {
    return isPrivateTo(user, context) ? user.unconfirmedEmail : null;
  }

  @FieldResolver(() => Boolean, { description: 'Whether it acts for a team, an organization or the service itself.' })
  isServiceAccount(@Root() user: UserRow): boolean {
    return user.kind !== 'person' && user.kind !== waitingKind;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether it is a site administrator. Only the account itself and site administrators can see this; null for others.',
  })
  isSiteAdmin(@Root() user: UserRow, @Ctx() context: IdentityContext): boolean | null {
    return isPrivateTo(user, context) ? user.siteAdmin : null;
  }

  @FieldResolver(() => UserPermissionsType, {
    description: 'What the caller may do with this account.',
  })
  permissions(@Root() user: UserRow, @Ctx() context: IdentityContext): UserPermissions {
    return userPermissions(context.identity.access, requireCaller(context), user.id);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the account is suspended. The tokens of a suspended account are refused.',
  })
  isSuspended(@Root() user: UserRow): boolean {
    return user.suspendedAt !== null;
  }

  @FieldResolver(() => TeamConnection, {
    description: 'Its teams in all organizations that the caller can see.',
  })
  teams(@Root() user: UserRow, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: IdentityContext) {
    return context.identity.visibleTo(requireCaller(context)).teamsOfUser.connection(user, {}, pageAsked(args));
  }

  @Mutation(() => CreateUserPayload, { description: 'Creates an account for a person. For site administrators.' })
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
      'Changes the account of the caller. Requires a token of a user. Only site administrators can change their username. For other users, a new email address takes effect when a site administrator confirms it.',
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
  username,
  email,
  siteAdmin: isSiteAdmin,
  suspended: isSuspended,
});
