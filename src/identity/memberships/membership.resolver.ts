import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { OrganizationRow, UserRow } from '../../platform/database/models.js';
import { ConnectionArgs, noPage, pageAsked } from '../../platform/graphql/connection.js';
import { owning } from '../../platform/graphql/by-id.js';
import { Internal } from '../../platform/graphql/internal.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { pageOfWhole } from '../../platform/graphql/whole-list.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { Organization } from '../organizations/organization.type.js';
import { TeamConnection } from '../teams/team.type.js';
import { seesTeam } from '../teams/visible-teams.js';
import { User } from '../users/user.type.js';
import { knowsEmail } from './memberships.js';
import type { MembershipRow } from './memberships.js';
import {
  AcceptInvitationPayload,
  AddOrganizationMemberInput,
  AddOrganizationMemberPayload,
  OrganizationMembershipFilter,
  AcceptInvitationInput,
  RemoveOrganizationMemberInput,
  OrganizationMembership,
  OrganizationMembershipConnection,
  OrganizationMembershipPage,
  RemoveOrganizationMemberPayload,
} from './membership.type.js';

const byId = keyset<{ readonly id: string }>({ id: ascending(text) });

@Resolver(() => Organization)
export class OrganizationMembersResolver {
  @FieldResolver(() => OrganizationMembershipConnection, {
    description: 'Its members and invited users. Nobody for those who are only invited themselves.',
  })
  memberships(
    @Root() organization: OrganizationRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('filter', () => OrganizationMembershipFilter, filterArgument)
    filter: OrganizationMembershipFilter | null | undefined,
    @Ctx() context: IdentityContext,
  ) {
    const caller = context.identity.shownTo(requireCaller(context));
    if (!context.identity.access.allowsOnOrganization(caller, 'membership.read', organization.id)) return noPage;
    const { membershipsOfOrganization } = context.identity.visibleTo(caller);
    return membershipsOfOrganization.connection(organization, filter ?? {}, pageAsked(args));
  }
}

@Resolver(() => User)
export class MembershipsOfUserResolver {
  @FieldResolver(() => OrganizationMembershipConnection, {
    description:
      'Its organization memberships and invitations. For other users, you see only organizations that you belong to as well.',
  })
  memberships(
    @Root() user: UserRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.visibleTo(requireCaller(context)).membershipsOfUser.connection(user, {}, pageAsked(args));
  }
}

@Resolver(() => OrganizationMembership)
export class MembershipResolver {
  @Lookup(() => OrganizationMembership, { description: 'A membership, by its id.' })
  organizationMembership(
    @Arg('id', () => ID, { description: 'Its identifier.' }) id: string,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.memberships.read(requireCaller(context), id);
  }

  @Internal()
  @Query(() => OrganizationMembershipPage, { description: 'The members of an organization, by page number.' })
  async organizationMembershipPage(
    @Arg('organization', () => String, { description: 'Its name or id.' }) organization: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Arg('filter', () => OrganizationMembershipFilter, filterArgument)
    filter: OrganizationMembershipFilter | null | undefined,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    const listed = await context.identity.memberships.listable(caller, organization);
    const { membershipsOfOrganization } = context.identity.visibleTo(caller);
    return membershipsOfOrganization.numbered(listed, filter ?? {}, pageWindow(args));
  }

  @Query(() => OrganizationMembershipConnection, {
    description: 'The organization memberships and invitations of the caller.',
  })
  myMemberships(@Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: IdentityContext) {
    return context.identity.memberships.listOwn(requireCaller(context), pageAsked(args));
  }

  @Internal()
  @Query(() => OrganizationMembershipPage, { description: 'The same list by page number.' })
  myMembershipPage(@Args(() => NumberedPageArgs) args: NumberedPageArgs, @Ctx() context: IdentityContext) {
    return context.identity.memberships.pageOwn(requireCaller(context), pageWindow(args));
  }

  @FieldResolver(() => Organization, { description: 'The organization.' })
  organization(@Root() { organizationId }: MembershipRow, @Ctx() { identity }: IdentityContext) {
    return owning(identity.load.organization, organizationId);
  }

  @FieldResolver(() => User, { description: 'The user.' })
  user(@Root() { userId }: MembershipRow, @Ctx() { identity }: IdentityContext) {
    return owning(identity.load.user, userId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Email address of the user. Members can see the addresses of other members. They can see the address of an invited user only if the invitation named it.',
  })
  async email(@Root() membership: MembershipRow, @Ctx() context: IdentityContext): Promise<string | null> {
    const { userId } = membership;
    const { identity, caller } = context;
    const own = caller?.userId === userId || caller?.siteAdmin === true;
    if (!own && !knowsEmail(membership)) return null;
    return (await identity.load.user.load(userId))?.email ?? null;
  }

  @FieldResolver(() => TeamConnection, {
    description: 'The teams of the user in this organization that the caller can see.',
  })
  async teams(
    @Root() membership: MembershipRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    const caller = context.identity.shownTo(requireCaller(context));
    const page = pageAsked(args);
    const teams = await context.identity.load.teamsOfMembership.load(membership);
    return pageOfWhole(
      byId,
      page,
      teams.filter((team) => seesTeam(caller, team)),
    );
  }

  @Mutation(() => AddOrganizationMemberPayload, {
    description: 'Invites a user to an organization. Site administrators can add users without an invitation.',
  })
  addOrganizationMember(
    @Arg('input', () => AddOrganizationMemberInput) input: AddOrganizationMemberInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('organizationMembership', () => context.identity.memberships.add(caller, input));
  }

  @Mutation(() => AcceptInvitationPayload, {
    description: 'Accepts an invitation to an organization. The caller must be the invited user.',
  })
  acceptInvitation(
    @Arg('input', () => AcceptInvitationInput) input: AcceptInvitationInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('organizationMembership', async () => {
      const accepted = await context.identity.memberships.accept(caller, input.id);
      await context.identity.joined(caller);
      return accepted;
    });
  }

  @Mutation(() => RemoveOrganizationMemberPayload, {
    description:
      'Removes a user from an organization and from all its teams. Users may end their own membership. The last owner cannot be removed.',
  })
  removeOrganizationMember(
    @Arg('input', () => RemoveOrganizationMemberInput) input: RemoveOrganizationMemberInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => {
      await context.identity.memberships.remove(caller, input.id);
      return input.id;
    });
  }
}
