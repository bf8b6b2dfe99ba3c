import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';

/** Who wrote the resource into the state. */
export const ResourceModeEnum = { MANAGED: 'managed', DATA: 'data' } as const;

registerEnumType(ResourceModeEnum, {
  name: 'ResourceMode',
  description: 'Whether the engine manages a resource or only reads it.',
  valuesConfig: {
    MANAGED: { description: 'Declared with `resource`: created, changed and destroyed by the engine.' },
    DATA: { description: 'Declared with `data`: the engine only reads it.' },
  },
});

@ObjectType('Resource', {
  implements: Node,
  simpleResolvers: true,
  description:
    'A resource in the current state version of a workspace. Its id is valid as long as the resource is in the current state. Only the state contains its attributes.',
})
export class Resource extends Node {
  @Field(() => ID, { description: 'Identifier of the workspace whose state holds it.' })
  readonly workspaceId!: string;

  @Field(() => String, { description: 'Address without instance keys: `module.net.aws_vpc.main`.' })
  readonly address!: string;

  @Field(() => String, { description: 'Path of its module, such as `module.net`. `root` for the root module.' })
  readonly module!: string;

  @Field(() => ResourceModeEnum, { description: 'Whether the engine manages it or only reads it.' })
  readonly mode!: string;

  @Field(() => String, { description: 'Type, such as `aws_vpc`.' })
  readonly type!: string;

  @Field(() => String, { description: 'Name in the configuration.' })
  readonly name!: string;

  @Field(() => String, { description: 'Address of its provider, as in the state.' })
  readonly provider!: string;

  @Field(() => BigIntScalar, { description: 'The number of its instances.' })
  readonly instanceCount!: bigint;
}

export const ResourcePage = numberedPageType('Resource', () => Resource, 'Resources by address, by number.');
export const ResourceConnection = connectionType('Resource', () => Resource, 'Resources by address.');
