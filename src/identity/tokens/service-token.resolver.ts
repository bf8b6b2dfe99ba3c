import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import {
  CreateServiceTokenInput,
  CreateServiceTokenPayload,
  OwnTokenType,
  RenewOwnTokenInput,
  RenewOwnTokenPayload,
  RevokeOwnTokenPayload,
} from './service-token.type.js';

const input = { description: 'What it is to be.' } as const;

@Resolver(() => OwnTokenType)
export class ServiceTokenResolver {
  @Query(() => OwnTokenType, { description: 'The token of this request.' })
  ownToken(@Ctx() context: IdentityContext) {
    return context.identity.serviceTokens.lookUp(requireCaller(context));
  }

  @Mutation(() => CreateServiceTokenPayload, {
    description: 'Makes a token from the one of this request; it ends when its maker ends.',
  })
  createServiceToken(
    @Arg('input', () => CreateServiceTokenInput, input) request: CreateServiceTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('issued', () => context.identity.serviceTokens.create(caller, request));
  }

  @Mutation(() => CreateServiceTokenPayload, { description: 'The same, and it outlives its maker. Takes `sudo`.' })
  createOrphanToken(
    @Arg('input', () => CreateServiceTokenInput, input) request: CreateServiceTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('issued', () => context.identity.serviceTokens.create(caller, request, 'create-orphan'));
  }

  @Mutation(() => RenewOwnTokenPayload, { description: 'Lets the token of this request live longer.' })
  renewOwnToken(
    @Arg('input', () => RenewOwnTokenInput, { description: 'For how long.' }) { increment }: RenewOwnTokenInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('renewed', () => context.identity.serviceTokens.renew(caller, increment ?? 0));
  }

  @Mutation(() => RevokeOwnTokenPayload, {
    description: 'Revokes the token of this request, and every token that was made from it.',
  })
  revokeOwnToken(@Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('revokedId', () => context.identity.serviceTokens.revoke(caller));
  }
}
