import { Field, ID, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { JSONScalar } from '../../platform/graphql/scalars.js';
import { declareInputType, inputFields, mountField } from '../graphql/field-input.js';
import type { InputField } from '../graphql/field-input.js';
import { RoleKeyTypeEnum } from '../graphql/key-type.js';
import { parameterTypes, PolicyIdentifier } from '../graphql/parameter-types.js';
import { warnedPayload } from '../graphql/payloads.js';
import { RoleRef } from '../graphql/references.js';
import { extKeyUsageNamed, keyUsageOf, parseTime, roleFields, showRole } from '../policy/index.js';
import type { WrittenTexts } from '../policy/index.js';
import type { ReadRole } from './roles.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A named set of rules for issuance. They say which certificates can be requested, and what these contain.',
})
export class Role implements Node {
  @Field(() => ID, { description: 'Identifier of the form `role-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'Unique in its mount.' })
  readonly name!: string;

  @Field(() => String, { description: 'Path of its mount.' })
  readonly mountPath!: string;

  @Internal()
  @Field(() => JSONScalar, { description: 'The text that REST shows, as the caller wrote it.' })
  readonly document!: unknown;

  @Internal()
  @Field(() => JSONScalar, { description: 'Texts of durations, as callers of REST wrote them.' })
  readonly written!: WrittenTexts;
}

export const RoleConnection = connectionType('Role', () => Role, 'Roles, by name.');

const keyType = () => RoleKeyTypeEnum;
const policies = () => [PolicyIdentifier];
for (const [key, { type, description }] of Object.entries(roleFields)) {
  const thunk = key === 'keyType' ? keyType : type === 'policies' ? policies : parameterTypes[type];
  Field(thunk, { description, nullable: type === 'time' })(Role.prototype, key);
}

function timeOf(field: string, text: string): Date | null {
  const read = parseTime(field, text);
  return read.broken ? null : read.time;
}

/** A role as GraphQL shows it. */
export function toRole({ id, name, mount, role, written }: ReadRole): Role {
  const shown = {
    ...role,
    keyUsage: role.keyUsage.flatMap((usage) => keyUsageOf(usage) ?? []),
    extKeyUsage: role.extKeyUsage.flatMap((usage) => extKeyUsageNamed(usage) ?? []),
    notBefore: timeOf('not_before', role.notBefore),
    notAfter: timeOf('not_after', role.notAfter),
    document: showRole(role),
    written,
    id,
    name,
    mountPath: mount,
  };
  return shown;
}

const place = {
  mount: mountField,
  name: { type: () => String, description: 'Its name. It may contain letters, digits, underscores, dots and hyphens.' },
};

const target: InputField = { type: () => RoleRef, description: 'The role.' };
const roleInputs = {
  ...inputFields(roleFields),
  keyType: { type: keyType, nullable: true, description: roleFields.keyType.description },
  written: {
    type: () => JSONScalar,
    nullable: true,
    internal: true,
    description: 'Texts of durations, to show again.',
  },
};

export const CreateRoleInput = declareInputType(
  'CreateRoleInput',
  'The complete role. Fields that are left out get their defaults.',
  { ...place, ...roleInputs },
);
export const UpdateRoleInput = declareInputType(
  'UpdateRoleInput',
  'Changes to a role. Null sets a field to its default. Fields that are left out do not change.',
  { role: target, ...roleInputs },
);
export const DeleteRoleInput = declareInputType('DeleteRoleInput', 'The role to delete.', { role: target });

const role = { role: { type: () => Role, description: 'The role; null when there are problems.' } };
export const CreateRolePayload = warnedPayload('CreateRolePayload', role);
export const UpdateRolePayload = warnedPayload('UpdateRolePayload', role);
export const DeleteRolePayload = payloadType('DeleteRolePayload', 'deletedId', () => ID);
