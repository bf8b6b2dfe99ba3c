import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, JSONScalar } from '../../platform/graphql/scalars.js';
import { capabilities } from './rules.js';
import type { Lists } from './parameters.js';
import type { Capability } from './rules.js';

/** What a policy allows, and what a token may do: only tokens with `root` may do everything. */
const everyCapability = [...capabilities, 'root'] as const;

const CapabilityEnum: Readonly<Record<string, (typeof everyCapability)[number]>> = Object.fromEntries(
  everyCapability.map((word) => [word.toUpperCase(), word]),
);

registerEnumType(CapabilityEnum, {
  name: 'PolicyCapability',
  description: 'What a policy can allow at a path.',
  valuesConfig: {
    CREATE: {
      description: 'Create what does not exist yet. Writes in this API need only `UPDATE`.',
    },
    READ: { description: 'Read it (GET).' },
    UPDATE: { description: 'Write it, or run the operation (POST and PUT).' },
    PATCH: { description: 'Change some of its fields (PATCH).' },
    DELETE: { description: 'Delete it (DELETE).' },
    LIST: { description: 'List what is below it (LIST).' },
    SUDO: { description: 'An additional capability that some paths require.' },
    DENY: {
      description: 'Denies everything, even if other rules for the same path allow it.',
    },
    ROOT: { description: 'Everything. Only tokens with the policy `root` have this; rules cannot give it.' },
  },
});

@ObjectType('PolicyRule', {
  simpleResolvers: true,
  description: 'What a policy allows at the paths that match a pattern.',
})
class PolicyRuleType {
  @Field(() => String, {
    description:
      'A path below `/v1`. `*` at its end matches any text, and a segment `+` matches any one segment. `{{identity.…}}` is replaced by a property of the caller.',
  })
  readonly path!: string;

  @Field(() => [CapabilityEnum], { description: 'The capabilities that the rule gives.' })
  readonly capabilities!: readonly Capability[];

  @Field(() => JSONScalar, {
    nullable: true,
    description:
      'The allowed parameters, by their REST names, with their allowed values. An empty list allows any value, and `*` stands for all other parameters. Null if the rule does not restrict parameters in this way.',
  })
  readonly allowedParameters?: Lists;

  @Field(() => JSONScalar, {
    nullable: true,
    description:
      'The forbidden parameters, by their REST names, with their forbidden values. They take precedence over allowed parameters. Null if the rule does not forbid parameters.',
  })
  readonly deniedParameters?: Lists;

  @Field(() => [String], {
    nullable: true,
    description: 'Parameters that requests must have. Null if the rule requires none.',
  })
  readonly requiredParameters?: readonly string[];
}

@ObjectType({
  simpleResolvers: true,
  description:
    'Rules for paths. Tokens have policies by name. If several rules match a path, the most specific one applies. Rules for the same path are combined, and `deny` in one of them denies everything there. Without a matching rule, access is denied.',
})
export class Policy {
  @Field(() => String, {
    description: 'Its name in lower case, by which tokens refer to it.',
  })
  readonly name!: string;

  @Field(() => String, {
    description: 'The text as it was written: HCL, or JSON of the same structure.',
  })
  readonly text!: string;

  @Field(() => [PolicyRuleType], {
    description: 'The rules in the text. Only the size of the text limits their number.',
  })
  readonly rules!: readonly PolicyRuleType[];

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When its text last changed.' })
  readonly updatedAt!: Date;
}

export const PolicyConnection = connectionType('Policy', () => Policy, 'Policies, by name.');

@ObjectType({
  simpleResolvers: true,
  description: 'What a token may do at a path.',
})
export class PathCapabilities {
  @Field(() => String, { description: 'The path, as it was given.' })
  readonly path!: string;

  @Field(() => [CapabilityEnum], {
    description:
      'The capabilities at the path. Only `ROOT` if everything is allowed, only `DENY` if nothing is allowed.',
  })
  readonly capabilities!: readonly string[];
}

@InputType({ description: 'The policy. It replaces the policy of the same name.' })
export class WritePolicyInput {
  @Field(() => String, {
    description:
      '1 to 128 letters, digits, `-`, `_` and `.`, beginning with a letter or a digit. It is stored in lower case.',
  })
  name!: string;

  @Field(() => String, {
    description: 'HCL such as `path "pki/issue/+" { capabilities = ["update"] }`, or JSON of the same structure.',
  })
  policy!: string;
}

@InputType({ description: 'The policy to delete.' })
export class DeletePolicyInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

export const WritePolicyPayload = payloadType('WritePolicyPayload', 'policy', () => Policy);
export const DeletePolicyPayload = payloadType('DeletePolicyPayload', 'deletedId', () => ID);
