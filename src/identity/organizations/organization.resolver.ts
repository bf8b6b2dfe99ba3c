import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { OrganizationRow } from '../../platform/database/models.js';
import { pageAsked, ConnectionArgs } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import {
  CreateOrganizationInput,
  CreateOrganizationPayload,
  DeleteOrganizationInput,
  DeleteOrganizationPayload,
  Entitlements,
  Organization,
  OrganizationConnection,
  OrganizationFilter,
  OrganizationPage,
  OrganizationPermissionsType,
  organizationRefOf,
  SetOrganizationPlanInput,
  SetOrganizationPlanPayload,
  UpdateOrganizationInput,
  UpdateOrganizationPayload,
} from './organization.type.js';
import { organizationPermissions } from './permissions.js';
import { entitlements } from './plans.js';

@Resolver(() => Organization)
export class OrganizationResolver {
  @Lookup(() => Organization, { description: 'An organization, by name or id.' })
  organization(
    @Arg('name', () => String, { description: 'Its name, or its id.' }) name: string,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.organizations.read(requireCaller(context), name);
  }

  @Query(() => OrganizationConnection, {
    description: 'The organizations that the caller belongs to. For site administrators: all organizations.',
  })
  organizations(
    @Arg('filter', () => OrganizationFilter, filterArgument) filter: OrganizationFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.organizations.list(requireCaller(context), filter ?? {}, pageAsked(args));
  }

  @Internal()
  @Query(() => OrganizationPage, { description: 'The same list in order of the names, by page number.' })
  organizationPage(
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Arg('filter', () => OrganizationFilter, filterArgument) filter: OrganizationFilter | null | undefined,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.organizations.page(requireCaller(context), filter ?? {}, pageWindow(args));
  }

  @FieldResolver(() => OrganizationPermissionsType, { description: 'The permissions of the caller on it.' })
  permissions(@Root() organization: OrganizationRow, @Ctx() context: IdentityContext) {
    return organizationPermissions(context.identity.access, requireCaller(context), organization.id);
  }

  @FieldResolver(() => Entitlements, { description: 'The features that are available to it.' })
  entitlements() {
    return entitlements;
  }

  @Mutation(() => CreateOrganizationPayload, {
    description: 'Creates an organization with its team of owners and its default project. Requires a token of a user.',
  })
  createOrganization(
    @Arg('input', () => CreateOrganizationInput) input: CreateOrganizationInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('organization', async () => {
      const created = await context.identity.organizations.create(caller, input);
      await context.identity.joined(caller);
      return created;
    });
  }

  @Mutation(() => UpdateOrganizationPayload, { description: 'Changes an organization. For its owners.' })
  updateOrganization(
    @Arg('input', () => UpdateOrganizationInput) input: UpdateOrganizationInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('organization', () =>
      context.identity.organizations.update(caller, organizationRefOf(input.organization), input),
    );
  }

  @Mutation(() => SetOrganizationPlanPayload, {
    description: 'Sets the plan of an organization, which decides metering and retention. For site administrators.',
  })
  setOrganizationPlan(
    @Arg('input', () => SetOrganizationPlanInput) { organization, plan }: SetOrganizationPlanInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('organization', () =>
      context.identity.organizations.setPlan(caller, organizationRefOf(organization), plan),
    );
  }

  @Mutation(() => DeleteOrganizationPayload, {
    description:
      'Deletes an organization with its projects, teams and tokens, and if asked to with its workspaces and all their state. A large one is deleted in parts: what is left when that is interrupted can be used, or deleted again. For its owners.',
  })
  deleteOrganization(
    @Arg('input', () => DeleteOrganizationInput) input: DeleteOrganizationInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () =>
      context.identity.organizations.delete(caller, organizationRefOf(input.organization), input.force ?? false),
    );
  }
}
