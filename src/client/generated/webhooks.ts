/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateWebhook: MutationDocument<Types.CreateWebhookMutation, Types.CreateWebhookMutationVariables> = {
  kind: "mutation",
  name: "CreateWebhook",
  hash: "0d98d4f55b39651203b43143d21cfc49cc07af3fdd0641273786a923b903ad11",
  text: "mutation CreateWebhook($input:CreateWebhookInput!){createWebhook(input:$input){webhook{...WebhookSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WebhookSummary on Webhook{id name url format enabled events expiryDays crlExpiryHours hasSecret mountId organizationId workspaceId projectId teamId createdAt updatedAt droppedCount resumesAt}",
};
export const DeleteWebhook: MutationDocument<Types.DeleteWebhookMutation, Types.DeleteWebhookMutationVariables> = {
  kind: "mutation",
  name: "DeleteWebhook",
  hash: "bbf130a5b6c2c9e26d22119d0514480b786ce7621feeeebdd0563fda2b2bc29a",
  text: "mutation DeleteWebhook($input:DeleteWebhookInput!){deleteWebhook(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RepeatWebhookDelivery: MutationDocument<Types.RepeatWebhookDeliveryMutation, Types.RepeatWebhookDeliveryMutationVariables> = {
  kind: "mutation",
  name: "RepeatWebhookDelivery",
  hash: "4d19a9bf75a9f6553b7736ea459a5647ac029c0bd8825c95de94dc0ea1864f46",
  text: "mutation RepeatWebhookDelivery($input:RepeatWebhookDeliveryInput!){repeatWebhookDelivery(input:$input){webhookDelivery{...WebhookDeliverySummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WebhookDeliverySummary on WebhookDelivery{id webhookId event deliveryState body attempts createdAt nextAttemptAt lastAttemptAt endedAt url status answerBeginning failure}",
};
export const UpdateWebhook: MutationDocument<Types.UpdateWebhookMutation, Types.UpdateWebhookMutationVariables> = {
  kind: "mutation",
  name: "UpdateWebhook",
  hash: "7d786101f036154a4b2134c588d80a01a738331f075ae82703b7ccfeff443987",
  text: "mutation UpdateWebhook($input:UpdateWebhookInput!){updateWebhook(input:$input){webhook{...WebhookSummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WebhookSummary on Webhook{id name url format enabled events expiryDays crlExpiryHours hasSecret mountId organizationId workspaceId projectId teamId createdAt updatedAt droppedCount resumesAt}",
};
export const VerifyWebhook: MutationDocument<Types.VerifyWebhookMutation, Types.VerifyWebhookMutationVariables> = {
  kind: "mutation",
  name: "VerifyWebhook",
  hash: "e13af63d8c3e63f204d5488705699ae71dc7073dd292fc0cc9f02988fe61ad40",
  text: "mutation VerifyWebhook($input:VerifyWebhookInput!){verifyWebhook(input:$input){webhookDelivery{...WebhookDeliverySummary}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment WebhookDeliverySummary on WebhookDelivery{id webhookId event deliveryState body attempts createdAt nextAttemptAt lastAttemptAt endedAt url status answerBeginning failure}",
};
export const Webhook: QueryDocument<Types.WebhookQuery, Types.WebhookQueryVariables> = {
  kind: "query",
  name: "Webhook",
  hash: "e3aa8c8ca5e233d96d0bd54b8370be43d4e7154d6970160a4ab09a028656419b",
  text: "query Webhook($id:ID!){webhook(id:$id){...WebhookSummary}}fragment WebhookSummary on Webhook{id name url format enabled events expiryDays crlExpiryHours hasSecret mountId organizationId workspaceId projectId teamId createdAt updatedAt droppedCount resumesAt}",
};
export const WebhookDeliveries: QueryDocument<Types.WebhookDeliveriesQuery, Types.WebhookDeliveriesQueryVariables> = {
  kind: "query",
  name: "WebhookDeliveries",
  hash: "677e26834e54ff10b8c7069ebf2aeb6a025bcfec52d24cbcd0098ae06ef09ce1",
  text: "query WebhookDeliveries($webhookId:ID!$deliveryState:WebhookDeliveryState$first:Int$after:String){webhookDeliveries(webhookId:$webhookId deliveryState:$deliveryState first:$first after:$after){nodes{...WebhookDeliverySummary}pageInfo{hasNextPage endCursor}}}fragment WebhookDeliverySummary on WebhookDelivery{id webhookId event deliveryState body attempts createdAt nextAttemptAt lastAttemptAt endedAt url status answerBeginning failure}",
};
export const WebhookDelivery: QueryDocument<Types.WebhookDeliveryQuery, Types.WebhookDeliveryQueryVariables> = {
  kind: "query",
  name: "WebhookDelivery",
  hash: "5779a3dbf943f79bad5f2c5a2b0d124ffbd1918af582d08bbb77ffb13b570a6c",
  text: "query WebhookDelivery($id:ID!){webhookDelivery(id:$id){...WebhookDeliverySummary}}fragment WebhookDeliverySummary on WebhookDelivery{id webhookId event deliveryState body attempts createdAt nextAttemptAt lastAttemptAt endedAt url status answerBeginning failure}",
};
export const Webhooks: QueryDocument<Types.WebhooksQuery, Types.WebhooksQueryVariables> = {
  kind: "query",
  name: "Webhooks",
  hash: "aa6aa668584f4e6301578091f59e35aadb853ab314e5bf1396ef7987c09b1e9e",
  text: "query Webhooks($of:WebhookPlace!$first:Int$after:String){webhooks(of:$of first:$first after:$after){nodes{...WebhookSummary}pageInfo{hasNextPage endCursor}}}fragment WebhookSummary on Webhook{id name url format enabled events expiryDays crlExpiryHours hasSecret mountId organizationId workspaceId projectId teamId createdAt updatedAt droppedCount resumesAt}",
};