import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { declareObjectType } from '../../platform/graphql/declare.js';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, JSONScalar } from '../../platform/graphql/scalars.js';
import type { TokenType } from './service-token.rules.js';

const ServiceTokenTypeEnum = { SERVICE: 'service', BATCH: 'batch' } as const satisfies Record<string, TokenType>;
registerEnumType(ServiceTokenTypeEnum, {
  name: 'ServiceTokenType',
  description: 'The types of tokens that are created from other tokens.',
  valuesConfig: {
    SERVICE: { description: 'It can be renewed and revoked, and can create other tokens.' },
    BATCH: {
      description:
        'It can do none of these and has no accessor: it ends when its time is over, or with the token that it was created from.',
    },
  },
});

/** What Vault's clients see of a token. */
@ObjectType({ simpleResolvers: true })
abstract class TokenTerms {
  @Field(() => String, {
    description:
      'Identifies the token without giving access: you can show it, but you cannot send requests with it. Empty for a batch token, which has none.',
  })
  readonly accessor!: string;

  @Field(() => String, { description: 'Its name in audit records.' })
  readonly displayName!: string;

  @Field(() => [String], { description: 'Names of its policies. `root` allows everything.' })
  readonly policies!: readonly string[];

  @Field(() => JSONScalar, {
    nullable: true,
    description: 'Metadata of the token: texts by name, as its creator gave them.',
  })
  readonly meta!: Readonly<Record<string, string>> | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Null if it does not expire.' })
  readonly expiresAt!: Date | null;

  @Field(() => Duration, { description: 'How long it remains valid. `PT0S` if it does not expire.' })
  readonly ttl!: number;

  @Field(() => Duration, { description: 'The time to live that it was created with. `PT0S` if it does not expire.' })
  readonly creationTtl!: number;

  @Field(() => Duration, {
    description: 'Its longest lifetime from its creation, all renewals included. `PT0S` if there is no such limit.',
  })
  readonly explicitMaxTtl!: number;

  @Field(() => Duration, {
    nullable: true,
    description:
      'How long each renewal of a periodic token lasts. A token that is renewed in time does not expire before its `explicitMaxTtl`, if it has one. Null for a token that is not periodic.',
  })
  readonly period!: number | null;

  @Field(() => Boolean, { description: 'Whether it can be renewed.' })
  readonly renewable!: boolean;

  @Field(() => Boolean, { description: 'Whether it outlives the token that it was created from.' })
  readonly orphan!: boolean;

  @Field(() => Boolean, { description: 'Whether it was created from another token.' })
  readonly made!: boolean;

  @Field(() => ServiceTokenTypeEnum, { description: 'Whether it is a service token or a batch token.' })
  readonly type!: TokenType;

  @Field(() => Int, {
    nullable: true,
    description: 'How many more requests it allows. Null if it may be used any number of times.',
  })
  readonly usesLeft!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The path below `/v1` that created it. Null if none of `auth/token` did.',
  })
  readonly path!: string | null;

  @Field(() => String, { nullable: true, description: 'The role that it was created under. Null if there was none.' })
  readonly role!: string | null;

  @Field(() => [String], { description: 'Addresses and networks that it may be used from. Empty for any.' })
  readonly boundCidrs!: readonly string[];

  @Field(() => DateTime, { nullable: true, description: 'When it was last renewed. Null if it never was.' })
  readonly renewedAt!: Date | null;
}

@ObjectType('OwnToken', {
  simpleResolvers: true,
  description: 'The token of this request: its lifetime, and its policies for the certificate authority.',
})
export class OwnTokenType extends TokenTerms {}

@ObjectType('ServiceToken', {
  simpleResolvers: true,
  description: 'A token: its lifetime, and its policies for the certificate authority.',
})
export class ServiceTokenType extends TokenTerms {}

@ObjectType({ simpleResolvers: true, description: 'A token that was created from another token, with its text.' })
export class IssuedServiceToken {
  @Field(() => OwnTokenType, { description: 'The token.' })
  readonly token!: OwnTokenType;

