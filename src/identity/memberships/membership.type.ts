import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { MembershipStatus } from './memberships.js';

export const MembershipStatusEnum = {
  ACTIVE: 'active',
  INVITED: 'invited',
} as const satisfies Record<string, MembershipStatus>;

registerEnumType(MembershipStatusEnum, {
  name: 'OrganizationMembershipStatus',
  description: 'Whether a membership counts.',
  valuesConfig: {
    ACTIVE: { description: 'It counts.' },
    INVITED: { description: 'The user has not accepted yet, so it gives nothing.' },
  },
});

@ObjectType({ implements: Node, simpleResolvers: true, description: 'That a user belongs to an organization.' })
export class OrganizationMembership implements Node {
  @Field(() => ID, { description: 'Identifier of the form `ou-…`.' })
  readonly id!: string;

  @Field(() => MembershipStatusEnum, { description: 'Whether it counts.' })
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

@InputType({ description: 'What a list of memberships is narrowed by. Everything given must hold.' })
export class OrganizationMembershipFilter {
  @Field(() => MembershipStatusEnum, { nullable: true, description: 'Only those of this status.' })
  status?: MembershipStatus | null;

  @Field(() => String, { nullable: true, description: 'Part of a username or of an email address, in any case.' })
  search?: string | null;

  @Field(() => [String], { nullable: true, description: 'Only users with one of these email addresses, in any case.' })
  emails?: string[] | null;
}

@InputType({ description: 'A user to invite to an organization, or to add to it.' })
export class AddOrganizationMemberInput {
  @Field(() => String, { description: 'Name or id of the organization.' })
  organization!: string;

  @Field(() => String, { nullable: true, description: 'Who: a username. Either this or `email`.' })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'Who: the email address of one user.' })
  email?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Teams that the user joins at once.' })
  teamIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the user has to accept first. It has to, unless a site administrator adds it: then only where this is true.',
  })
  invite?: boolean | null;
}

@InputType({ description: 'An invitation to accept.' })
export class AcceptInvitationInput {
  @Field(() => ID, { description: 'Identifier of the membership.' })
  id!: string;
}

@InputType({ description: 'A membership to end.' })
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
