import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import type { RunLevel, StateLevel, VariableLevel, WorkspaceAccessLevel } from './levels.js';
import type { MockLevel } from './project-presets.js';
import type { CustomAccess } from './workspace-access.js';

const WorkspaceAccessLevelEnum = {
  READ_OUTPUTS: 'read-outputs',
  READ: 'read',
  PLAN: 'plan',
  WRITE: 'write',
  ADMIN: 'admin',
  CUSTOM: 'custom',
} as const satisfies Record<string, WorkspaceAccessLevel | 'read-outputs'>;

registerEnumType(WorkspaceAccessLevelEnum, {
  name: 'WorkspaceAccessLevel',
  description: 'Levels of access of a team to a workspace. Each level from READ to ADMIN includes the previous one.',
  valuesConfig: {
    READ_OUTPUTS: {
      description:
        'Only as input: short for CUSTOM with access to only the outputs of the state. It is never returned.',
    },
    READ: { description: 'Read the workspace, its state and its runs.' },
    PLAN: { description: 'Also create runs.' },
    WRITE: { description: 'Also lock it and write its state.' },
    ADMIN: { description: 'Also change its settings, force-unlock it, delete it, and manage the access of teams.' },
    CUSTOM: { description: 'Read the workspace, and what the other fields allow.' },
  },
});

export const StateAccessEnum = {
  NONE: 'none',
  READ_OUTPUTS: 'read-outputs',
  READ: 'read',
  WRITE: 'write',
} as const satisfies Record<string, StateLevel>;

registerEnumType(StateAccessEnum, {
  name: 'StateAccess',
  description: 'Access of a team to the state of a workspace.',
  valuesConfig: {
    NONE: { description: 'Nothing.' },
    READ_OUTPUTS: { description: 'Read the outputs of the current state.' },
    READ: { description: 'Read every state version.' },
    WRITE: { description: 'Also create state versions and roll back. Both require the lock.' },
  },
});

export const RunAccessEnum = { READ: 'read', PLAN: 'plan', APPLY: 'apply' } as const satisfies Record<string, RunLevel>;
registerEnumType(RunAccessEnum, {
  name: 'RunAccess',
  description: 'Access of a team to the runs of a workspace.',
  valuesConfig: {
    READ: { description: 'Read them.' },
    PLAN: { description: 'Also create runs that only plan.' },
    APPLY: { description: 'Also create runs that apply changes.' },
  },
});

export const VariableAccessEnum = { NONE: 'none', READ: 'read', WRITE: 'write' } as const satisfies Record<
  string,
  VariableLevel
>;
registerEnumType(VariableAccessEnum, {
  name: 'VariableAccess',
  description: 'Access of a team to variables.',
  valuesConfig: {
    NONE: { description: 'Nothing.' },
    READ: { description: 'Read them.' },
    WRITE: { description: 'Also change them.' },
  },
});

export const MockAccessEnum = { NONE: 'none', READ: 'read' } as const satisfies Record<string, MockLevel>;
registerEnumType(MockAccessEnum, {
  name: 'MockAccess',
  description:
    'Access of a team to the mock data of Sentinel. It is stored for clients; this service has no such data.',
  valuesConfig: { NONE: { description: 'Nothing.' }, READ: { description: 'Read it.' } },
});

@ObjectType({ implements: Node, simpleResolvers: true, description: 'The access of a team to a workspace.' })
export class TeamWorkspaceAccess implements Node {
  @Field(() => ID, { description: 'Identifier of the form `tws-…`.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Identifier of the team.' })
  readonly teamId!: string;

  @Field(() => ID, { description: 'Identifier of the workspace.' })
  readonly workspaceId!: string;

  @Field(() => WorkspaceAccessLevelEnum, { description: 'The access level.' })
  readonly access!: WorkspaceAccessLevel;

  @Field(() => StateAccessEnum, { description: 'Its access to the state.' })
  readonly stateVersions!: StateLevel;

