import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { problem } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { done } from '../graphql/payloads.js';
import {
  CmpConfigType,
  CmpSecretConnection,
  CmpSecretType,
  ConfigureCmpInput,
  ConfigureCmpPayload,
  CreateCmpSecretInput,
  CreateCmpSecretPayload,
  DeleteCmpSecretInput,
  DeleteCmpSecretPayload,
  toCmpConfig,
  toCmpSecret,
  toNewCmpSecret,
} from './cmp.type.js';

@Resolver()
export class CmpResolver {
  @Lookup(() => CmpConfigType, { description: 'How certificates of a mount can be obtained by CMP.' })
  async cmpConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return toCmpConfig(await context.pki.cmpConfiguration.read(requireCaller(context), mount));
  }

  @Mutation(() => ConfigureCmpPayload, { description: 'Changes how certificates of a mount can be obtained by CMP.' })
  configureCmp(@Arg('input', () => ConfigureCmpInput) input: ConfigureCmpInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    const { authenticators, ...given } = input;
    const cert = authenticators?.cert;
    const named = authenticators ? { certAccessor: cert?.accessor ?? '', certRole: cert?.certRole ?? '' } : {};
    return done(async () => {
      const change = { ...given, ...named };
      const { config, warnings } = await context.pki.cmpConfiguration.change(caller, mountOf(input), change);
      return { cmpConfig: toCmpConfig(config), warnings };
    });
  }

  @Query(() => CmpSecretConnection, { description: 'The shared secrets of CMP of a mount, by reference.' })
  async cmpSecrets(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const secrets = await context.pki.cmpSecrets.connection(requireCaller(context), mount, pageAsked(args));
    return mapConnection(secrets, toCmpSecret);
  }

  @Lookup(() => CmpSecretType, { description: 'A shared secret of CMP, without the secret itself.' })
  async cmpSecret(
    @Arg('reference', () => String, { description: 'What a client names it by.' }) reference: string,
    @Arg('mount', () => String, mountArgument) mount: string,
    @Ctx() context: PkiContext,
  ) {
    return toCmpSecret(await context.pki.cmpSecrets.read(requireCaller(context), mount, reference));
  }

  @Mutation(() => CreateCmpSecretPayload, {
    description: 'Makes a secret for a client of CMP. It is shown only now.',
  })
  createCmpSecret(@Arg('input', () => CreateCmpSecretInput) input: CreateCmpSecretInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('newCmpSecret', async () =>
      toNewCmpSecret(await context.pki.cmpSecrets.create(caller, mountOf(input), input)),
    );
  }

  @Mutation(() => DeleteCmpSecretPayload, { description: 'Deletes a shared secret of CMP.' })
  deleteCmpSecret(@Arg('input', () => DeleteCmpSecretInput) input: DeleteCmpSecretInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('deletedReference', async () => {
      if (!(await context.pki.cmpSecrets.delete(caller, mountOf(input), input.reference))) throw problem('NOT_FOUND');
      return input.reference;
    });
  }
}
