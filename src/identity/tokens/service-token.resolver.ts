import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { payload } from '../../platform/graphql/payload.js';
import { orNull } from '../../platform/missing.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import {
  CreateOrphanTokenInput,
  CreateOrphanTokenPayload,
  CreateServiceTokenInput,
  CreateServiceTokenPayload,
  OwnTokenType,
  RenewOwnTokenInput,
  RenewOwnTokenPayload,
  RevokeOwnTokenInput,
  RevokeOwnTokenPayload,
} from './service-token.type.js';
import type { OwnToken } from './service-tokens.js';
import { Token } from './token.type.js';

const input = { description: 'The token to create.' } as const;

/** Warnings are next to what was made. */
async function issued<T extends { readonly warnings: readonly string[] }>(work: () => Promise<T>) {
  const made = await payload('issued', work);
  return { ...made, warnings: made.issued?.warnings ?? [] };
}

@Resolver(() => OwnTokenType)
export class ServiceTokenResolver {
  @Query(() => OwnTokenType, { description: 'The token of this request.' })
  ownToken(@Ctx() context: IdentityContext) {
    return context.identity.serviceTokens.lookUp(requireCaller(context));
  }

  @FieldResolver(() => Token, {
    nullable: true,
    description: 'The same as whoever may revoke it sees it; null when you may not.',
  })
  token(@Root() { accessor }: OwnToken, @Ctx() context: IdentityContext) {
    return orNull(() => context.identity.tokens.read(requireCaller(context), accessor));
  }

  @Mutation(() => CreateServiceTokenPayload, {
    description: 'Creates a token from the one of this request; it ends with that one.',
  })
  createServiceToken(
    @Arg('input', () => CreateServiceTokenInput, input) request: CreateServiceTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return issued(() => context.identity.serviceTokens.create(caller, request));
  }

  @Mutation(() => CreateOrphanTokenPayload, {
    description: 'Creates a token from the one of this request, which it outlives. Requires `sudo`.',
  })
  createOrphanToken(
    @Arg('input', () => CreateOrphanTokenInput, input) request: CreateOrphanTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return issued(() => context.identity.serviceTokens.create(caller, request, 'create-orphan'));
  }

  @Mutation(() => RenewOwnTokenPayload, { description: 'Lets the token of this request live longer.' })
  async renewOwnToken(
    @Arg('input', () => RenewOwnTokenInput, { description: 'For how long.' }) { increment }: RenewOwnTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    const { renewed, problems } = await payload('renewed', () =>
      context.identity.serviceTokens.renew(caller, increment ?? 0),
    );
    return { ownToken: renewed?.token ?? null, warnings: renewed?.warnings ?? [], problems };
  }

  @Mutation(() => RevokeOwnTokenPayload, {
    description: 'Revokes the token of this request, and every token created from it.',
  })
  revokeOwnToken(
    @Arg('input', () => RevokeOwnTokenInput, { description: 'Which one is meant.' }) { accessor }: RevokeOwnTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.serviceTokens.revoke(caller, accessor));
  }
}
