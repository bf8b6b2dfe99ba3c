import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { declareObjectType } from '../../platform/graphql/declare.js';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, JSONScalar } from '../../platform/graphql/scalars.js';

@ObjectType('OwnToken', {
  simpleResolvers: true,
  description:
    'The token of a request, with what decides how long it lives and what it may in the certificate authority.',
})
export class OwnTokenType {
  @Field(() => String, { description: 'What names it, as far as it may be told: not what requests are sent with.' })
  readonly accessor!: string;

  @Field(() => String, { description: 'What it is called in records.' })
  readonly displayName!: string;

  @Field(() => [String], { description: 'Names of the policies that hold for it; `root` for everything.' })
  readonly policies!: readonly string[];

  @Field(() => JSONScalar, { nullable: true, description: 'Texts by name, as its maker gave them.' })
  readonly meta!: Readonly<Record<string, string>> | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'From when on it is refused; null for never.' })
  readonly expiresAt!: Date | null;

  @Field(() => Duration, { description: 'How long it still lives; `PT0S` for one without end.' })
  readonly ttl!: number;

  @Field(() => Duration, { description: 'How long it was created for; `PT0S` for one without end.' })
  readonly creationTtl!: number;

  @Field(() => Duration, {
    description: 'How far from its making renewals reach at most; `PT0S` for one that has no such limit.',
  })
  readonly explicitMaxTtl!: number;

  @Field(() => Duration, {
    nullable: true,
    description:
      'Length of each renewal of a periodic token: renewed in time it lives on, to its `explicitMaxTtl` where it has one.',
  })
  readonly period!: number | null;

  @Field(() => Boolean, { description: 'Whether it can be renewed.' })
  readonly renewable!: boolean;

  @Field(() => Boolean, { description: 'Whether no other token ends it.' })
  readonly orphan!: boolean;

  @Field(() => Boolean, { description: 'Whether it was created from another token.' })
  readonly made!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A token created from another one, with its text.' })
export class IssuedServiceToken {
  @Field(() => OwnTokenType, { description: 'The token.' })
  readonly token!: OwnTokenType;

  @Field(() => String, { description: 'What to send with requests. Shown this once: keep it now.' })
  readonly text!: string;
}

@InputType()
class ServiceTokenInput {
  @Field(() => [String], {
    nullable: true,
    description:
      'Names of policies that the maker has too. Defaults to those of the maker. With `sudo` any but `root`.',
  })
  policies?: string[] | null;

  @Field(() => Duration, {
    nullable: true,
    description: 'How long it lives. Defaults to 768 hours. More is capped with a warning.',
  })
  ttl?: number | null;

  @Field(() => Duration, { nullable: true, description: 'How long it lives with all its renewals, at most.' })
  explicitMaxTtl?: number | null;

  @Field(() => Duration, {
    nullable: true,
    description:
      'Length of each renewal, whatever a renewal asks for; 768 hours at most. Renewed in time it lives on, to its `explicitMaxTtl` where it has one. Takes `sudo`.',
  })
  period?: number | null;

  @Field(() => String, { nullable: true, description: 'What it is called in records, after `token-`.' })
  displayName?: string | null;

  @Field(() => JSONScalar, { nullable: true, description: 'Texts by name, to be shown with it.' })
  meta?: Readonly<Record<string, string>> | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it outlives the token it is created from. Requires `sudo`.',
  })
  noParent?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it goes without the policy `default`.' })
  noDefaultPolicy?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it can be renewed. Defaults to true.' })
  renewable?: boolean | null;
}

@InputType({
  description:
    'A token to make from the one of the request. It belongs to the same user, team or organization and has nothing but its policies.',
})
export class CreateServiceTokenInput extends ServiceTokenInput {}

@InputType({ description: 'A token to create from the one of the request, which it outlives.' })
export class CreateOrphanTokenInput extends ServiceTokenInput {}

@InputType({ description: 'A renewal of the token of the request.' })
export class RenewOwnTokenInput {
  @Field(() => Duration, {
    nullable: true,
    description:
      'How long it lives from now. Defaults to the duration that it was made with. A periodic token lives its period.',
  })
  increment?: number | null;
}

@InputType({ description: 'A revocation of the token of the request.' })
export class RevokeOwnTokenInput {
  @Field(() => String, {
    nullable: true,
    description: 'The accessor that it must have: with it, no other token is revoked by mistake.',
  })
  accessor?: string | null;
}

const warned = (name: string, key: string, type: () => object) =>
  declareObjectType(name, 'The token, or the problems that stood in its way.', {
    [key]: { type, nullable: true, description: 'The token; null when there are problems.' },
    warnings: { type: () => [String], description: 'What is not as it was asked for.' },
    problems: { type: () => [ProblemType], description: 'Why nothing was done; empty on success.' },
  });

export const CreateServiceTokenPayload = warned('CreateServiceTokenPayload', 'issued', () => IssuedServiceToken);
export const CreateOrphanTokenPayload = warned('CreateOrphanTokenPayload', 'issued', () => IssuedServiceToken);
export const RenewOwnTokenPayload = warned('RenewOwnTokenPayload', 'ownToken', () => OwnTokenType);
export const RevokeOwnTokenPayload = payloadType('RevokeOwnTokenPayload', 'deletedId', () => ID);
