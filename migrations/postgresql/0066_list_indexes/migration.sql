-- What lists sorted or passed over: the default projects of many organizations, the runs of a workspace, the deliveries of a webhook that are in one state.
CREATE INDEX "Project_organizationId_isDefault_idx" ON "Project"("organizationId", "isDefault");
CREATE INDEX "Run_workspaceId_createdAt_id_idx" ON "Run"("workspaceId", "createdAt", "id");
CREATE INDEX "WebhookDelivery_webhookId_deliveryState_id_idx" ON "WebhookDelivery"("webhookId", "deliveryState", "id");
