import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import type { TypeThunk } from '../../platform/graphql/declare.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { Duration } from '../../platform/graphql/scalars.js';
import { declareInputType, inputFields, mountField } from '../graphql/field-input.js';
import type { InputField } from '../graphql/field-input.js';
import { warnedPayload } from '../graphql/payloads.js';
import { RoleRef } from '../graphql/references.js';
import { roleFields, type ParameterType } from '../policy/index.js';
import { showPolicy } from '../policy/policy-identifiers.js';
import type { ReadRole } from './roles.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A named set of rules for issuance: which certificates can be requested, and what they contain.',
})
export class Role implements Node {
  @Field(() => ID, { description: 'Identifier of the form `role-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'Unique in its mount.' })
  readonly name!: string;

  @Field(() => String, { description: 'Path of its mount.' })
  readonly mountPath!: string;
}

export const RoleConnection = connectionType('Role', () => Role, 'Roles, by name.');

const text = () => String;
const texts = () => [String];

/** What the fields of a role are where they are read. */
const types: Readonly<Record<ParameterType, TypeThunk>> = {
  ...{ flag: () => Boolean, whole: () => Int, duration: () => Duration },
  ...{ text, trimmed: text, pem: text, keyIdentifier: text, time: text },
  ...{ keyType: text, format: text, privateKeyFormat: text, serialNumberSource: text },
  ...{ list: texts, addresses: texts, otherNames: texts, keyUsages: texts, extKeyUsages: texts, cnValidations: texts },
  policies: texts,
};
for (const [key, { type, description }] of Object.entries(roleFields)) {
  Field(types[type], { description })(Role.prototype, key);
}

/** A role as GraphQL shows it. */
export function toRole({ id, name, mount, role }: ReadRole): Role {
  const policyIdentifiers = role.policyIdentifiers.map(showPolicy);
  const shown = { ...role, policyIdentifiers, id, name, mountPath: mount };
  return shown;
}

const place = {
  mount: mountField,
  name: { type: () => String, description: 'Its name: word characters, dots and hyphens.' },
};

const target: InputField = { type: () => RoleRef, description: 'Which one.' };

export const CreateRoleInput = declareInputType(
  'CreateRoleInput',
  'A role, whole: what is not given takes its default.',
  { ...place, ...inputFields(roleFields) },
);
export const UpdateRoleInput = declareInputType(
  'UpdateRoleInput',
  'What to change of a role: null takes the default back, what is not given stays.',
  { role: target, ...inputFields(roleFields) },
);
export const DeleteRoleInput = declareInputType('DeleteRoleInput', 'A role to delete.', { role: target });

const role = { role: { type: () => Role, description: 'The role; null when there are problems.' } };
export const CreateRolePayload = warnedPayload('CreateRolePayload', role);
export const UpdateRolePayload = warnedPayload('UpdateRolePayload', role);
export const DeleteRolePayload = payloadType('DeleteRolePayload', 'deletedId', () => ID);
