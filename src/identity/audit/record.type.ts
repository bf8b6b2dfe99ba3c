import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import type { AuditFilter, AuditOutcome } from './record-conditions.js';
import type { Actor } from './actor.js';
import { otherType, targetTypes } from './target-types.js';
import type { AuditTargetType } from './target-types.js';

const AuditOutcomeEnum = {
  SUCCESS: 'success',
  DENIED: 'denied',
  FAILURE: 'failure',
} as const satisfies Record<string, AuditOutcome>;

registerEnumType(AuditOutcomeEnum, {
  name: 'AuditOutcome',
  description: 'The outcome of an action.',
  valuesConfig: {
    SUCCESS: { description: 'It was done.' },
    DENIED: { description: 'The actor was not allowed to do it.' },
    FAILURE: { description: 'The actor was allowed to do it, but it failed.' },
  },
});

const AuditActorKindEnum = {
  USER: 'user',
  TEAM: 'team',
  ORGANIZATION: 'organization',
  RESTRICTED: 'restricted',
  SYSTEM: 'system',
  ANONYMOUS: 'anonymous',
} as const satisfies Record<string, Actor['kind']>;

registerEnumType(AuditActorKindEnum, {
  name: 'AuditActorKind',
  description: 'The kind of actor.',
  valuesConfig: {
    USER: { description: 'A caller with the token of a user.' },
    TEAM: { description: 'A caller with the token of a team.' },
    ORGANIZATION: { description: 'A caller with the token of an organization.' },
    RESTRICTED: {
      description: 'A caller with a token that was created from another token. Only its policies give it rights.',
    },
    SYSTEM: { description: 'The service itself.' },
    ANONYMOUS: { description: 'A caller without a token, who used a signed URL.' },
  },
});

const enumName = (type: string): string => type.toUpperCase().replaceAll('-', '_');
const namedTypes = [
  ...Object.entries(targetTypes),
  [otherType, 'An object of a kind that this version does not know.'],
];

export const AuditTargetTypeEnum = Object.fromEntries(namedTypes.map(([type = '']) => [enumName(type), type]));

registerEnumType(AuditTargetTypeEnum, {
  name: 'AuditTargetType',
  description: 'The kind of object that an action was done to.',
  valuesConfig: Object.fromEntries(
    namedTypes.map(([type = '', description = '']) => [enumName(type), { description }]),
  ),
});

@ObjectType({ description: 'Who did what, when, from where, and with what outcome. Audit records never change.' })
export class AuditRecord {
  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the organization that it concerns. Null if it concerns the site.',
  })
  readonly organizationId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the account that acted.' })
  readonly actorId!: string | null;

  @Field(() => String, { description: 'Name of the actor at that time.' })
  readonly actorName!: string;

  @Field(() => AuditActorKindEnum, { description: 'The kind of actor.' })
  readonly actorKind!: Actor['kind'];

  @Field(() => ID, { nullable: true, description: 'Identifier of the token that was used.' })
  readonly tokenId!: string | null;

  @Field(() => String, { description: 'The action that was done or attempted, such as `workspace.update`.' })
  readonly action!: string;

  @Field(() => ID, { description: 'Identifier of the object of the action.' })
  readonly targetId!: string;

  @Field(() => String, { nullable: true, description: 'Name of the object of the action at that time.' })
  readonly targetName!: string | null;

  @Field(() => AuditOutcomeEnum, { description: 'The outcome.' })
  readonly outcome!: AuditOutcome;

  @Field(() => String, { nullable: true, description: 'Code of the problem; null if the action succeeded.' })
  readonly problem!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Identifier of the request, as in the log and in the `X-Request-Id` header of the response. If the caller chose it, the server adds a slash and some letters.',
  })
  readonly requestId!: string | null;

  @Field(() => String, { nullable: true, description: 'The address that the request came from.' })
  readonly remoteAddress!: string | null;

  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'Its position in the audit chain: 1, 2, 3 …. Null for a moment after the record is written.',
  })
  readonly position!: bigint | null;

  @Field(() => String, {
    nullable: true,
    description:
      'SHA-256 of this record and of the previous hash, in hex. Null for a moment after the record is written.',
  })
  readonly hash!: string | null;
}

export const AuditRecordPage = numberedPageType('AuditRecord', () => AuditRecord);
export const AuditRecordConnection = connectionType(
  'AuditRecord',
  () => AuditRecord,
  'Audit records, newest first. Those of an actor or a time are in the order of their times, all others in the order in which they were recorded. The two differ a little where clocks of servers do.',
);

@InputType({ description: 'A filter for audit records. All conditions must be met.' })
export class AuditRecordFilter implements AuditFilter {
  @Field(() => String, { nullable: true, description: 'Username or id of the actor.' })
  actor?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the object of the action.' })
  targetId?: string | null;

  @Field(() => AuditTargetTypeEnum, { nullable: true, description: 'Kind of the object of the action.' })
  targetType?: AuditTargetType | typeof otherType | null;

  @Field(() => String, {
    nullable: true,
    description:
      'An action; or the beginning of an action with a dot at its end, for all actions that begin so: `team.`',
  })
  action?: string | null;

  @Field(() => AuditOutcomeEnum, { nullable: true, description: 'The outcome.' })
  outcome?: AuditOutcome | null;

  @Field(() => DateTime, { nullable: true, description: 'Only records from this time on.' })
  recordedAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only records before this time.' })
  recordedBefore?: Date | null;
}
