import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EventFields, afterArgument } from '../../platform/graphql/event.js';
import type { RecordRange } from '../audit/record-range.js';
import type { PolicyEventKind } from './identity-events.js';

const PolicyEventKindEnum = {
  CREATED: 'policy.created',
  CHANGED: 'policy.changed',
  DELETED: 'policy.deleted',
} as const satisfies Record<string, PolicyEventKind>;
registerEnumType(PolicyEventKindEnum, {
  name: 'PolicyEventKind',
  description: 'Kinds of events of policies.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    CHANGED: { description: 'Its text changed.' },
    DELETED: { description: 'It was deleted. Tokens that had it no longer have it.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'An event of a policy.' })
export class PolicyEvent extends EventFields {
  @Field(() => PolicyEventKindEnum, { description: 'What happened.' })
  readonly kind!: PolicyEventKind;

  @Field(() => String, { description: 'Name of the policy.' })
  readonly name!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'New audit records that were added to the chain together.',
})
export class AuditRecordEvent extends EventFields {
  @Field(() => Int, { description: 'The number of records.' })
  readonly count!: number;

  readonly range!: RecordRange;
}

@ArgsType()
export class PolicyEventsArgs {
  @Field(() => [PolicyEventKindEnum], { nullable: true, description: 'Only events of these kinds. Defaults to all.' })
  kinds?: PolicyEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class AuditRecordEventsArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Name of an organization whose owner you are. Site administrators can leave it out to receive all records.',
  })
  organization?: string | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}
