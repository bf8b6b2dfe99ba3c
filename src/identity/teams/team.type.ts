import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { declareObjectType } from '../../platform/graphql/declare.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import type { TeamPermissions } from './permissions.js';
import type { GrantColumn, TeamVisibility } from './teams.js';

export const TeamVisibilityEnum = {
  SECRET: 'secret',
  ORGANIZATION: 'organization',
} as const satisfies Record<string, TeamVisibility>;

registerEnumType(TeamVisibilityEnum, {
  name: 'TeamVisibility',
  description: 'Who sees a team.',
  valuesConfig: {
    SECRET: { description: 'Its members, and who manages teams.' },
    ORGANIZATION: { description: 'Every member of the organization.' },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'Users of an organization who hold permissions together.',
})
export class Team implements Node {
  @Field(() => ID, { description: 'Identifier of the form `team-…`.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  readonly organizationId!: string;

  @Field(() => String, { description: 'Its name, unique in the organization.' })
  readonly name!: string;

  @Field(() => Boolean, {
    description: 'Whether it is the team of owners, which holds every permission in the organization.',
  })
  readonly owners!: boolean;

  @Field(() => TeamVisibilityEnum, { description: 'Who sees it.' })
  readonly visibility!: TeamVisibility;

  @Field(() => String, { nullable: true, description: 'What an identity provider calls it.' })
  readonly ssoTeamId!: string | null;

  @Field(() => BigIntScalar, { description: 'How many users are in it.' })
  readonly memberCount!: bigint;

  @Field(() => Boolean, { description: 'Whether its members may make and revoke its tokens.' })
  readonly allowMemberTokenManagement!: boolean;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last changed.' })
  readonly updatedAt!: Date;
}

const grantDescriptions: Readonly<Record<GrantColumn, string>> = {
  manageWorkspaces: 'Create workspaces, and administer every one.',
  readWorkspaces: 'Read every workspace and its state.',
  manageProjects: 'Create projects, and administer every one with its workspaces.',
  readProjects: 'Read every project with its workspaces and their state.',
  manageMembership: 'Add and remove members of the organization and of the teams that they see.',
  manageTeams: 'Create, change and delete teams, and manage their tokens.',
  manageOrganizationAccess: 'Give teams organization-wide permissions.',
  accessSecretTeams: 'See secret teams.',
};

const grants = Object.entries(grantDescriptions);

export const OrganizationAccess = declareObjectType(
  'OrganizationAccess',
  'What a team may do in its whole organization.',
  Object.fromEntries(grants.map(([name, description]) => [name, { type: () => Boolean, description }])),
);

@InputType({
  description: 'What a team may do in its whole organization; what is left out stays, and starts as false.',
})
export class OrganizationAccessInput implements Partial<Record<GrantColumn, boolean | null>> {
  @Field(() => Boolean, { nullable: true, description: grantDescriptions.manageWorkspaces })
  manageWorkspaces?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: grantDescriptions.readWorkspaces })
  readWorkspaces?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: grantDescriptions.manageProjects })
  manageProjects?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: grantDescriptions.readProjects })
  readProjects?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: grantDescriptions.manageMembership })
  manageMembership?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: grantDescriptions.manageTeams })
  manageTeams?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: grantDescriptions.manageOrganizationAccess })
  manageOrganizationAccess?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: grantDescriptions.accessSecretTeams })
  accessSecretTeams?: boolean | null;
}

const permissionDescriptions: Readonly<Record<keyof TeamPermissions, string>> = {
  canUpdateMembership: 'Add and remove its members.',
  canDestroy: 'Delete it.',
  canUpdateOrganizationAccess: 'Change what it may do in the whole organization.',
  canUpdateApiToken: 'Make and revoke its tokens.',
  canViewApiToken: 'See its tokens, without their secrets.',
  canUpdateVisibility: 'Change who sees it.',
  canUpdateName: 'Rename it.',
  canUpdateSsoTeamId: 'Change what an identity provider calls it.',
  canUpdateMemberTokenManagement: 'Change whether its members may manage its tokens.',
};

export const TeamPermissionsType = declareObjectType(
  'TeamPermissions',
  'What the caller may do with a team.',
  Object.fromEntries(
    Object.entries(permissionDescriptions).map(([name, description]) => [name, { type: () => Boolean, description }]),
  ),
);

@InputType({ description: 'What a list of teams is narrowed by. Everything given must hold.' })
export class TeamFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case.' })
  search?: string | null;

  @Field(() => [String], { nullable: true, description: 'Whole names, any of them.' })
  names?: string[] | null;
}

export const TeamConnection = connectionType('Team', () => Team, 'Teams that the caller sees.');
export const TeamPage = numberedPageType('Team', () => Team);

@InputType()
class TeamSettingsInput {
  @Field(() => TeamVisibilityEnum, { nullable: true, description: 'Who sees it. Defaults to SECRET.' })
  visibility?: TeamVisibility | null;

  @Field(() => String, { nullable: true, description: 'What an identity provider calls it.' })
  ssoTeamId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its members may make and revoke its tokens. Defaults to true.',
  })
  allowMemberTokenManagement?: boolean | null;

  @Field(() => OrganizationAccessInput, { nullable: true, description: 'What it may do in the whole organization.' })
  organizationAccess?: OrganizationAccessInput | null;
}

@InputType({ description: 'A new team.' })
export class CreateTeamInput extends TeamSettingsInput {
  @Field(() => String, { description: 'Name or id of the organization.' })
  organization!: string;

  @Field(() => String, { description: '1 to 90 letters, digits, `-` and `_`; unique in the organization.' })
  name!: string;
}

@InputType({ description: 'A change to a team; what is left out stays.' })
export class UpdateTeamInput extends TeamSettingsInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its new name.' })
  name?: string | null;
}

@InputType({ description: 'A team to delete, with its tokens and everything it was given.' })
export class DeleteTeamInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  id!: string;
}

@InputType()
class TeamMembersInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  id!: string;

  @Field(() => [String], { nullable: true, description: 'Who, by username.' })
  usernames?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Who, by membership of the organization.' })
  membershipIds?: string[] | null;
}

@InputType({ description: 'Members of the organization who join a team.' })
export class AddTeamMembersInput extends TeamMembersInput {}

@InputType({ description: 'Members of a team who leave it.' })
export class RemoveTeamMembersInput extends TeamMembersInput {}

const team = () => Team;
export const CreateTeamPayload = payloadType('CreateTeamPayload', 'team', team);
export const UpdateTeamPayload = payloadType('UpdateTeamPayload', 'team', team);
export const DeleteTeamPayload = payloadType('DeleteTeamPayload', 'deletedId', () => ID);
export const AddTeamMembersPayload = payloadType('AddTeamMembersPayload', 'team', team);
export const RemoveTeamMembersPayload = payloadType('RemoveTeamMembersPayload', 'team', team);
