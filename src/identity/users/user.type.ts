import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import { idOf } from '../directory.js';
import { Node } from '../../platform/graphql/node.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { UserOrderField } from './users.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A person, or an account that acts for a team, an organization or the service itself.',
})
export class User implements Node {
  @Field(() => ID, { description: 'Identifier of the form `user-…`.' })
  readonly id!: string;

  @Field(() => String, { description: 'The name of the account, unique in this installation.' })
  readonly username!: string;

  @Field(() => DateTime, { description: 'When the account was created.' })
  readonly createdAt!: Date;
}

@ObjectType('UserPermissions', {
  simpleResolvers: true,
  description: 'What the caller may do with an account.',
})
export class UserPermissionsType {
  @Field(() => Boolean, { description: 'Create organizations with it: false for the accounts of others.' })
  readonly canCreateOrganizations!: boolean;

  @Field(() => Boolean, {
    description: 'Change the email address; unless the caller is a site administrator, one of them has to confirm it.',
  })
  readonly canChangeEmail!: boolean;

  @Field(() => Boolean, { description: 'Change the username: only site administrators may.' })
  readonly canChangeUsername!: boolean;

  @Field(() => Boolean, { description: 'Create and revoke its tokens.' })
  readonly canManageUserTokens!: boolean;
}

export const UserConnection = connectionType('User', () => User, 'Accounts.');

@OneOf('UserRef', 'Names an account: by its id, or by its username.')
class UserRefType {
  @Field(() => ID, { nullable: true, description: 'Its id.' })
  id?: string;

  @Field(() => String, { nullable: true, description: 'Its username.' })
  username?: string;
}

/** In the form for services: usernames never look like ids. @throws NOT_FOUND for an `id` that is not an id */
export const userRefOf = ({ id, username }: UserRefType): string =>
  oneGiven(id === undefined ? null : idOf('user', id), username);

@InputType({ description: 'A filter for users.' })
export class UserFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Part of a username, or a complete email address. Case does not matter.',
  })
  search?: string | null;
}

const UserOrderFieldEnum = {
  USERNAME: 'username',
  CREATED_AT: 'createdAt',
} as const satisfies Record<string, UserOrderField>;
registerEnumType(UserOrderFieldEnum, {
  name: 'UserOrderField',
  description: 'Fields by which users can be sorted.',
  valuesConfig: {
    USERNAME: { description: 'Username.' },
    CREATED_AT: { description: 'Time of creation.' },
  },
});

@InputType({ description: 'The sort order of a list of users.' })
export class UserOrder {
  @Field(() => UserOrderFieldEnum, { description: 'The field to sort by.' })
  readonly field!: UserOrderField;

  @Field(() => OrderDirectionEnum, { description: 'The sort direction.' })
  readonly direction!: OrderDirection;
}

export const orderByUsername = { field: 'username', direction: 'ASC' } as const satisfies UserOrder;

@InputType({ description: 'The account to create for a person.' })
export class CreateUserInput {
  @Field(() => String, {
    description: '3 to 40 letters, digits, `-` and `_`. The name must be unique in this installation.',
  })
  username!: string;

  @Field(() => String, { description: 'Email address of the person.' })
  email!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is a site administrator. Defaults to false.' })
  isSiteAdmin?: boolean | null;
}

@InputType({ description: 'Changes to the account of the caller. Fields that are left out do not change.' })
export class UpdateAccountInput {
  @Field(() => String, { nullable: true, description: 'The new username. Only site administrators can change it.' })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Email address of the person. If the caller is not a site administrator, a site administrator must confirm it.',
  })
  email?: string | null;
}

@InputType({ description: 'Changes to an account. Fields that are left out do not change.' })
export class UpdateUserInput extends UpdateAccountInput {
  @Field(() => UserRefType, { description: 'The account.' })
  user!: UserRefType;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is a site administrator. At least one active site administrator must remain.',
  })
  isSiteAdmin?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the account is suspended. The tokens of a suspended account are refused.',
  })
  isSuspended?: boolean | null;
}

export const CreateUserPayload = payloadType('CreateUserPayload', 'user', () => User);
export const UpdateUserPayload = payloadType('UpdateUserPayload', 'user', () => User);
export const UpdateAccountPayload = payloadType('UpdateAccountPayload', 'user', () => User);
