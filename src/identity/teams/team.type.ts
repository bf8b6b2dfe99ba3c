import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { declareObjectType } from '../../platform/graphql/declare.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import type { TeamPermissions } from './permissions.js';
import type { AccessColumn, GivenAccess } from './organization-access.js';
import type { TeamOrderField, TeamVisibility } from './teams.js';

const TeamVisibilityEnum = {
  SECRET: 'secret',
  ORGANIZATION: 'organization',
} as const satisfies Record<string, TeamVisibility>;

registerEnumType(TeamVisibilityEnum, {
  name: 'TeamVisibility',
  description: 'Who can see a team.',
  valuesConfig: {
    SECRET: { description: 'Its members, and users who manage teams.' },
    ORGANIZATION: { description: 'Every member of the organization.' },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A group of users of an organization with common permissions.',
})
export class Team implements Node {
  @Field(() => ID, { description: 'Identifier of the form `team-…`.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  readonly organizationId!: string;

  @Field(() => String, { description: 'Its name, unique in the organization.' })
  readonly name!: string;

  @Field(() => String, { description: 'A description, or empty text.' })
  readonly description!: string;

  @Field(() => Boolean, {
    description: 'Whether it is the team of owners, which has all permissions in the organization.',
  })
  readonly owners!: boolean;

  @Field(() => TeamVisibilityEnum, { description: 'Who can see the team.' })
  readonly visibility!: TeamVisibility;

  @Field(() => String, { nullable: true, description: 'Identifier of the team at the identity provider.' })
  readonly ssoTeamId!: string | null;

  @Field(() => BigIntScalar, { description: 'The number of its members.' })
  readonly memberCount!: bigint;

  @Field(() => Boolean, { description: 'Whether its members may create and revoke its tokens.' })
  readonly allowMemberTokenManagement!: boolean;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last changed.' })
  readonly updatedAt!: Date;
}

const kept = 'It is stored for clients; there is nothing here that it would allow.';

const grantDescriptions: Readonly<Record<AccessColumn, string>> = {
  manageWorkspaces: 'Create workspaces, and administer all workspaces.',
  readWorkspaces: 'Read every workspace and its state.',
  manageProjects: 'Create projects, and administer all projects with their workspaces.',
  readProjects: 'Read every project with its workspaces and their state.',
  manageMembership: 'Add and remove members of the organization, and of the teams that they can see.',
  manageTeams: 'Create, change and delete teams, and manage their tokens.',
  manageOrganizationAccess: 'Give teams organization-wide permissions.',
  accessSecretTeams: 'See secret teams.',
  managePolicies: `Manage policies. ${kept}`,
  managePolicyOverrides: `Override policies. ${kept}`,
  delegatePolicyOverrides: `Let others override policies. ${kept}`,
  manageVcsSettings: `Manage connections to version control. ${kept}`,
  manageProviders: `Manage providers of a registry. ${kept}`,
  manageModules: `Manage modules of a registry. ${kept}`,
  manageRunTasks: `Manage run tasks. ${kept}`,
  manageAgentPools: `Manage agent pools. ${kept}`,
};

const grants = Object.entries(grantDescriptions);

export const OrganizationAccess = declareObjectType(
  'OrganizationAccess',
  'The permissions of a team in its whole organization.',
  Object.fromEntries(grants.map(([name, description]) => [name, { type: () => Boolean, description }])),
);

/** Fields that are left out are false in a new team, and do not change in an existing one. */
@InputType({
  description:
    'The permissions of a team in its whole organization. In a new team, fields that are left out are false; in an existing team, they do not change. Callers who are no owners can only give what they have.',
})
export class OrganizationAccessInput {}
for (const [name, description] of grants) {
  Field(() => Boolean, { nullable: true, description })(OrganizationAccessInput.prototype, name);
}

const permissionDescriptions: Readonly<Record<keyof TeamPermissions, string>> = {
  canUpdateMembership: 'Add and remove its members.',
  canDestroy: 'Delete it.',
  canUpdateOrganizationAccess: 'Change its permissions in the whole organization.',
  canUpdateApiToken: 'Create and revoke its tokens.',
  canViewApiToken: 'See its tokens, without their secrets.',
  canUpdateVisibility: 'Change who can see it.',
  canUpdateName: 'Rename it.',
  canUpdateSsoTeamId: 'Change its identifier at the identity provider.',
  canUpdateMemberTokenManagement: 'Change whether its members may manage its tokens.',
};

export const TeamPermissionsType = declareObjectType(
  'TeamPermissions',
  'The permissions of the caller on a team.',
  Object.fromEntries(
    Object.entries(permissionDescriptions).map(([name, description]) => [name, { type: () => Boolean, description }]),
  ),
);

@InputType({ description: 'A filter for teams. All conditions must be met.' })
export class TeamFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name. Case does not matter.' })
  search?: string | null;

  @Field(() => [String], { nullable: true, description: 'Complete names. Only objects with one of these names.' })
  names?: string[] | null;
}

const TeamOrderFieldEnum = {
  NAME: 'name',
  CREATED_AT: 'createdAt',
} as const satisfies Record<string, TeamOrderField>;
registerEnumType(TeamOrderFieldEnum, {
  name: 'TeamOrderField',
  description: 'Fields by which teams can be sorted.',
  valuesConfig: {
    NAME: { description: 'Name.' },
    CREATED_AT: { description: 'Time of creation.' },
  },
});

@InputType({ description: 'The sort order of a list of teams.' })
export class TeamOrder {
  @Field(() => TeamOrderFieldEnum, { description: 'The field to sort by.' })
  readonly field!: TeamOrderField;

  @Field(() => OrderDirectionEnum, { description: 'The sort direction.' })
  readonly direction!: OrderDirection;
}

export const orderByName = { field: 'name', direction: 'ASC' } as const satisfies TeamOrder;

export const TeamConnection = connectionType('Team', () => Team, 'Teams that the caller can see.');
export const TeamPage = numberedPageType('Team', () => Team);

@InputType()
class TeamSettingsInput {
  @Field(() => String, { nullable: true, description: 'What the team is for; at most 1,024 characters.' })
  description?: string | null;

  @Field(() => TeamVisibilityEnum, { nullable: true, description: 'Who can see the team. Defaults to SECRET.' })
  visibility?: TeamVisibility | null;

  @Field(() => String, { nullable: true, description: 'Identifier of the team at the identity provider.' })
  ssoTeamId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its members may create and revoke its tokens. Defaults to true.',
  })
  allowMemberTokenManagement?: boolean | null;

  @Field(() => OrganizationAccessInput, { nullable: true, description: 'Its permissions in the whole organization.' })
  organizationAccess?: GivenAccess | null;
}

