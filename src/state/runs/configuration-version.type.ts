import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { configurationStatuses, configurationStatusMeanings } from './run-status.js';
import type { ConfigurationStatus } from './run-status.js';

export const ConfigurationStatusEnum: Readonly<Record<string, ConfigurationStatus>> = Object.fromEntries(
  configurationStatuses.map((status) => [status.toUpperCase(), status]),
);
registerEnumType(ConfigurationStatusEnum, {
  name: 'ConfigurationVersionStatus',
  description: 'Where a configuration version stands, in the words of Terraform Enterprise.',
  valuesConfig: Object.fromEntries(
    configurationStatuses.map((status) => [status.toUpperCase(), { description: configurationStatusMeanings[status] }]),
  ),
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'The record of a configuration that runs used, and of the commit it came from. Its content lives elsewhere.',
})
export class ConfigurationVersion extends Node {
  @Field(() => ID, { description: 'The workspace it is for.' })
  workspaceId!: string;

  @Field(() => ConfigurationStatusEnum, { description: 'Where it stands.' })
  status!: ConfigurationStatus;

  @Field(() => String, { description: 'What gave it, such as `tfe-api` or `github`.' })
  source!: string;

  @Field(() => Boolean, { description: 'Only for planning.' })
  speculative!: boolean;

  @Field(() => Boolean, { description: 'Becomes the current configuration only when a run of it is applied.' })
  provisional!: boolean;

  @Field(() => Boolean, { description: 'A run is queued as soon as it is there.' })
  autoQueueRuns!: boolean;

  @Field(() => DateTime, { description: 'When it was recorded.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: 'The commit it came from.' })
  commitSha!: string | null;

  @Field(() => String, { nullable: true, description: 'Where the commit can be looked at.' })
  commitUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'What the commit says.' })
  commitMessage!: string | null;

  @Field(() => String, { nullable: true, description: 'The branch it came from.' })
  branch!: string | null;

  @Field(() => String, { nullable: true, description: 'The repository it came from, such as `acme/network`.' })
  identifier!: string | null;

  @Field(() => String, { nullable: true, description: 'Who pushed the commit.' })
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
  'A page of configuration versions, newest first, by number.',
);

@InputType({ description: 'A configuration version to record.' })
export class CreateConfigurationVersionInput {
  @Field(() => ID, { description: 'The workspace it is for.' })
  workspaceId!: string;

  @Field(() => ConfigurationStatusEnum, { nullable: true, description: 'Where it stands. Defaults to uploaded.' })
  status?: ConfigurationStatus | null;

  @Field(() => String, { nullable: true, description: 'What gave it. Defaults to `tfe-api`.' })
  source?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only for planning.' })
  speculative?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Becomes the current configuration only when applied.' })
  provisional?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Queue a run as soon as it is there. Defaults to true.' })
  autoQueueRuns?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The commit it came from.' })
  commitSha?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the commit can be looked at.' })
  commitUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'What the commit says.' })
  commitMessage?: string | null;

  @Field(() => String, { nullable: true, description: 'The branch it came from.' })
  branch?: string | null;

  @Field(() => String, { nullable: true, description: 'The repository it came from.' })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: 'Who pushed the commit.' })
  senderUsername?: string | null;
}

export const CreateConfigurationVersionPayload = payloadType(
  'CreateConfigurationVersionPayload',
  'configurationVersion',
  () => ConfigurationVersion,
);
