import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { ProjectAccessLevel, RunLevel, SettingsLevel, StateLevel, TeamsLevel, VariableLevel } from './levels.js';
import type { MockLevel, ProjectPart, WorkspacePart } from './project-presets.js';
import { MockAccessEnum, RunAccessEnum, StateAccessEnum, VariableAccessEnum } from './team-access.type.js';

const ProjectAccessLevelEnum = {
  READ: 'read',
  WRITE: 'write',
  MAINTAIN: 'maintain',
  ADMIN: 'admin',
  CUSTOM: 'custom',
} as const satisfies Record<string, ProjectAccessLevel>;

registerEnumType(ProjectAccessLevelEnum, {
  name: 'ProjectAccessLevel',
  description: 'Levels of access of a team to a project and to each of its workspaces.',
  valuesConfig: {
    READ: { description: 'The access level READ in its workspaces.' },
    WRITE: { description: 'The access level WRITE in its workspaces.' },
    MAINTAIN: { description: 'Also create workspaces in it, and administer them except for the access of teams.' },
    ADMIN: { description: 'Administer the project, its workspaces and the access of teams.' },
    CUSTOM: {
      description: 'Read the project and its workspaces, and what `projectAccess` and `workspaceAccess` allow.',
    },
  },
});

const SettingsAccessEnum = {
  READ: 'read',
  UPDATE: 'update',
  DELETE: 'delete',
} as const satisfies Record<string, SettingsLevel>;
registerEnumType(SettingsAccessEnum, {
  name: 'SettingsAccess',
  description: 'Access of a team to a project itself.',
  valuesConfig: {
    READ: { description: 'Read it.' },
    UPDATE: { description: 'Also change its settings and tags.' },
    DELETE: { description: 'Also delete it.' },
  },
});

const TeamsAccessEnum = {
  NONE: 'none',
  READ: 'read',
  MANAGE: 'manage',
} as const satisfies Record<string, TeamsLevel>;
registerEnumType(TeamsAccessEnum, {
  name: 'TeamsAccess',
  description: 'Access of a team to the access of teams to a project.',
  valuesConfig: {
    NONE: { description: 'Nothing.' },
    READ: { description: 'See the access of teams that the caller can see.' },
    MANAGE: { description: 'Also give, change and remove access, up to what the caller has on the project.' },
  },
});

const stored = 'It is stored for clients';

@ObjectType('ProjectPartOfAccess', {
  simpleResolvers: true,
  description: 'What an access allows with a project itself.',
})
export class ProjectPartOfAccess implements ProjectPart {
  @Field(() => SettingsAccessEnum, { description: 'With the project itself.' })
  readonly settings!: SettingsLevel;

  @Field(() => TeamsAccessEnum, { description: 'With the access of teams to it.' })
  readonly teams!: TeamsLevel;

  @Field(() => VariableAccessEnum, { description: 'With its variable sets.' })
  readonly variableSets!: VariableLevel;
}

@ObjectType('WorkspacePartOfAccess', {
  simpleResolvers: true,
  description: 'What an access to a project allows with every workspace in it.',
})
export class WorkspacePartOfAccess implements WorkspacePart {
  @Field(() => RunAccessEnum, { description: 'With runs.' })
  readonly runs!: RunLevel;

  @Field(() => StateAccessEnum, { description: 'With their state.' })
  readonly stateVersions!: StateLevel;

  @Field(() => VariableAccessEnum, { description: 'With their variables.' })
  readonly variables!: VariableLevel;

  @Field(() => MockAccessEnum, { description: 'With the mock data of Sentinel.' })
  readonly sentinelMocks!: MockLevel;

  @Field(() => Boolean, { description: `Whether the team may manage run tasks. ${stored}.` })
  readonly runTasks!: boolean;

  @Field(() => Boolean, { description: 'Whether the team may create workspaces.' })
  readonly create!: boolean;

  @Field(() => Boolean, { description: 'Whether the team may lock and unlock workspaces.' })
  readonly locking!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the team may move workspaces into the project and out of it. It must be allowed in both projects.',
  })
  readonly move!: boolean;

  @Field(() => Boolean, { description: 'Whether the team may delete workspaces.' })
  readonly delete!: boolean;
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The access of a team to a project and to each of its workspaces.',
})
export class TeamProjectAccess implements Node {
  @Field(() => ID, { description: 'Identifier of the form `tprj-…`.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Identifier of the team.' })
  readonly teamId!: string;

