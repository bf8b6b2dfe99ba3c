import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { MembershipStatus } from './memberships.js';

const MembershipStatusEnum = {
  ACTIVE: 'active',
  INVITED: 'invited',
} as const satisfies Record<string, MembershipStatus>;

registerEnumType(MembershipStatusEnum, {
  name: 'OrganizationMembershipStatus',
  description: 'The status of a membership.',
  valuesConfig: {
    ACTIVE: { description: 'The user is a member.' },
    INVITED: { description: 'The user is invited and has not accepted yet. The membership gives no rights.' },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The membership of a user in an organization, or an invitation to it.',
})
export class OrganizationMembership implements Node {
  @Field(() => ID, { description: 'Identifier of the form `ou-…`.' })
  readonly id!: string;

  @Field(() => MembershipStatusEnum, { description: 'Whether the user has accepted the invitation.' })
  readonly status!: MembershipStatus;

  @Field(() => DateTime, { description: 'When the user was added or invited.' })
  readonly createdAt!: Date;

  @Field(() => ID, { description: 'Identifier of the organization.' })
  readonly organizationId!: string;

  @Field(() => ID, { description: 'Identifier of the user.' })
  readonly userId!: string;
}

export const OrganizationMembershipConnection = connectionType('OrganizationMembership', () => OrganizationMembership);
export const OrganizationMembershipPage = numberedPageType('OrganizationMembership', () => OrganizationMembership);

@InputType({ description: 'A filter for memberships. All conditions must be met.' })
export class OrganizationMembershipFilter {
  @Field(() => MembershipStatusEnum, { nullable: true, description: 'Only memberships with this status.' })
  status?: MembershipStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of a username or of an email address. Case does not matter.',
  })
  search?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only users with one of these email addresses. Case does not matter.',
  })
  emails?: string[] | null;
}

@InputType({ description: 'The user to invite to an organization, or to add to it.' })
export class AddOrganizationMemberInput {
  @Field(() => String, { description: 'Name or id of the organization.' })
  organization!: string;

  @Field(() => String, { nullable: true, description: 'The username. Give either this or `email`.' })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The email address of the user. Give either this or `username`.',
  })
  email?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Identifiers of the teams that the user joins.' })
  teamIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the user must accept an invitation first. Defaults to false for site administrators. For all other callers it is always true.',
  })
  invite?: boolean | null;
}

@InputType({ description: 'The invitation to accept.' })
export class AcceptInvitationInput {
  @Field(() => ID, { description: 'Identifier of the membership.' })
  id!: string;
}

@InputType({ description: 'The membership to remove.' })
export class RemoveOrganizationMemberInput {
  @Field(() => ID, { description: 'Identifier of the membership.' })
  id!: string;
}

const membership = () => OrganizationMembership;
export const AddOrganizationMemberPayload = payloadType(
  'AddOrganizationMemberPayload',
  'organizationMembership',
  membership,
);
export const AcceptInvitationPayload = payloadType('AcceptInvitationPayload', 'organizationMembership', membership);
export const RemoveOrganizationMemberPayload = payloadType('RemoveOrganizationMemberPayload', 'deletedId', () => ID);
