-- Addresses that are told of events, and what is kept for each of them until it is delivered.
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL,
    "mountId" TEXT,
    "organizationId" TEXT,
    "workspaceId" TEXT,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "events" TEXT NOT NULL,
    "otherTriggers" TEXT NOT NULL DEFAULT '[]',
    "expiryDays" TEXT NOT NULL DEFAULT '[]',
    "crlExpiryHours" TEXT NOT NULL DEFAULT '[]',
    "sealedSecret" BYTEA,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "droppedCount" BIGINT NOT NULL DEFAULT 0,
    "silentCount" INTEGER NOT NULL DEFAULT 0,
    "resumesAt" TIMESTAMP(3),
    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "deliveryState" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "nextAttemptAt" TIMESTAMP(3),
    "lastAttemptAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    "url" TEXT,
    "status" INTEGER,
    "answerBeginning" TEXT,
    "answerHeaders" TEXT,
    "failure" TEXT,
    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Webhook_mountId_idx" ON "Webhook"("mountId");
CREATE INDEX "Webhook_organizationId_idx" ON "Webhook"("organizationId");
CREATE INDEX "Webhook_workspaceId_idx" ON "Webhook"("workspaceId");
CREATE INDEX "WebhookDelivery_webhookId_deliveryState_nextAttemptAt_idx" ON "WebhookDelivery"("webhookId", "deliveryState", "nextAttemptAt");
CREATE INDEX "WebhookDelivery_webhookId_id_idx" ON "WebhookDelivery"("webhookId", "id");
CREATE INDEX "WebhookDelivery_endedAt_idx" ON "WebhookDelivery"("endedAt");

ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_mountId_fkey" FOREIGN KEY ("mountId") REFERENCES "Mount" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "EventRelay" ADD COLUMN "noticed" BIGINT;
ALTER TABLE "Crl" ADD COLUMN "announcedHours" TEXT NOT NULL DEFAULT '';
