import { Field, InputType, ObjectType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, JSONScalar } from '../../platform/graphql/scalars.js';

@ObjectType('WrapInfo', { simpleResolvers: true, description: 'A wrapped answer, and the token that takes it.' })
export class WrapInfoType {
  @Field(() => String, { description: 'The wrapping token. It takes the answer once, and opens nothing else.' })
  readonly token!: string;

  @Field(() => String, { description: 'The accessor of the wrapping token, by which it can be revoked.' })
  readonly accessor!: string;

  @Field(() => Duration, { description: 'How long the answer waits.' })
  readonly ttl!: number;

  @Field(() => DateTime, { description: 'When it was wrapped.' })
  readonly createdAt!: Date;

  @Field(() => String, { description: 'The path below `/v1` that answered it.' })
  readonly path!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The accessor of the token in the answer. Null if there is none.',
  })
  readonly wrappedAccessor!: string | null;
}

@ObjectType('WrappedAnswer', { simpleResolvers: true, description: 'An answer that waits for its wrapping token.' })
export class WrappedAnswerType {
  @Field(() => String, { description: 'The path below `/v1` that answered it.' })
  readonly path!: string;

  @Field(() => DateTime, { description: 'When it was wrapped.' })
  readonly createdAt!: Date;

  @Field(() => Duration, { description: 'How long it waits, from when it was wrapped.' })
  readonly ttl!: number;
}

@InputType({ description: 'What to wrap.' })
export class WrapDataInput {
  @Field(() => JSONScalar, { description: 'Any object. It becomes the `data` of the answer.' })
  data!: Readonly<Record<string, unknown>>;

  @Field(() => Duration, { description: 'How long it waits.' })
  ttl!: number;
}

@InputType({ description: 'The answer to take.' })
export class UnwrapAnswerInput {
  @Field(() => String, { description: 'The wrapping token.' })
  token!: string;
}

@InputType({ description: 'The answer to wrap again.' })
export class RewrapAnswerInput {
  @Field(() => String, { description: 'The wrapping token, which is revoked.' })
  token!: string;
}

const wrapInfo = () => WrapInfoType;
export const WrapDataPayload = payloadType('WrapDataPayload', 'wrapInfo', wrapInfo);
export const RewrapAnswerPayload = payloadType('RewrapAnswerPayload', 'wrapInfo', wrapInfo);
export const UnwrapAnswerPayload = payloadType('UnwrapAnswerPayload', 'answer', () => JSONScalar);
