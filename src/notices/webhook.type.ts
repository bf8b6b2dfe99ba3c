import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ConnectionArgs, connectionType } from '../platform/graphql/connection.js';
import { Internal } from '../platform/graphql/internal.js';
import { Node } from '../platform/graphql/node.js';
import { numberedPageType } from '../platform/graphql/numbered-page.js';
import { OneOf } from '../platform/graphql/one-of.js';
import { payloadType } from '../platform/graphql/payload.js';
import { BigIntScalar, DateTime } from '../platform/graphql/scalars.js';
import { mostAttempts } from './back-off.js';
import { mostEnded } from './delivery.store.js';
import type { DeliveryState } from './delivery.store.js';
import type { NoticeKind } from './notice-events.js';
import type { NoticeFormat } from './notice-format.js';
import { mostWaiting } from './notice-reader.js';
import { keptAnswerBytes } from './sender.js';
import {
  longestCrlHours,
  longestExpiryDays,
  longestName,
  longestSecret,
  longestUrl,
  mostWebhooks,
  shortestSecret,
} from './webhook-rules.js';

const WebhookEventEnum = {
  CERTIFICATE_ISSUED: 'certificate.issued',
  CERTIFICATE_REVOKED: 'certificate.revoked',
  CERTIFICATE_EXPIRING: 'certificate.expiring',
  CRL_EXPIRING: 'crl.expiring',
  STATE_VERSION_FINALIZED: 'state-version.finalized',
  WORKSPACE_LOCKED: 'workspace.locked',
  WORKSPACE_UNLOCKED: 'workspace.unlocked',
  WORKSPACE_FORCE_UNLOCKED: 'workspace.force-unlocked',
} as const satisfies Record<string, NoticeKind>;
registerEnumType(WebhookEventEnum, {
  name: 'WebhookEvent',
  description: 'What a webhook can be told of. The first four are events of mounts, the others of workspaces.',
  valuesConfig: {
    CERTIFICATE_ISSUED: { description: 'A certificate was issued and stored.' },
    CERTIFICATE_REVOKED: { description: 'A certificate was revoked.' },
    CERTIFICATE_EXPIRING: { description: 'A certificate ends soon: see `expiryDays`.' },
    CRL_EXPIRING: {
      description: 'The latest complete CRL of an issuer ends soon, and none has replaced it: see `crlExpiryHours`.',
    },
    STATE_VERSION_FINALIZED: { description: 'A state version has its content.' },
    WORKSPACE_LOCKED: { description: 'Somebody took the lock of a workspace.' },
    WORKSPACE_UNLOCKED: { description: 'The holder released the lock of a workspace.' },
    WORKSPACE_FORCE_UNLOCKED: { description: 'Somebody other than the holder released the lock of a workspace.' },
  },
});

const WebhookFormatEnum = { TRUSTATE: 'trustate', TERRAFORM: 'terraform' } as const satisfies Record<
  string,
  NoticeFormat
>;
registerEnumType(WebhookFormatEnum, {
  name: 'WebhookFormat',
  description: 'The form of what a webhook sends.',
  valuesConfig: {
    TRUSTATE: { description: 'Documented in docs/notices.md, signed together with the time.' },
    TERRAFORM: {
      description: 'As Terraform Enterprise sends notifications. Only for webhooks of workspaces, projects and teams.',
    },
  },
});