  @Field(() => RunAccessEnum, { description: 'Its access to runs.' })
  readonly runs!: RunLevel;

  @Field(() => VariableAccessEnum, { description: 'Its access to variables.' })
  readonly variables!: VariableLevel;

  @Field(() => Boolean, { description: 'Whether it may lock and unlock the workspace.' })
  readonly workspaceLocking!: boolean;

  @Field(() => MockAccessEnum, { description: 'Its access to the mock data of Sentinel.' })
  readonly sentinelMocks!: MockLevel;

  @Field(() => Boolean, {
    description: 'Whether it may manage run tasks. It is stored for clients; this service has no run tasks.',
  })
  readonly runTasks!: boolean;

  @Field(() => DateTime, { description: 'When the team got access.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When the access last changed.' })
  readonly updatedAt!: Date;
}

@InputType()
class CustomAccessInput implements CustomAccess {
  @Field(() => StateAccessEnum, {
    nullable: true,
    description: 'What the team may do with the state. Only for CUSTOM. Defaults to NONE.',
  })
  stateVersions?: StateLevel | null;

  @Field(() => RunAccessEnum, {
    nullable: true,
    description: 'What the team may do with runs. Only for CUSTOM. Defaults to READ.',
  })
  runs?: RunLevel | null;

  @Field(() => VariableAccessEnum, {
    nullable: true,
    description: 'What the team may do with variables. Only for CUSTOM. Defaults to NONE.',
  })
  variables?: VariableLevel | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the team may lock and unlock the workspace. Only for CUSTOM. Defaults to false.',
  })
  workspaceLocking?: boolean | null;

  @Field(() => MockAccessEnum, {
    nullable: true,
    description: 'Access to the mock data of Sentinel, stored for clients. Only for CUSTOM. Defaults to NONE.',
  })
  sentinelMocks?: MockLevel | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it may manage run tasks, stored for clients. Only for CUSTOM. Defaults to false.',
  })
  runTasks?: boolean | null;
}

@InputType({ description: 'The access of a team to a workspace.' })
export class AddTeamWorkspaceAccessInput extends CustomAccessInput {
  @Field(() => ID, { description: 'Identifier of the team.' })
  teamId!: string;

  @Field(() => ID, { description: 'Identifier of the workspace.' })
  workspaceId!: string;

  @Field(() => WorkspaceAccessLevelEnum, { description: 'The access level.' })
  access!: WorkspaceAccessLevel | 'read-outputs';
}

@InputType({ description: 'Changes to the access of a team to a workspace.' })
export class UpdateTeamWorkspaceAccessInput extends CustomAccessInput {
  @Field(() => ID, { description: 'Identifier of the access, `tws-…`.' })
  id!: string;

  @Field(() => WorkspaceAccessLevelEnum, {
    nullable: true,
    description: 'The access level. If you leave it out, it does not change.',
  })
  access?: WorkspaceAccessLevel | 'read-outputs' | null;
}

@InputType({ description: 'The access of a team to a workspace, to remove.' })
export class RemoveTeamWorkspaceAccessInput {
  @Field(() => ID, { description: 'Identifier of the access, `tws-…`.' })
  id!: string;
}

export const TeamWorkspaceAccessConnection = connectionType('TeamWorkspaceAccess', () => TeamWorkspaceAccess);
export const TeamWorkspaceAccessPage = numberedPageType('TeamWorkspaceAccess', () => TeamWorkspaceAccess);

const workspace = () => TeamWorkspaceAccess;
export const AddTeamWorkspaceAccessPayload = payloadType(
  'AddTeamWorkspaceAccessPayload',
  'teamWorkspaceAccess',
  workspace,
);
export const UpdateTeamWorkspaceAccessPayload = payloadType(
  'UpdateTeamWorkspaceAccessPayload',
  'teamWorkspaceAccess',
  workspace,
);
export const RemoveTeamWorkspaceAccessPayload = payloadType('RemoveTeamWorkspaceAccessPayload', 'deletedId', () => ID);
