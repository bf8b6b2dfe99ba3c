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
import type { OwnToken } from './own-token.js';
import { Token } from './token.type.js';
import type { Said } from '../../platform/wording.js';

const input = { description: 'The token to create.' } as const;

/** Warnings are next to the result. */
async function issued<T extends { readonly warnings: readonly Said[] }>(work: () => Promise<T>) {
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
    description: 'The token as the queries for tokens return it. Null if you may not revoke it.',
  })
  token(@Root() { accessor }: OwnToken, @Ctx() context: IdentityContext) {
    return orNull(() => context.identity.tokens.read(requireCaller(context), accessor));
  }

  @Mutation(() => CreateServiceTokenPayload, {
    description: 'Creates a token from the token of this request. The new token ends when that one ends.',
  })
  createServiceToken(
    @Arg('input', () => CreateServiceTokenInput, input) request: CreateServiceTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return issued(() => context.identity.serviceTokens.create(caller, request));
  }

  @Mutation(() => CreateOrphanTokenPayload, {
    description: 'Creates a token from the token of this request, and the new token outlives it. Requires `sudo`.',
  })
  createOrphanToken(
    @Arg('input', () => CreateOrphanTokenInput, input) request: CreateOrphanTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return issued(() => context.identity.serviceTokens.create(caller, request, 'create-orphan'));
  }

  @Mutation(() => RenewOwnTokenPayload, { description: 'Renews the token of this request, which then expires later.' })
  async renewOwnToken(
    @Arg('input', () => RenewOwnTokenInput, { description: 'The new time to live.' }) { increment }: RenewOwnTokenInput,
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
    @Arg('input', () => RevokeOwnTokenInput, { description: 'The accessor of the token, as a precaution.' }) {
      accessor,
    }: RevokeOwnTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.serviceTokens.revoke(caller, accessor));
  }
}
