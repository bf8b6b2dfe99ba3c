import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import type { PkiContext } from '../context.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { done } from '../graphql/payloads.js';
import type { GivenAutoTidy, GivenTidy } from './tidies.js';
import {
  AutoTidyConfigType,
  CancelTidyInput,
  CancelTidyPayload,
  ConfigureAutoTidyInput,
  ConfigureAutoTidyPayload,
  StartTidyInput,
  StartTidyPayload,
  TidyStatusType,
  toTidyStatus,
} from './tidy.type.js';

interface InMount {
  readonly mount?: string | null;
}

@Resolver()
export class TidyResolver {
  @Lookup(() => TidyStatusType, { description: 'The tidy of a mount that is at work, or was the last.' })
  async tidyStatus(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return toTidyStatus(await context.pki.tidies.status(requireCaller(context), mount));
  }

  @Lookup(() => AutoTidyConfigType, { description: 'When a mount is tidied by itself, and what is removed then.' })
  autoTidyConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.tidies.configuration(requireCaller(context), mount);
  }

  @Mutation(() => StartTidyPayload, {
    description:
      'Begins to remove from a mount what has expired. It goes on by itself, also after a restart: `tidyStatus` says how far it is. A mount has one at a time.',
  })
  startTidy(@Arg('input', () => StartTidyInput) input: InMount & GivenTidy, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const { status, ...answer } = await context.pki.tidies.start(caller, mountOf(input), input);
      return { ...answer, tidyStatus: toTidyStatus(status) };
    });
  }

  @Mutation(() => CancelTidyPayload, {
    description: 'Ends the tidy of a mount that is at work, after its present step. What it removed stays removed.',
  })
  cancelTidy(@Arg('input', () => CancelTidyInput) input: InMount, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return done(async () => {
      const { status, ...answer } = await context.pki.tidies.cancel(caller, mountOf(input));
      return { ...answer, tidyStatus: toTidyStatus(status) };
    });
  }

  @Mutation(() => ConfigureAutoTidyPayload, {
    description: 'Changes when a mount is tidied by itself, and what is removed then.',
  })
  configureAutoTidy(
    @Arg('input', () => ConfigureAutoTidyInput) input: InMount & GivenAutoTidy,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('autoTidyConfig', () => context.pki.tidies.configure(caller, mountOf(input), input));
  }
}
