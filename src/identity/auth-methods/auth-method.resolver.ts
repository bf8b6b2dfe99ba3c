import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../context.js';
import type { IdentityContext } from '../context.js';
import {
  AuthMethodConnection,
  AuthMethodObject,
  CertAuthConfig,
  ConfigureCertAuthInput,
  ConfigureCertAuthPayload,
  DisableAuthMethodInput,
  DisableAuthMethodPayload,
  EnableAuthMethodInput,
  EnableAuthMethodPayload,
  toMethod,
  TuneAuthMethodInput,
  TuneAuthMethodPayload,
} from './auth-method.type.js';

const pathArgument = 'Its path below `auth/`.';

@Resolver(() => AuthMethodObject)
export class AuthMethodResolver {
  @Query(() => AuthMethodConnection, {
    description: 'The methods to sign in, oldest first. Tokens are not among them.',
  })
  async authMethods(@Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: IdentityContext) {
    const methods = await context.identity.authMethods.list(requireCaller(context), pageAsked(args));
    return mapConnection(methods, toMethod);
  }

  @Lookup(() => AuthMethodObject, { description: 'A method to sign in, by its path.' })
  async authMethod(
    @Arg('path', () => String, { description: pathArgument }) path: string,
    @Ctx() context: IdentityContext,
  ) {
    return toMethod(await context.identity.authMethods.read(requireCaller(context), path));
  }

  @Lookup(() => AuthMethodObject, {
    description: 'The same for callers who may read how a method is tuned: another path of policies decides.',
  })
  async tunedAuthMethod(
    @Arg('path', () => String, { description: pathArgument }) path: string,
    @Ctx() context: IdentityContext,
  ) {
    return toMethod(await context.identity.authMethods.readTuning(requireCaller(context), path));
  }

  @Lookup(() => CertAuthConfig, { description: 'The configuration of a method of type `CERT`, by its path.' })
  certAuthConfig(
    @Arg('path', () => String, { description: pathArgument }) path: string,
    @Ctx() context: IdentityContext,
  ) {
    return context.identity.authMethods.certConfig(requireCaller(context), path);
  }

  @Mutation(() => EnableAuthMethodPayload, { description: 'Enables a method to sign in.' })
  enableAuthMethod(
    @Arg('input', () => EnableAuthMethodInput) input: EnableAuthMethodInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('authMethod', async () => toMethod(await context.identity.authMethods.enable(caller, input)));
  }

  @Mutation(() => TuneAuthMethodPayload, { description: 'Changes how a method to sign in is tuned.' })
  tuneAuthMethod(
    @Arg('input', () => TuneAuthMethodInput) { path, description, tuning }: TuneAuthMethodInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('authMethod', async () =>
      toMethod(await context.identity.authMethods.tune(caller, path, { ...tuning, description })),
    );
  }

  @Mutation(() => ConfigureCertAuthPayload, { description: 'Changes the configuration of a method of type `CERT`.' })
  configureCertAuth(
    @Arg('input', () => ConfigureCertAuthInput) { path, ...input }: ConfigureCertAuthInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('certAuthConfig', () => context.identity.authMethods.configureCert(caller, path, input));
  }

  @Mutation(() => DisableAuthMethodPayload, {
    description:
      'Disables a method to sign in, deletes its roles, and ends the tokens of those who signed in by it. `deletedId` is null if there was no such method.',
  })
  disableAuthMethod(
    @Arg('input', () => DisableAuthMethodInput) { path }: DisableAuthMethodInput,
    @Ctx() context: IdentityContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', () => context.identity.authMethods.disable(caller, path));
  }
}