  @Field(() => ID, { description: 'Identifier of the project.' })
  readonly projectId!: string;

  @Field(() => ProjectAccessLevelEnum, { description: 'The access level.' })
  readonly access!: ProjectAccessLevel;

  @Field(() => DateTime, { description: 'When the team got access.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When the access last changed.' })
  readonly updatedAt!: Date;
}

@InputType({ description: 'What a custom access allows with a project itself. What is left out does not change.' })
export class ProjectPartOfAccessInput {
  @Field(() => SettingsAccessEnum, { nullable: true, description: 'With the project itself. Defaults to READ.' })
  settings?: SettingsLevel | null;

  @Field(() => TeamsAccessEnum, { nullable: true, description: 'With the access of teams to it. Defaults to NONE.' })
  teams?: TeamsLevel | null;

  @Field(() => VariableAccessEnum, { nullable: true, description: 'With its variable sets. Defaults to NONE.' })
  variableSets?: VariableLevel | null;
}

@InputType({
  description: 'What a custom access to a project allows with every workspace in it. What is left out does not change.',
})
export class WorkspacePartOfAccessInput {
  @Field(() => RunAccessEnum, { nullable: true, description: 'With runs. Defaults to READ.' })
  runs?: RunLevel | null;

  @Field(() => StateAccessEnum, { nullable: true, description: 'With their state. Defaults to NONE.' })
  stateVersions?: StateLevel | null;

  @Field(() => VariableAccessEnum, { nullable: true, description: 'With their variables. Defaults to NONE.' })
  variables?: VariableLevel | null;

  @Field(() => MockAccessEnum, { nullable: true, description: `With the mock data of Sentinel. ${stored}.` })
  sentinelMocks?: MockLevel | null;

  @Field(() => Boolean, { nullable: true, description: `Whether the team may manage run tasks. ${stored}.` })
  runTasks?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the team may create workspaces. Defaults to false.' })
  create?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the team may lock and unlock workspaces. Defaults to false.',
  })
  locking?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the team may move workspaces into the project and out of it. Defaults to false.',
  })
  move?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the team may delete workspaces. Defaults to false.' })
  delete?: boolean | null;
}

@InputType()
class CustomProjectAccessInput {
  @Field(() => ProjectPartOfAccessInput, {
    nullable: true,
    description: 'What the team may do with the project itself. Only for CUSTOM.',
  })
  projectAccess?: ProjectPartOfAccessInput | null;

  @Field(() => WorkspacePartOfAccessInput, {
    nullable: true,
    description: 'What the team may do with the workspaces of the project. Only for CUSTOM.',
  })
  workspaceAccess?: WorkspacePartOfAccessInput | null;
}

@InputType({ description: 'The access of a team to a project: no more than the caller has there.' })
export class AddTeamProjectAccessInput extends CustomProjectAccessInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;

  @Field(() => ID, { description: 'Identifier of the project.' })
  projectId!: string;

  @Field(() => ProjectAccessLevelEnum, { description: 'The access level.' })
  access!: ProjectAccessLevel;
}

@InputType({ description: 'Changes to the access of a team to a project.' })
export class UpdateTeamProjectAccessInput extends CustomProjectAccessInput {
  @Field(() => ID, { description: 'Identifier of the access, `tprj-…`.' })
  id!: string;

  @Field(() => ProjectAccessLevelEnum, {
    nullable: true,
    description: 'The access level. If you leave it out, it does not change. CUSTOM keeps what is not given.',
  })
  access?: ProjectAccessLevel | null;
}

@InputType({ description: 'The access of a team to a project, to remove.' })
export class RemoveTeamProjectAccessInput {
  @Field(() => ID, { description: 'Identifier of the access, `tprj-…`.' })
  id!: string;
}

export const TeamProjectAccessConnection = connectionType('TeamProjectAccess', () => TeamProjectAccess);
export const TeamProjectAccessPage = numberedPageType('TeamProjectAccess', () => TeamProjectAccess);

const project = () => TeamProjectAccess;
export const AddTeamProjectAccessPayload = payloadType('AddTeamProjectAccessPayload', 'teamProjectAccess', project);
export const UpdateTeamProjectAccessPayload = payloadType(
  'UpdateTeamProjectAccessPayload',
  'teamProjectAccess',
  project,
);
export const RemoveTeamProjectAccessPayload = payloadType('RemoveTeamProjectAccessPayload', 'deletedId', () => ID);
