import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import type { AuditFilter, AuditOutcome } from './record-conditions.js';
import type { Actor } from './actor.js';

export const AuditOutcomeEnum = {
  SUCCESS: 'success',
  DENIED: 'denied',
  FAILURE: 'failure',
} as const satisfies Record<string, AuditOutcome>;

registerEnumType(AuditOutcomeEnum, {
  name: 'AuditOutcome',
  description: 'How an attempt ended.',
  valuesConfig: {
    SUCCESS: { description: 'It was done.' },
    DENIED: { description: 'The actor was not allowed to.' },
    FAILURE: { description: 'It was allowed and failed.' },
  },
});

export const AuditActorKindEnum = {
  USER: 'user',
  TEAM: 'team',
  ORGANIZATION: 'organization',
  RESTRICTED: 'restricted',
  SYSTEM: 'system',
  ANONYMOUS: 'anonymous',
} as const satisfies Record<string, Actor['kind']>;

registerEnumType(AuditActorKindEnum, {
  name: 'AuditActorKind',
  description: 'What kind of actor.',
  valuesConfig: {
    USER: { description: 'With the token of a user.' },
    TEAM: { description: 'With the token of a team.' },
    ORGANIZATION: { description: 'With the token of an organization.' },
    RESTRICTED: { description: 'With a token that was made from another one and has nothing but its policies.' },
    SYSTEM: { description: 'The service itself.' },
    ANONYMOUS: { description: 'Whoever held a signed URL.' },
  },
});

@ObjectType({ description: 'Who did what, when, from where, with what outcome. Never changed.' })
export class AuditRecord {
  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the organization that it concerns; null for the site.',
  })
  readonly organizationId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the account that acted.' })
  readonly actorId!: string | null;

  @Field(() => String, { description: 'Name of who acted, as it was then.' })
  readonly actorName!: string;

  @Field(() => AuditActorKindEnum, { description: 'What kind of actor.' })
  readonly actorKind!: Actor['kind'];

  @Field(() => ID, { nullable: true, description: 'Identifier of the token that was used.' })
  readonly tokenId!: string | null;

  @Field(() => String, { description: 'What was done or tried, such as `workspace.update`.' })
  readonly action!: string;

  @Field(() => String, { description: 'What kind of thing it was done to, such as `workspace`.' })
  readonly targetType!: string;

  @Field(() => ID, { description: 'Identifier of what it was done to.' })
  readonly targetId!: string;

  @Field(() => String, { nullable: true, description: 'Name of what it was done to, as it was then.' })
  readonly targetName!: string | null;

  @Field(() => AuditOutcomeEnum, { description: 'How it ended.' })
  readonly outcome!: AuditOutcome;

  @Field(() => String, { nullable: true, description: 'Code of the problem, unless it was done.' })
  readonly problem!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The request, as in the log and the `X-Request-Id` of the answer; where the caller chose it, followed by a slash and letters of the server.',
  })
  readonly requestId!: string | null;

  @Field(() => String, { nullable: true, description: 'The address that the request came from.' })
  readonly remoteAddress!: string | null;

  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'Its place in the chain of records: 1, 2, 3 …; null for a moment after it is written.',
  })
  readonly position!: bigint | null;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256 of it and of the hash before it, in hex; null for a moment after it is written.',
  })
  readonly hash!: string | null;
}

export const AuditRecordConnection = connectionType('AuditRecord', () => AuditRecord, 'Audit records, newest first.');

@InputType({ description: 'What a list of audit records is narrowed by. Everything given must hold.' })
export class AuditRecordFilter implements AuditFilter {
  @Field(() => String, { nullable: true, description: 'Username or id of who acted.' })
  actor?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of what it was done to.' })
  targetId?: string | null;

  @Field(() => String, { nullable: true, description: 'What kind of thing it was done to, such as `workspace`.' })
  targetType?: string | null;

  @Field(() => String, { nullable: true, description: 'An action; or, ending in a dot, all that start so: `team.`' })
  action?: string | null;

  @Field(() => AuditOutcomeEnum, { nullable: true, description: 'How it ended.' })
  outcome?: AuditOutcome | null;

  @Field(() => DateTime, { nullable: true, description: 'From this moment on.' })
  recordedAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Before this moment.' })
  recordedBefore?: Date | null;
}
