import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import type { PkiContext } from '../context.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { ConfigureEstInput, ConfigureEstPayload, EstConfigType, toEstChange, toEstConfig } from './est.type.js';

@Resolver()
export class EstResolver {
  @Lookup(() => EstConfigType, { description: 'How certificates of a mount can be obtained by EST.' })
  async estConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return toEstConfig(await context.pki.estConfiguration.read(requireCaller(context), mount));
  }

  @Mutation(() => ConfigureEstPayload, { description: 'Changes how certificates of a mount can be obtained by EST.' })
  configureEst(@Arg('input', () => ConfigureEstInput) input: ConfigureEstInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('estConfig', async () =>
      toEstConfig(await context.pki.estConfiguration.change(caller, mountOf(input), toEstChange(input))),
    );
  }
}
