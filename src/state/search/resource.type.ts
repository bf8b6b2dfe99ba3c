import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';

/** Who wrote the resource into the state. */
export const ResourceModeEnum = { MANAGED: 'managed', DATA: 'data' } as const;

registerEnumType(ResourceModeEnum, {
  name: 'ResourceMode',
  description: 'Whether the engine manages a resource or only reads it.',
  valuesConfig: {
    MANAGED: { description: 'Declared with `resource`: created, changed and destroyed by the engine.' },
    DATA: { description: 'Declared with `data`: read only.' },
  },
});

@ObjectType('Resource', {
  implements: Node,
  simpleResolvers: true,
  description:
    'A resource of the current state version of a workspace, known by its id as long as it stays there. Its attributes are in the state alone.',
})
export class Resource extends Node {
  @Field(() => ID, { description: 'Identifier of the workspace whose state holds it.' })
  readonly workspaceId!: string;

  @Field(() => String, { description: 'Address without instance keys: `module.net.aws_vpc.main`.' })
  readonly address!: string;

  @Field(() => String, { description: 'Path of its module, such as `module.net`; `root` for the root module.' })
  readonly module!: string;

  @Field(() => ResourceModeEnum, { description: 'Managed or only read.' })
  readonly mode!: string;

  @Field(() => String, { description: 'Type, such as `aws_vpc`.' })
  readonly type!: string;

  @Field(() => String, { description: 'Name in the configuration.' })
  readonly name!: string;

  @Field(() => String, { description: 'Address of its provider as the state has it.' })
  readonly provider!: string;

  @Field(() => BigIntScalar, { description: 'How many instances it has.' })
  readonly instanceCount!: bigint;
}

export const ResourceConnection = connectionType('Resource', () => Resource, 'Resources in order of their addresses.');
