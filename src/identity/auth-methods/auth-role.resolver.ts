import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import type { Said } from '../../platform/wording.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import type { MethodType } from './auth-method.js';
import { AuthMethodTypeEnum } from './auth-method.type.js';
import {
  AuthRoleConnection,
  AuthRoleObject,
  CreateAuthChallengeInput,
  CreateAuthChallengePayload,
  DeleteAuthRoleInput,
  DeleteAuthRolePayload,
  ofType,
  SetAuthPasswordInput,
  SetAuthPasswordPayload,
  SetAuthPoliciesInput,
  SetAuthPoliciesPayload,
  SignInInput,
  SignInPayload,
  SignInWithCertificateInput,
  SignInWithCertificatePayload,
  toRole,
  WriteAuthRoleInput,
  WriteAuthRolePayload,
} from './auth-role.type.js';

const methodArgument = 'The path of the method, below `auth/`.';

/** Warnings are next to the result. */
async function issued<T extends { readonly warnings: readonly Said[] }>(work: () => Promise<T>) {
  const made = await payload('issued', work);
  return { ...made, warnings: made.issued?.warnings ?? [] };
}

@Resolver(() => AuthRoleObject)
export class AuthRoleResolver {
  @Lookup(() => AuthRoleObject, { description: 'A role of a method to sign in: a user, certificates, or machines.' })
  async authRole(
    @Arg('method', () => String, { description: methodArgument }) method: string,
    @Arg('name', () => String, { description: 'Its name.' }) name: string,
    @Arg('methodType', () => AuthMethodTypeEnum, ofType) methodType: MethodType | null,
    @Ctx() context: IdentityContext,
  ) {
    return toRole(await context.identity.authRoles.read(requireCaller(context), { method, name, methodType }));
  }

  @Query(() => AuthRoleConnection, { description: 'The roles of a method to sign in, by name.' })
  async authRoles(
    @Arg('method', () => String, { description: methodArgument }) method: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return mapConnection(await context.identity.authRoles.page(caller, method, pageAsked(args)), toRole);
  }

  @Query(() => [String], { description: `The names of the roles of a method to sign in, in order. ${pagesOfValues}` })
  authRoleNames(
    @Arg('method', () => String, { description: methodArgument }) method: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Arg('methodType', () => AuthMethodTypeEnum, ofType) methodType: MethodType | null,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.authRoles.names(requireCaller(context), method, valuesAsked(first, after), methodType);
  }

  @Mutation(() => WriteAuthRolePayload, {
    description: 'Creates a role of a method to sign in, or changes what is given.',
  })
  writeAuthRole(
    @Arg('input', () => WriteAuthRoleInput) {
      method,
      name,
      methodType,
      certificateRule,
      ...change
    }: WriteAuthRoleInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('authRole', async () =>
      toRole(
        await context.identity.authRoles.write(
          caller,
          { method, name, methodType },
          { ...change, rule: certificateRule },
        ),
      ),
    );
  }

  @Mutation(() => SetAuthPasswordPayload, { description: 'Changes the password of a user.' })
  setAuthPassword(
    @Arg('input', () => SetAuthPasswordInput) { password, ...user }: SetAuthPasswordInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('authRole', async () =>
      toRole(await context.identity.authRoles.setPassword(caller, user, password)),
    );
  }

  @Mutation(() => SetAuthPoliciesPayload, { description: 'Changes the policies of a user.' })
  setAuthPolicies(
    @Arg('input', () => SetAuthPoliciesInput) { policies, ...user }: SetAuthPoliciesInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('authRole', async () =>
      toRole(await context.identity.authRoles.setPolicies(caller, user, policies ?? null)),
    );
  }

  @Mutation(() => DeleteAuthRolePayload, {
    description:
      'Deletes a role of a method to sign in. Tokens of those who signed in under it are not renewed any more. `deletedId` is null if there was no such role.',
  })
  deleteAuthRole(@Arg('input', () => DeleteAuthRoleInput) role: DeleteAuthRoleInput, @Ctx() context: IdentityContext) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.authRoles.remove(caller, role));
  }

  @Mutation(() => CreateAuthChallengePayload, {
    description: 'Creates a challenge for one request of SCEP, for a role of a method of type `SCEP`.',
  })
  createAuthChallenge(
    @Arg('input', () => CreateAuthChallengeInput) { ttl, ...role }: CreateAuthChallengeInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('authChallenge', () => context.identity.challenges.create(caller, role, ttl ?? 0));
  }

  @Mutation(() => SignInPayload, {
    description: 'Signs in a user by a method of type `USERPASS`, and gives it a token. Needs no token.',
  })
  signIn(@Arg('input', () => SignInInput) { method, name, password }: SignInInput, @Ctx() context: IdentityContext) {
    return issued(() => context.identity.logins.byPassword(method, name, password, context.origin));
  }

  @Mutation(() => SignInWithCertificatePayload, {
    description:
      'Signs in by a method of type `CERT` whoever proved itself to the connection by a client certificate, and gives it a token. Needs no other token.',
  })
  signInWithCertificate(
    @Arg('input', () => SignInWithCertificateInput) { method, role }: SignInWithCertificateInput,
    @Ctx() context: IdentityContext,
  ) {
    return issued(() => context.identity.logins.byCertificate(method, role ?? null, context.origin));
  }
}
