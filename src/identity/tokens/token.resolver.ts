import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { Organization, organizationRefOf } from '../organizations/organization.type.js';
import { readPolicyNames } from '../policies/policy-name.js';
import { Team } from '../teams/team.type.js';
import { User } from '../users/user.type.js';
import { endOfToken } from './longest-lives.js';
import { isFurther } from './token.store.js';
import type { TeamTokenOrder } from './listed-tokens.js';
import type { ShownToken } from './token.store.js';
import {
  CreateTeamTokenInput,
  CreateTeamTokenPayload,
  CreateUserTokenInput,
  CreateUserTokenPayload,
  RegenerateOrganizationTokenInput,
  RegenerateOrganizationTokenPayload,
  RegenerateTeamTokenInput,
  RegenerateTeamTokenPayload,
  RevokeOrganizationTokenInput,
  RevokeOrganizationTokenPayload,
  RevokeTeamTokenInput,
  RevokeTeamTokenPayload,
  RevokeTokenInput,
  RevokeTokenPayload,
  Token,
  TokenConnection,
  TeamTokenOrderEnum,
  TokenPage,
} from './token.type.js';

const whose = { nullable: true, description: 'Username or id. Defaults to the caller.' } as const;
const kindOf = ({ auditTrail }: { readonly auditTrail?: boolean | null | undefined }) =>
  auditTrail === true ? 'audit-trails' : 'organization';
const ofTeam = { description: 'Identifier of the team.' } as const;

@Resolver(() => Token)
export class TokenResolver {
  @Lookup(() => Token, { description: 'A token that the caller may revoke, by its id.' })
  token(@Arg('id', () => ID, { description: 'Its identifier.' }) id: string, @Ctx() context: IdentityContext) {
    return context.identity.tokens.read(requireCaller(context), id);
  }

  @Query(() => TokenConnection, {
    description: 'The tokens of a user. Only site administrators can read the tokens of other users.',
  })
  userTokens(
    @Arg('user', () => String, whose) user: string | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.tokens.listOfUser(requireCaller(context), user, pageAsked(args));
  }

  @Internal()
  @Query(() => TokenPage, { description: 'The same list by page number.' })
  userTokenPage(
    @Arg('user', () => String, whose) user: string | null,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.tokens.pageOfUser(requireCaller(context), user, pageWindow(args));
  }

  @Query(() => TokenConnection, { description: 'The tokens of a team. For callers who may manage them.' })
  teamTokens(
    @Arg('teamId', () => ID, ofTeam) teamId: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.tokens.listOfTeam(requireCaller(context), teamId, pageAsked(args));
  }

  @Internal()
  @Query(() => TokenPage, { description: 'The same list by page number.' })
  teamTokenPage(
    @Arg('teamId', () => ID, ofTeam) teamId: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.tokens.pageOfTeam(requireCaller(context), teamId, pageWindow(args));
  }

  @Internal()
  @Query(() => TokenPage, { description: 'The tokens of all teams of an organization that the caller may manage.' })
  organizationTeamTokenPage(
    @Arg('organization', () => String, { description: 'Its name or id.' }) organization: string,
    @Arg('search', () => String, { nullable: true, description: 'Part of the name of a team.' }) search: string | null,
    @Arg('orderBy', () => TeamTokenOrderEnum, { nullable: true, description: 'Defaults to CREATED_AT.' })
    order: TeamTokenOrder | null,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: IdentityContext,
  ) {
    const filter = { search: search ?? null, order: order ?? TeamTokenOrderEnum.CREATED_AT };
    return context.identity.tokens.pageOfTeams(requireCaller(context), organization, filter, pageWindow(args));
  }

  @Lookup(() => Token, { description: 'The team token that has no description.' })
  teamToken(@Arg('teamId', () => ID, ofTeam) teamId: string, @Ctx() context: IdentityContext) {
    return context.identity.tokens.ofTeam(requireCaller(context), teamId);
  }

