import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { TeamTokenOrder } from './listed-tokens.js';
import { OrganizationRefType } from '../organizations/organization.type.js';

const TokenKindEnum = {
  USER: 'user',
  TEAM: 'team',
  ORGANIZATION: 'organization',
  AUDIT_TRAILS: 'audit-trails',
} as const;
export type TokenKind = (typeof TokenKindEnum)[keyof typeof TokenKindEnum];

registerEnumType(TokenKindEnum, {
  name: 'TokenKind',
  description: 'What kind of owner a token has.',
  valuesConfig: {
    AUDIT_TRAILS: { description: 'An organization. The token reads its audit trail by REST, and does nothing else.' },
    USER: { description: 'A user. The token can do everything that the user may do.' },
    TEAM: { description: 'A team. The token has the permissions of the team.' },
    ORGANIZATION: {
      description:
        'An organization. The token can administer workspaces, projects and teams, but not create or roll back state versions.',
    },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A bearer token. Its text is shown only once, when the token is created.',
})
export class Token implements Node {
  @Field(() => ID, {
    description: 'Identifier of the form `at-…`. The text of the token begins with the part after the dash.',
  })
  readonly id!: string;

  @Field(() => TokenKindEnum, { description: 'What kind of owner it has.' })
  readonly kind!: TokenKind;

  @Field(() => String, {
    description:
      'The purpose of the token. Empty for the one token of a team or organization that can be created again.',
  })
  readonly description!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last used, accurate to half a minute. Null if it was never used.',
  })
  readonly lastUsedAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'A token that was just created, with its text.' })
export class IssuedToken {
  @Field(() => Token, { description: 'The token.' })
  readonly token!: Token;

  @Field(() => String, {
    description: 'The text to send as `Authorization: Bearer`. It is shown only once: store it now.',
  })
  readonly text!: string;
}

export const TokenConnection = connectionType('Token', () => Token, 'Tokens, oldest first.');
export const TokenPage = numberedPageType('Token', () => Token);

export const TeamTokenOrderEnum = {
  CREATED_AT: 'created-at',
  CREATED_AT_DESC: '-created-at',
  EXPIRED_AT: 'expired-at',
  EXPIRED_AT_DESC: '-expired-at',
} as const satisfies Record<string, TeamTokenOrder>;
registerEnumType(TeamTokenOrderEnum, {
  name: 'TeamTokenOrder',
  description: 'The order of tokens of several teams.',
  valuesConfig: {
    CREATED_AT: { description: 'The oldest first.' },
    CREATED_AT_DESC: { description: 'The newest first.' },
    EXPIRED_AT: { description: 'Those that expire soonest first.' },
    EXPIRED_AT_DESC: { description: 'Those that never expire first.' },
  },
});

@InputType({ description: 'The token of a user to create.' })
export class CreateUserTokenInput {
  @Field(() => String, {
    nullable: true,
    description: 'Username or id of the user. Defaults to the caller. Only site administrators may name other users.',
  })
  user?: string | null;

  @Field(() => String, { nullable: true, description: 'The purpose of the token, at most 255 characters.' })
  description?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Its policies for the certificate authority. The caller must have each of them. Defaults to `root` for site administrators and to `default` for all others.',
  })
  policies?: string[] | null;
}

@InputType({ description: 'The additional token of a team to create.' })
export class CreateTeamTokenInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;

  @Field(() => String, {
    description:
      'The purpose of the token, at most 255 characters, or empty. It must be different from the descriptions of the other tokens that the team has beside the one that can be created again.',
  })
  description!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Its policies for the certificate authority. The caller must have each of them. Defaults to `root` for site administrators and to `default` for all others.',
  })
  policies?: string[] | null;
}

@InputType({ description: 'The team whose token without description is regenerated.' })
export class RegenerateTeamTokenInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'The organization whose token is regenerated.' })
export class RegenerateOrganizationTokenInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the token is meant that only reads the audit trail. Defaults to false.',
  })
  auditTrail?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'When it expires. Without it, the token does not expire.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'The token to revoke.' })
export class RevokeTokenInput {
  @Field(() => ID, { description: 'Identifier of the token.' })
  id!: string;
}

@InputType({ description: 'The team whose token without description is meant.' })
export class RevokeTeamTokenInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;
}

@InputType({ description: 'The organization whose token is meant.' })
export class RevokeOrganizationTokenInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the token is meant that only reads the audit trail. Defaults to false.',
  })
  auditTrail?: boolean | null;
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
