import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, JSONScalar } from '../../platform/graphql/scalars.js';
import { capabilities } from './rules.js';
import type { Lists } from './parameters.js';
import type { Capability } from './rules.js';

/** What a policy allows, and what a token may: everything is for those alone that carry `root`. */
const everyCapability = [...capabilities, 'root'] as const;

export const CapabilityEnum: Readonly<Record<string, (typeof everyCapability)[number]>> = Object.fromEntries(
  everyCapability.map((word) => [word.toUpperCase(), word]),
);

registerEnumType(CapabilityEnum, {
  name: 'PolicyCapability',
  description: 'What a policy allows at a path.',
  valuesConfig: {
    CREATE: {
      description: 'To make what is not there. Writes here ask for `UPDATE` alone.',
    },
    READ: { description: 'To read it: GET.' },
    UPDATE: { description: 'To write it, or to have it done: POST and PUT.' },
    PATCH: { description: 'To change parts of it: PATCH.' },
    DELETE: { description: 'To delete it: DELETE.' },
    LIST: { description: 'To list what is below it: LIST.' },
    SUDO: { description: 'What some paths ask for besides.' },
    DENY: {
      description: 'Nothing, whatever other rules for the same path allow.',
    },
    ROOT: { description: 'Everything: of a token with the policy `root`. No rule says it.' },
  },
});

@ObjectType('PolicyRule', {
  simpleResolvers: true,
  description: 'What a policy allows at the paths that fit a pattern.',
})
export class PolicyRuleType {
  @Field(() => String, {
    description:
      'A path below `/v1`. `*` at its end stands for any rest, a segment `+` for any one segment, `{{identity.…}}` for what the caller is.',
  })
  readonly path!: string;

  @Field(() => [CapabilityEnum], { description: 'What is allowed there.' })
  readonly capabilities!: readonly Capability[];

  @Field(() => JSONScalar, {
    nullable: true,
    description:
      'With which values, by the names that parameters have in REST: an empty list is any value, `*` every other parameter. Null where that is not said.',
  })
  readonly allowedParameters?: Lists;

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'With which not, whatever is allowed besides. Null where that is not said.',
  })
  readonly deniedParameters?: Lists;

  @Field(() => [String], { nullable: true, description: 'Parameters that must be sent. Null where that is not said.' })
  readonly requiredParameters?: readonly string[];
}

@ObjectType({
  simpleResolvers: true,
  description:
    'Rules for paths that tokens carry by its name. Of the rules that fit a path, the most specific one counts; rules for the same path add up, and `deny` among them leaves nothing. What no rule allows is denied.',
})
export class Policy {
  @Field(() => String, {
    description: 'Its name, in lower case: what tokens carry.',
  })
  readonly name!: string;

  @Field(() => String, {
    description: 'As it was given: HCL, or JSON of the same structure.',
  })
  readonly text!: string;

  @Field(() => [PolicyRuleType], {
    description: 'What was read from the text: as many as it has room for.',
  })
  readonly rules!: readonly PolicyRuleType[];

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When its text was last written.' })
  readonly updatedAt!: Date;
}

export const PolicyConnection = connectionType('Policy', () => Policy, 'Policies, by name.');

@ObjectType({
  simpleResolvers: true,
  description: 'What the caller may do at a path.',
})
export class PathCapabilities {
  @Field(() => String, { description: 'The path, as it was asked for.' })
  readonly path!: string;

  @Field(() => [CapabilityEnum], {
    description: 'What is allowed there; `ROOT` alone for everything, `DENY` alone for nothing.',
  })
  readonly capabilities!: readonly string[];
}

@InputType({ description: 'A policy, new or in place of the one of its name.' })
export class WritePolicyInput {
  @Field(() => String, {
    description: '1 to 128 letters, digits, `-`, `_` and `.`, the first a letter or a digit. Kept in lower case.',
  })
  name!: string;

  @Field(() => String, {
    description: 'HCL such as `path "pki/issue/+" { capabilities = ["update"] }`, or JSON of the same structure.',
  })
  policy!: string;
}

@InputType({ description: 'A policy to delete.' })
export class DeletePolicyInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

export const WritePolicyPayload = payloadType('WritePolicyPayload', 'policy', () => Policy);
export const DeletePolicyPayload = payloadType('DeletePolicyPayload', 'deletedId', () => ID);
