import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import { orNull } from '../../platform/missing.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import {
  RenewServiceTokenInput,
  RenewServiceTokenPayload,
  RevokeServiceTokenInput,
  RevokeServiceTokenPayload,
  RevokeTokenAloneInput,
  RevokeTokenAlonePayload,
  ServiceTokenRefType,
  tokenReferenceOf,
} from './named-token.type.js';
import type { OwnToken } from './own-token.js';
import { ServiceTokenType } from './service-token.type.js';
import { Token } from './token.type.js';

@Resolver(() => ServiceTokenType)
export class NamedTokenResolver {
  @Lookup(() => ServiceTokenType, { description: 'A token, by its accessor or its text.' })
  serviceToken(
    @Arg('token', () => ServiceTokenRefType, { description: 'The token.' }) token: ServiceTokenRefType,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.namedTokens.lookUp(requireCaller(context), tokenReferenceOf(token));
  }

  @FieldResolver(() => Token, {
    nullable: true,
    description: 'The token as the queries for tokens return it. Null if you may not revoke it.',
  })
  token(@Root() { accessor }: OwnToken, @Ctx() context: IdentityContext) {
    return orNull(() => context.identity.tokens.read(requireCaller(context), accessor));
  }

  @Query(() => [String], {
    description: `The accessors of all tokens that can be used, in the order of their text. ${pagesOfValues}`,
  })
  tokenAccessors(
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.namedTokens.accessors(requireCaller(context), valuesAsked(first, after));
  }

  @Mutation(() => RenewServiceTokenPayload, { description: 'Renews a token, which then expires later.' })
  async renewServiceToken(
    @Arg('input', () => RenewServiceTokenInput) { token, increment }: RenewServiceTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    const { renewed, problems } = await payload('renewed', () =>
      context.identity.namedTokens.renew(caller, tokenReferenceOf(token), increment ?? 0),
    );
    return { serviceToken: renewed?.token ?? null, warnings: renewed?.warnings ?? [], problems };
  }

  @Mutation(() => RevokeServiceTokenPayload, {
    description:
      'Revokes a token, and every token created from it. `deletedId` is null if there was no such token, or it was revoked already.',
  })
  revokeServiceToken(
    @Arg('input', () => RevokeServiceTokenInput) { token }: RevokeServiceTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.namedTokens.revoke(caller, tokenReferenceOf(token)));
  }

  @Mutation(() => RevokeTokenAlonePayload, {
    description:
      'Revokes a token. Tokens that were created from it by `createServiceToken` outlive it; all others that were end with it. Requires `sudo`.',
  })
  revokeTokenAlone(
    @Arg('input', () => RevokeTokenAloneInput) { token }: RevokeTokenAloneInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.namedTokens.revokeAlone(caller, token));
  }
}
