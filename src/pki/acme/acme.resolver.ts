import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { problem } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import {
  AcmeAccountConnection,
  AcmeOrderConnection,
  AcmeOrderFilter,
  toAcmeAccount,
  toAcmeOrder,
} from './acme-record.type.js';
import {
  AcmeConfigType,
  AcmeEabKeyConnection,
  ConfigureAcmeInput,
  ConfigureAcmePayload,
  CreateAcmeEabKeyInput,
  CreateAcmeEabKeyPayload,
  DeleteAcmeEabKeyInput,
  DeleteAcmeEabKeyPayload,
  toEabKey,
  toNewEabKey,
} from './acme.type.js';

@Resolver()
export class AcmeResolver {
  @Lookup(() => AcmeConfigType, { description: 'How certificates of a mount can be had by ACME.' })
  acmeConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.acmeConfiguration.read(requireCaller(context), mount);
  }

  @Mutation(() => ConfigureAcmePayload, { description: 'Changes how certificates of a mount can be had by ACME.' })
  configureAcme(@Arg('input', () => ConfigureAcmeInput) input: ConfigureAcmeInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('acmeConfig', () => context.pki.acmeConfiguration.change(caller, mountOf(input), input));
  }

  @Query(() => AcmeAccountConnection, { description: 'The accounts of ACME of a mount, newest first.' })
  async acmeAccounts(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const accounts = await context.pki.acmeRecords.accounts(requireCaller(context), mount, pageAsked(args));
    return mapConnection(accounts, toAcmeAccount);
  }

  @Query(() => AcmeOrderConnection, {
    description: 'The orders of ACME of a mount, newest first, with the proofs of their names and why they failed.',
  })
  async acmeOrders(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => AcmeOrderFilter, { nullable: true, description: 'Which items to list. Defaults to all.' })
    filter: AcmeOrderFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const orders = await context.pki.acmeRecords.orders(caller, mount, pageAsked(args), filter ?? {});
    return mapConnection(orders, toAcmeOrder);
  }

  @Query(() => AcmeEabKeyConnection, {
    description: 'The keys of a mount that tie new ACME accounts and were not used yet, by identifier.',
  })
  async acmeEabKeys(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    return mapConnection(
      await context.pki.eabKeys.connection(requireCaller(context), mount, pageAsked(args)),
      toEabKey,
    );
  }

  @Mutation(() => CreateAcmeEabKeyPayload, {
    description: 'Makes a key that ties one new ACME account to whoever is given it. Its secret is shown only now.',
  })
  createAcmeEabKey(
    @Arg('input', () => CreateAcmeEabKeyInput) input: CreateAcmeEabKeyInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const place = {
      mount: mountOf(input),
      ...(typeof input.issuerRef === 'string' && { issuerRef: input.issuerRef }),
      ...(typeof input.role === 'string' && { role: input.role }),
    };
    return payload('newAcmeEabKey', async () => toNewEabKey(await context.pki.eabKeys.create(caller, place)));
  }

  @Mutation(() => DeleteAcmeEabKeyPayload, { description: 'Deletes a key that ties new ACME accounts.' })
  deleteAcmeEabKey(
    @Arg('input', () => DeleteAcmeEabKeyInput) input: DeleteAcmeEabKeyInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => {
      if (!(await context.pki.eabKeys.delete(caller, mountOf(input), input.kid))) throw problem('NOT_FOUND');
      return input.kid;
    });
  }
}
