import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../identity/context.js';
import { ConnectionArgs, pageAsked } from '../platform/graphql/connection.js';
import { owning } from '../platform/graphql/by-id.js';
import { Internal } from '../platform/graphql/internal.js';
import { ascending, instant, keyset, text } from '../platform/graphql/keyset.js';
import { Lookup } from '../platform/graphql/lookup.js';
import { NumberedPageArgs, numberedPage, pageWindow } from '../platform/graphql/numbered-page.js';
import { oneGiven } from '../platform/graphql/one-of.js';
import { payload } from '../platform/graphql/payload.js';
import { pageOfWhole } from '../platform/graphql/whole-list.js';
import type { NoticeContext } from './context.js';
import type { PlaceRef } from './reach-place.js';
import type { Webhook as StoredWebhook } from './webhook.store.js';
import {
  CreateWebhookInput,
  CreateWebhookPayload,
  DeleteWebhookInput,
  DeleteWebhookPayload,
  RepeatWebhookDeliveryInput,
  RepeatWebhookDeliveryPayload,
  UpdateWebhookInput,
  UpdateWebhookPayload,
  VerifyWebhookInput,
  VerifyWebhookPayload,
  Webhook,
  WebhookConnection,
  WebhookDeliveriesArgs,
  WebhookDelivery,
  WebhookDeliveryConnection,
  WebhookPage,
  WebhookPlaceInput,
} from './webhook.type.js';

const ofPlace = { description: 'What the webhooks are of.' };
const oldestFirst = keyset<Pick<StoredWebhook, 'createdAt' | 'id'>>({
  createdAt: ascending(instant),
  id: ascending(text),
});

function placeOf({ mount, organization, workspaceId, projectId, teamId }: WebhookPlaceInput): PlaceRef {
  if (mount != null) return { mount };
  if (projectId != null) return { projectId };
  if (teamId != null) return { teamId };
  return organization == null ? { workspaceId: oneGiven(workspaceId) } : { organization };
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @Lookup(() => Webhook, { description: 'A webhook, by its id. For those who manage what it is of.' })
  webhook(
    @Arg('id', () => ID, { description: 'Identifier of the form `nc-…`.' }) id: string,
    @Ctx() context: NoticeContext,
  ) {
    return context.notices.webhooks.read(requireCaller(context), id);
  }

  @Query(() => WebhookConnection, {
    description:
      'The webhooks of a mount, a workspace, a project, a team or an organization, oldest first. For those who manage it: `read` at `config/webhooks` of the mount, the right to change the settings of the workspace, those who administer the project, members of the team who manage teams, owners of the organization.',
  })
  async webhooks(
    @Arg('of', () => WebhookPlaceInput, ofPlace) of: WebhookPlaceInput,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: NoticeContext,
  ) {
    const page = pageAsked(args);
    return pageOfWhole(oldestFirst, page, await context.notices.webhooks.list(requireCaller(context), placeOf(of)));
  }

  @Internal()
  @Query(() => WebhookPage, { description: 'The same list by page number.' })
  async webhookPage(
    @Arg('of', () => WebhookPlaceInput, ofPlace) of: WebhookPlaceInput,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: NoticeContext,
  ) {
    const window = pageWindow(args);
    const all = await context.notices.webhooks.list(requireCaller(context), placeOf(of));
    return numberedPage(all.slice(window.skip, window.skip + window.size), window, all.length);
  }

  @Internal()
  @FieldResolver(() => WebhookDelivery, {
    nullable: true,
    description: 'The last request that only tried whether its receiver answers.',
  })
  lastVerification(@Root() { id }: StoredWebhook, @Ctx() context: NoticeContext) {
    return context.notices.load.lastVerification.load(id);
  }

  @Mutation(() => CreateWebhookPayload, {
    description:
      'Creates a webhook. It belongs to what it is of: it keeps being told when your token or your account ends, and whoever manages that sees, changes and deletes it.',
  })
  createWebhook(
    @Arg('input', () => CreateWebhookInput) { of, format, ...given }: CreateWebhookInput,
    @Ctx() context: NoticeContext,
  ) {
    const caller = requireCaller(context);
    return payload('webhook', () => context.notices.webhooks.create(caller, placeOf(of), format ?? 'trustate', given));
  }

  @Mutation(() => UpdateWebhookPayload, {
    description: 'Changes a webhook. What waits for it is sent to its new address.',
  })
  updateWebhook(
    @Arg('input', () => UpdateWebhookInput) { id, ...given }: UpdateWebhookInput,
    @Ctx() context: NoticeContext,
  ) {
    const caller = requireCaller(context);
    return payload('webhook', () => context.notices.webhooks.update(caller, id, given));
  }

  @Mutation(() => DeleteWebhookPayload, { description: 'Deletes a webhook, with all its deliveries.' })
  deleteWebhook(@Arg('input', () => DeleteWebhookInput) { id }: DeleteWebhookInput, @Ctx() context: NoticeContext) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => (await context.notices.webhooks.delete(caller, id)).id);
  }

  @Mutation(() => VerifyWebhookPayload, {
    description: 'Sends a request that tells of nothing, now and once, and shows what the receiver answers.',
  })
  verifyWebhook(@Arg('input', () => VerifyWebhookInput) { id }: VerifyWebhookInput, @Ctx() context: NoticeContext) {
    const caller = requireCaller(context);
    return payload('webhookDelivery', () => context.notices.webhooks.verify(caller, id));
  }
}

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @Lookup(() => WebhookDelivery, { description: 'A delivery, by its id. For those who manage its webhook.' })
  webhookDelivery(
    @Arg('id', () => ID, { description: 'Identifier of the form `ncd-…`, which the receiver is told too.' }) id: string,
    @Ctx() context: NoticeContext,
  ) {
    return context.notices.deliveries.read(requireCaller(context), id);
  }

  @Query(() => WebhookDeliveryConnection, { description: 'The deliveries of a webhook, newest first.' })
  webhookDeliveries(@Args(() => WebhookDeliveriesArgs) args: WebhookDeliveriesArgs, @Ctx() context: NoticeContext) {
    const { webhookId, deliveryState } = args;
    return context.notices.deliveries.page(requireCaller(context), webhookId, deliveryState ?? null, pageAsked(args));
  }

  @FieldResolver(() => Webhook, { description: 'Its webhook.' })
  webhook(@Root() { webhookId }: WebhookDelivery, @Ctx() context: NoticeContext) {
    return owning(context.notices.load.webhook, webhookId);
  }

  @Mutation(() => RepeatWebhookDeliveryPayload, {
    description: 'Sends a delivery again now, under the same id, and as often as a new one if that fails.',
  })
  repeatWebhookDelivery(
    @Arg('input', () => RepeatWebhookDeliveryInput) { id }: RepeatWebhookDeliveryInput,
    @Ctx() context: NoticeContext,
  ) {
    const caller = requireCaller(context);
    return payload('webhookDelivery', () => context.notices.deliveries.repeat(caller, id));
  }
}
