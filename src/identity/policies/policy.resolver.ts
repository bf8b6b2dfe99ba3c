import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { askedOnce, guardFields, whole } from '../../platform/graphql/guarded.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import { problem } from '../../platform/problems.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import { ServiceTokenRefType, tokenReferenceOf } from '../tokens/named-token.type.js';
import {
  DeletePolicyInput,
  DeletePolicyPayload,
  PathCapabilities,
  Policy,
  PolicyConnection,
  WritePolicyInput,
  WritePolicyPayload,
} from './policy.type.js';

/** Paths in one query. */
const mostPaths = 100;
/** Characters of a path: longer ones do not fit in a request line, and the response repeats it. */
const longestPath = 16_384;

/** A list of policies shows names, as in REST; the text is only for callers who may read the policy. */
guardFields('Policy', ['name'], (policy, _field, context) => {
  if (!isIdentityContext(context)) throw new TypeError('a policy is asked for outside of a request');
  return askedOnce(policy, '', () =>
    context.identity.policies.requireRead(requireCaller(context), String(Reflect.get(policy, 'name'))),
  );
});

const isIdentityContext = (context: unknown): context is IdentityContext =>
  typeof context === 'object' && context !== null && 'identity' in context;

@Resolver(() => Policy)
export class PolicyResolver {
  @Query(() => PolicyConnection, {
    description: 'The policies, by name. The list does not contain `root`, which allows everything and has no text.',
  })
  policies(@Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: IdentityContext) {
    return context.identity.policies.list(requireCaller(context), pageAsked(args));
  }

  @Internal()
  @Query(() => [String], { description: `The names of the policies, in order, with \`root\`. ${pagesOfValues}` })
  policyNames(
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.policies.names(requireCaller(context), valuesAsked(first, after));
  }

  @Lookup(() => Policy, { description: 'A policy, by its name.' })
  policy(@Arg('name', () => String, { description: 'Its name.' }) name: string, @Ctx() context: IdentityContext) {
    return context.identity.policies.read(requireCaller(context), name).then(whole);
  }

  @Internal()
  @Lookup(() => String, { description: 'The text of a policy, by its name; empty for `root`, which has none.' })
  policyText(@Arg('name', () => String, { description: 'Its name.' }) name: string, @Ctx() context: IdentityContext) {
    return context.identity.policies.text(requireCaller(context), name);
  }

  @Query(() => [PathCapabilities], {
    description: 'What the caller, or another token, may do at these paths. At most 100 paths.',
  })
  pathCapabilities(
    @Arg('paths', () => [String], { description: 'Paths below `/v1`. End the path of a list with a slash.' })
    paths: string[],
    @Arg('token', () => ServiceTokenRefType, {
      nullable: true,
      description: 'The token that is meant. Defaults to that of the caller.',
    })
    token: ServiceTokenRefType | null,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    const { policies } = context.identity;
    const asked = paths.slice(0, mostPaths);
    if (asked.some((path) => path.length > longestPath))
      throw problem('INVALID_INPUT', `a path has at most ${longestPath} characters`, ['paths']);
    if (token) return context.identity.namedTokens.capabilities(caller, tokenReferenceOf(token), asked);
    return Promise.all(asked.map(async (path) => ({ path, capabilities: await policies.capabilities(caller, path) })));
  }

  @Mutation(() => WritePolicyPayload, {
    description:
      'Creates a policy, or replaces its text. The new rules apply to the next request of each token that has the policy.',
  })
  writePolicy(
    @Arg('input', () => WritePolicyInput) { name, policy }: WritePolicyInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('policy', () => context.identity.policies.write(caller, name, policy).then(whole));
  }

  @Mutation(() => DeletePolicyPayload, {
    description:
      'Deletes a policy. `root` and `default` cannot be deleted. `deletedId` is null if there was no such policy.',
  })
  deletePolicy(@Arg('input', () => DeletePolicyInput) { name }: DeletePolicyInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.policies.remove(caller, name));
  }
}