const WebhookDeliveryStateEnum = {
  WAITING: 'waiting',
  DELIVERED: 'delivered',
  GIVEN_UP: 'given-up',
} as const satisfies Record<string, DeliveryState>;
registerEnumType(WebhookDeliveryStateEnum, {
  name: 'WebhookDeliveryState',
  description: 'What became of a delivery.',
  valuesConfig: {
    WAITING: { description: 'It will be sent, for the first time or again.' },
    DELIVERED: { description: 'The receiver answered with a status of 2xx.' },
    GIVEN_UP: { description: `The last of ${mostAttempts} attempts failed, or the one attempt of a verification.` },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'An address that is told what happens in one mount, in one workspace, or in all workspaces of a project or an organization, or that a team may see.',
})
export class Webhook extends Node {
  @Field(() => String, { description: 'Its name, for people.' })
  name!: string;

  @Field(() => String, { description: 'The address that requests are sent to.' })
  url!: string;

  @Field(() => WebhookFormatEnum, { description: 'The form of what is sent.' })
  format!: NoticeFormat;

  @Field(() => Boolean, { description: 'Whether anything is sent. What happens while it is false is not told later.' })
  enabled!: boolean;

  @Field(() => [WebhookEventEnum], { description: 'What it is told of.' })
  events!: readonly NoticeKind[];

  @Internal()
  @Field(() => [String], { description: 'Triggers of Terraform Enterprise that it has and that never happen here.' })
  otherTriggers!: readonly string[];

  @Field(() => [Int], { description: 'How many days before their end it is told of certificates.' })
  expiryDays!: readonly number[];

  @Field(() => [Int], { description: 'How many hours before their end it is told of CRLs.' })
  crlExpiryHours!: readonly number[];

  @Field(() => Boolean, { description: 'Whether requests are signed. The secret itself is never shown.' })
  hasSecret!: boolean;

  @Field(() => ID, { nullable: true, description: 'Identifier of its mount, if it is of one.' })
  mountId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of its organization, if it is of one.' })
  organizationId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of its workspace, if it is of one.' })
  workspaceId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of its project, if it is of one.' })
  projectId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of its team, if it is of one.' })
  teamId!: string | null;

  @Field(() => DateTime, { description: 'When it was created. It is told of what happens afterwards.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When somebody last changed it.' })
  updatedAt!: Date;

  @Field(() => BigIntScalar, {
    description: `How many events it was not told of because ${mostWaiting} deliveries waited already.`,
  })
  droppedCount!: bigint;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When something is sent to it again, after it gave no answer or asked for a pause. Null if it does answer.',
  })
  resumesAt!: Date | null;
}

export const WebhookConnection = connectionType('Webhook', () => Webhook, 'A page of webhooks, oldest first.');
export const WebhookPage = numberedPageType('Webhook', () => Webhook);

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: `One thing that a webhook is told: what is sent, how often, and what the receiver answered last. It is kept until it is delivered or given up, and for some days after; of those that have ended, the newest ${mostEnded} of each webhook.`,
})
export class WebhookDelivery extends Node {
  @Field(() => ID, { description: 'Identifier of its webhook.' })
  webhookId!: string;

  @Field(() => String, { description: 'What it tells of: `certificate.issued`, for example, or `verification`.' })
  event!: string;

  @Field(() => WebhookDeliveryStateEnum, { description: 'What became of it.' })
  deliveryState!: DeliveryState;

  @Field(() => String, { description: 'The body of the request, the same in each attempt.' })
  body!: string;

  @Field(() => Int, { description: 'How often it was sent since it was created or repeated.' })
  attempts!: number;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it is sent next. Null if it has ended.' })
  nextAttemptAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was last sent.' })
  lastAttemptAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was delivered or given up.' })
  endedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The address that it was last sent to.' })
  url!: string | null;

  @Field(() => Int, { nullable: true, description: 'Status of the last answer. Null if there was none.' })
  status!: number | null;

  @Field(() => String, {
    nullable: true,
    description: `Beginning of the last answer, at most ${keptAnswerBytes} bytes. Null if there was none.`,
  })
  answerBeginning!: string | null;

  @Internal()
  @Field(() => String, { nullable: true, description: 'Headers of the last answer, as JSON.' })
  answerHeaders!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed. Null if it did not.' })
  failure!: string | null;
}

export const WebhookDeliveryConnection = connectionType(
  'WebhookDelivery',
  () => WebhookDelivery,
  'A page of deliveries, newest first.',
);

@OneOf('WebhookPlace', 'What a webhook is of: exactly one of these.')
export class WebhookPlaceInput {
  @Field(() => String, { nullable: true, description: 'Path of a mount.' })
  mount?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of an organization, for all its workspaces.' })
  organization?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of a workspace.' })
  workspaceId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of a project, for all its workspaces.' })
  projectId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of a team, for all workspaces that the team may see.' })
  teamId?: string | null;
}

