import { Args, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql';
import type { EventRow } from '../../platform/events/event-catalogue.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { resumed } from '../../platform/graphql/event.js';
import { AuditRecordConnection } from '../audit/record.type.js';
import { presentCaller, requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { Policy } from '../policies/policy.type.js';
import type { AskedIdentityEvents } from './identity-event-rooms.js';
import { identityEventTable } from './identity-event-table.js';
import type { IdentityAudience } from './identity-event-table.js';
import { AuditRecordEvent, AuditRecordEventsArgs, PolicyEvent, PolicyEventsArgs } from './identity-event.type.js';

interface Asked {
  readonly args: AskedIdentityEvents;
  readonly context: IdentityContext;
}

/** Resolves a subscription to the events of a row. */
const following =
  <Shown extends object>(row: EventRow<IdentityAudience, Shown>) =>
  ({ args, context }: Asked) =>
    context.identity.events.follow(row, () => presentCaller(context), resumed(args, context));

@Resolver(() => PolicyEvent)
export class PolicyEventResolver {
  @Subscription(() => PolicyEvent, {
    description: 'Changes to policies of the certificate authority. For callers who may list them.',
    subscribe: following(identityEventTable.policyEvents),
  })
  policyEvents(@Args(() => PolicyEventsArgs) _args: object, @Root() event: PolicyEvent) {
    return event;
  }

  @FieldResolver(() => Policy, {
    nullable: true,
    description: 'The current policy. Null if it was deleted. Only callers who may read the policy can see its text.',
  })
  policy(@Root() { name }: PolicyEvent, @Ctx() { identity }: IdentityContext) {
    return identity.policies.known(name);
  }
}

@Resolver(() => AuditRecordEvent)
export class AuditRecordEventResolver {
  @Subscription(() => AuditRecordEvent, {
    description:
      'New audit records: for owners those of their organization, for site administrators all. They are reported together when they become part of the chain, about a second after they are written.',
    subscribe: following(identityEventTable.auditRecordEvents),
  })
  auditRecordEvents(@Args(() => AuditRecordEventsArgs) _args: object, @Root() event: AuditRecordEvent) {
    return event;
  }

  @FieldResolver(() => AuditRecordConnection, {
    description: 'The records in the order of the chain. Records that are no longer kept are missing.',
  })
  auditRecords(
    @Root() { range }: AuditRecordEvent,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.visibleTo(requireCaller(context)).recordsOfRange.connection(range, {}, pageAsked(args));
  }
}
