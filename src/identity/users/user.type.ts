import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import { idOf } from '../directory.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';

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

  @Field(() => DateTime, { description: 'When the account was opened.' })
  readonly createdAt!: Date;
}

export const UserConnection = connectionType('User', () => User, 'Accounts.');

@OneOf('UserRef', 'Names an account: by its id, or by its username.')
export class UserRefType {
  @Field(() => ID, { nullable: true, description: 'Its id.' })
  id?: string;

  @Field(() => String, { nullable: true, description: 'Its username.' })
  username?: string;
}

/** As services take it: no username has the shape of an id. @throws NOT_FOUND for what is said to be an id and is none */
export const userRefOf = ({ id, username }: UserRefType): string =>
  oneGiven(id === undefined ? null : idOf('user', id), username);

@InputType({ description: 'What a list of users is narrowed by.' })
export class UserFilter {
  @Field(() => String, { nullable: true, description: 'Part of a username or a whole email address, in any case.' })
  search?: string | null;
}

@InputType({ description: 'A new account for a person.' })
export class CreateUserInput {
  @Field(() => String, { description: '3 to 40 letters, digits, `-` and `_`; unique in this installation.' })
  username!: string;

  @Field(() => String, { description: 'Where the person is reached.' })
  email!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether it administers the site. Defaults to false.' })
  isSiteAdmin?: boolean | null;
}

@InputType({ description: 'A change to the account of the caller; what is left out stays.' })
export class UpdateAccountInput {
  @Field(() => String, { nullable: true, description: 'A new username. Only site administrators change it.' })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the person is reached; what others than site administrators give has to be confirmed by one.',
  })
  email?: string | null;
}

@InputType({ description: 'A change to an account; what is left out stays.' })
export class UpdateUserInput extends UpdateAccountInput {
  @Field(() => UserRefType, { description: 'The account.' })
  user!: UserRefType;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it administers the site. One active administrator has to remain.',
  })
  isSiteAdmin?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its tokens are refused until this is taken back.' })
  isSuspended?: boolean | null;
}

export const CreateUserPayload = payloadType('CreateUserPayload', 'user', () => User);
export const UpdateUserPayload = payloadType('UpdateUserPayload', 'user', () => User);
export const UpdateAccountPayload = payloadType('UpdateAccountPayload', 'user', () => User);
