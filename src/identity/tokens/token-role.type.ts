import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { Duration } from '../../platform/graphql/scalars.js';
import type { TokenRoleType as Kind } from './token-role.rules.js';

const TokenRoleTypeEnum = {
  SERVICE: 'service',
  BATCH: 'batch',
  DEFAULT_SERVICE: 'default-service',
  DEFAULT_BATCH: 'default-batch',
} as const satisfies Record<string, Kind>;
registerEnumType(TokenRoleTypeEnum, {
  name: 'TokenRoleType',
  description: 'Which tokens a role creates.',
  valuesConfig: {
    SERVICE: { description: 'Always service tokens.' },
    BATCH: { description: 'Always batch tokens.' },
    DEFAULT_SERVICE: { description: 'Service tokens, unless batch tokens are asked for.' },
    DEFAULT_BATCH: { description: 'Batch tokens, unless service tokens are asked for.' },
  },
});

const allowed = 'Policies that its tokens may have, whether their creators have them or not. Empty for no such list.';
const allowedGlob = 'The same as patterns, in which `*` stands for any text.';
const disallowed = 'Policies that its tokens may not have.';
const orphan = 'Whether its tokens outlive the tokens that they are created from.';
const renewable = 'Whether its tokens can be renewed.';
const suffix = 'Follows the name of the role in the path of its tokens.';
const period = 'Makes its tokens periodic: each renewal lasts this long. `PT0S` for tokens without a period.';
const end = 'The longest lifetime of its tokens, all renewals included. `PT0S` if there is no such limit.';
const uses = 'How many requests its tokens allow. 0 for any number.';
const bare = 'Whether its tokens do not get the policy `default` by themselves.';
const networks = 'Addresses and networks that its tokens may be used from. Empty for any.';

@ObjectType('TokenRole', { simpleResolvers: true, description: 'What tokens may be created under a name.' })
export class TokenRoleType {
  @Field(() => String, { description: 'Its name.' })
  readonly name!: string;

  @Field(() => [String], { description: allowed })
  readonly allowedPolicies!: readonly string[];

  @Field(() => [String], { description: allowedGlob })
  readonly allowedPoliciesGlob!: readonly string[];

  @Field(() => [String], { description: disallowed })
  readonly disallowedPolicies!: readonly string[];

  @Field(() => [String], { description: allowedGlob })
  readonly disallowedPoliciesGlob!: readonly string[];

  @Field(() => Boolean, { description: orphan })
  readonly orphan!: boolean;

  @Field(() => Boolean, { description: renewable })
  readonly renewable!: boolean;

  @Field(() => String, { description: suffix })
  readonly pathSuffix!: string;

  @Field(() => Duration, { description: period })
  readonly period!: number;

  @Field(() => Duration, { description: end })
  readonly explicitMaxTtl!: number;

  @Field(() => Int, { description: uses })
  readonly numUses!: number;

  @Field(() => Boolean, { description: bare })
  readonly noDefaultPolicy!: boolean;

  @Field(() => TokenRoleTypeEnum, { description: 'Which tokens it creates.' })
  readonly type!: Kind;

  @Field(() => [String], { description: networks })
  readonly boundCidrs!: readonly string[];
}

const nullable = true;

@InputType({ description: 'The role to create, or what to change of it. What is not given stays.' })
export class WriteTokenRoleInput {
  @Field(() => String, { description: 'Its name: 1 to 128 letters, digits, `-`, `_` and `.`.' })
  name!: string;

  @Field(() => [String], { nullable, description: allowed })
  allowedPolicies?: string[] | null;

  @Field(() => [String], { nullable, description: allowedGlob })
  allowedPoliciesGlob?: string[] | null;

  @Field(() => [String], { nullable, description: disallowed })
  disallowedPolicies?: string[] | null;

  @Field(() => [String], { nullable, description: allowedGlob })
  disallowedPoliciesGlob?: string[] | null;

  @Field(() => Boolean, { nullable, description: `${orphan} Defaults to false.` })
  orphan?: boolean | null;

  @Field(() => Boolean, { nullable, description: `${renewable} Defaults to true.` })
  renewable?: boolean | null;

  @Field(() => String, { nullable, description: suffix })
  pathSuffix?: string | null;

  @Field(() => Duration, { nullable, description: period })
  period?: number | null;

  @Field(() => Duration, { nullable, description: end })
  explicitMaxTtl?: number | null;

  @Field(() => Int, { nullable, description: uses })
  numUses?: number | null;

  @Field(() => Boolean, { nullable, description: bare })
  noDefaultPolicy?: boolean | null;

  @Field(() => TokenRoleTypeEnum, { nullable, description: 'Which tokens it creates. Defaults to `DEFAULT_SERVICE`.' })
  type?: Kind | null;

  @Field(() => [String], { nullable, description: networks })
  boundCidrs?: string[] | null;
}

@InputType({ description: 'The role to delete. Its tokens are not renewed any more.' })
export class DeleteTokenRoleInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

export const WriteTokenRolePayload = payloadType('WriteTokenRolePayload', 'tokenRole', () => TokenRoleType);
export const DeleteTokenRolePayload = payloadType('DeleteTokenRolePayload', 'deletedId', () => ID);
