import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { configurationStatuses, configurationStatusMeanings } from './run-status.js';
import type { ConfigurationStatus } from './run-status.js';

const ConfigurationStatusEnum: Readonly<Record<string, ConfigurationStatus>> = Object.fromEntries(
  configurationStatuses.map((status) => [status.toUpperCase(), status]),
);
registerEnumType(ConfigurationStatusEnum, {
  name: 'ConfigurationVersionStatus',
  description: 'The status of a configuration version, with the names of Terraform Enterprise.',
  valuesConfig: Object.fromEntries(
    configurationStatuses.map((status) => [status.toUpperCase(), { description: configurationStatusMeanings[status] }]),
  ),
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'The record of a configuration that runs use, and of its commit. The content of the configuration is not stored here.',
})
export class ConfigurationVersion extends Node {
  @Field(() => ID, { description: 'Identifier of its workspace.' })
  workspaceId!: string;

  @Field(() => ConfigurationStatusEnum, { description: 'Its status.' })
  status!: ConfigurationStatus;

  @Field(() => String, { description: 'Its source, such as `tfe-api` or `github`.' })
  source!: string;

  @Field(() => Boolean, { description: 'Whether it is only for planning.' })
  speculative!: boolean;

  @Field(() => Boolean, {
    description: 'Whether it becomes the current configuration only when a run with it is applied.',
  })
  provisional!: boolean;

  @Field(() => Boolean, { description: 'Whether a run is queued as soon as the configuration is there.' })
  autoQueueRuns!: boolean;

  @Field(() => DateTime, { description: 'When it was recorded.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: 'The commit of the configuration.' })
  commitSha!: string | null;

  @Field(() => String, { nullable: true, description: 'Address of a page that shows the commit.' })
  commitUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'The message of the commit.' })
  commitMessage!: string | null;

  @Field(() => String, { nullable: true, description: 'The branch that contains the commit.' })
  branch!: string | null;

  @Field(() => String, { nullable: true, description: 'The repository of the configuration, such as `acme/network`.' })
  identifier!: string | null;

  @Field(() => String, { nullable: true, description: 'The user who pushed the commit.' })
  senderUsername!: string | null;
}

export const ConfigurationVersionConnection = connectionType(
  'ConfigurationVersion',
  () => ConfigurationVersion,
  'A page of configuration versions, newest first.',
);
export const ConfigurationVersionPage = numberedPageType(
  'ConfigurationVersion',
  () => ConfigurationVersion,
  'A page of configuration versions by page number, newest first.',
);

@InputType({ description: 'The configuration version to record.' })
export class CreateConfigurationVersionInput {
  @Field(() => ID, { description: 'Identifier of its workspace.' })
  workspaceId!: string;

  @Field(() => ConfigurationStatusEnum, { nullable: true, description: 'Its status. Defaults to uploaded.' })
  status?: ConfigurationStatus | null;

  @Field(() => String, { nullable: true, description: 'Its source. Defaults to `tfe-api`.' })
  source?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is only for planning.' })
  speculative?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it becomes the current configuration only when a run with it is applied.',
  })
  provisional?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to queue a run as soon as the configuration is there. Defaults to true.',
  })
  autoQueueRuns?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The commit of the configuration.' })
  commitSha?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of a page that shows the commit.' })
  commitUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The message of the commit.' })
  commitMessage?: string | null;

  @Field(() => String, { nullable: true, description: 'The branch that contains the commit.' })
  branch?: string | null;

  @Field(() => String, { nullable: true, description: 'The repository of the configuration.' })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: 'The user who pushed the commit.' })
  senderUsername?: string | null;
}

export const CreateConfigurationVersionPayload = payloadType(
  'CreateConfigurationVersionPayload',
  'configurationVersion',
  () => ConfigurationVersion,
);