@InputType({ description: 'The team to create.' })
export class CreateTeamInput extends TeamSettingsInput {
  @Field(() => String, { description: 'Name or id of the organization.' })
  organization!: string;

  @Field(() => String, {
    description:
      '1 to 90 letters, digits, `-`, `_` and spaces between others. The name must be unique in the organization.',
  })
  name!: string;
}

@InputType({ description: 'Changes to a team. Fields that are left out do not change.' })
export class UpdateTeamInput extends TeamSettingsInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;
}

@InputType({ description: 'The team to delete, with its tokens, members and access.' })
export class DeleteTeamInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  id!: string;
}

@InputType()
class TeamMembersInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  id!: string;

  @Field(() => [String], { nullable: true, description: 'Usernames of the users.' })
  usernames?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Identifiers of the organization memberships of the users.' })
  membershipIds?: string[] | null;
}

@InputType({ description: 'The members of the organization to add to a team.' })
export class AddTeamMembersInput extends TeamMembersInput {}

@InputType({ description: 'The members to remove from a team.' })
export class RemoveTeamMembersInput extends TeamMembersInput {}

const team = () => Team;
export const CreateTeamPayload = payloadType('CreateTeamPayload', 'team', team);
export const UpdateTeamPayload = payloadType('UpdateTeamPayload', 'team', team);
export const DeleteTeamPayload = payloadType('DeleteTeamPayload', 'deletedId', () => ID);
export const AddTeamMembersPayload = payloadType('AddTeamMembersPayload', 'team', team);
export const RemoveTeamMembersPayload = payloadType('RemoveTeamMembersPayload', 'team', team);
