import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { oneGiven, OneOf } from '../../platform/graphql/one-of.js';
import { idOf } from '../directory.js';
import { declareObjectType } from '../../platform/graphql/declare.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import { settingFields } from './organization-settings.js';
import { planNames } from './plans.js';
import type { entitlements } from './plans.js';
import type { OrganizationPermissionName } from './permissions.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A tenant: it owns projects, workspaces and teams.',
})
export class Organization implements Node {
  @Field(() => ID, { description: 'Identifier of the form `org-…`.' })
  readonly id!: string;

  @Field(() => String, {
    description: 'Its name, unique in this installation. It is part of the addresses of its workspaces.',
  })
  readonly name!: string;

  @Field(() => String, { description: 'Email address for messages to its owners.' })
  readonly email!: string;

  @Field(() => String, {
    description: 'Its plan: `free`, `standard` or `enterprise`. It decides retention and metering.',
  })
  readonly plan!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When its settings last changed.' })
  readonly updatedAt!: Date;

  @Field(() => BigIntScalar, { description: 'The number of its workspaces, with those that the caller may not see.' })
  readonly workspaceCount!: bigint;

  @Field(() => BigIntScalar, { description: 'The number of its projects, with those that the caller may not see.' })
  readonly projectCount!: bigint;

  @Field(() => BigIntScalar, { description: 'The number of its members, including invited users.' })
  readonly memberCount!: bigint;
}
for (const { name, type, ...shown } of settingFields) Field(type, shown)(Organization.prototype, name);

const permissionDescriptions: Readonly<Record<OrganizationPermissionName, string>> = {
  canUpdate: 'Change its settings.',
  canDestroy: 'Delete it.',
  canAccessViaTeams: 'See its teams.',
  canCreateTeam: 'Create teams.',
  canCreateWorkspace: 'Create workspaces in every project. Teams can also have this permission in single projects.',
  canCreateProject: 'Create projects.',
  canManageUsers: 'Add and remove members.',
  canManageTags: 'Manage its tags.',
  canManageVarsets: 'Manage its variable sets. Teams can also have this permission for those that a project owns.',
  canUpdateApiToken: 'Create and revoke its token.',
  canTraverse: 'See it.',
  canReadAuditRecords: 'Read its audit records.',
  canManageOrganizationAccess: 'Give teams organization-wide permissions.',
  canCreateModule: 'Always false: there is no registry of modules.',
  canManageSso: 'Always false: there is no single sign-on.',
  canManageSubscription: 'Always false: there is no subscription.',
  canManageRunTasks: 'Always false: nothing runs on the server.',
  canUpdateAgentPools: 'Always false: there are no agents.',
  canUpdateOauth: 'Always false: there are no connections to version control.',
  canUpdateSentinel: 'Always false: there are no policies.',
  canUpdateSshKeys: 'Always false: there are no SSH keys.',
};

export const OrganizationPermissionsType = declareObjectType(
  'OrganizationPermissions',
  'What the caller may do with an organization.',
  Object.fromEntries(
    Object.entries(permissionDescriptions).map(([name, description]) => [name, { type: () => Boolean, description }]),
  ),
);

const entitlementDescriptions: Readonly<Record<keyof typeof entitlements, string>> = {
  agents: 'Agents that run on their own machines.',
  auditLogging: 'Audit records.',
  configurationDesigner: 'The configuration designer.',
  costEstimation: 'Cost estimation.',
  globalRunTasks: 'Run tasks of the whole organization.',
  operations: 'Runs on the server. Always false: run the engine locally and store the state here.',
  privateModuleRegistry: 'A registry of modules.',
  runTasks: 'Run tasks.',
  selfServeBilling: 'Billing.',
  sentinel: 'Policies.',
  sso: 'Single sign-on.',
  stateStorage: 'Storage of state.',
  teams: 'Teams and their permissions.',
  usageReporting: 'Usage reports.',
  userLimit: 'The largest number of users. Null if there is no limit.',
  vcsIntegrations: 'Connections to version control.',
};

const { userLimit, ...features } = entitlementDescriptions;

export const Entitlements = declareObjectType('Entitlements', 'The features that are available to an organization.', {
  ...Object.fromEntries(
    Object.entries(features).map(([name, description]) => [name, { type: () => Boolean, description }] as const),
  ),
  userLimit: { type: () => Int, nullable: true, description: userLimit },
});

export const OrganizationConnection = connectionType('Organization', () => Organization, 'Organizations.');
export const OrganizationPage = numberedPageType('Organization', () => Organization);

@OneOf('OrganizationRef', 'Names an organization: by its id, or by its name.')
export class OrganizationRefType {
  @Field(() => ID, { nullable: true, description: 'Its id.' })
  id?: string;

  @Field(() => String, { nullable: true, description: 'Its name.' })
  name?: string;
}

/** In the form for services: names never look like ids. @throws NOT_FOUND for an `id` that is not an id */
export const organizationRefOf = ({ id, name }: OrganizationRefType): string =>
  oneGiven(id === undefined ? null : idOf('organization', id), name);

@InputType({ description: 'A filter for organizations.' })
export class OrganizationFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the name or of the email address. Case does not matter.',
  })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Part of the name. Case does not matter.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Part of the email address. Case does not matter.' })
  email?: string | null;
}

/** Settings that are left out do not change; null resets them. */
@InputType()
abstract class OrganizationSettingsInput {}
for (const { name, type, description } of settingFields) {
  Field(type, { nullable: true, description })(OrganizationSettingsInput.prototype, name);
}

@InputType({ description: 'The organization to create. The caller becomes its first owner.' })
export class CreateOrganizationInput extends OrganizationSettingsInput {
  @Field(() => String, {
    description: '3 to 40 letters, digits, `-` and `_`. The name must be unique in this installation.',
  })
  name!: string;

  @Field(() => String, { description: 'Email address for messages to its owners.' })
  email!: string;
}

@InputType({ description: 'Changes to an organization. Fields that are left out do not change.' })
export class UpdateOrganizationInput extends OrganizationSettingsInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => String, { nullable: true, description: 'Its new name. Addresses with the old name stop working.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Email address for messages to its owners.' })
  email?: string | null;
}

@InputType({ description: 'The plan to set for an organization.' })
export class SetOrganizationPlanInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => String, { description: `Name of the plan: ${planNames.map((name) => `\`${name}\``).join(', ')}.` })
  plan!: string;
}

@InputType({ description: 'The organization to delete.' })
export class DeleteOrganizationInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its workspaces are deleted too, with all their state and also if they are locked. Defaults to false: then it must not have any.',
  })
  force?: boolean | null;
}

export const CreateOrganizationPayload = payloadType('CreateOrganizationPayload', 'organization', () => Organization);
export const UpdateOrganizationPayload = payloadType('UpdateOrganizationPayload', 'organization', () => Organization);
export const SetOrganizationPlanPayload = payloadType('SetOrganizationPlanPayload', 'organization', () => Organization);
export const DeleteOrganizationPayload = payloadType('DeleteOrganizationPayload', 'deletedId', () => ID);