@ArgsType()
export class WebhookDeliveriesArgs extends ConnectionArgs {
  @Field(() => ID, { description: 'Identifier of the webhook.' })
  webhookId!: string;

  @Field(() => WebhookDeliveryStateEnum, {
    nullable: true,
    description: 'Only deliveries in this state. Defaults to all.',
  })
  deliveryState?: DeliveryState | null;
}

const ofUrl = `Its address: https or http, without user, password and fragment, at most ${longestUrl} characters. This server's own addresses, link-local ones and cloud metadata are refused.`;
const ofSecret = `What requests are signed with: ${shortestSecret} to ${longestSecret} bytes.`;
const ofDays = `For CERTIFICATE_EXPIRING: how many days before their end, from 1 to ${longestExpiryDays}, at most ten numbers.`;
const ofHours = `For CRL_EXPIRING: how many hours before their end, from 1 to ${longestCrlHours}, at most ten numbers.`;

/** When a webhook is told, and of what else, in both inputs. */
@InputType()
class WebhookWindowsInput {
  @Field(() => [Int], { nullable: true, description: ofDays })
  expiryDays?: number[] | null;

  @Field(() => [Int], { nullable: true, description: ofHours })
  crlExpiryHours?: number[] | null;

  @Internal()
  @Field(() => [String], { nullable: true, description: 'Triggers of Terraform Enterprise that never happen here.' })
  otherTriggers?: string[] | null;
}

@InputType({ description: 'The webhook to create.' })
export class CreateWebhookInput extends WebhookWindowsInput {
  @Field(() => WebhookPlaceInput, { description: `What it is of. Each has at most ${mostWebhooks}.` })
  of!: WebhookPlaceInput;

  @Field(() => String, { description: `Its name: 1 to ${longestName} characters.` })
  name!: string;

  @Field(() => String, { description: ofUrl })
  url!: string;

  @Field(() => [WebhookEventEnum], {
    description: 'What it is told of. You must be allowed to see these events yourself.',
  })
  events!: NoticeKind[];

  @Field(() => String, {
    nullable: true,
    description: `${ofSecret} In the form of Terraform Enterprise, up to as many.`,
  })
  secret?: string | null;

  @Field(() => WebhookFormatEnum, { nullable: true, description: 'The form of what is sent. Defaults to TRUSTATE.' })
  format?: NoticeFormat | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether anything is sent. Defaults to true.' })
  enabled?: boolean | null;
}

@InputType({ description: 'Changes to a webhook. What is absent or null stays as it is.' })
export class UpdateWebhookInput extends WebhookWindowsInput {
  @Field(() => ID, { description: 'Identifier of the webhook.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: ofUrl })
  url?: string | null;

  @Field(() => [WebhookEventEnum], { nullable: true, description: 'What it is told of from now on.' })
  events?: NoticeKind[] | null;

  @Field(() => String, { nullable: true, description: ofSecret })
  secret?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether anything is sent.' })
  enabled?: boolean | null;
}

@InputType({ description: 'The webhook to delete.' })
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'Identifier of the webhook.' })
  id!: string;
}

@InputType({ description: 'The webhook to try.' })
export class VerifyWebhookInput {
  @Field(() => ID, { description: 'Identifier of the webhook.' })
  id!: string;
}

@InputType({ description: 'The delivery to send again.' })
export class RepeatWebhookDeliveryInput {
  @Field(() => ID, { description: 'Identifier of the delivery.' })
  id!: string;
}

export const CreateWebhookPayload = payloadType('CreateWebhookPayload', 'webhook', () => Webhook);
export const UpdateWebhookPayload = payloadType('UpdateWebhookPayload', 'webhook', () => Webhook);
export const DeleteWebhookPayload = payloadType('DeleteWebhookPayload', 'deletedId', () => ID);
export const VerifyWebhookPayload = payloadType('VerifyWebhookPayload', 'webhookDelivery', () => WebhookDelivery);
export const RepeatWebhookDeliveryPayload = payloadType(
  'RepeatWebhookDeliveryPayload',
  'webhookDelivery',
  () => WebhookDelivery,
);
