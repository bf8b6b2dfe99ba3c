import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Lookup } from '../../platform/graphql/lookup.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage } from '../../platform/graphql/numbered-page.js';
import { jsonOf } from '../../platform/graphql/raw-json.js';
import { JSONScalar } from '../../platform/graphql/scalars.js';
import { ids } from '../../platform/ids.js';
import { orNull } from '../../platform/missing.js';
import { problem } from '../../platform/problems.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { stateVersionIdOf, workspaceIdOf } from '../versions/version-input.js';
import { StateVersion } from '../versions/version.type.js';
import type { OutputText } from './long-texts.js';
import type { ReadOutput } from './output.store.js';
import { knowsOutputs } from './outputs.js';
import { StateVersionOutput, StateVersionOutputConnection, StateVersionOutputPage } from './output.type.js';

/** An output whose value was requested by id, so that a sensitive one is shown too. */
type Shown = StateVersionOutput & { readonly shownJson?: OutputText | null; readonly damaged?: boolean };

export const shown = ({ output, valueJson, damaged }: ReadOutput): Shown => ({
  ...output,
  shownJson: valueJson,
  damaged,
});

@Resolver(() => StateVersionOutput)
export class StateVersionOutputResolver {
  @Lookup(() => StateVersionOutput, {
    description:
      'An output, by its id, with its value even if the value is sensitive. The read is recorded in the audit log.',
  })
  async stateVersionOutput(
    @Arg('id', () => ID, { description: 'Identifier of the form `wsout-…`.' }) id: string,
    @Ctx() context: StateContext,
  ): Promise<Shown | null> {
    const caller = requireCaller(context);
    const outputId = ids.stateVersionOutput.parse(id);
    // For REST too, whose text is the same as for any other missing object.
    const read = outputId && (await orNull(() => context.state.outputs.read(caller, outputId)));
    return read && shown(read);
  }

  @Query(() => StateVersionOutputConnection, {
    description:
      'Outputs of the current state version of a workspace, by name. Sensitive outputs have no value here. Another version may be current when you query the next page: use `stateVersionOutputs` to stay with the same version.',
  })
  async currentStateVersionOutputs(
    @Arg('workspaceId', () => ID, { description: 'Identifier of the workspace.' }) workspaceId: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    const version = await context.state.outputs.current(caller, workspaceIdOf(workspaceId));
    return context.state.visibleTo(caller).outputs(version, pageAsked(args));
  }

  @Query(() => StateVersionOutputConnection, {
    description: 'Outputs of a state version, by name. Sensitive outputs have no value here.',
  })
  async stateVersionOutputs(
    @Arg('stateVersionId', () => ID, { description: 'Identifier of the state version.' }) stateVersionId: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    const version = await context.state.outputs.version(caller, stateVersionIdOf(stateVersionId));
    return context.state.visibleTo(caller).outputs(version, pageAsked(args));
  }

  @Internal()
  @Query(() => StateVersionOutputPage, {
    description:
      'Outputs of a state version by page number, with their values even if the values are sensitive. Each read is recorded in the audit log.',
  })
  async stateVersionOutputPage(
    @Arg('stateVersionId', () => ID, { description: 'Identifier of the state version.' }) stateVersionId: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ): Promise<NumberedPage<Shown>> {
    const asked = { id: stateVersionIdOf(stateVersionId), window: pageWindow(args) };
    const { items, pagination } = await context.state.outputs.page(requireCaller(context), asked);
    return { items: items.map(shown), pagination };
  }

  @FieldResolver(() => JSONScalar, {
    nullable: true,
    description:
      'Its value. Null if the output is sensitive and the query does not ask for it by its own id, or if the value was too large to store.',
  })
  value(@Root() output: Shown): unknown {
    if (output.damaged === true) throw problem('CONTENT_DAMAGED', `the value of the output ${output.id} is damaged`);
    const json = output.shownJson ?? output.valueJson;
    return json === null ? null : jsonOf(json);
  }

  @FieldResolver(() => JSONScalar, {
    nullable: true,
    description:
      'Its exact type, as the engine writes types: `"string"`, `["list", "string"]`, `["object", {…}]`. Null with `valueOmitted`.',
  })
  detailedType(@Root() output: StateVersionOutput): unknown {
    return output.detailedTypeJson === null ? null : jsonOf(output.detailedTypeJson);
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether its value was too large to store: the outputs of a state have room for 16 MiB together. The state itself has it.',
  })
  valueOmitted(@Root() { detailedTypeJson }: StateVersionOutput): boolean {
    return detailedTypeJson === null;
  }
}

@Resolver(() => StateVersionOutput)
export class VersionOfOutputResolver {
  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'Its state version. Null if you may read only outputs.',
  })
  stateVersion(@Root() { stateVersionId }: StateVersionOutput, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).stateVersion(stateVersionId);
  }
}

@Resolver(() => StateVersion)
export class StateVersionOutputsResolver {
  @FieldResolver(() => [ID], {
    nullable: true,
    description:
      'Identifiers of all its outputs, by name. Only the size of the content limits their number; `outputs` returns them in pages. Null if they could not be read: see `processingProblem`.',
  })
  outputIds(@Root() version: StateVersion): readonly string[] | null {
    return knowsOutputs(version) ? version.outputIds : null;
  }

  @FieldResolver(() => StateVersionOutputConnection, {
    nullable: true,
    description:
      'Its outputs, by name. Sensitive outputs have no value here. Null if they could not be read: see `processingProblem`.',
  })
  outputs(
    @Root() version: StateVersion,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    if (!knowsOutputs(version)) return null;
    return context.state.visibleTo(requireCaller(context)).outputs(version, pageAsked(args));
  }
}
