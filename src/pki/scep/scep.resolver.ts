import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { ConnectionArgs, mapConnection, pageAsked } from '../../platform/graphql/connection.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import type { PkiContext } from '../context.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { askedNames } from './contents.js';
import {
  ApproveScepTransactionInput,
  ApproveScepTransactionPayload,
  ConfigureScepInput,
  ConfigureScepPayload,
  RefuseScepTransactionInput,
  RefuseScepTransactionPayload,
  ScepConfigType,
  ScepTransactionConnection,
  ScepTransactionFilter,
  toScepConfig,
  toScepTransaction,
} from './scep.type.js';
import type { ScepTransaction } from './transaction.store.js';

const shown = (kept: ScepTransaction) => toScepTransaction(kept, askedNames(kept.request));

@Resolver()
export class ScepResolver {
  @Lookup(() => ScepConfigType, { description: 'How certificates of a mount can be obtained by SCEP.' })
  async scepConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return toScepConfig(await context.pki.scepConfiguration.read(requireCaller(context), mount));
  }

  @Mutation(() => ConfigureScepPayload, { description: 'Changes how certificates of a mount can be obtained by SCEP.' })
  configureScep(@Arg('input', () => ConfigureScepInput) input: ConfigureScepInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('scepConfig', async () =>
      toScepConfig(await context.pki.scepConfiguration.change(caller, mountOf(input), input)),
    );
  }

  @Query(() => ScepTransactionConnection, {
    description:
      'The requests by SCEP of a mount, newest first: those that wait for approval, and what came of others.',
  })
  async scepTransactions(
    @Arg('mount', () => String, mountArgument) mount: string,
    @Arg('filter', () => ScepTransactionFilter, {
      nullable: true,
      description: 'Which items to list. Defaults to all.',
    })
    filter: ScepTransactionFilter | null,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const found = await context.pki.scepApprovals.list(caller, mount, pageAsked(args), filter ?? {});
    return mapConnection(found, shown);
  }

  @Mutation(() => ApproveScepTransactionPayload, {
    description: 'Issues the certificate of a request that waits. Its client gets it when it asks again.',
  })
  approveScepTransaction(
    @Arg('input', () => ApproveScepTransactionInput) input: ApproveScepTransactionInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('scepTransaction', async () =>
      shown(await context.pki.scepApprovals.approve(caller, mountOf(input), input.requestId)),
    );
  }

  @Mutation(() => RefuseScepTransactionPayload, {
    description: 'Refuses a request that waits. Its client is told when it asks again.',
  })
  refuseScepTransaction(
    @Arg('input', () => RefuseScepTransactionInput) input: RefuseScepTransactionInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    const { requestId, reason = null } = input;
    return payload('scepTransaction', async () =>
      shown(await context.pki.scepApprovals.refuse(caller, mountOf(input), requestId, reason)),
    );
  }
}
