import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import { afterValue, firstOfValues, pagesOfValues, valuesAsked } from '../../platform/graphql/values.js';
import { problem } from '../../platform/problems.js';
import type { PkiContext } from '../context.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import {
  AcmeAccount,
  AcmeAccountConnection,
  AcmeOrderConnection,
  AcmeOrderFilter,
  ChangeAcmeAccountStatusInput,
  ChangeAcmeAccountStatusPayload,
  toAcmeAccount,
  toAcmeOrder,
} from './acme-record.type.js';
import {
  AcmeConfigType,
  AcmeEabKey,
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
  @Lookup(() => AcmeConfigType, { description: 'How certificates of a mount can be obtained by ACME.' })
  acmeConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.acmeConfiguration.read(requireCaller(context), mount);
  }

  @Mutation(() => ConfigureAcmePayload, { description: 'Changes how certificates of a mount can be obtained by ACME.' })
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

  @Lookup(() => AcmeAccount, { description: 'An account of ACME.' })
  async acmeAccount(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('accountId', () => ID, { description: 'Identifier of the form `acct-…`.' }) accountId: string,
    @Ctx() context: PkiContext,
  ) {
    return toAcmeAccount(await context.pki.acmeRecords.account(requireCaller(context), mount, accountId));
  }

  @Internal()
  @Query(() => [String], {
    description: `The identifiers of the accounts of ACME of a mount, in the order of their text. ${pagesOfValues}`,
  })
  acmeAccountIds(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('first', firstOfValues.type, firstOfValues) first: number,
    @Arg('after', () => String, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    return context.pki.acmeRecords.accountIds(requireCaller(context), mount, valuesAsked(first, after));
  }

  @Internal()
  @Query(() => AcmeOrderConnection, {
    description: 'The orders of an account of ACME, newest first, for callers who may read it.',
  })
  async ordersOfAcmeAccount(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('accountId', () => ID, { description: 'The account.' }) accountId: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const { acmeRecords } = context.pki;
    const orders = await acmeRecords.ordersOf(requireCaller(context), mount, accountId, pageAsked(args));
    return mapConnection(orders, toAcmeOrder);
  }

  @Mutation(() => ChangeAcmeAccountStatusPayload, {
    description:
      'Revokes an account of ACME, or lets a revoked one be used again. Certificates that it has stay valid. One that its client has deactivated stays so.',
  })
  changeAcmeAccountStatus(
    @Arg('input', () => ChangeAcmeAccountStatusInput) input: ChangeAcmeAccountStatusInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const asked = { id: input.accountId, status: input.status };
    return payload('acmeAccount', async () =>
      toAcmeAccount(await context.pki.acmeRecords.changeStatus(caller, mountOf(input), asked)),
    );
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

  @Internal()
  @Query(() => [AcmeEabKey], {
    description: `The same keys, at most 10000 after one. ${pagesOfValues}`,
  })
  async acmeEabKeyEntries(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('most', firstOfValues.type, firstOfValues) most: number,
    @Arg('after', () => ID, afterValue) after: string | null,
    @Ctx() context: PkiContext,
  ) {
    const keys = await context.pki.eabKeys.entries(requireCaller(context), mount, valuesAsked(most, after));
    return keys.map(toEabKey);
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