  @Lookup(() => Token, { description: 'The token of an organization, for its owners.' })
  organizationToken(
    @Arg('organization', () => String, { description: 'Its name or id.' }) organization: string,
    @Arg('auditTrail', () => Boolean, {
      nullable: true,
      description: 'Whether the token is meant that only reads the audit trail. Defaults to false.',
    })
    auditTrail: boolean | null,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.tokens.ofOrganization(requireCaller(context), organization, kindOf({ auditTrail }));
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      'When it expires: at its own end, or at the end of the life that the organization of a team or an organization gives such tokens. Null if it does not expire.',
  })
  async expiresAt(@Root() token: ShownToken, @Ctx() { identity: { load } }: IdentityContext): Promise<Date | null> {
    const team = token.teamId === null ? null : await load.team.load(token.teamId);
    const organizationId = team?.organizationId ?? token.organizationId;
    const lives = organizationId === null ? null : await load.organization.load(organizationId);
    return endOfToken(token, lives);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The account that created it. Null if that account was deleted, or if the token was created on the server itself.',
  })
  createdBy(@Root() { createdById }: ShownToken, @Ctx() { identity }: IdentityContext) {
    return createdById === null ? null : identity.load.user.load(createdById);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether it is a token that a team has beside the one that can be created again.',
  })
  further(@Root() token: ShownToken) {
    return isFurther(token);
  }

  @FieldResolver(() => [String], {
    nullable: true,
    description: 'Its policies for the certificate authority. Null if it has the default policies of its owner.',
  })
  policies(@Root() { policies }: ShownToken) {
    return policies === null ? null : readPolicyNames(policies);
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user that it belongs to.' })
  user(@Root() { userId }: ShownToken, @Ctx() { identity }: IdentityContext) {
    return userId === null ? null : identity.load.user.load(userId);
  }

  @FieldResolver(() => Team, { nullable: true, description: 'The team that it belongs to.' })
  team(@Root() { teamId }: ShownToken, @Ctx() { identity }: IdentityContext) {
    return teamId === null ? null : identity.load.team.load(teamId);
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The organization that it belongs to.' })
  organization(@Root() { organizationId }: ShownToken, @Ctx() { identity }: IdentityContext) {
    return organizationId === null ? null : identity.load.organization.load(organizationId);
  }

  @Mutation(() => CreateUserTokenPayload, { description: 'Creates a token of a user. Requires a token of a user.' })
  createUserToken(
    @Arg('input', () => CreateUserTokenInput) input: CreateUserTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('issued', () => context.identity.tokens.createForUser(caller, input.user ?? null, input));
  }

  @Mutation(() => CreateTeamTokenPayload, { description: 'Creates another token of a team.' })
  createTeamToken(
    @Arg('input', () => CreateTeamTokenInput) input: CreateTeamTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('issued', () => context.identity.tokens.createForTeam(caller, input.teamId, input));
  }

  @Mutation(() => RegenerateTeamTokenPayload, {
    description: 'Regenerates the team token that has no description. The previous one is revoked.',
  })
  regenerateTeamToken(
    @Arg('input', () => RegenerateTeamTokenInput) { teamId, expiresAt }: RegenerateTeamTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('issued', () => context.identity.tokens.regenerateForTeam(caller, teamId, expiresAt ?? null));
  }

  @Mutation(() => RegenerateOrganizationTokenPayload, {
    description: 'Regenerates the token of an organization. The previous one is revoked. For its owners.',
  })
  regenerateOrganizationToken(
    @Arg('input', () => RegenerateOrganizationTokenInput) input: RegenerateOrganizationTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    const { tokens } = context.identity;
    return payload('issued', () =>
      tokens.regenerateForOrganization(
        caller,
        organizationRefOf(input.organization),
        input.expiresAt ?? null,
        kindOf(input),
      ),
    );
  }

  @Mutation(() => RevokeTokenPayload, { description: 'Revokes a token. The next request with it is refused.' })
  revokeToken(@Arg('input', () => RevokeTokenInput) { id }: RevokeTokenInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => {
      await context.identity.tokens.revoke(caller, id);
      return id;
    });
  }

  @Mutation(() => RevokeTeamTokenPayload, { description: 'Revokes the team token that has no description.' })
  revokeTeamToken(
    @Arg('input', () => RevokeTeamTokenInput) { teamId }: RevokeTeamTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.tokens.revokeOfTeam(caller, teamId));
  }

  @Mutation(() => RevokeOrganizationTokenPayload, {
    description: 'Revokes the token of an organization. For its owners.',
  })
  revokeOrganizationToken(
    @Arg('input', () => RevokeOrganizationTokenInput) input: RevokeOrganizationTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () =>
      context.identity.tokens.revokeOfOrganization(caller, organizationRefOf(input.organization), kindOf(input)),
    );
  }
}
