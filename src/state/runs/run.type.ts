import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { runStatuses, runStatusMeanings } from './run-status.js';
import type { RunStatus } from './run-status.js';

export const RunStatusEnum: Readonly<Record<string, RunStatus>> = Object.fromEntries(
  runStatuses.map((status) => [status.toUpperCase(), status]),
);
registerEnumType(RunStatusEnum, {
  name: 'RunStatus',
  description: 'Where a run stands, in the words of Terraform Enterprise.',
  valuesConfig: Object.fromEntries(
    runStatuses.map((status) => [status.toUpperCase(), { description: runStatusMeanings[status] }]),
  ),
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The record of a run that an orchestrator made. Nothing runs here.',
})
export class Run extends Node {
  @Field(() => ID, { description: 'The workspace it is for.' })
  workspaceId!: string;

  @Field(() => ID, { nullable: true, description: 'The configuration it used.' })
  configurationVersionId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Who recorded it.' })
  createdById!: string | null;

  @Field(() => RunStatusEnum, { description: 'Where it stands.' })
  status!: RunStatus;

  @Field(() => String, { description: 'Why it was started, in words.' })
  message!: string;

  @Field(() => String, { description: 'What started it, such as `tfe-api`.' })
  source!: string;

  @Field(() => String, { description: 'What triggered it, such as `manual`.' })
  triggerReason!: string;

  @Field(() => Boolean, { description: 'State it makes is created by the internal account `service`.' })
  executedByService!: boolean;

  @Field(() => Boolean, { description: 'It destroys everything.' })
  isDestroy!: boolean;

  @Field(() => Boolean, { description: 'Its plan has changes.' })
  hasChanges!: boolean;

  @Field(() => Boolean, { description: 'A successful plan is applied without asking.' })
  autoApply!: boolean;

  @Field(() => Boolean, { description: 'It ends with its plan.' })
  planOnly!: boolean;

  @Field(() => Boolean, { description: 'State is refreshed before planning.' })
  refresh!: boolean;

  @Field(() => Boolean, { description: 'Nothing but a refresh.' })
  refreshOnly!: boolean;

  @Field(() => String, { nullable: true, description: 'The version of the engine it uses.' })
  terraformVersion!: string | null;

  @Field(() => DateTime, { description: 'When it was recorded.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last went on.' })
  updatedAt!: Date;
}

@InputType({ description: 'What a list of runs is narrowed by.' })
export class RunFilter {
  @Field(() => [RunStatusEnum], { nullable: true, description: 'Any of these statuses.' })
  statuses?: RunStatus[] | null;
}

export const RunConnection = connectionType('Run', () => Run, 'A page of runs, newest first.');
export const RunPage = numberedPageType('Run', () => Run, 'A page of runs, newest first, by number.');

@InputType({ description: 'A run to record.' })
export class CreateRunInput {
  @Field(() => ID, { description: 'The workspace it is for.' })
  workspaceId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The configuration it uses. Defaults to the newest of the workspace.',
  })
  configurationVersionId?: string | null;

  @Field(() => String, { nullable: true, description: 'Why it is started.' })
  message?: string | null;

  @Field(() => String, { nullable: true, description: 'What starts it. Defaults to `tfe-api`.' })
  source?: string | null;

  @Field(() => RunStatusEnum, { nullable: true, description: 'Where it stands. Defaults to pending.' })
  status?: RunStatus | null;

  @Field(() => Boolean, { nullable: true, description: 'It destroys everything.' })
  isDestroy?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Apply without asking. Defaults to the setting of the workspace.',
  })
  autoApply?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'It ends with its plan.' })
  planOnly?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Refresh state before planning. Defaults to true.' })
  refresh?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Nothing but a refresh.' })
  refreshOnly?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The version of the engine it uses.' })
  terraformVersion?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The service executes it: state it makes is created by the internal account `service`.',
  })
  executedByService?: boolean | null;
}

@InputType({ description: 'How far a run got.' })
export class UpdateRunInput {
  @Field(() => ID, { description: 'The run.' })
  id!: string;

  @Field(() => RunStatusEnum, { nullable: true, description: 'Where it stands now. A run that ended stays so.' })
  status?: RunStatus | null;

  @Field(() => String, { nullable: true, description: 'Why it was started.' })
  message?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Its plan has changes.' })
  hasChanges?: boolean | null;
}

export const CreateRunPayload = payloadType('CreateRunPayload', 'run', () => Run);
export const UpdateRunPayload = payloadType('UpdateRunPayload', 'run', () => Run);
