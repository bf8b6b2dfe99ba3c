import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import {
  DeleteTokenRoleInput,
  DeleteTokenRolePayload,
  TokenRoleType,
  WriteTokenRoleInput,
  WriteTokenRolePayload,
} from './token-role.type.js';

@Resolver(() => TokenRoleType)
export class TokenRoleResolver {
  @Lookup(() => TokenRoleType, { description: 'A role for tokens, by its name.' })
  tokenRole(@Arg('name', () => String, { description: 'Its name.' }) name: string, @Ctx() context: IdentityContext) {
    return context.identity.tokenRoles.read(requireCaller(context), name);
  }

  @Query(() => [String], { description: `The names of the roles for tokens, in order. ${pagesOfValues}` })
  tokenRoleNames(
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.tokenRoles.names(requireCaller(context), valuesAsked(first, after));
  }

  @Mutation(() => WriteTokenRolePayload, { description: 'Creates a role for tokens, or changes what is given.' })
  writeTokenRole(
    @Arg('input', () => WriteTokenRoleInput) { name, ...input }: WriteTokenRoleInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('tokenRole', () => context.identity.tokenRoles.write(caller, name, input));
  }

  @Mutation(() => DeleteTokenRolePayload, {
    description: 'Deletes a role for tokens. `deletedId` is null if there was no such role.',
  })
  deleteTokenRole(
    @Arg('input', () => DeleteTokenRoleInput) { name }: DeleteTokenRoleInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.tokenRoles.remove(caller, name));
  }
}
