import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { OrganizationRefType } from '../organizations/organization.type.js';

export const TokenKindEnum = { USER: 'user', TEAM: 'team', ORGANIZATION: 'organization' } as const;
export type TokenKind = (typeof TokenKindEnum)[keyof typeof TokenKindEnum];

registerEnumType(TokenKindEnum, {
  name: 'TokenKind',
  description: 'Whom a token speaks for.',
  valuesConfig: {
    USER: { description: 'A user, with everything that the user may do.' },
    TEAM: { description: 'A team, and nobody else.' },
    ORGANIZATION: {
      description:
        'An organization: it administers workspaces, projects and teams, and may not create or roll back state.',
    },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A bearer token. Its text is shown once, when it is created.',
})
export class Token implements Node {
  @Field(() => ID, {
    description: 'Identifier of the form `at-…`; what follows the dash is what the token starts with.',
  })
  readonly id!: string;

  @Field(() => TokenKindEnum, { description: 'Whom it speaks for.' })
  readonly kind!: TokenKind;

  @Field(() => String, {
    description: 'What it is for; empty for the one token without description that a team or organization may have.',
  })
  readonly description!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last used, give or take half a minute; null if never.',
  })
  readonly lastUsedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'From when on it is refused; null for never.' })
  readonly expiresAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'A token just created, with its text.' })
export class IssuedToken {
  @Field(() => Token, { description: 'The token.' })
  readonly token!: Token;

  @Field(() => String, { description: 'What to send as `Authorization: Bearer`. Shown this once: keep it now.' })
  readonly text!: string;
}

export const TokenConnection = connectionType('Token', () => Token, 'Tokens, oldest first.');
export const TokenPage = numberedPageType('Token', () => Token);

@InputType({ description: 'A new token of a user.' })
export class CreateUserTokenInput {
  @Field(() => String, {
    nullable: true,
    description: 'Username or id. Defaults to the caller. Only site administrators name others.',
  })
  user?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for, at most 255 characters.' })
  description?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Policies for the certificate authority, of those that the caller has itself; defaults to `root` for site administrators and to `default` for everybody else.',
  })
  policies?: string[] | null;
}

@InputType({ description: 'One more token of a team.' })
export class CreateTeamTokenInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;

  @Field(() => String, {
    description: 'What it is for, at most 255 characters; tells it from the other tokens of the team.',
  })
  description!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Policies for the certificate authority, of those that the caller has itself; defaults to `root` for site administrators and to `default` for everybody else.',
  })
  policies?: string[] | null;
}

@InputType({ description: 'The token without description of a team, to regenerate.' })
export class RegenerateTeamTokenInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'The token of an organization, to regenerate.' })
export class RegenerateOrganizationTokenInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'A token to revoke.' })
export class RevokeTokenInput {
  @Field(() => ID, { description: 'Identifier of the token.' })
  id!: string;
}

@InputType({ description: 'The token without description of a team.' })
export class RevokeTeamTokenInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;
}

@InputType({ description: 'The token of an organization.' })
export class RevokeOrganizationTokenInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;
}

const issued = () => IssuedToken;
const id = () => ID;
export const CreateUserTokenPayload = payloadType('CreateUserTokenPayload', 'issued', issued);
export const CreateTeamTokenPayload = payloadType('CreateTeamTokenPayload', 'issued', issued);
export const RegenerateTeamTokenPayload = payloadType('RegenerateTeamTokenPayload', 'issued', issued);
export const RegenerateOrganizationTokenPayload = payloadType('RegenerateOrganizationTokenPayload', 'issued', issued);
export const RevokeTokenPayload = payloadType('RevokeTokenPayload', 'deletedId', id);
export const RevokeTeamTokenPayload = payloadType('RevokeTeamTokenPayload', 'deletedId', id);
export const RevokeOrganizationTokenPayload = payloadType('RevokeOrganizationTokenPayload', 'deletedId', id);
