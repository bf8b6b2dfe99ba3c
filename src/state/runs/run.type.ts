import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { mostValues, runOperations } from './run-search.js';
import type { RunOperation } from './run-search.js';
import { runStatuses, runStatusMeanings } from './run-status.js';
import type { RunStatus } from './run-status.js';

export const RunStatusEnum: Readonly<Record<string, RunStatus>> = Object.fromEntries(
  runStatuses.map((status) => [status.toUpperCase(), status]),
);
registerEnumType(RunStatusEnum, {
  name: 'RunStatus',
  description: 'The status of a run, with the names of Terraform Enterprise.',
  valuesConfig: Object.fromEntries(
    runStatuses.map((status) => [status.toUpperCase(), { description: runStatusMeanings[status] }]),
  ),
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The record of a run, written by an orchestrator. This service does not execute runs.',
})
export class Run extends Node {
  @Field(() => ID, { description: 'Identifier of its workspace.' })
  workspaceId!: string;

  @Field(() => ID, { nullable: true, description: 'Identifier of its configuration version.' })
  configurationVersionId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the account that recorded it.' })
  createdById!: string | null;

  @Field(() => RunStatusEnum, { description: 'Its status.' })
  status!: RunStatus;

  @Field(() => String, { description: 'The reason for the run.' })
  message!: string;

  @Field(() => String, { description: 'The source of the run, such as `tfe-api`.' })
  source!: string;

  @Field(() => String, { description: 'What triggered the run, such as `manual`.' })
  triggerReason!: string;

  @Field(() => Boolean, {
    description: 'Whether the service executes it. The internal account `service` then creates its state versions.',
  })
  executedByService!: boolean;

  @Field(() => Boolean, { description: 'Whether it destroys everything.' })
  isDestroy!: boolean;

  @Field(() => Boolean, { description: 'Whether its plan has changes.' })
  hasChanges!: boolean;

  @Field(() => Boolean, { description: 'Whether a successful plan is applied without confirmation.' })
  autoApply!: boolean;

  @Field(() => Boolean, { description: 'Whether it ends after the plan.' })
  planOnly!: boolean;

  @Field(() => Boolean, { description: 'Whether the state is refreshed before planning.' })
  refresh!: boolean;

  @Field(() => Boolean, { description: 'Whether it only refreshes the state.' })
  refreshOnly!: boolean;

  @Field(() => String, { nullable: true, description: 'The engine version that it uses.' })
  terraformVersion!: string | null;

  @Field(() => DateTime, { description: 'When it was recorded.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When its status last changed.' })
  updatedAt!: Date;
}

const RunOperationEnum: Readonly<Record<string, RunOperation>> = Object.fromEntries(
  runOperations.map((each) => [each.toUpperCase(), each]),
);
registerEnumType(RunOperationEnum, {
  name: 'RunOperation',
  description: 'What a run does.',
  valuesConfig: {
    PLAN_AND_APPLY: { description: 'It plans, and applies the plan.' },
    PLAN_ONLY: { description: 'It ends after the plan.' },
    REFRESH_ONLY: { description: 'It only refreshes the state.' },
    DESTROY: { description: 'It destroys everything.' },
  },
});

@InputType({
  description: `A filter for runs. All conditions must be met. Each list has at most ${mostValues} values.`,
})
export class RunFilter {
  @Field(() => [RunStatusEnum], { nullable: true, description: 'Only objects with one of these statuses.' })
  statuses?: RunStatus[] | null;

  @Field(() => [String], { nullable: true, description: 'Only runs from one of these sources.' })
  sources?: string[] | null;

  @Field(() => [RunOperationEnum], { nullable: true, description: 'Only runs that do one of these.' })
  runOperations?: RunOperation[] | null;

  @Field(() => [String], { nullable: true, description: 'Only runs of workspaces with one of these names.' })
  workspaceNames?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Only runs that the account with this username recorded.' })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'Only runs of configurations of this commit: its whole hash.' })
  commitSha?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only runs with this id, message, username or commit. Each must be given whole.',
  })
  text?: string | null;
}

export const RunConnection = connectionType('Run', () => Run, 'A page of runs, newest first.');
export const RunPage = numberedPageType('Run', () => Run, 'A page of runs, newest first, by number.');

@InputType({ description: 'The run to record.' })
export class CreateRunInput {
  @Field(() => ID, { description: 'Identifier of its workspace.' })
  workspaceId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of its configuration version. Defaults to the newest one of the workspace.',
  })
  configurationVersionId?: string | null;

  @Field(() => String, { nullable: true, description: 'The reason for the run.' })
  message?: string | null;

  @Field(() => String, { nullable: true, description: 'The source of the run. Defaults to `tfe-api`.' })
  source?: string | null;

  @Field(() => RunStatusEnum, { nullable: true, description: 'Its status. Defaults to pending.' })
  status?: RunStatus | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it destroys everything.' })
  isDestroy?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to apply a successful plan without confirmation. Defaults to the setting of the workspace.',
  })
  autoApply?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it ends after the plan.' })
  planOnly?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to refresh the state before planning. Defaults to true.',
  })
  refresh?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it only refreshes the state.' })
  refreshOnly?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The engine version that it uses.' })
  terraformVersion?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the service executes it. The internal account `service` then creates its state versions.',
  })
  executedByService?: boolean | null;
}

@InputType({ description: 'The new status of a run.' })
export class UpdateRunInput {
  @Field(() => ID, { description: 'Identifier of the run.' })
  id!: string;

  @Field(() => RunStatusEnum, {
    nullable: true,
    description: 'Its new status. The status of a run that has ended cannot change.',
  })
  status?: RunStatus | null;

  @Field(() => String, { nullable: true, description: 'The reason for the run.' })
  message?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its plan has changes.' })
  hasChanges?: boolean | null;
}

export const CreateRunPayload = payloadType('CreateRunPayload', 'run', () => Run);
export const UpdateRunPayload = payloadType('UpdateRunPayload', 'run', () => Run);
