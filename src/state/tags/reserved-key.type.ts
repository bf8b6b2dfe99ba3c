import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { mostReservedKeys } from './reserved-keys.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A key of tags that an organization reserves.',
})
export class ReservedTagKey extends Node {
  @Field(() => String, { description: 'Unique in its organization.' })
  key!: string;

  @Field(() => Boolean, {
    description:
      'Whether workspaces are kept from overriding what their project binds to the key. A workspace that did before has the value of its project.',
  })
  disableOverrides!: boolean;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  organizationId!: string;

  @Field(() => DateTime, { description: 'When it was reserved.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: Date;
}

export const ReservedTagKeyConnection = connectionType(
  'ReservedTagKey',
  () => ReservedTagKey,
  `A page of reserved keys, by key. An organization has at most ${mostReservedKeys}.`,
);
export const ReservedTagKeyPage = numberedPageType('ReservedTagKey', () => ReservedTagKey);

@InputType({ description: 'The key to reserve.' })
export class CreateReservedTagKeyInput {
  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => String, { description: 'The key, by the rules for keys of tags.' })
  key!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether workspaces are kept from overriding what their project binds to the key. Defaults to false.',
  })
  disableOverrides?: boolean | null;
}

@InputType({ description: 'Changes to a reserved key. What is absent or null stays as it is.' })
export class UpdateReservedTagKeyInput {
  @Field(() => ID, { description: 'Identifier of the reserved key.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The key to reserve in its place.' })
  key?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether workspaces are kept from overriding what their project binds to the key.',
  })
  disableOverrides?: boolean | null;
}

@InputType({ description: 'The reserved key to delete. Tags with this key stay.' })
export class DeleteReservedTagKeyInput {
  @Field(() => ID, { description: 'Identifier of the reserved key.' })
  id!: string;
}

export const CreateReservedTagKeyPayload = payloadType(
  'CreateReservedTagKeyPayload',
  'reservedTagKey',
  () => ReservedTagKey,
);
export const UpdateReservedTagKeyPayload = payloadType(
  'UpdateReservedTagKeyPayload',
  'reservedTagKey',
  () => ReservedTagKey,
);
export const DeleteReservedTagKeyPayload = payloadType('DeleteReservedTagKeyPayload', 'deletedId', () => ID);
