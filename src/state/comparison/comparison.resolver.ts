import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { stateVersionIdOf } from '../versions/version-input.js';
import { shown, StateVersionComparison } from './comparison.type.js';

@Resolver(() => StateVersionComparison)
export class ComparisonResolver {
  @Query(() => StateVersionComparison, {
    description:
      'What was added, removed and changed from one state version to another: resources, instances, attributes and outputs. Sensitive values are masked. The read is recorded in the audit log.',
  })
  async compareStateVersions(
    @Arg('from', () => ID, { description: 'Identifier of the state version to start from.' }) from: string,
    @Arg('to', () => ID, { description: 'Identifier of the state version to compare with it.' }) to: string,
    @Ctx() context: StateContext,
  ): Promise<StateVersionComparison> {
    const caller = requireCaller(context);
    return shown(await context.state.comparisons.compare(caller, stateVersionIdOf(from), stateVersionIdOf(to)));
  }
}
