import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { isRecord } from '../../platform/is-record.js';
import { problem } from '../../platform/problems.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import {
  RewrapAnswerInput,
  RewrapAnswerPayload,
  UnwrapAnswerInput,
  UnwrapAnswerPayload,
  WrapDataInput,
  WrapDataPayload,
  WrapInfoType,
  WrappedAnswerType,
} from './wrapping.type.js';

/** Whoever has a wrapping token needs no other: it is as secret as what it opens. */
@Resolver(() => WrapInfoType)
export class WrappingResolver {
  @Lookup(() => WrappedAnswerType, { description: 'How an answer is wrapped. The answer stays where it is.' })
  wrappedAnswer(
    @Arg('token', () => String, { description: 'The wrapping token.' }) token: string,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.wrapping.lookUp(token);
  }

  @Mutation(() => WrapDataPayload, { description: 'Wraps data for whoever gets the wrapping token.' })
  wrapData(@Arg('input', () => WrapDataInput) { data, ttl }: WrapDataInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('wrapInfo', () => {
      if (!isRecord(data)) throw problem('INVALID_INPUT', 'data must be an object', ['data']);
      return context.identity.wrapping.wrapData(caller, data, ttl);
    });
  }

  @Mutation(() => UnwrapAnswerPayload, { description: 'Takes a wrapped answer. It can be taken only once.' })
  unwrapAnswer(@Arg('input', () => UnwrapAnswerInput) { token }: UnwrapAnswerInput, @Ctx() context: IdentityContext) {
    return payload('answer', async (): Promise<unknown> =>
      JSON.parse(await context.identity.wrapping.unwrap(context, token)),
    );
  }

  @Mutation(() => RewrapAnswerPayload, {
    description: 'Gives a wrapped answer a new token, with the time that it had at first.',
  })
  rewrapAnswer(@Arg('input', () => RewrapAnswerInput) { token }: RewrapAnswerInput, @Ctx() context: IdentityContext) {
    return payload('wrapInfo', () => context.identity.wrapping.rewrap(context, token));
  }
}