  @Field(() => String, { description: 'The text to send with requests. It is shown only once: store it now.' })
  readonly text!: string;
}

@InputType()
class ServiceTokenInput {
  @Field(() => [String], {
    nullable: true,
    description:
      'Names of its policies. The token of this request must have them too, unless it has `sudo`, which allows all policies except `root`. Defaults to the policies of the token of this request.',
  })
  policies?: string[] | null;

  @Field(() => Duration, {
    nullable: true,
    description: 'Its time to live. Defaults to 768 hours. A longer time is reduced to that, with a warning.',
  })
  ttl?: number | null;

  @Field(() => Duration, {
    nullable: true,
    description: 'Its longest lifetime from its creation, all renewals included.',
  })
  explicitMaxTtl?: number | null;

  @Field(() => Duration, {
    nullable: true,
    description:
      'Makes the token periodic: each renewal lasts this long, whatever it asks for. At most 768 hours. A token that is renewed in time does not expire before its `explicitMaxTtl`, if it has one. Requires `sudo`.',
  })
  period?: number | null;

  @Field(() => String, { nullable: true, description: 'Its name in audit records, which follows `token-` there.' })
  displayName?: string | null;

  @Field(() => JSONScalar, { nullable: true, description: 'Metadata to show with the token: texts by name.' })
  meta?: Readonly<Record<string, string>> | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it outlives the token it is created from. Requires `sudo`.',
  })
  noParent?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it does not get the policy `default`.' })
  noDefaultPolicy?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it can be renewed. Defaults to true.' })
  renewable?: boolean | null;

  @Field(() => ServiceTokenTypeEnum, { nullable: true, description: 'Its type. Defaults to `SERVICE`.' })
  type?: TokenType | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many requests it allows. Each request takes one, whatever becomes of it. 0, the default, is any number.',
  })
  numUses?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The text of the token, instead of a random one: 16 to 256 visible ASCII characters without dots. No other token has had it. Requires `sudo`.',
  })
  id?: string | null;
}

@InputType({
  description:
    'The token to create. It belongs to the same user, team or organization as the token of this request. Only its policies give it rights.',
})
export class CreateServiceTokenInput extends ServiceTokenInput {
  @Field(() => String, { nullable: true, description: 'The name of the role that it is created under.' })
  role?: string | null;
}

@InputType({ description: 'The token to create. It outlives the token of this request.' })
export class CreateOrphanTokenInput extends ServiceTokenInput {}

@InputType({ description: 'The renewal of the token of this request.' })
export class RenewOwnTokenInput {
  @Field(() => Duration, {
    nullable: true,
    description:
      'The new time to live, from now. Defaults to the time to live that the token was created with. A periodic token always gets its period.',
  })
  increment?: number | null;
}

@InputType({ description: 'The revocation of the token of this request.' })
export class RevokeOwnTokenInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The accessor of the token. The token is only revoked if it has this accessor, so that you do not revoke another one by mistake.',
  })
  accessor?: string | null;
}

export const warned = (name: string, key: string, type: () => object) =>
  declareObjectType(name, 'The token, or the problems that prevented it.', {
    [key]: { type, nullable: true, description: 'The token; null when there are problems.' },
    warnings: { type: () => [String], description: 'Warnings about values that differ from the requested ones.' },
    problems: { type: () => [ProblemType], description: 'The problems that prevented it; empty on success.' },
  });

export const CreateServiceTokenPayload = warned('CreateServiceTokenPayload', 'issued', () => IssuedServiceToken);
export const CreateOrphanTokenPayload = warned('CreateOrphanTokenPayload', 'issued', () => IssuedServiceToken);
export const RenewOwnTokenPayload = warned('RenewOwnTokenPayload', 'ownToken', () => OwnTokenType);
export const RevokeOwnTokenPayload = payloadType('RevokeOwnTokenPayload', 'deletedId', () => ID);
