/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ConfigurationVersion: QueryDocument<Types.ConfigurationVersionQuery, Types.ConfigurationVersionQueryVariables> = {
  kind: "query",
  name: "ConfigurationVersion",
  hash: "da011cc9e0957231d94f9601bc900ca8f5150b25fa91329ec4cccd3ba738dcea",
  text: "query ConfigurationVersion($id:ID!){configurationVersion(id:$id){...ConfigurationVersionSummary}}fragment ConfigurationVersionSummary on ConfigurationVersion{id autoQueueRuns branch commitMessage commitSha commitUrl createdAt identifier provisional senderUsername source speculative status workspaceId}",
};
export const CreateConfigurationVersion: MutationDocument<Types.CreateConfigurationVersionMutation, Types.CreateConfigurationVersionMutationVariables> = {
  kind: "mutation",
  name: "CreateConfigurationVersion",
  hash: "6b4c1d9084374a038dfe54f4815d1bd28800f675470c5561d358876ff83f9b87",
  text: "mutation CreateConfigurationVersion($input:CreateConfigurationVersionInput!){createConfigurationVersion(input:$input){configurationVersion{...ConfigurationVersionSummary}problems{...ProblemFields}}}fragment ConfigurationVersionSummary on ConfigurationVersion{id autoQueueRuns branch commitMessage commitSha commitUrl createdAt identifier provisional senderUsername source speculative status workspaceId}fragment ProblemFields on Problem{code message field}",
};
export const CreateRun: MutationDocument<Types.CreateRunMutation, Types.CreateRunMutationVariables> = {
  kind: "mutation",
  name: "CreateRun",
  hash: "af42f540f9bf4031d4cce6e8a37fc46b3bec639640b0a883ebe37e7fa2f6fdff",
  text: "mutation CreateRun($input:CreateRunInput!){createRun(input:$input){run{...RunSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment RunSummary on Run{id autoApply configurationVersionId createdAt createdById executedByService hasChanges isDestroy message planOnly refresh refreshOnly source status terraformVersion triggerReason updatedAt workspaceId}",
};
export const Run: QueryDocument<Types.RunQuery, Types.RunQueryVariables> = {
  kind: "query",
  name: "Run",
  hash: "132a43f90fbfbbc6a211eddd4193e2c2eb079904dedd9ae7bcf28398154bc4f5",
  text: "query Run($id:ID!){run(id:$id){...RunSummary}}fragment RunSummary on Run{id autoApply configurationVersionId createdAt createdById executedByService hasChanges isDestroy message planOnly refresh refreshOnly source status terraformVersion triggerReason updatedAt workspaceId}",
};
export const UpdateRun: MutationDocument<Types.UpdateRunMutation, Types.UpdateRunMutationVariables> = {
  kind: "mutation",
  name: "UpdateRun",
  hash: "ff78859f7264b352a7eb4029816d5a1a6acb8c06f50406c218f35509f366a592",
  text: "mutation UpdateRun($input:UpdateRunInput!){updateRun(input:$input){run{...RunSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment RunSummary on Run{id autoApply configurationVersionId createdAt createdById executedByService hasChanges isDestroy message planOnly refresh refreshOnly source status terraformVersion triggerReason updatedAt workspaceId}",
};