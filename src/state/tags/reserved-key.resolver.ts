import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { Organization } from '../../identity/organizations/organization.type.js';
import type { ReservedTagKeyRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, numberedPage, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { pageOfWhole } from '../../platform/graphql/whole-list.js';
import { orNull } from '../../platform/missing.js';
import type { StateContext } from '../context.js';
import {
  CreateReservedTagKeyInput,
  CreateReservedTagKeyPayload,
  DeleteReservedTagKeyInput,
  DeleteReservedTagKeyPayload,
  ReservedTagKey,
  ReservedTagKeyConnection,
  ReservedTagKeyPage,
  UpdateReservedTagKeyInput,
  UpdateReservedTagKeyPayload,
} from './reserved-key.type.js';

const ofOrganization = { description: 'Name of the organization.' };
const byKey = keyset<Pick<ReservedTagKeyRow, 'key'>>({ key: ascending(text) });

@Resolver(() => ReservedTagKey)
export class ReservedTagKeyResolver {
  @Lookup(() => ReservedTagKey, { description: 'A reserved key, by its id.' })
  reservedTagKey(
    @Arg('id', () => ID, { description: 'Identifier of the form `rtk-…`.' }) id: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.reservedKeys.read(requireCaller(context), id);
  }

  @Query(() => ReservedTagKeyConnection, { description: 'The reserved keys of an organization, by key.' })
  async reservedTagKeys(
    @Arg('organization', () => String, ofOrganization) organization: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const page = pageAsked(args);
    return pageOfWhole(byKey, page, await context.state.reservedKeys.list(requireCaller(context), organization));
  }

  @Internal()
  @Query(() => ReservedTagKeyPage, { nullable: true, description: 'The same list by page number.' })
  reservedTagKeyPage(
    @Arg('organization', () => String, ofOrganization) organization: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const window = pageWindow(args);
    return orNull(async () => {
      const all = await context.state.reservedKeys.list(requireCaller(context), organization);
      return numberedPage(all.slice(window.skip, window.skip + window.size), window, all.length);
    });
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The organization that reserves it.' })
  organization(@Root() { organizationId }: ReservedTagKeyRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).organization(organizationId);
  }

  @Mutation(() => CreateReservedTagKeyPayload, {
    description: 'Reserves a key of tags. For owners of the organization.',
  })
  createReservedTagKey(
    @Arg('input', () => CreateReservedTagKeyInput) { organization, ...given }: CreateReservedTagKeyInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('reservedTagKey', () => context.state.reservedKeys.create(caller, organization, given));
  }

  @Mutation(() => UpdateReservedTagKeyPayload, { description: 'Changes a reserved key.' })
  updateReservedTagKey(
    @Arg('input', () => UpdateReservedTagKeyInput) { id, ...given }: UpdateReservedTagKeyInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('reservedTagKey', () => context.state.reservedKeys.update(caller, id, given));
  }

  @Mutation(() => DeleteReservedTagKeyPayload, { description: 'Ends the reservation of a key. Tags with it stay.' })
  deleteReservedTagKey(
    @Arg('input', () => DeleteReservedTagKeyInput) { id }: DeleteReservedTagKeyInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.state.reservedKeys.delete(caller, id));
  }
}
