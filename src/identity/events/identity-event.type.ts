import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EventFields, afterArgument } from '../../platform/graphql/event.js';
import type { RecordRange } from '../audit/record-range.js';
import type { PolicyEventKind } from './identity-events.js';

export const PolicyEventKindEnum = {
  CREATED: 'policy.created',
  CHANGED: 'policy.changed',
  DELETED: 'policy.deleted',
} as const satisfies Record<string, PolicyEventKind>;
registerEnumType(PolicyEventKindEnum, {
  name: 'PolicyEventKind',
  description: 'What can happen to a policy.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    CHANGED: { description: 'Its text changed.' },
    DELETED: { description: 'It was deleted: tokens that carried it no longer have it.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'Something that happened to a policy.' })
export class PolicyEvent extends EventFields {
  @Field(() => PolicyEventKindEnum, { description: 'What happened.' })
  readonly kind!: PolicyEventKind;

  @Field(() => String, { description: 'Name of the policy.' })
  readonly name!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'New audit records that joined the chain together.',
})
export class AuditRecordEvent extends EventFields {
  @Field(() => Int, { description: 'How many there are.' })
  readonly count!: number;

  readonly range!: RecordRange;
}

@ArgsType()
export class PolicyEventsArgs {
  @Field(() => [PolicyEventKindEnum], { nullable: true, description: 'Only these kinds. Defaults to all.' })
  kinds?: PolicyEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class AuditRecordEventsArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Name of an organization, for its owners. Defaults to all records, for site administrators.',
  })
  organization?: string | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}
